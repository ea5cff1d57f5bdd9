// The text of a rule file: nested lists of symbols and strings. What the lists mean is read from the tree
// (interpreter/model); see grammar/README.md.
//
// Every decision of the parser needs one token of lookahead, so that the generated code is a plain recursive descent.
// The token rules must agree with interpreter/syntax/scan.cpp, which checks balance and limits before ANTLR sees the text.
grammar Rules;

file: (form | SYMBOL | STRING)* EOF;
form: OPEN (form | SYMBOL | STRING)* CLOSE;

OPEN: '(';
CLOSE: ')';
// A string ends at the next quote, also lines later; a backslash is no escape.
STRING: '"' ~["]* '"';
COMMENT: ';' ~[\r\n]* -> skip;
// A control-Z is an end-of-file mark of old editors.
SPACE: [ \t\r\n\f\u000B\u001A]+ -> skip;
SYMBOL: ~[ \t\r\n\f\u000B\u001A();"]+;
