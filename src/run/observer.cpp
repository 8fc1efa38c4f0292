#include <twoscale/run/observer.hpp>

#include <cmath>

namespace twoscale {

std::vector<std::uint64_t> log_spaced(std::uint64_t last, std::uint64_t count) {
  std::vector<std::uint64_t> out;
  if (last == 0) return out;
  const double span = std::log(static_cast<double>(last));
  for (std::uint64_t i = 1; i <= count; ++i) {
    const double part = count > 1 ? static_cast<double>(i - 1) / static_cast<double>(count - 1) : 1.0;
    const auto at = i == count ? last : static_cast<std::uint64_t>(std::llround(std::exp(part * span)));
    if (out.empty() || at > out.back()) out.push_back(at);
  }
  return out;
}

}  // namespace twoscale
