#include <twoscale/method/presets.hpp>

namespace twoscale {

namespace {

// Constant steps of one half make B_N, and with it the KM guarantee, as large as it can be.
Method km() {
  return {.name = "km",
          .tracker = ExactTracker{},
          .oracle = ExactOracle{},
          .schedule = Polynomial{.fast_exponent = 0, .slow_scale = 0.5, .slow_exponent = 0}};
}

Method raw() { return {.name = "raw"}; }

Method nested() {
  return {.name = "nested",
          .tracker = Nested{},
          .oracle = RawOracle{},
          .outer = Tikhonov{},
          .schedule = NestedPowers{.inner_ratio = 4.0 / 3.0}};
}

Method nested_corrected() {
  return {.name = "nested-corrected",
          .tracker = Nested{},
          .oracle = CorrectedOracle{},
          .preconditioner = ExactPreconditioner{},
          .outer = Tikhonov{},
          .schedule = NestedPowers{.inner_ratio = 2.0 / 3.0}};
}

Method nested_newton() {
  return {.name = "nested-newton",
          .tracker = Nested{},
          .oracle = NewtonOracle{},
          .outer = Tikhonov{},
          .schedule = NestedPowers{.inner_ratio = 2.0 / 3.0}};
}

Method single_loop() {
  return {.name = "single-loop",
          .tracker = OneStep{},
          .oracle = CorrectedOracle{},
          .preconditioner = LearnedPreconditioner{},
          .outer = Tikhonov{},
          .schedule = SingleLoopPowers{}};
}

Method anchored_raw() {
  return {.name = "anchored-raw",
          .tracker = OneStep{},
          .oracle = RawOracle{},
          .outer = Tikhonov{},
          .schedule = SingleLoopPowers{}};
}

// Beyond the paper. The constants are measured: each method's page has the table.

Method averaged() {
  return {.name = "averaged",
          .tracker = OneStep{},
          .oracle = CorrectedOracle{},
          .preconditioner = LearnedPreconditioner{},
          .outer = Km{},
          .schedule = Polynomial{.fast_exponent = 0.5, .slow_exponent = 0.5},
          .output = TailAverage{}};
}

Method recursive() {
  return {.name = "recursive",
          .tracker = OneStep{},
          .oracle = CorrectedOracle{},
          .preconditioner = LearnedPreconditioner{},
          .outer = Recursive{},
          .schedule = RecursiveEpochs{}};
}

Method halpern() {
  return {.name = "halpern",
          .tracker = OneStep{},
          .oracle = CorrectedOracle{},
          .preconditioner = LearnedPreconditioner{},
          .outer = Halpern{},
          .schedule = HalpernBatches{}};
}

Method optimistic() {
  return {.name = "optimistic",
          .tracker = OneStep{},
          .oracle = CorrectedOracle{},
          .preconditioner = LearnedPreconditioner{},
          .outer = Optimistic{},
          .schedule = Polynomial{.fast_exponent = 0.5, .slow_scale = 0.25, .slow_exponent = 0.6}};
}

Method automatic() {
  return {.name = "auto",
          .tracker = LazyStep{},
          .oracle = LazyCorrectedOracle{},
          .preconditioner = LazyLearnedPreconditioner{},
          .outer = LazyKm{},
          .schedule = Tuned{},
          .output = EpochAverage{},
          .sampling = Sampling::shared};
}

}  // namespace

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = {
      {"km", "exact h, no noise: the slow recursion alone", "no better than 1/(4 B_N)", km},
      {"raw", "one fast step per slow step, slow sample as it comes", "T^-1/4", raw},
      {"nested", "an inner solve per slow step, slow sample as it comes, anchored", "T^-1/4", nested},
      {"nested-corrected", "an inner solve per slow step, corrected with P*(y), anchored", "T^-1/3", nested_corrected},
      {"nested-newton", "an inner solve per slow step, slow sample at the Newton point, anchored", "T^-1/3",
       nested_newton},
      {"single-loop", "one fast step per slow step, corrected with a learned P, anchored", "T^-1/2", single_loop},
      {"anchored-raw", "single-loop without the correction: the control", "none", anchored_raw},
      {"averaged", "single-loop without an anchor, its answer the mean of the last half of y",
       "no theorem; T^-1 measured", averaged},
      {"recursive", "single-loop in epochs: each one's mean becomes an anchor, whose pull doubles",
       "no theorem; T^-0.9 measured", recursive},
      {"halpern", "single-loop in growing minibatches, back to the anchor with a weight that fades",
       "no theorem; T^-0.4 measured", halpern},
      {"optimistic", "single-loop without an anchor, extrapolated by the last direction: Popov's step",
       "no theorem; T^-1/2 measured", optimistic},
      {"auto", "a survey, then averaged epochs whose steps the run finds for itself: the default",
       "no theorem; T^-1 measured", automatic},
  };
  return all;
}

Method make_method(std::string_view name) {
  std::vector<std::string> names;
  for (const Preset& preset : presets()) {
    if (name == preset.name) return preset.make();
    names.emplace_back(preset.name);
  }
  throw Error("no method '" + std::string(name) + "'" + suggestion(name, names) + " (twoscale list methods)");
}

}  // namespace twoscale
