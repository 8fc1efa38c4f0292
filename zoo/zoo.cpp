#include <twoscale/plugin/zoo.hpp>

// zoo_entries.inc holds one TWOSCALE_ZOO_ENTRY(stem) per problem, from the list in CMakeLists.txt, which also
// compiles zoo/stem.cpp with its entry called make_stem.
#define TWOSCALE_ZOO_ENTRY(stem) std::unique_ptr<twoscale::AnyProblem> make_##stem();
#include "zoo_entries.inc"
#undef TWOSCALE_ZOO_ENTRY

namespace twoscale {

namespace {

struct Entry {
  std::string name;
  std::unique_ptr<AnyProblem> (*make)();
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = [] {
    std::vector<Entry> out;
#define TWOSCALE_ZOO_ENTRY(stem) out.push_back({make_##stem()->name(), make_##stem});
#include "zoo_entries.inc"
#undef TWOSCALE_ZOO_ENTRY
    return out;
  }();
  return all;
}

}  // namespace

std::vector<std::string> zoo_names() {
  std::vector<std::string> out;
  for (const Entry& entry : entries()) out.push_back(entry.name);
  return out;
}

std::unique_ptr<AnyProblem> make_problem(std::string_view name) {
  for (const Entry& entry : entries())
    if (entry.name == name) return entry.make();
  throw Error("no problem '" + std::string(name) + "'" + suggestion(name, zoo_names()) + " (twoscale list problems)");
}

}  // namespace twoscale
