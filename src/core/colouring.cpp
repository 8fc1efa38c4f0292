#include <twoscale/core/colouring.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace twoscale {

Colouring::Colouring(int columns, const std::vector<std::vector<int>>& columns_of) : colour_(columns, -1) {
  std::vector<std::vector<int>> rows_of(columns);
  for (std::size_t i = 0; i < columns_of.size(); ++i) {
    for (const int j : columns_of[i]) rows_of[j].push_back(static_cast<int>(i));
    columns_.insert(columns_.end(), columns_of[i].begin(), columns_of[i].end());
    starts_.push_back(static_cast<int>(columns_.size()));
  }
  std::vector<int> taken_by;  // the last column that found a colour taken
  for (int j = 0; j < columns; ++j) {
    for (const int i : rows_of[j])
      for (const int other : columns_of[i])
        if (colour_[other] >= 0) taken_by[colour_[other]] = j;
    const auto free = std::ranges::find_if(taken_by, [j](int last) { return last != j; });
    colour_[j] = static_cast<int>(free - taken_by.begin());
    if (free == taken_by.end()) taken_by.push_back(-1);
  }
  colours_ = static_cast<int>(taken_by.size());
}

namespace detail {

std::optional<std::vector<std::vector<int>>> dependencies(int variables, std::span<const std::array<int, 2>> operands,
                                                          std::span<const int> outputs) {
  constexpr std::size_t kMostWords = 1 << 23;  // 64 MB
  const std::size_t words = (static_cast<std::size_t>(variables) + 63) / 64;
  const auto node_count = static_cast<std::size_t>(variables) + operands.size();
  if (words > 0 && node_count > kMostWords / words) return std::nullopt;
  std::vector<std::uint64_t> bits(node_count * words);  // of each node, the variables behind it
  for (int j = 0; j < variables; ++j) bits[j * words + j / 64] |= std::uint64_t{1} << (j % 64);
  for (std::size_t k = 0; k < operands.size(); ++k)
    for (const int operand : operands[k])
      for (std::size_t w = 0; w < words; ++w) bits[(variables + k) * words + w] |= bits[operand * words + w];
  std::vector<std::vector<int>> out(outputs.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i] < 0) continue;
    for (std::size_t w = 0; w < words; ++w)
      for (std::uint64_t left = bits[outputs[i] * words + w]; left != 0; left &= left - 1)
        out[i].push_back(static_cast<int>(64 * w) + std::countr_zero(left));
  }
  return out;
}

}  // namespace detail

}  // namespace twoscale
