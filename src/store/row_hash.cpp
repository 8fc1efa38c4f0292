#include "row_hash.hpp"

#define XXH_INLINE_ALL  // the header alone: no library to link
#include <xxhash.h>

#include <bit>

namespace twoscale {

std::int64_t RowHash::value() const { return std::bit_cast<std::int64_t>(XXH3_64bits(bytes_.data(), bytes_.size())); }

}  // namespace twoscale
