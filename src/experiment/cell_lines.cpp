#include "cell_lines.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace twoscale {

namespace {

std::optional<std::size_t> find(const std::vector<Axis>& axes, const std::string& name) {
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].name == name) return i;
  return std::nullopt;
}

class LineMaker {
 public:
  LineMaker(const Study& study, Along along) : study_(study), along_(along) {}

  std::vector<CellLine> lines(std::size_t method) const {
    std::vector<CellLine> out;
    const Spec& spec = study_.spec();
    const std::size_t horizons = along_.kind == Along::horizons ? 1 : spec.horizons.size();
    for (std::size_t h = 0; h < horizons; ++h)
      for (std::size_t p = 0; p < study_.points().size(); ++p) {
        if (along_.kind == Along::option && !is_first(study_.points(), p)) continue;
        CellLine line{method, p, name(p), {}};
        if (horizons > 1)
          line.name += (line.name.empty() ? "" : ", ") + std::string(spec.budgets ? "T " : "N ") +
                       std::to_string(spec.horizons[h]);
        line.points = points(method, p, h);
        out.push_back(std::move(line));
      }
    return out;
  }

 private:
  /// The combination begins its row: nothing before it differs along the axis alone.
  bool is_first(const std::vector<Combination>& all, std::size_t index) const {
    const auto& axes = study_.spec().sweep;
    return all[index][along_.axis] == axes[along_.axis].values[0];
  }

  std::string name(std::size_t point) const {
    std::string out;
    const auto& sweep = study_.spec().sweep;
    for (std::size_t i = 0; i < sweep.size(); ++i) {
      if (sweep[i].values.size() < 2 || (along_.kind == Along::option && i == along_.axis)) continue;
      out += (out.empty() ? "" : ", ") + sweep[i].name + " " + study_.points()[point][i];
    }
    return out;
  }

  /// Combinations that agree with `like` everywhere but on the axis, in the axis' order.
  static std::vector<std::size_t> neighbours(const std::vector<Combination>& all, std::size_t like, std::size_t axis) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < all.size(); ++i) {
      bool same = true;
      for (std::size_t k = 0; k < all[i].size(); ++k) same = same && (k == axis || all[i][k] == all[like][k]);
      if (same) out.push_back(i);
    }
    return out;
  }

  Members members(std::size_t m, std::size_t p, std::size_t h, const std::function<bool(std::size_t)>& take) const {
    Members out;
    for (std::size_t f = 0; f < study_.members().size(); ++f)
      if (take(f)) out.push_back(&study_.cell(m, p, h, f));
    return out;
  }

  std::vector<Members> points(std::size_t m, std::size_t p, std::size_t h) const {
    const auto all = [](std::size_t) { return true; };
    std::vector<Members> out;
    if (along_.kind == Along::horizons) {
      for (std::size_t each = 0; each < study_.spec().horizons.size(); ++each) out.push_back(members(m, p, each, all));
    } else if (along_.kind == Along::option) {
      for (const std::size_t each : neighbours(study_.points(), p, along_.axis))
        out.push_back(members(m, each, h, all));
    } else {
      for (const std::string& value : study_.spec().family[along_.axis].values)
        out.push_back(members(m, p, h, [&](std::size_t f) { return study_.members()[f][along_.axis] == value; }));
    }
    return out;
  }

  const Study& study_;
  Along along_;
};

}  // namespace

Along along(const Spec& spec, const std::string& against) {
  if (const auto axis = find(spec.sweep, against)) return {Along::option, *axis};
  if (const auto axis = find(spec.family, against)) return {Along::parameter, *axis};
  if (spec.horizons.size() > 1) return {};
  for (std::size_t i = 0; i < spec.sweep.size(); ++i)
    if (spec.sweep[i].values.size() > 1) return {Along::option, i};
  return {};
}

FitPoint gather(const Study& study, const std::vector<CellResult>& results, const Members& members,
                const std::string& quantity, double power) {
  const auto& names = study.spec().quantities;
  const auto q = static_cast<std::size_t>(std::find(names.begin(), names.end(), quantity) - names.begin());
  const auto values_of = [&](const Cell* cell) -> const std::vector<double>& {
    return results[static_cast<std::size_t>(cell - study.cells().data())].values[q];
  };
  std::size_t fewest = study.spec().replicas;
  for (const Cell* cell : members) fewest = std::min(fewest, values_of(cell).size());
  FitPoint out;
  if (fewest == 0) return out;
  for (const Cell* cell : members) {
    const std::vector<double>& all = values_of(cell);
    out.values.emplace_back(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(fewest));
    if (power != 1)
      for (double& value : out.values.back()) value = std::pow(value, power);
  }
  return out;
}

std::vector<CellLine> lines_of(const Study& study, Along along, std::size_t method) {
  return LineMaker(study, along).lines(method);
}

}  // namespace twoscale
