#pragma once
// Every registered method with its variants: anytime, warm starts, every way to P, every output, shared samples,
// batches.

#include <gtest/gtest.h>

#include <algorithm>

#include "testing.hpp"

namespace twoscale::testing {

struct Variant {
  std::string label, method;
  Options options;
  std::uint64_t horizon;
};
inline void PrintTo(const Variant& row, std::ostream* out) { *out << row.label; }

/// Whether choices go together, on a problem that offers everything.
inline bool goes_together(const std::string& method, const Options& options) {
  try {
    validate(method_with(method, options));
    return true;
  } catch (const Error&) {
    return false;
  }
}

inline std::vector<Variant> variants() {
  std::vector<Variant> out;
  for (const Preset& preset : presets()) {
    const std::string name = preset.name;
    const std::uint64_t horizon = name.starts_with("nested") ? 100 : 300;
    out.push_back({name, name, {}, horizon});
    if (name != "auto") out.push_back({name + "-anytime", name, {{"anytime", "1"}}, horizon});
  }
  out.push_back({"nested-warm", "nested", {{"warm_start", "1"}}, 100});
  out.push_back({"nested-averaged", "nested-corrected", {{"preconditioner", "averaged"}}, 100});
  out.push_back(
      {"nested-averaged-7", "nested-corrected", {{"preconditioner", "averaged"}, {"estimate_batch", "7"}}, 100});
  out.push_back({"nested-learned", "nested-corrected", {{"preconditioner", "learned"}, {"warm_start", "1"}}, 100});
  out.push_back({"newton-batch", "nested-newton", {{"newton_batch", "5"}}, 100});
  out.push_back({"single-loop-exact-P", "single-loop", {{"preconditioner", "exact"}}, 300});
  for (const char* probe : {"rademacher", "gaussian", "coordinate"})
    out.push_back({std::string("single-loop-probed-") + probe,
                   "single-loop",
                   {{"preconditioner", "probed"}, {"probe", probe}},
                   300});
  out.push_back({"single-loop-neumann", "single-loop", {{"preconditioner", "neumann"}, {"neumann_terms", "4"}}, 300});
  out.push_back({"single-loop-low-rank", "single-loop", {{"preconditioner", "low-rank"}, {"rank", "2"}}, 300});
  out.push_back({"nested-low-rank-1", "nested-corrected", {{"preconditioner", "low-rank"}}, 100});
  out.push_back({"single-loop-km", "single-loop", {{"outer", "km"}, {"schedule", "polynomial"}}, 300});
  for (const char* output : {"tail-average", "weighted-average"}) {
    for (const char* method : {"km", "raw", "single-loop", "recursive"})
      out.push_back({std::string(method) + "-" + output, method, {{"output", output}}, 300});
    out.push_back({std::string("anytime-") + output, "single-loop", {{"anytime", "1"}, {"output", output}}, 300});
  }
  out.push_back({"auto-followed", "auto", {{"preconditioner", "lazy-followed"}}, 300});
  out.push_back({"auto-raw", "auto", {{"oracle", "raw"}, {"preconditioner", "none"}}, 300});
  for (const char* method : {"auto", "optimistic"})
    out.push_back({std::string(method) + "-batches",
                   method,
                   {{"samples", "shared"}, {"fast_batch", "3"}, {"slow_batch", "2"}},
                   300});
  // From the lists: whatever says that it can share samples is held to it.
  for (const Preset& preset : presets())
    if (goes_together(preset.name, {{"samples", "shared"}}))
      out.push_back({std::string(preset.name) + "-shared", preset.name, {{"samples", "shared"}}, 300});
  for (const std::string& name : alternatives_of("preconditioner")) {
    const Options options = {{"preconditioner", name}, {"samples", "shared"}};
    if (goes_together("single-loop", options))
      out.push_back({"single-loop-shared-" + name + "-P", "single-loop", options, 300});
  }
  return out;
}

/// Those that say so when something leaves the finite numbers. A tuned one goes back instead:
/// tests/rate/tuned_test.cpp.
inline bool reports_divergence(const Variant& variant) { return !is_tuned(make_method(variant.method)); }

/// For the problem that explodes: steps that let it, and no more rank than its one output has.
inline Options explosive_options(const Variant& variant) {
  Options options = variant.options;
  if (variant.method == "halpern") options.insert(options.end(), {{"batch_scale", "0"}});  // y moves every time
  else if (variant.method != "raw" && variant.method != "km") options.emplace_back("slow_scale", "1");
  if (variant.label == "single-loop-low-rank") options.emplace_back("rank", "1");
  return options;
}

inline std::string label_of(const ::testing::TestParamInfo<Variant>& info) {
  std::string name = info.param.label;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace twoscale::testing
