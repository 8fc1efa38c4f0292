#pragma once
// What a compiler says about a problem file, put for its author: their own lines, and a hint.

#include <string>

namespace twoscale::plugin {

struct SourceFile {
  std::string path;         // as the user gave it: what messages name
  std::string compiled_as;  // what the compiler was given
  std::string text;
};

/// Where it was not the file's fault but the machine's: a full disk, a missing assembler, too little memory. Empty
/// otherwise.
std::string explain_machine(const std::string& output, const std::string& workshop);
/// For the first few errors of GCC's or clang's output: "my.cpp:14: what is wrong", the line with a caret, a hint.
std::string explain(const SourceFile& source, const std::string& output);

/// Why a file that compiles for one replica does not for packs of them, in a line: "line 14 branches on a value; ...".
std::string why_one_lane(const SourceFile& source, const std::string& output);

/// The same for a file that compiled but cannot be loaded; the reason is dlerror's.
std::string explain_load(const SourceFile& source, const std::string& reason);

}  // namespace twoscale::plugin
