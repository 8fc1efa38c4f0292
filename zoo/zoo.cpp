#include <twoscale/plugin/zoo.hpp>

// zoo_entries.inc holds one TWOSCALE_ZOO_ENTRY(stem) per problem, from the list in CMakeLists.txt, which also
// compiles zoo/stem.cpp with its entry called make_stem.
// With TWOSCALE_AVX512 it is compiled again for that instruction set, its kernels called avx512_stem.
#define TWOSCALE_ZOO_ENTRY(stem)                       \
  std::unique_ptr<twoscale::AnyProblem> make_##stem(); \
  extern "C" twoscale::ProblemKernels avx512_##stem();
#include "zoo_entries.inc"
#undef TWOSCALE_ZOO_ENTRY

namespace twoscale {

namespace {

struct Entry {
  std::string name;
  std::unique_ptr<AnyProblem> (*make)();
  ProblemKernels (*avx512)();  // null where the build is without
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = [] {
    std::vector<Entry> out;
#ifdef TWOSCALE_AVX512
#define TWOSCALE_ZOO_ENTRY(stem) out.push_back({make_##stem()->name(), make_##stem, avx512_##stem});
#else
#define TWOSCALE_ZOO_ENTRY(stem) out.push_back({make_##stem()->name(), make_##stem, nullptr});
#endif
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
  for (const Entry& entry : entries()) {
    if (entry.name != name) continue;
    auto problem = entry.make();
    if (entry.avx512 != nullptr) problem->add_kernels(entry.avx512());
    return problem;
  }
  throw Error("no problem '" + std::string(name) + "'" + suggestion(name, zoo_names()) + " (twoscale list problems)");
}

}  // namespace twoscale
