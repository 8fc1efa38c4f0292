#include "request.hpp"

#include <algorithm>

namespace twoscale::cli {

std::uint64_t whole_number(const std::string& field, const std::string& text, double low, double high) {
  const double value = parse_number(field, text);
  require_in_range(field, value, Range{.low = low, .high = high, .whole = true});
  return static_cast<std::uint64_t>(value);
}

std::pair<std::string, std::string> name_and_value(const char* flag, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw Error(std::string(flag) + " takes NAME=VALUE, not '" + text + "'");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<std::pair<std::string, std::string>> names_and_values(const char* flag,
                                                                  const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const std::string& text : texts) {
    auto [name, value] = name_and_value(flag, text);
    for (const auto& [known, before] : out)
      if (known == name)
        throw Error(std::string(flag) + " sets " + name + " twice, to " + before + " and to " + value +
                    ": leave one out");
    out.emplace_back(std::move(name), std::move(value));
  }
  return out;
}

std::optional<InstructionSet> asked_instruction_set(const std::string& name) {
  if (name.empty()) return std::nullopt;
  const InstructionSet set = instruction_set(name);
  if (!machine_has(set)) throw Error::field("instruction set", name, "one that this machine has");
  return set;
}

std::vector<double> coordinates(const std::string& field, const std::string& text) {
  std::vector<double> out;
  for (std::size_t from = 0; !text.empty() && from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    out.push_back(parse_number(field, std::string_view(text).substr(from, comma - from)));
    from = comma + 1;
  }
  return out;
}

std::uint64_t seed_number(const std::string& text) { return whole_number("seed", text, 0, 9007199254740991.0); }

Manner manner_of(const std::string& threads, const std::string& checkpoint_every, const std::string& instruction_set) {
  Manner out;
  if (!threads.empty()) out.threads = static_cast<int>(whole_number("threads", threads, 1, 1024));
  out.checkpoint_seconds = parse_number("checkpoint-every", checkpoint_every);
  require_in_range("checkpoint-every", out.checkpoint_seconds, Range::above(0));
  out.instruction_set = asked_instruction_set(instruction_set);
  return out;
}

}  // namespace twoscale::cli
