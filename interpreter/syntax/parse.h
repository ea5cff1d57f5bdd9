// One file's text to nodes of a tree that may hold other files' nodes too. Internal to syntax.
#pragma once

#include <vector>

#include "syntax/reader.h"

namespace nightrider {

struct ParsedFile {
  std::vector<SyntaxNode*> forms;
  std::size_t tokens = 0;
};

ParsedFile parse_forms(FileId file, const SourceSet& sources, DiagnosticSink& sink, const ReadLimits& limits, SyntaxTree& tree);

}  // namespace nightrider
