#include <algorithm>
#include <cmath>

#include <twoscale/experiment/figures.hpp>

#include "cell_lines.hpp"

namespace twoscale {

namespace {

/// One axis of a map: a swept option or a parameter of the family.
struct MapAxis {
  bool option = false;
  std::size_t index = 0;
  const Axis* axis = nullptr;
};

MapAxis find_axis(const Spec& spec, const std::string& name) {
  for (std::size_t i = 0; i < spec.sweep.size(); ++i)
    if (spec.sweep[i].name == name) return {true, i, &spec.sweep[i]};
  for (std::size_t i = 0; i < spec.family.size(); ++i)
    if (spec.family[i].name == name) return {false, i, &spec.family[i]};
  std::vector<std::string> known;
  for (const auto* axes : {&spec.sweep, &spec.family})
    for (const Axis& axis : *axes) known.push_back(axis.name);
  throw Error("maps: no swept option or parameter of the family called '" + name + "'" + suggestion(name, known));
}

class Mapper {
 public:
  Mapper(const Study& study, const std::vector<CellResult>& results, const SpecMap& map)
      : study_(study),
        results_(results),
        map_(map),
        x_(find_axis(study.spec(), map.x)),
        y_(find_axis(study.spec(), map.y)) {}

  report::HeatMap make() const {
    report::HeatMap out;
    out.title = map_.title;
    out.x_label = map_.x, out.y_label = map_.y;
    out.columns = x_.axis->values, out.rows = y_.axis->values;
    SpecRow row;
    row.quantity = map_.quantity, row.power = map_.power;
    const bool exponent = map_.show == SpecMap::Show::exponent;
    out.value_label = exponent ? "exponent" : map_.show == SpecMap::Show::ratio ? "ratio" : value_text(row);
    out.log_colour = !exponent;
    if (map_.show == SpecMap::Show::ratio) out.centre = 1;
    for (std::size_t y = 0; y < out.rows.size(); ++y) {
      out.values.emplace_back();
      for (std::size_t x = 0; x < out.columns.size(); ++x) out.values.back().push_back(value(x, y));
    }
    out.alt = alternative(out);
    return out;
  }

 private:
  /// The last horizon that every cell of the map has replicas of.
  double value(std::size_t x, std::size_t y) const {
    const std::size_t first = method(0), last = study_.spec().horizons.size() - 1;
    if (map_.show == SpecMap::Show::exponent) return exponent(first, x, y);
    const double above = estimate_at(first, last, x, y);
    return map_.show == SpecMap::Show::ratio ? above / estimate_at(method(1), last, x, y) : above;
  }

  std::size_t method(std::size_t which) const {
    const auto& methods = study_.spec().methods;
    if (which >= map_.methods.size()) return which;
    for (std::size_t m = 0; m < methods.size(); ++m)
      if (methods[m].label == map_.methods[which]) return m;
    throw Error("maps: no method labelled '" + map_.methods[which] + "'");
  }

  bool fits(const MapAxis& axis, std::size_t at, bool option, const Combination& values) const {
    return axis.option != option || values[axis.index] == axis.axis->values[at];
  }

  FitPoint point_at(std::size_t m, std::size_t h, std::size_t x, std::size_t y) const {
    Members members;
    for (std::size_t p = 0; p < study_.points().size(); ++p)
      for (std::size_t f = 0; f < study_.members().size(); ++f)
        if (fits(x_, x, true, study_.points()[p]) && fits(y_, y, true, study_.points()[p]) &&
            fits(x_, x, false, study_.members()[f]) && fits(y_, y, false, study_.members()[f]))
          members.push_back(&study_.cell(m, p, h, f));
    FitPoint out = gather(study_, results_, members, map_.quantity, map_.power);
    out.scale = static_cast<double>(study_.spec().horizons[h]);
    return out;
  }

  double estimate_at(std::size_t m, std::size_t h, std::size_t x, std::size_t y) const {
    const FitPoint point = point_at(m, h, x, y);
    return point.values.empty() ? NAN : estimate(point).value;
  }

  double exponent(std::size_t m, std::size_t x, std::size_t y) const {
    std::vector<FitPoint> points;
    for (std::size_t h = 0; h < study_.spec().horizons.size(); ++h) {
      points.push_back(point_at(m, h, x, y));
      if (points.back().values.empty()) points.pop_back();
    }
    return points.size() < 2 ? NAN : fit_power(points, {.resamples = 100}).exponent.value;
  }

  std::string alternative(const report::HeatMap& map) const {
    double least = INFINITY, most = -INFINITY;
    std::string where_least, where_most;
    for (std::size_t y = 0; y < map.rows.size(); ++y)
      for (std::size_t x = 0; x < map.columns.size(); ++x) {
        const std::string where = map_.x + " " + map.columns[x] + ", " + map_.y + " " + map.rows[y];
        if (map.values[y][x] < least) least = map.values[y][x], where_least = where;
        if (map.values[y][x] > most) most = map.values[y][x], where_most = where;
      }
    if (least > most) return "Nothing was run yet.";
    const auto text = [](double value) { return to_text(std::stod(to_text(std::round(value * 1e4) / 1e4))); };
    return map.value_label + " from " + text(least) + " (" + where_least + ") to " + text(most) + " (" + where_most +
           ").";
  }

  const Study& study_;
  const std::vector<CellResult>& results_;
  const SpecMap& map_;
  MapAxis x_, y_;
};

}  // namespace

std::vector<report::HeatMap> maps_of(const Study& study, const std::vector<CellResult>& results) {
  std::vector<report::HeatMap> out;
  for (const SpecMap& map : study.spec().maps) out.push_back(Mapper(study, results, map).make());
  return out;
}

}  // namespace twoscale
