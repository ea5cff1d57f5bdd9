// The check of a file's bytes before ANTLR sees them: balance, limits, binary data. Internal to syntax.
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostics.h"
#include "base/source.h"
#include "syntax/reader.h"

namespace nightrider {

struct ScanResult {
  // Byte ranges of the text that hold only complete, balanced forms within the limits, ascending.
  std::vector<SourceSpan> good;
  std::size_t tokens = 0;  // parentheses, symbols and strings
};

// Walks the text once, flat: no nesting in the text can exhaust the stack. Its idea of a token is that of Rules.g4.
ScanResult scan(FileId file, const SourceSet& sources, DiagnosticSink& sink, const ReadLimits& limits);

// "1,234,567", for messages.
std::string with_commas(std::uint64_t number);

}  // namespace nightrider
