#include <algorithm>

#include <twoscale/store/store.hpp>

namespace twoscale {

std::vector<ReplicaRange> joined(std::vector<ReplicaRange> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const ReplicaRange& a, const ReplicaRange& b) { return a.first < b.first; });
  std::vector<ReplicaRange> out;
  for (const ReplicaRange& range : ranges) {
    if (range.count == 0) continue;
    if (out.empty() || range.first > out.back().end()) {
      out.push_back(range);
    } else {
      const std::uint64_t end = std::max(out.back().end(), range.end());
      out.back().count = static_cast<std::uint32_t>(end - out.back().first);
    }
  }
  return out;
}

std::vector<ReplicaRange> minus(const std::vector<ReplicaRange>& asked, const std::vector<ReplicaRange>& without) {
  std::vector<ReplicaRange> out;
  for (const ReplicaRange& range : asked) {
    std::uint64_t from = range.first;
    auto keep_until = [&](std::uint64_t end) {
      if (end > from) out.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(end - from)});
    };
    for (const ReplicaRange& hole : without) {
      if (hole.end() <= from || hole.first >= range.end()) continue;
      keep_until(hole.first);
      from = hole.end();
    }
    keep_until(range.end());
  }
  return out;
}

}  // namespace twoscale
