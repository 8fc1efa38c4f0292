#include "compiler_output.hpp"

#include <cctype>
#include <optional>
#include <sstream>

namespace twoscale::plugin {

namespace {

/// A whole number at a position, which moves behind it and the colon that follows.
std::optional<int> number_and_colon(const std::string& line, std::size_t& at) {
  std::size_t end = at;
  while (end < line.size() && std::isdigit(static_cast<unsigned char>(line[end])) != 0) ++end;
  if (end == at || end - at > 9 || end >= line.size() || line[end] != ':') return std::nullopt;
  const int value = std::stoi(line.substr(at, end - at));
  at = end + 1;
  return value;
}

constexpr std::size_t kLongest = 2000;  // of a remark: std::regex, which reads it, recurses once a character

std::optional<Remark> read_remark(const std::string& line) {
  for (std::size_t colon = line.find(':'); colon != std::string::npos; colon = line.find(':', colon + 1)) {
    std::size_t at = colon + 1;
    const std::optional<int> row = number_and_colon(line, at);
    const std::optional<int> column = row ? number_and_colon(line, at) : std::nullopt;
    if (!column) continue;
    const std::size_t text = std::min(line.find_first_not_of(' ', at), line.size());
    return Remark{line.substr(0, colon), *row, *column, line.substr(text, kLongest)};
  }
  return std::nullopt;
}

/// The rest of a text that begins so.
bool take(std::string& text, const std::string& beginning) {
  if (!text.starts_with(beginning)) return false;
  text.erase(0, beginning.size());
  return true;
}

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

/// Where the bracket that opens at a position closes.
std::size_t closing(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '<') ++depth;
    if (text[i] == '>' && --depth == 0) return i;
  }
  return std::string::npos;
}

/// "Vector<Dual<..>, 2>" in words; inside and outside are its arguments before and after the last comma.
std::string vector_in_words(const std::string& arguments) {
  const std::size_t comma = arguments.rfind(',');
  const std::string size = comma == std::string::npos ? "" : arguments.substr(comma + 1);
  std::string what = " numbers";
  if (arguments.starts_with("Dual<")) what = " duals";
  if (arguments.starts_with("double")) what = " plain numbers";
  return "a Vector of" + (size.find('-') == std::string::npos ? size : "") + what;
}

/// Every "NAME<...>" becomes what the words say of its arguments.
template <class Words>
void put_in_words(std::string& text, const std::string& name, const Words& words) {
  for (std::size_t at = text.find(name + "<"); at != std::string::npos; at = text.find(name + "<", at + 1)) {
    const std::size_t open = at + name.size(), close = closing(text, open);
    if (close == std::string::npos) return;
    const std::string said = words(text.substr(open + 1, close - open - 1));
    text.replace(at, close - at + 1, said);
  }
}

}  // namespace

std::vector<Complaint> read_output(const std::string& output) {
  std::vector<Complaint> out;
  std::vector<Remark> pending;  // GCC says how it came to an error before the error, clang after it
  bool open = false;            // notes belong to the last complaint
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::optional<Remark> remark = read_remark(line);
    if (!remark) {
      if (line.find(": In ") != std::string::npos) pending.clear();
    } else if (take(remark->text, "error: ") || take(remark->text, "fatal error: ")) {
      out.push_back({*remark, std::move(pending), {}});
      pending.clear();
      open = true;
    } else if (take(remark->text, "warning: ")) {
      pending.clear();
      open = false;
    } else if (take(remark->text, "note: ")) {
      if (!open) continue;
      if (remark->text.find("requested here") != std::string::npos) out.back().chain.push_back(*remark);
      else out.back().notes.push_back(*remark);
    } else if (remark->text.starts_with("required ")) {
      pending.push_back(*remark);
    }
  }
  return out;
}

std::string short_types(std::string text) {
  replace_all(text, "twoscale::", "");
  put_in_words(text, "Vector", vector_in_words);
  put_in_words(text, "Dual", [](const std::string&) { return std::string("a dual"); });
  put_in_words(text, "Pack", [](const std::string& arguments) {
    return std::string(arguments.ends_with(" 1") ? "a number" : "a pack of numbers");
  });
  replace_all(text, "const a ", "a ");
  for (const char* end : {"numbers&", "duals&", "dual&", "number&"})
    replace_all(text, end, std::string(end, std::string(end).size() - 1));
  return text;
}

std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t from = text.find(before);
  if (from == std::string::npos) return "";
  const std::size_t to = text.find(after, from + before.size());
  return to == std::string::npos ? "" : text.substr(from + before.size(), to - from - before.size());
}

}  // namespace twoscale::plugin
