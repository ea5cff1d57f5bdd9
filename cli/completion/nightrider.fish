# fish completion for nightrider

function __nightrider_games
    nightrider list --color never 2>/dev/null | string replace -r '^(\S+)\s+(.*)$' '$1\t$2'
end

function __nightrider_options
    set -l words (commandline -opc)
    nightrider $words[2] --help 2>/dev/null | string match -ar -- '--[a-z][a-z-]*' | sort -u
end

complete -c nightrider -n __fish_use_subcommand -f -a play -d 'play a game in the terminal'
complete -c nightrider -n __fish_use_subcommand -f -a list -d 'name the games that come with the program'
complete -c nightrider -n __fish_use_subcommand -f -a show -d 'draw a position'
complete -c nightrider -n __fish_use_subcommand -f -a moves -d 'list the legal moves of a position'
complete -c nightrider -n __fish_use_subcommand -f -a search -d 'let the engine find the best move'
complete -c nightrider -n __fish_use_subcommand -f -a check -d 'read rule files and say what is wrong with them'
complete -c nightrider -n __fish_use_subcommand -f -a perft -d 'count the positions at each depth'
complete -c nightrider -n __fish_use_subcommand -f -a simulate -d 'play random games and count how they end'
complete -c nightrider -n __fish_use_subcommand -f -a replay -d 'replay a recorded game'
complete -c nightrider -n __fish_use_subcommand -f -a bench -d 'measure the speed of the engine'
complete -c nightrider -n __fish_use_subcommand -f -a help -d 'explain a command'

for command in play show moves search perft simulate replay check
    complete -c nightrider -n "__fish_seen_subcommand_from $command" -a '(__nightrider_games)'
end
complete -c nightrider -n 'not __fish_use_subcommand; and string match -q -- "-*" (commandline -ct)' -a '(__nightrider_options)'
complete -c nightrider -l color -x -a 'auto always never'
complete -c nightrider -n '__fish_seen_subcommand_from check' -l dump -x -a 'syntax expanded model program'
