#include "reading.hpp"

#include <regex>
#include <sstream>

namespace twoscale::plugin {

Reading::Reading(const std::string& text) {
  constexpr std::size_t kLongest = 1000;  // std::regex recurses once a character: a long line would fill the stack
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines_.push_back(line.substr(0, kLongest));
}

std::string Reading::line(int number) const {
  return number >= 1 && number <= static_cast<int>(lines_.size()) ? lines_[static_cast<std::size_t>(number) - 1] : "";
}

int Reading::line_of(const std::string& function) const {
  const std::regex written("(auto|>|double)\\s+" + function + "\\s*\\(");
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (std::regex_search(lines_[i], written)) return static_cast<int>(i) + 1;
  return 0;
}

std::string Reading::shape(const std::string& member) const {
  const std::regex given("\\." + member + R"(\s*=\s*(\d+))");
  std::smatch match;
  for (const std::string& line : lines_)
    if (std::regex_search(line, match, given)) return match[1];
  return "";
}

std::optional<SampleFunction> Reading::function_around(int number) const {
  const std::regex head(R"((fast|slow)\s*\([^,()]*,[^,()]*,[^,()]*?(\w+)\s*\))");
  std::smatch match;
  for (int i = number; i >= 1; --i) {
    const std::string text = line(i);
    if (std::regex_search(text, match, head)) return SampleFunction{match[1], match[2]};
  }
  return std::nullopt;
}

}  // namespace twoscale::plugin
