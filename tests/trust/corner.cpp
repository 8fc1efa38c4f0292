#include "corner.hpp"

#include <algorithm>
#include <functional>

namespace twoscale::trust {

namespace {

/// Some coordinates, at least one, are at their bounds.
Corner box_corner(Dice& dice, int size, double unit, double strength) {
  Vec lower(size), upper(size);
  Corner out{
      .name = "box", .set = {}, .active = {}, .point = Vec(size), .normal = Vec::Zero(size), .inside = Vec(size)};
  std::vector<int> free;
  const int surely = dice.whole(0, size - 1);
  for (int i = 0; i < size; ++i) {
    const bool active = i == surely || dice.chance(0.4), at_lower = dice.chance(0.7);
    lower(i) = unit * dice.uniform(-1, 0);
    upper(i) = lower(i) + unit * dice.uniform(1, 4);
    if (active) {
      out.point(i) = at_lower ? lower(i) : upper(i);
      out.normal(i) = (at_lower ? -1 : 1) * strength * unit * dice.uniform(0.2, 1);
    } else {
      out.point(i) = lower(i) + dice.uniform(0.2, 0.8) * (upper(i) - lower(i));
      free.push_back(i);
    }
    out.inside(i) = dice.uniform(lower(i), upper(i));
  }
  out.set = Box(to_doubles(lower), to_doubles(upper));
  out.active.project = [lower, upper](const Vec& v) -> Vec { return v.cwiseMax(lower).cwiseMin(upper); };
  const auto kept = static_cast<int>(free.size());
  out.active.face = Mat::Zero(size, kept);
  out.active.face(free, Eigen::all) = Mat::Identity(kept, kept);
  return out;
}

Corner ball_corner(Dice& dice, int size, double unit, double strength) {
  const double radius = unit * dice.uniform(1, 3), push = strength * unit * dice.uniform(0.2, 1);
  const Vec centre = unit * dice.normals(size), outwards = dice.direction(size);
  const Vec elsewhere = dice.direction(size);
  Corner out{.name = "ball",
             .set = Ball(radius, to_doubles(centre)),
             .active = {},
             .point = centre + radius * outwards,
             .normal = push * outwards,
             .inside = centre + radius * dice.uniform(0, 0.9) * elsewhere};
  out.active.project = [centre, radius](const Vec& v) -> Vec {
    const double distance = (v - centre).norm();
    return distance > radius ? Vec(centre + radius / distance * (v - centre)) : v;
  };
  out.active.face = complement(outwards);
  out.active.curvature = push / radius;
  return out;
}

/// max(v - t, 0), with the t that makes its sum the total.
Vec onto_simplex(const Vec& v, double total) {
  std::vector<double> falling = to_doubles(v);
  std::sort(falling.begin(), falling.end(), std::greater<>());
  double sum = 0, t = 0;
  for (std::size_t kept = 1; kept <= falling.size(); ++kept) {
    sum += falling[kept - 1];
    const double candidate = (sum - total) / static_cast<double>(kept);
    if (falling[kept - 1] <= candidate) break;
    t = candidate;
  }
  return (v.array() - t).max(0);
}

/// v >= 0 with a given sum: some coordinates, at least one and not all, are zero.
Corner simplex_corner(Dice& dice, int size, double unit, double strength) {
  Corner out{.name = "simplex",
             .set = Simplex(unit),
             .active = {},
             .point = Vec::Zero(size),
             .normal = Vec(size),
             .inside = Vec(size)};
  std::vector<int> support;
  const int surely = dice.whole(0, size - 1), surely_not = (surely + 1) % size;
  for (int i = 0; i < size; ++i)
    if (i == surely || (i != surely_not && dice.chance(0.5))) support.push_back(i);
  for (const int i : support) out.point(i) = dice.uniform(0.5, 1);
  out.point *= unit / out.point.sum();
  out.normal.setConstant(strength * unit * dice.uniform(-1, 1));  // of the sum
  for (int i = 0; i < size; ++i)
    if (out.point(i) == 0) out.normal(i) -= strength * unit * dice.uniform(0.2, 1);
  for (double& value : out.inside) value = dice.uniform(0.01, 1);
  out.inside *= unit / out.inside.sum();
  const auto positive = static_cast<int>(support.size());
  out.active.project = [unit](const Vec& v) { return onto_simplex(v, unit); };
  out.active.face = Mat::Zero(size, positive - 1);
  out.active.face(support, Eigen::all) = complement(Vec::Ones(positive));
  return out;
}

}  // namespace

Corner random_corner(Dice& dice, int size, double unit, double strength) {
  const int kind = dice.whole(0, 2);
  if (kind == 0 && size > 1) return simplex_corner(dice, size, unit, strength);
  if (kind == 1 && size > 1) return ball_corner(dice, size, unit, strength);
  return box_corner(dice, size, unit, strength);
}

}  // namespace twoscale::trust
