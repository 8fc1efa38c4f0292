// Any NAME=VALUE sets a value that lies in its range, is an Error, or names nothing; a refusal changes nothing.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <twoscale/core/setting.hpp>
#include <vector>

#include "property.hpp"

using namespace twoscale;

struct Subject {
  double theta = 0.5, rho = 0.5, count = 3, flag = 0, probe = 0;
  Table data;
  static constexpr std::array<Setting<Subject>, 6> settings = {{
      {"theta", &Subject::theta, Range::any(), "an angle"},
      {"rho", &Subject::rho, Range::above_to(0, 1), "a weight"},
      {"count", &Subject::count, Range::whole_at_least(1), "how many"},
      {"flag", &Subject::flag, Range::yes_or_no(), "or not"},
      {"probe", &Subject::probe, Range::one_of("signs|normals|coordinates"), "a name"},
      {"data", &Subject::data, "a table"},
  }};
};

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t split = text.find('=');
  const std::string_view name = text.substr(0, split);
  const std::string_view value = split == std::string_view::npos ? "" : text.substr(split + 1);

  Subject subject;
  const std::vector<SettingInfo> before = list_settings(subject);
  bool known = false, refused = false;
  try {
    known = set_setting(subject, name, value);
  } catch (const Error&) {
    refused = true;
  }
  const std::vector<SettingInfo> after = list_settings(subject);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < after.size(); ++i) {
    names.push_back(after[i].name);
    const bool changed = after[i].value != before[i].value || after[i].text != before[i].text;
    require(!changed || (known && !refused && name == after[i].name));
    if (changed && !after[i].is_table && !after[i].text.empty()) require(after[i].text == value);
    if (changed && after[i].text.empty()) {
      require(Subject::settings[i].range.contains(after[i].value));
      require(after[i].value == parse_number(after[i].name, value));
      require(set_setting(subject, name, to_text(after[i].value)));
    }
    require(name != after[i].name || known || refused);
  }
  if (!known && !refused) require(suggestion(name, names).find("'" + std::string(name) + "'") == std::string::npos);
  return 0;
}
