// Stands before ANTLR's own antlr4-runtime.h, which generated code includes: only the parts that a lexer and a parser
// need. The whole includes misc/InterpreterDataReader.h, which clang rejects in version 4.9 (a const member without
// a value), and takes twice as long to compile.
#pragma once

#include "ANTLRInputStream.h"
#include "BailErrorStrategy.h"
#include "BaseErrorListener.h"
#include "CommonTokenStream.h"
#include "DefaultErrorStrategy.h"
#include "FailedPredicateException.h"
#include "Lexer.h"
#include "NoViableAltException.h"
#include "Parser.h"
#include "ParserRuleContext.h"
#include "RecognitionException.h"
#include "Vocabulary.h"
#include "atn/ATN.h"
#include "atn/ATNDeserializer.h"
#include "atn/LexerATNSimulator.h"
#include "atn/ParserATNSimulator.h"
#include "atn/PredictionContext.h"
#include "dfa/DFA.h"
#include "support/CPPUtils.h"
#include "tree/ParseTreeWalker.h"
#include "tree/TerminalNode.h"
