#pragma once
// RecursiveEpochs: epochs whose anchor weight doubles, for the outer rule recursive.
//
//   Lambda_e = 2^e Lambda_0,   Lambda_0 = anchor_scale N^-1/2,   e = 0, ..., E - 1
//   E the most epochs with Lambda_{E-1} <= last_anchor, at least one;   epoch e + 1 is epoch_growth times epoch e
//   beta = slow_scale N^-1/2,   alpha = gamma = fast_scale N^-fast_exponent
//
// About (log2 N) / 2 epochs that fill N exactly: the last one ends where the run does, so that the answer is its mean.
// Assumes a horizon; anytime, each epoch of length 2^j has these inside, and goes on from the anchor it finds.
// Guarantee: see outer/recursive.hpp. Defaults by measurement, docs/methods/recursive.md.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <twoscale/core/setting.hpp>
#include <twoscale/schedule/steps.hpp>

namespace twoscale {

struct RecursiveEpochs {
  static constexpr const char* name = "recursive-epochs";
  static constexpr bool has_fast_step = true, has_inner_length = false, tunes = false;
  double anchor_scale = 1, last_anchor = 0.3, epoch_growth = 1.2, slow_scale = 4, fast_scale = 4, fast_exponent = 0.5;

  static constexpr std::array<Setting<RecursiveEpochs>, 6> settings = {{
      {"anchor_scale", &RecursiveEpochs::anchor_scale, Range::above(0), "Lambda_0 = anchor_scale N^-1/2"},
      {"last_anchor", &RecursiveEpochs::last_anchor, Range::above_to(0, 1), "the anchor weight doubles up to this"},
      {"epoch_growth", &RecursiveEpochs::epoch_growth, Range{.low = 1, .high = 4}, "of an epoch over the one before"},
      {"slow_scale", &RecursiveEpochs::slow_scale, Range::above(0), "beta = slow_scale N^-1/2"},
      {"fast_scale", &RecursiveEpochs::fast_scale, Range::above(0), "alpha = gamma = fast_scale N^-fast_exponent"},
      {"fast_exponent", &RecursiveEpochs::fast_exponent, Range{.low = 0, .high = 1}, "a"},
  }};

  Steps at(std::uint64_t iteration, std::uint64_t horizon) const;
  void fill(std::uint64_t first, std::uint64_t horizon, std::span<Steps> out) const;
  std::uint64_t inner_length(std::uint64_t) const { return 1; }
  void validate(std::uint64_t horizon) const;

  /// Where the epochs of a horizon start, and the horizon itself at the end.
  std::vector<std::uint64_t> starts(std::uint64_t horizon) const;
};

}  // namespace twoscale
