#pragma once
// Metric: a number of (x, y) that the users of a problem look at: a loss on rows held out, a price, a regret.
//
//   double loss(const std::vector<double>& x, const std::vector<double>& y) const { ... }
//   static constexpr std::array<Metric<Mine>, 1> metrics = {{{"loss", &Mine::loss, "on the rows held out"}}};
//
// It is measured and shown, between the steps of a run and at its end; no method sees it.

#include <string>
#include <string_view>
#include <vector>

namespace twoscale {

template <class T>
struct Metric {
  const char* name;
  double (T::*measure)(const std::vector<double>& x, const std::vector<double>& y) const;
  const char* help;
};

/// A metric of some problem, for listings.
struct MetricInfo {
  std::string name, help;
};

template <class P>
concept HasMetrics = requires {
  P::metrics.size();
};

namespace detail {
/// Letters, digits and underscores, a letter first: a column's name in any file, and a word on a command line.
constexpr bool is_metric_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (name.empty() || !is_letter(name[0])) return false;
  for (const char c : name)
    if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '_') return false;
  return true;
}
template <class P>
consteval bool have_metric_names() {
  if constexpr (HasMetrics<P>)
    for (const auto& metric : P::metrics)
      if (!is_metric_name(metric.name)) return false;
  return true;
}
}  // namespace detail

template <class P>
std::vector<MetricInfo> metrics_of(const P&) {
  std::vector<MetricInfo> out;
  if constexpr (HasMetrics<P>)
    for (const auto& metric : P::metrics) out.push_back({metric.name, metric.help});
  return out;
}

/// Metric number `index` of the list.
template <class P>
double metric_of(const P& problem, std::size_t index, const std::vector<double>& x, const std::vector<double>& y) {
  if constexpr (HasMetrics<P>) return (problem.*P::metrics[index].measure)(x, y);
  else return 0;
}

}  // namespace twoscale
