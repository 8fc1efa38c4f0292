#pragma once
// The machine's compiler: which one, with which flags, and running it without a shell.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <twoscale/core/instruction_set.hpp>
#include <twoscale/run/choices.hpp>

namespace twoscale::plugin {

struct Compiler {
  std::vector<std::string> command;  // the program and what $CXX puts after it
  std::string identity;              // resolved path, size, time: another compiler has another
};

/// $CXX, else the one the library was built with, else c++, g++, clang++ of $PATH. Throws where there is none.
Compiler find_compiler();
Compiler find_compiler(const std::string& cxx, const std::string& built_with);

/// The best instruction set that both this machine and the library have.
InstructionSet best_for_files();

/// All that decides a compilation besides the source and the compiler: flags, version, headers, include paths.
std::string recipe(InstructionSet set);

/// What of a problem is compiled, and for what.
struct Variant {
  ChoiceSet choices;
  InstructionSet set;
};

struct Compilation {
  bool good = false;
  std::string object;                // the shared object's bytes
  std::string output;                // what the compiler said, where it failed
  std::vector<std::string> headers;  // the user's own, that the source includes
};

/// What to say of a file that compiles for one replica but not for packs of them, from the compiler's output.
using WhyOneLane = std::function<std::string(const std::string& output)>;

/// Compiles the two parts of a problem file side by side and links them. All files it makes go to the workshop. A file
/// that does not compile for packs is compiled without them, and the object knows why.
/// Throws where the headers on disk are not those this program was built from.
Compilation compile(const Compiler& compiler, const std::filesystem::path& source,
                    const std::filesystem::path& workshop, const Variant& variant, const WhyOneLane& why_one_lane);

}  // namespace twoscale::plugin
