#include <twoscale/core/memory.hpp>

#include <array>

namespace twoscale::detail {

namespace {

struct Block {
  void* at = nullptr;
  std::size_t bytes = 0, alignment = 0;
};

void drop(const Block& block) { ::operator delete (block.at, std::align_val_t{block.alignment}); }

// A checker of memory should see every block come and go.
#if defined(__SANITIZE_ADDRESS__)
#define TWOSCALE_KEEPS_BLOCKS false
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define TWOSCALE_KEEPS_BLOCKS false
#endif
#endif
#ifndef TWOSCALE_KEEPS_BLOCKS
#define TWOSCALE_KEEPS_BLOCKS true
#endif
constexpr bool kKeeps = TWOSCALE_KEEPS_BLOCKS;

/// What a thread keeps.
class KeptBlocks {
 public:
  ~KeptBlocks() {
    for (int i = 0; i < count_; ++i) drop(blocks_[i]);
    gone_ = true;
  }

  /// The block of that size that was given back last, or none.
  void* take(std::size_t bytes, std::size_t alignment) {
    for (int i = count_ - 1; i >= 0; --i)
      if (blocks_[i].bytes == bytes && blocks_[i].alignment == alignment) {
        void* const at = blocks_[i].at;
        blocks_[i] = blocks_[--count_];
        bytes_ -= bytes;
        return at;
      }
    return nullptr;
  }
  void keep(const Block& block) {
    if (block.bytes > kMostBytes) return drop(block);
    while (count_ == kMost || bytes_ + block.bytes > kMostBytes) drop_one();
    blocks_[count_++] = block;
    bytes_ += block.bytes;
  }
  /// A vector may outlive what its thread keeps.
  static bool gone() { return gone_; }

 private:
  /// In turn, so that sizes that are no longer asked for leave.
  void drop_one() {
    next_ = next_ + 1 < count_ ? next_ + 1 : 0;
    drop(blocks_[next_]);
    bytes_ -= blocks_[next_].bytes;
    blocks_[next_] = blocks_[--count_];
  }

  static constexpr int kMost = 12;
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  static thread_local bool gone_;
  std::array<Block, kMost> blocks_;
  int count_ = 0, next_ = 0;
  std::size_t bytes_ = 0;  // of all of them
};

thread_local bool KeptBlocks::gone_ = false;
thread_local KeptBlocks kept;

}  // namespace

void* take_block(std::size_t bytes, std::size_t alignment) {
  if (kKeeps && !KeptBlocks::gone())
    if (void* const block = kept.take(bytes, alignment)) return block;
  return ::operator new (bytes, std::align_val_t{alignment});
}

void give_block(void* block, std::size_t bytes, std::size_t alignment) noexcept {
  if (kKeeps && !KeptBlocks::gone()) kept.keep({block, bytes, alignment});
  else drop({block, bytes, alignment});
}

}  // namespace twoscale::detail
