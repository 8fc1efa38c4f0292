// Counted samples, and points of the sets.
#include "probe.hpp"

#include <algorithm>
#include <cmath>

namespace twoscale::detail {

namespace {
// Beyond the problem's five roles: points and directions share no number with any noise.
constexpr std::uint32_t kNormals = 100, kUniforms = 101;
}  // namespace

Probe::Probe(const Evaluator& problem, const CheckOptions& options)
    : problem_(problem),
      options_(options),
      shape_(problem.shape()),
      can_(problem.abilities()),
      normals_(options.seed, 0, kNormals, Law::normal, 1),
      uniforms_(options.seed, 0, kUniforms, Law::uniform, 1),
      fast_region_(region_of(true)),
      slow_region_(region_of(false)) {}

int Probe::fewer(int count, int least) const {
  constexpr double kFullSize = 16;  // fast and slow numbers together, up to which nothing is cut
  const double size = shape_.fast + shape_.slow;
  return std::max(std::min(count, least), static_cast<int>(options_.effort * count * std::min(1.0, kFullSize / size)));
}

Numbers Probe::fast(const Numbers& x, const Numbers& y, const Numbers& noise) const {
  ++samples_;
  return problem_.fast(x, y, noise);
}
Numbers Probe::slow(const Numbers& x, const Numbers& y, const Numbers& noise) const {
  ++samples_;
  return problem_.slow(x, y, noise);
}
Numbers Probe::fast_derivative(const Numbers& x, const Numbers& y, const Numbers& noise, const Numbers& v) const {
  ++samples_;
  return problem_.fast_derivative_times(x, y, noise, v);
}
Numbers Probe::slow_derivative(const Numbers& x, const Numbers& y, const Numbers& noise, const Numbers& v) const {
  ++samples_;
  return problem_.slow_derivative_times(x, y, noise, v);
}

Numbers Probe::noise(Role role, std::uint32_t set, std::uint64_t number) const {
  return problem_.noise(role, options_.seed, set, number);
}
std::vector<Numbers> Probe::noise_set(Role role, std::uint32_t set, int count) const {
  std::vector<Numbers> out;
  out.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) out.push_back(noise(role, set, static_cast<std::uint64_t>(i)));
  return out;
}

double Probe::normal() { return normals_.draw<1>(normals_drawn_++)[0].lane(0); }
double Probe::uniform() { return uniforms_.draw<1>(uniforms_drawn_++)[0].lane(0); }

Numbers Probe::direction(int size) {
  Numbers out(static_cast<std::size_t>(size));
  for (double& value : out) value = normal();
  const double length = norm(out);
  return length > 0 ? scaled(1 / length, out) : direction(size);
}

void Probe::project(Numbers& v, bool fast) const {
  if (fast) problem_.project_fast(v);
  else problem_.project_slow(v);
}

/// The middle of a bounded set: far points in opposite directions, projected and averaged.
Region Probe::region_of(bool fast) {
  const double diameter = fast ? problem_.fast_diameter() : problem_.slow_diameter();
  const Numbers start = fast ? problem_.fast_start() : problem_.slow_start();
  if (!std::isfinite(diameter)) return {start, options_.radius * std::max(1.0, norm(start)), false};
  constexpr int kPairs = 16;
  Numbers centre(start.size());
  for (int i = 0; i < kPairs; ++i) {
    const Numbers away = direction(static_cast<int>(start.size()));
    for (double sign : {-1.0, 1.0}) {
      Numbers far = moved(start, sign * 10 * std::max(diameter, 1e-300), away);
      project(far, fast);
      centre = moved(centre, 0.5 / kPairs, far);
    }
  }
  project(centre, fast);
  return {centre, diameter / 2, true};
}

Numbers Probe::draw_point(const Region& region, double reach, bool fast) {
  // Twice the radius: about half the points of a bounded set are on its boundary, where worst cases live.
  const double length = (region.bounded ? 2 : 1) * region.radius * (reach > 1 ? reach : uniform());
  Numbers out = moved(region.centre, length, direction(static_cast<int>(region.centre.size())));
  project(out, fast);
  return out;
}

Numbers Probe::inner_fast_point() {
  const Numbers p = fast_point();
  return moved(fast_region_.centre, 0.9, difference(p, fast_region_.centre));
}
Numbers Probe::inner_slow_point() {
  const Numbers p = slow_point();
  return moved(slow_region_.centre, 0.9, difference(p, slow_region_.centre));
}

double Probe::step_at(const Region& region, const Numbers& at) const {
  const double size = std::max(1.0, norm(at));
  return step_ * (region.radius > 0 ? std::min(region.radius, size) : size);
}

void Probe::look_for_jumps() {
  // The variance of a quotient does not depend on a short step, unless samples jump: then it falls like one over it.
  // Curvature may make it fall with a long step, too, but not from a short one to that.
  constexpr double kShort = 0.01, kLong = 0.1, kJump = 1.4, kManyJumps = 3;
  constexpr int kPoints = 4;
  double variance[2][3] = {};  // of F and G, at three steps
  for (int p = 0; p < kPoints; ++p) {
    const Numbers x = inner_fast_point(), y = inner_slow_point(), v = direction(shape_.fast);
    const std::uint32_t set = new_set();
    for (int k : {0, 1, 2}) {
      step_ = k == 0 ? kShort : k * kLong;
      add_variances(x, y, scaled(step_at(fast_region_, x), v), set, variance[0][k], variance[1][k]);
    }
  }
  const auto jumps = [](const double* v) { return v[1] > kJump * v[2] && v[0] > kManyJumps * v[1] && v[1] > 1e-12; };
  step_ = jumps(variance[0]) || jumps(variance[1]) ? kLong : 1e-3;
}

/// Of difference quotients of F and G over a move of x and its opposite, with common noise.
void Probe::add_variances(const Numbers& x, const Numbers& y, const Numbers& move, std::uint32_t set, double& of_fast,
                          double& of_slow) {
  constexpr std::uint64_t kDraws = 256;
  Numbers up = moved(x, 1, move), down = moved(x, -1, move);
  project(up, true), project(down, true);  // a long move may leave the set, and samples be undefined there
  const double step = distance(up, down) / 2;
  if (!(step > 0)) return;
  VectorMean f, g;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const Numbers xi = noise(Role::xi, set, i), zeta = noise(Role::zeta_g, set, i);
    f.add(scaled(1 / step, difference(fast(up, y, xi), fast(down, y, xi))));
    g.add(scaled(1 / step, difference(slow(up, y, zeta), slow(down, y, zeta))));
  }
  of_fast += f.standard_error() * f.standard_error();
  of_slow += g.standard_error() * g.standard_error();
}

std::string Probe::interval(double value, double half) const {
  if (half <= 5e-4 * std::abs(value) || half < 1e-12) return brief(value);
  return brief(value) + " (" + brief(100 * options_.confidence) + " %: " + brief(value - half) + " to " +
         brief(value + half) + ")";
}

}  // namespace twoscale::detail
