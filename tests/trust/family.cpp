#include "family.hpp"

#include <vector>

#include <twoscale/core/error.hpp>
#include <twoscale/core/setting.hpp>

namespace twoscale::trust {

namespace {

struct Entry {
  const char *name, *description;
};

constexpr Entry kEntries[kFamilies] = {
    {"plain", "linear maps, normal noise"},
    {"curved", "f, g and h curve"},
    {"growing-noise", "the noise of G grows with the way that y has come"},
    {"heavy-tails", "noise is lognormal, or the cube of a normal number"},
    {"rare-events", "noise is one event in a thousand"},
    {"discrete", "noise is plus or minus one"},
    {"quiet", "noise of 1e-5 beside a y of 1"},
    {"noiseless", "no noise at all"},
    {"fast-active", "x* is on the boundary of its set"},
    {"slow-active", "y* is on the boundary of its set"},
    {"flat", "h leaves one direction as it is, or nearly"},
    {"turning", "h turns and does not shrink"},
    {"ill-conditioned", "fast condition 100 to 10^4, leak up to 1000"},
    {"expanding", "h expands in one direction: a step towards h(y) leads away from y*"},
};

}  // namespace

const char* name_of(Family family) { return kEntries[static_cast<int>(family)].name; }
const char* description_of(Family family) { return kEntries[static_cast<int>(family)].description; }

Family family_named(std::string_view name) {
  std::vector<std::string> names;
  for (int i = 0; i < kFamilies; ++i) {
    names.emplace_back(kEntries[i].name);
    if (name == names.back()) return static_cast<Family>(i);
  }
  throw Error("no family '" + std::string(name) + "'" + suggestion(name, names) + " (--help lists them)");
}

}  // namespace twoscale::trust
