#pragma once
// Family: what is hard about a problem. A thousand problems are as many of each.

#include <string>
#include <string_view>

namespace twoscale::trust {

enum class Family {
  plain,
  curved,
  growing_noise,
  heavy_tails,
  rare_events,
  discrete,
  quiet,
  noiseless,
  fast_active,
  slow_active,
  flat,
  turning,
  ill_conditioned,
  expanding
};
inline constexpr int kFamilies = 14;

const char* name_of(Family family);
/// In a few words.
const char* description_of(Family family);
/// Throws, with the nearest name there is.
Family family_named(std::string_view name);

}  // namespace twoscale::trust
