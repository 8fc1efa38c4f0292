#include "compiler.hpp"

#include <sys/stat.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <optional>
#include <sstream>

#include <twoscale/core/error.hpp>

#include "digest.hpp"
#include "process.hpp"

/// In programs that link twoscale::files alone (cmake/twoscale_prefix.cpp).
extern "C" [[gnu::weak]] const char* twoscale_prefix();

namespace twoscale::plugin {

namespace fs = std::filesystem;

namespace {

// From cmake/plugin.cmake: kBuiltWith, kIncludePlaces, kPrecompiledPlaces, kHasAvx512 and the flags.
#include "plugin_config.inc"
// From cmake/header_stamp.cmake: kHeaderStamp.
#include "header_stamp.inc"

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::optional<Compiler> compiler_at(const std::vector<std::string>& command) {
  if (command.empty()) return std::nullopt;
  const std::string path = find_program(command[0]);
  std::error_code failed;
  const fs::path real = path.empty() ? fs::path() : fs::canonical(path, failed);
  struct stat status {};
  if (real.empty() || stat(real.c_str(), &status) != 0) return std::nullopt;
  Compiler out{command, real.string() + " " + std::to_string(status.st_size) + " " +
                            std::to_string(status.st_mtim.tv_sec) + "." + std::to_string(status.st_mtim.tv_nsec)};
  out.command[0] = path;
  for (std::size_t i = 1; i < command.size(); ++i) {  // "ccache g++": the compiler behind counts, too
    out.identity += " " + command[i];
    if (const auto behind = command[i][0] == '-' ? std::nullopt : compiler_at({command[i]}))
      out.identity += " " + behind->identity;
  }
  return out;
}

/// GCC's version, 0 for another compiler, and whether it is clang: they take different flags.
struct Family {
  int gcc = 0;
  bool clang = false;
};
Family family_of(const Compiler& compiler, const fs::path& workshop) {
  std::vector<std::string> command = compiler.command;
  command.insert(command.end(), {"-dM", "-E", "-x", "c++", "/dev/null"});
  const std::string output = workshop / "family";
  if (!Process(command, output).wait())
    throw Error(compiler.command[0] + " does not work as a C++ compiler; set CXX to one that does\n" +
                read_bytes(output).value_or(""));
  const std::string macros = read_bytes(output).value_or("");
  if (macros.find("#define __clang__ ") != std::string::npos) return {.gcc = 0, .clang = true};
  constexpr std::string_view kVersion = "#define __GNUC__ ";
  const std::size_t at = macros.find(kVersion);
  return {.gcc = at == std::string::npos ? 0 : std::atoi(macros.c_str() + at + kVersion.size()), .clang = false};
}

/// Where the program says that twoscale is installed; beside the program, as in an installed tree; then where the
/// library was built or was to be installed.
template <std::size_t N>
std::vector<fs::path> places(const char* beside, const std::array<const char*, N>& fixed) {
  std::vector<fs::path> out;
  if (twoscale_prefix != nullptr) out.push_back(fs::path(twoscale_prefix()) / beside);
  std::error_code failed;
  const fs::path program = fs::canonical("/proc/self/exe", failed);
  if (!failed) out.push_back((program.parent_path() / ".." / beside).lexically_normal());
  out.insert(out.end(), fixed.begin(), fixed.end());
  return out;
}

std::string include_directory() {
  std::string other;
  for (const fs::path& place : places("include", kIncludePlaces)) {
    std::error_code failed;
    if (!fs::exists(place / "twoscale" / "problem.hpp", failed)) continue;
    if (header_stamp(place.string()) == kHeaderStamp) return place.string();
    if (other.empty()) other = place.string();
  }
  if (other.empty()) throw Error("twoscale's headers, which a problem file includes, are not there: install it again");
  throw Error("the headers in " + other + " are not those this program was built from: build it again");
}

/// The header to include first, where this compiler may have it precompiled; otherwise empty.
std::string precompiled(const Family& family) {
  for (const fs::path& place : places(kPrecompiledBeside, kPrecompiledPlaces)) {
    std::string header = place / "problem_file.hpp";
    std::error_code failed;
    if (!fs::exists(header + (family.clang ? ".pch" : ".gch"), failed)) continue;
    // Made from the very headers this program was built from: the compiler itself does not ask.
    if (read_bytes(place / "header_stamp.inc").value_or("").find(kHeaderStamp) != std::string::npos) return header;
  }
  return "";
}

template <std::size_t N>
void append(std::vector<std::string>& flags, const std::array<const char*, N>& more) {
  flags.insert(flags.end(), more.begin(), more.end());
}
std::vector<std::string> flags_for(const Family& family, InstructionSet set) {
  const bool wide = set == InstructionSet::avx512;
  std::vector<std::string> out(kFlags.begin(), kFlags.end());
  if (wide) append(out, kFlagsAvx512);
  else append(out, kFlagsAvx2);
  if (family.gcc > 0) append(out, kFlagsGcc);
  if (family.gcc >= 12 && wide) append(out, kFlagsGcc12Avx512);
  else if (family.gcc >= 12) append(out, kFlagsGcc12Avx2);
  return out;
}

/// The files a rule of make names, as the compiler writes them: "\ " is a blank, "\\\n" goes on, "$$" is a dollar.
std::vector<std::string> read_rule(const std::string& text) {
  std::vector<std::string> out;
  std::string word;
  for (std::size_t i = text.find(": ") == std::string::npos ? text.size() : text.find(": ") + 1; i <= text.size();
       ++i) {
    const char c = i < text.size() ? text[i] : '\n', next = i + 1 < text.size() ? text[i + 1] : '\n';
    if (c == '\\' && next == '\n') ++i;
    if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) {
      word += next;
      ++i;
    } else if (c == ' ' || c == '\n' || (c == '\\' && next == '\n')) {
      if (!word.empty()) out.push_back(std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  return out;
}

bool lies_in(const std::string& path, const std::string& directory) {
  return !directory.empty() && path.starts_with(directory + "/");
}

}  // namespace

Compiler find_compiler() { return find_compiler(variable("CXX"), kBuiltWith); }

Compiler find_compiler(const std::string& cxx, const std::string& built_with) {
  if (!cxx.empty()) {
    if (auto found = compiler_at({cxx})) return *found;
    std::istringstream words(cxx);  // "ccache g++"
    std::vector<std::string> command;
    for (std::string word; words >> word;) command.push_back(word);
    if (auto found = compiler_at(command)) return *found;
    throw Error("CXX = '" + cxx + "' is not a program on this machine: set it to a C++ compiler, or unset it");
  }
  for (const std::string& name : {built_with, std::string("c++"), std::string("g++"), std::string("clang++")})
    if (auto found = compiler_at({name})) return *found;
  throw Error("a problem file needs a C++ compiler, and there is none: apt install g++, or set CXX to one");
}

InstructionSet best_for_files() {
  return kHasAvx512 && machine_has(InstructionSet::avx512) ? InstructionSet::avx512 : InstructionSet::avx2;
}

std::string recipe(InstructionSet set) {
  std::string out = std::string(kVersion) + "\n" + kHeaderStamp + "\n" + name_of(set) + "\n";
  for (const std::string& flag : flags_for({.gcc = 12, .clang = false}, set)) out += flag + "\n";
  return out + variable("CPATH") + "\n" + variable("CPLUS_INCLUDE_PATH") + "\n";
}

namespace {

/// Everything a compilation needs, found out once.
struct Setting {
  const Compiler& compiler;
  fs::path source, workshop;
  Family family;
  std::string include, header;
  Variant variant;

  std::vector<std::string> command() const {
    std::vector<std::string> out = compiler.command;
    const std::vector<std::string> flags = flags_for(family, variant.set);
    out.insert(out.end(), flags.begin(), flags.end());
    return out;
  }
  std::string file(const char* name, int part) const { return workshop / (name + std::to_string(part)); }

  Process start(int part) const {
    std::vector<std::string> out = command();
    out.insert(out.end(), {"-DTWOSCALE_PLUGIN", "-isystem", include, "-fdiagnostics-color=never",
                           "-ftemplate-backtrace-limit=0", family.clang ? "-ferror-limit=20" : "-fmax-errors=20"});
    // The precompiled header first, then what is made of the file: the other way round it could not be used.
    out.insert(out.end(), {"-include", header.empty() ? "twoscale/problem.hpp" : header, "-include",
                           "twoscale/plugin/part" + std::to_string(part) + ".hpp", "-include", made_for_header()});
    if (part == 0) out.insert(out.end(), {"-MD", "-MT", "object", "-MF", file("headers", part)});
    out.insert(out.end(), {"-c", source.string(), "-o", file("object", part) + ".o"});
    return {out, file("output", part)};
  }
  std::string made_for_header() const { return workshop / "made_for.hpp"; }
  /// What TWOSCALE_PROBLEM finds: the kernels to make, and in TWOSCALE_WHY_ONE_LANE nothing where packs are compiled.
  void write_made_for_header(const std::string& why_one_lane) const {
    std::ofstream(made_for_header()) << "namespace twoscale {\nusing FileChoices = " << variant.choices.code
                                     << ";\n}\n#define TWOSCALE_WHY_ONE_LANE " << std::quoted(why_one_lane) << "\n";
  }
  std::string output(int part) const { return read_bytes(file("output", part)).value_or(""); }
};

bool link(const Setting& with) {
  std::vector<std::string> command = with.command();
  command.insert(command.end(), {"-shared", with.file("object", 0) + ".o", with.file("object", 1) + ".o", "-o",
                                 with.workshop / "problem.so"});
  return Process(command, with.file("output", 2)).wait();
}

std::vector<std::string> own_headers(const Setting& with) {
  std::vector<std::string> out;
  for (const std::string& name : read_rule(read_bytes(with.file("headers", 0)).value_or(""))) {
    const std::string path = fs::absolute(name).string();
    const bool library = lies_in(path, with.include) || lies_in(path, fs::path(with.header).parent_path().string()) ||
                         path == fs::absolute(with.made_for_header());
    if (!library && path != with.source.string()) out.push_back(path);
  }
  return out;
}

Compilation attempt(const Setting& with, const WhyOneLane& why_one_lane) {
  Compilation out;
  bool good[2];
  with.write_made_for_header("");
  {
    Process first = with.start(0), second = with.start(1);
    good[0] = first.wait();
    good[1] = second.wait();
  }
  // Only the second half has packs; if it compiles without them, they were the reason.
  if (good[0] && !good[1]) {
    with.write_made_for_header(why_one_lane(with.output(1)));
    good[1] = with.start(1).wait();
  }
  if (!good[0] || !good[1]) out.output = with.output(good[0] ? 1 : 0);
  else if (!link(with)) out.output = with.output(2);
  else {
    out.object = read_bytes(with.workshop / "problem.so").value_or("");
    out.headers = own_headers(with);
    out.good = !out.object.empty();
  }
  return out;
}

}  // namespace

Compilation compile(const Compiler& compiler, const fs::path& source, const fs::path& workshop, const Variant& variant,
                    const WhyOneLane& why_one_lane) {
  Setting with{compiler, source, workshop, family_of(compiler, workshop), include_directory(), "", variant};
  with.header = precompiled(with.family);
  Compilation out = attempt(with, why_one_lane);
  // GCC passes over a precompiled header it cannot use; clang stops.
  const bool stale = out.output.find("PCH") != std::string::npos || out.output.find("precompiled") != std::string::npos;
  if (!out.good && with.family.clang && !with.header.empty() && stale) {
    with.header.clear();
    out = attempt(with, why_one_lane);
  }
  return out;
}

}  // namespace twoscale::plugin
