// Any bytes are a spec or an Error that says where in the file. A spec has what a run needs, and no more than is
// allowed; what its lists expand to reads back as itself.

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <twoscale/core/error.hpp>
#include <twoscale/experiment/spec.hpp>

#include "property.hpp"

using namespace twoscale;

namespace {

/// "fuzz.toml:LINE:COLUMN: something", and nothing that a terminal would stumble over.
void require_located(std::string_view message) {
  constexpr std::string_view kFile = "fuzz.toml:";
  require(message.starts_with(kFile));
  std::size_t at = kFile.size();
  for (const char end : {':', ':'}) {
    const std::size_t from = at;
    require(message[at] != '0');
    while (message[at] >= '0' && message[at] <= '9') ++at;
    require(at > from && message[at++] == end);
  }
  require(message[at] == ' ' && message.size() > at + 1);
  for (const char c : message) require(static_cast<unsigned char>(c) >= ' ' && c != '\x7f');
}

std::size_t values_of(const std::vector<Axis>& axes) {
  std::size_t product = 1;
  for (const Axis& axis : axes) {
    require(!axis.name.empty() && !axis.values.empty());
    require(std::set<std::string>(axis.values.begin(), axis.values.end()).size() == axis.values.size());
    product *= axis.values.size();
  }
  return product;
}

void require_sound(const Spec& spec) {
  require(!spec.name.empty() && !spec.problem.empty() && !spec.methods.empty() && !spec.horizons.empty());
  require(spec.replicas >= 1 && !spec.quantities.empty() && spec.observations >= 1);
  std::uint64_t before = 0;
  for (const std::uint64_t horizon : spec.horizons) {
    require(horizon > before);
    before = horizon;
  }
  std::set<std::string> labels;
  for (const SpecMethod& method : spec.methods) require(!method.name.empty() && labels.insert(method.label).second);
  for (const SpecRow& row : spec.rows)
    for (const std::string& label : row.methods) require(labels.count(label) == 1);
  const std::size_t members = values_of(spec.family), sweep = values_of(spec.sweep);
  require(members * sweep * spec.methods.size() * spec.horizons.size() <= 1000000);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const Spec spec = read_spec(text, "fuzz.toml");
    require(spec.text == text);
    require_sound(spec);
  } catch (const Error& error) {
    require_located(error.what());
  }
  try {  // the same bytes as one value of the command line
    require(!expand_values("x", std::string(text)).empty());
  } catch (const Error& error) {
    require(std::string_view(error.what()).starts_with("x"));
  }
  return 0;
}
