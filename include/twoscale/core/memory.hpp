#pragma once
// Memory of large vectors of packs. A step makes and drops a few of them, of the same sizes every time. glibc gives
// aligned blocks back to the system as they come, and the system zeroes them page by page before it hands them out
// again: a learned P of 64 by 64 then takes more than twice its time, and raw on 65,536 numbers five times. So each
// thread keeps a few blocks that were given back for the next vector of the same size. Plain numbers need none of this.

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include <twoscale/core/register.hpp>

namespace twoscale::detail {

/// Below it the allocator is as fast.
inline constexpr std::size_t kLargeBlock = 1024;

/// So many bytes, so aligned; what is given back is of the size and the alignment that it was taken with.
void* take_block(std::size_t bytes, std::size_t alignment);
void give_block(void* block, std::size_t bytes, std::size_t alignment) noexcept;

/// An allocator for it. Its numbers have no value until they are given one.
template <class S>
struct RawMemory : std::allocator<S> {
  template <class T>
  struct rebind {
    using other = RawMemory<T>;
  };

  S* allocate(std::size_t count) {
    if (!is_kept(count)) return std::allocator<S>::allocate(count);
    return static_cast<S*>(take_block(count * sizeof(S), alignof(S)));
  }
  void deallocate(S* at, std::size_t count) noexcept {
    if (is_kept(count)) give_block(at, count * sizeof(S), alignof(S));
    else std::allocator<S>::deallocate(at, count);
  }
  template <class T, class... From>
  TWOSCALE_INLINE void construct(T* at, From&&... from) {
    if constexpr (sizeof...(From) == 0) ::new (static_cast<void*>(at)) T;
    else ::new (static_cast<void*>(at)) T(std::forward<From>(from)...);
  }

 private:
  static constexpr bool is_kept(std::size_t count) {
    return alignof(S) > __STDCPP_DEFAULT_NEW_ALIGNMENT__ && count * sizeof(S) >= kLargeBlock;
  }
};

}  // namespace twoscale::detail
