#include <twoscale/core/stream.hpp>

namespace twoscale {

template <int W>
void Stream<W>::fill(std::uint64_t number) {
  const std::uint64_t block = number / 4;
  buffered_from_ = block * 4;
  if constexpr (W == 1) {
    const auto ahead = numbers(law_, philox_ahead<kBlocks>(seed_, block, first_replica_, role_), index_count_);
    for (int b = 0; b < kBlocks; ++b)
      for (int i = 0; i < 4; ++i) buffer_[4 * b + i] = Pack<double, W>(ahead[i].lane(b));
  } else {
    constexpr int kLockstep = 4;
    for (int b = 0; b < kBlocks; b += kLockstep) {
      const auto words = philox_replicas<kLockstep, W>(seed_, block + static_cast<std::uint64_t>(b), replicas_, role_);
      for (int j = 0; j < kLockstep; ++j) {
        const auto four = numbers(law_, words[j], index_count_);
        for (int i = 0; i < 4; ++i) buffer_[4 * (b + j) + i] = four[i];
      }
    }
  }
}

// Every width a pack may have: compiled here once, not in every problem file.
template class Stream<1>;
template class Stream<2>;
template class Stream<4>;
template class Stream<8>;
template class Stream<16>;

}  // namespace twoscale
