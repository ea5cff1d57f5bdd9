# bash completion for nightrider

_nightrider() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local commands="play list show moves search check perft simulate replay bench help"
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands --help --version" -- "$current")
        return
    fi
    case $previous in
        --color) mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current"); return ;;
        --dump) mapfile -t COMPREPLY < <(compgen -W "syntax expanded model program" -- "$current"); return ;;
        --variant|--position|--start|--after|--level|--movetime|--seed|--player|--depth|--nodes|--threads|--hash|--multipv|--games|--seconds|--max-plies)
            return ;;
    esac
    local command=${COMP_WORDS[1]}
    if [[ $current == -* ]]; then
        # The options are those that the command's own help names.
        mapfile -t COMPREPLY < <(compgen -W "$(nightrider "$command" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u)" -- "$current")
        return
    fi
    case $command in
        help) mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current") ;;
        list|bench) ;;
        check) mapfile -t COMPREPLY < <(compgen -f -- "$current"; compgen -W "$(nightrider list --color never 2>/dev/null | cut -d' ' -f1)" -- "$current") ;;
        *)
            if [[ $COMP_CWORD -eq 2 ]]; then
                mapfile -t COMPREPLY < <(compgen -W "$(nightrider list --color never 2>/dev/null | cut -d' ' -f1)" -- "$current"; compgen -f -- "$current")
            elif [[ $command == replay ]]; then
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi ;;
    esac
}
complete -o filenames -F _nightrider nightrider
