// The text of (betza ".."): pieces in Ralph Betza's notation, as XBoard extended it (grammar/README.md, Betza shorthand).
// What letters may stand together is decided in interpreter/model/betza.cpp, which can name the wrong one.
grammar Betza;

piece: term+ EOF;
term: MODIFIER* (TWICE | ATOM) RANGE?;

// A letter written twice repeats its step without end: NN is the nightrider.
TWICE: 'WW' | 'FF' | 'DD' | 'NN' | 'AA' | 'HH' | 'CC' | 'ZZ' | 'GG' | 'LL' | 'JJ' | 'KK' | 'RR' | 'BB' | 'QQ';
ATOM: [A-Z];
MODIFIER: [a-z];
RANGE: [0-9]+;
OTHER: .;  // so that the lexer takes every text and the parser names the place
