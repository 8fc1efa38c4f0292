// How one sample of G depends on y, with its noise held: |G(x, y, zeta) - G(x, y', zeta)| / |y - y'|. Noise that
// multiplies y shows here, where the mean map shows nothing: it grows on the way, and a slow step that is too large
// feeds it. In a step beta it adds beta^2 (E|slope|^2 - |mean slope|^2) to what |y|^2 is multiplied by.
#include <algorithm>
#include <cmath>

#include "probe.hpp"

namespace twoscale::detail {

namespace {

constexpr double kStrong = 100;  // from here on a slow step of a tenth doubles |y|^2 in an iteration by noise alone

struct SlopeSquares {
  double mean = 0, random = 0;  // squares: of the mean slope, and of what varies about it
};

SlopeSquares slope_squares_at(Probe& probe, const Numbers& x, const Numbers& y, const Numbers& along, int draws) {
  const double step = probe.step_at(probe.slow_region(), y);
  const Numbers up = moved(y, step, along), down = moved(y, -step, along);
  const std::uint32_t set = probe.new_set();
  VectorMean mean;
  double square = 0;
  for (int i = 0; i < draws; ++i) {
    const Numbers zeta = probe.noise(Role::zeta_g, set, static_cast<std::uint64_t>(i));
    const Numbers slope = scaled(1 / (2 * step), difference(probe.slow(x, up, zeta), probe.slow(x, down, zeta)));
    square += dot(slope, slope) / draws;
    mean.add(slope);
  }
  const Numbers centre = mean.value();
  return {dot(centre, centre), std::max(0.0, square - dot(centre, centre))};
}

}  // namespace

void check_noise_in_y(Probe& probe, Lines& out) {
  CheckLine line{"slow map", "noise_in_y", CheckVerdict::ok, "", "", {}};
  const int points = probe.fewer(8, 3), draws = probe.shape().slow_noise == 0 ? 1 : probe.fewer(512, 64);
  SlopeSquares worst;
  for (int p = 0; p < points; ++p) {
    const Numbers x = probe.fast_point(), y = probe.inner_slow_point();
    const SlopeSquares now = slope_squares_at(probe, x, y, probe.direction(probe.shape().slow), draws);
    worst = {std::max(worst.mean, now.mean), std::max(worst.random, now.random)};
  }
  const double mean = std::sqrt(worst.mean), random = std::sqrt(worst.random);
  constexpr double kNone = 1e-6;
  line.numbers = {{"mean", mean}, {"random", random}};
  if (!std::isfinite(mean + random)) {
    line.verdict = CheckVerdict::unknown;
    line.text = "dG/dy was not measured: differences of G are not finite";
  } else if (random <= kNone * (1 + mean)) {
    line.text = "dG/dy up to " + brief(mean) + " with x held, and no noise in it: the noise does not multiply y";
  } else {
    line.text = "dG/dy up to " + brief(mean) + " with x held, with noise of " + brief(random) +
                " in it: the noise of G grows with y";
    if (worst.random > kStrong) {
      line.verdict = CheckVerdict::warning;
      line.advice =
          "one sample changes y by " + brief(random) +
          " times itself: average several into one, or measure y in other units; slow steps must stay below " +
          brief(1 / worst.random);
    }
  }
  out.push_back(line);
}

}  // namespace twoscale::detail
