#include "diagnostics.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <regex>
#include <string_view>
#include <vector>

#include "compiler_output.hpp"
#include "digest.hpp"
#include "reading.hpp"

namespace twoscale::plugin {

namespace {

constexpr std::size_t kShown = 3;  // errors
constexpr const char* kFunctions =
    "exp, log, pow, sqrt, sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, erf, erfc, expm1, log1p, abs, min, "
    "max, where";
constexpr const char* kLine = R"(TWOSCALE_PROBLEM(Mine, "mine", "what it is"))";

/// What the user is told about one error.
struct Told {
  std::string text, hint;
  int line = 0;  // where it is better put than where the compiler did; 0 otherwise
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A scalar that a problem's functions are called with.
bool names_number(const std::string& text) { return has(text, "Pack<") || has(text, "Dual<") || has(text, "Adjoint<"); }

/// All that the compiler said about one error, in one text.
std::string everything(const Complaint& complaint) {
  std::string out = complaint.error.text;
  for (const Remark& note : complaint.notes) out += "\n" + note.text;
  for (const Remark& step : complaint.chain) out += "\n" + step.text;
  constexpr std::size_t kLongest = 8000;  // std::regex recurses once a character
  return out.substr(0, kLongest);
}

/// Sentences the library itself wrote, in static_assert.
std::optional<Told> from_library(const Complaint& complaint, const Reading& reading) {
  std::string text = complaint.error.text;
  const std::size_t at = text.find("twoscale: ");
  if (!has(text, "static") || at == std::string::npos) return std::nullopt;
  text.erase(0, at + 10);
  if (text.ends_with('"')) text.pop_back();
  for (const std::string which : {"fast", "slow"}) {
    if (!text.starts_with(which + "() must return")) continue;
    std::smatch sizes;  // kIsVectorOf<Vector<S, 3>, 2>
    const std::string all = everything(complaint);
    const int line = reading.line_of(which);
    if (std::regex_search(all, sizes, std::regex(R"(kIsVectorOf<(?:twoscale::)?Vector<.*, (\d+)>, (\d+)>)")))
      return Told{which + "() returns " + sizes[1].str() + " numbers, but shape." + which + " is " + sizes[2].str(),
                  "return a Vector of " + sizes[2].str() + " numbers, or change shape." + which, line};
    return Told{text, "build it with arithmetic on what came in, or as X{a, b} after template <class X, ..>", line};
  }
  return Told{text, "", 0};
}

std::optional<Told> different_sizes(const Complaint& complaint, const Reading& reading, int line) {
  if (!has(complaint.error.text, "vectors of different sizes do not combine")) return std::nullopt;
  std::smatch sizes;
  const std::string all = everything(complaint);
  if (!std::regex_search(all, sizes, std::regex(R"((\d+) == (\d+))")))
    return Told{"vectors of different sizes do not combine", "", 0};
  const std::string a = sizes[1], b = sizes[2];
  const auto function = reading.function_around(line);
  if (function && std::regex_search(reading.line(line), std::regex("\\b" + function->noise + "\\b"))) {
    const std::string member = "shape." + function->name + "_noise", size = reading.shape(function->name + "_noise");
    const std::string state = reading.shape(function->name);
    if ((size == a || size == b) && size != state)
      return Told{member + " is " + size + ", but " + function->noise + " is combined with a vector of " +
                      (size == a ? b : a) + " numbers",
                  "set " + member + " to how many numbers " + function->name + "() takes as noise", 0};
  }
  return Told{"vectors of different sizes: " + a + " and " + b, "x has shape.fast numbers, y has shape.slow", 0};
}

/// "Vector<double, 2> fast(const Vector<double, 2>& x, ...) const": the way to write a function of plain numbers.
std::string plain_signature(const Reading& reading, int line) {
  const auto function = reading.function_around(line).value_or(SampleFunction{"fast", "xi"});
  auto vector = [&reading](const std::string& member) {
    const std::string size = reading.shape(member);
    return "Vector<double" + (size.empty() ? "" : ", " + size) + ">";
  };
  return vector(function.name) + " " + function.name + "(const " + vector("fast") + "& x, const " + vector("slow") +
         "& y, const " + vector(function.name + "_noise") + "& " + function.noise + ") const";
}

/// The function that was called with a scalar it does not take; empty where that is not what happened.
std::string refused_function(const Complaint& complaint) {
  const std::string& text = complaint.error.text;
  const std::string all = everything(complaint);
  std::string call = between(text, "no matching function for call to '", "'");
  if (call.empty() && has(text, "cannot convert '")) call = between(all, "of '", ")'");
  if (call.empty() || !names_number(all)) return "";
  call.resize(std::min(call.find('('), call.size()));
  const std::size_t name = call.find_last_of(" :");
  return name == std::string::npos ? call : call.substr(name + 1);
}

std::optional<Told> not_for_packs(const Complaint& complaint, const Reading& reading, int line) {
  const std::string name = refused_function(complaint);
  const std::string plain =
      "take plain numbers: " + plain_signature(reading, line) + ", and derivatives come from finite differences";
  if (!name.empty() && !std::regex_match(name, std::regex("Vector|Matrix|fast|slow"))) {
    if (has(", " + std::string(kFunctions) + ",", ", " + name + ","))
      return Told{"std::" + name + " does not take packs and duals", "write " + name + " without std::", 0};
    return Told{name + " is not available for packs and duals",
                "available: " + std::string(kFunctions) + "; or " + plain, 0};
  }
  const std::string& text = complaint.error.text;
  const bool conversion = has(text, "cannot convert '") || has(text, "no viable conversion from");
  if (conversion && names_number(text) && std::regex_search(text, std::regex("to '(const )?(double|float|int)'")))
    return Told{"a pack or a dual is not a plain double", "write auto instead of double; or " + plain, 0};
  return std::nullopt;
}

std::optional<Told> branch(const Complaint& complaint) {
  const std::string& text = complaint.error.text;
  if (!has(text, "Mask")) return std::nullopt;
  if (has(text, "operator&&") || has(text, "operator||") || has(text, "binary expression"))
    return Told{"&& and || do not take comparisons of packs", "write & and | between them", 0};
  if (!has(text, "'bool'")) return std::nullopt;
  return Told{"a branch on a value that differs from replica to replica",
              "use where(condition, a, b), min, max or abs; both sides are computed", 0};
}

std::optional<Told> missing(const Complaint& complaint, const SourceFile& source) {
  const std::string& text = complaint.error.text;
  std::string header = has(text, ": No such file") ? text.substr(0, text.find(": No such file")) : "";
  if (header.empty() && has(text, "' file not found")) header = between(text, "'", "'");
  if (!header.empty())
    return Told{header + " is not found", "headers of your own are looked for beside " + source.path, 0};
  static constexpr std::array<const char*, 8> kNames = {"Shape",   "Ball",  "Box",     "Vector",
                                                        "Setting", "Range", "Simplex", "where"};
  for (const char* name : kNames)
    if (has(text, "'" + std::string(name) + "'") && !has(source.text, "using namespace twoscale"))
      return Told{short_types(text),
                  "put 'using namespace twoscale;' after the includes, or write twoscale::" + std::string(name), 0};
  return std::nullopt;
}

/// What goes wrong at the lines that name things, and between two returns.
std::optional<Told> the_lines(const Complaint& complaint, const Reading& reading, int line) {
  const std::string& text = complaint.error.text;
  if (has(reading.line(line), "TWOSCALE_PARAMETERS")) {
    if (has(text, "incomplete type") || has(text, "is not a member") || has(text, "no member named"))
      return Told{"a parameter that is not a member of the struct",
                  "each name after the struct's must be a member that is declared above this line", 0};
    if (has(text, "to_array") || has(text, "Setting<"))
      return Told{"a parameter of a type that cannot be set", "parameters are members of type double, int or Table", 0};
  }
  if (has(text, "redefinition of") && has(text, "twoscale_"))
    return Told{"a second TWOSCALE_PROBLEM line", "a file holds one problem: put the other into a file of its own", 0};
  if (has(text, "inconsistent deduction") || has(text, "deduced as"))
    return Told{"two returns of different types",
                "for a branch on values use where(condition, a, b); otherwise return the same type from both", 0};
  return std::nullopt;
}

Told tell(const Complaint& complaint, const SourceFile& source, const Reading& reading, int line) {
  if (auto told = from_library(complaint, reading)) return *told;
  if (auto told = different_sizes(complaint, reading, line)) return *told;
  if (auto told = branch(complaint)) return *told;
  if (auto told = not_for_packs(complaint, reading, line)) return *told;
  if (auto told = missing(complaint, source)) return *told;
  if (auto told = the_lines(complaint, reading, line)) return *told;
  return {short_types(complaint.error.text), "", 0};
}

/// The source, and what lies beside it.
bool is_own(const std::string& file, const SourceFile& source) {
  return std::filesystem::path(file).parent_path() == std::filesystem::path(source.compiled_as).parent_path();
}

/// The innermost of the author's own lines on the way to an error.
std::optional<Remark> own_line(const Complaint& complaint, const SourceFile& source) {
  if (is_own(complaint.error.file, source)) return complaint.error;
  for (const Remark& step : complaint.chain)
    if (is_own(step.file, source)) return step;
  return std::nullopt;
}

std::string caret(const std::string& line, int column) {
  if (line.empty()) return "";
  std::string out = "  " + line + "\n";
  if (column < 1 || column > static_cast<int>(line.size()) + 1) return out;
  std::string blanks = line.substr(0, static_cast<std::size_t>(column) - 1);
  for (char& c : blanks)
    if (c != '\t') c = ' ';
  return out + "  " + blanks + "^\n";
}

/// An error and the author's line it is put down to.
struct PlacedComplaint {
  Complaint complaint;
  Remark at;
};

/// One error per line of the author's. What goes wrong at TWOSCALE_PROBLEM is mostly a consequence of another.
std::vector<PlacedComplaint> worth_telling(const std::vector<Complaint>& complaints, const SourceFile& source,
                                           const Reading& reading) {
  std::vector<PlacedComplaint> inner, outer;
  for (const Complaint& complaint : complaints) {
    const std::optional<Remark> at = own_line(complaint, source);
    if (!at) continue;
    const bool last = at->file == source.compiled_as && has(reading.line(at->line), "TWOSCALE_PROBLEM");
    if (last && !has(complaint.error.text, "twoscale: ") && !outer.empty()) continue;
    std::vector<PlacedComplaint>& list = last ? outer : inner;
    const bool known = std::any_of(list.begin(), list.end(), [&](const PlacedComplaint& f) {
      return f.at.line == at->line && f.at.file == at->file &&
             (!last || f.complaint.error.text == complaint.error.text);
    });
    if (!known) list.push_back({complaint, *at});
  }
  return inner.empty() ? outer : inner;
}

/// Trouble in none of the author's lines: the first of it, as the compiler put it.
std::string elsewhere(const std::vector<Complaint>& complaints, const std::string& output) {
  if (!complaints.empty()) {
    const Remark& error = complaints[0].error;
    return error.file + ":" + std::to_string(error.line) + ": " + short_types(error.text) + "\n";
  }
  const std::size_t error = output.find("error"), start = output.rfind('\n', error);
  if (error == std::string::npos) return "";
  const std::size_t from = start == std::string::npos ? 0 : start + 1;
  return output.substr(from, output.find('\n', error) - from) + "\n";
}

}  // namespace

std::string explain_machine(const std::string& output, const std::string& workshop) {
  constexpr std::uintmax_t kLittle = std::uintmax_t{1} << 26;  // a compilation may need that much on the way
  std::error_code failed;
  const std::filesystem::space_info room = std::filesystem::space(workshop, failed);
  if (has(output, "No space left on device") || has(output, "Disk quota exceeded") ||
      (output.empty() && !failed && room.available < kLittle))  // nor could its complaint be written
    return "the disk is full where problems are compiled: make room, or set TWOSCALE_CACHE to a directory with some";
  if (has(output, "cannot execute '") || has(output, "unable to execute command") || has(output, "cannot find 'ld'") ||
      has(output, "posix_spawn"))
    return "the C++ compiler lacks one of its programs, perhaps the assembler or the linker: apt install binutils g++";
  if (has(output, "Killed signal terminated program") || has(output, "out of memory allocating") ||
      has(output, "virtual memory exhausted"))
    return "the compiler ran out of memory: close other programs, or compile for one --method alone";
  return "";
}

std::string explain(const SourceFile& source, const std::string& output) {
  const std::vector<Complaint> complaints = read_output(output);
  const Reading reading(source.text);
  const std::vector<PlacedComplaint> found = worth_telling(complaints, source, reading);
  std::string out = source.path + " does not compile\n";
  if (found.empty()) out += elsewhere(complaints, output);
  for (std::size_t i = 0; i < found.size() && i < kShown; ++i) {
    const Remark& at = found[i].at;
    const bool main = at.file == source.compiled_as;
    const Reading file = main ? reading : Reading(read_bytes(at.file).value_or(""));
    const Told told = tell(found[i].complaint, source, file, at.line);
    const int line = told.line > 0 ? told.line : at.line;
    out += (main ? source.path : at.file) + ":" + std::to_string(line) + ": " + told.text + "\n";
    out += caret(file.line(line), told.line > 0 ? 0 : at.column);
    if (!told.hint.empty()) out += "hint: " + told.hint + "\n";
  }
  if (found.size() > kShown) out += "and " + std::to_string(found.size() - kShown) + " more\n";
  return out;
}

std::string why_one_lane(const SourceFile& source, const std::string& output) {
  const Reading reading(source.text);
  const std::vector<PlacedComplaint> found = worth_telling(read_output(output), source, reading);
  if (found.empty()) return "it does not compile for several at once";
  const auto& [complaint, at] = found.front();
  const bool main = at.file == source.compiled_as;
  const Reading file = main ? reading : Reading(read_bytes(at.file).value_or(""));
  const std::string number = std::to_string(at.line), text = file.line(at.line);
  const std::string line = main ? "line " + number : std::filesystem::path(at.file).filename().string() + ":" + number;
  if (!branch(complaint)) return line + ": " + tell(complaint, source, file, at.line).text;
  // By its text: for the same line clang complains of the condition, GCC of what joins it.
  if ((has(text, "&&") || has(text, "||")) && !std::regex_search(text, std::regex(R"(\b(if|while|for)\b|\?)")))
    return line + " joins comparisons with && or ||; & and | let them run side by side";
  return line + " branches on a value; where(condition, a, b) lets them run side by side";
}

namespace {

/// "twoscale::Error::field(...)", "typeinfo for twoscale::AnyProblem"
bool is_of_the_library(std::string_view symbol) {
  for (const std::string_view prefix : {"", "typeinfo for ", "vtable for ", "guard variable for "})
    if (symbol.starts_with(prefix) && symbol.substr(prefix.size()).starts_with("twoscale::")) return true;
  return false;
}

}  // namespace

std::string explain_load(const SourceFile& source, const std::string& reason) {
  const std::size_t at = reason.find("undefined symbol: ");
  if (at == std::string::npos) return source.path + " cannot be loaded: " + reason;
  const std::string symbol = reason.substr(at + 18, reason.find_first_of(" ,", at + 18) - at - 18);
  if (symbol.starts_with("twoscale_"))
    return source.path + " does not say which struct is the problem\nhint: end it with the line " + kLine;
  int failed = 0;
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &failed),
                                                    std::free);
  const std::string missing = name ? name.get() : symbol;
  if (is_of_the_library(missing))
    return source.path + " cannot be loaded: this program does not show it " + missing +
           "\nhint: a program that loads problem files links twoscale::files, not twoscale::twoscale (CMake)";
  return source.path + ": " + missing +
         " is declared, but not defined\nhint: a problem is one file: write the function in it, or include it";
}

}  // namespace twoscale::plugin
