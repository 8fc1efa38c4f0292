#pragma once
// Snapshot: one replica's state with its stream positions. Written and read exactly (hexadecimal
// floating point), so that a run split anywhere goes on with the same bits.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <twoscale/problem/samples.hpp>

namespace twoscale {

struct Snapshot {
  std::uint32_t replica = 0;
  std::uint64_t iteration = 0;
  Counts counts;
  std::vector<double> fast, slow, preconditioner, basis, anchor, inner_start;
  std::vector<double> memory;     // of the outer rule
  std::vector<double> tuning;     // empty unless the schedule is tuned
  std::vector<double> trail;      // empty where it is
  std::vector<double> average;    // empty where the output is the last iterate
  std::vector<double> free_fast;  // x before it is projected

  /// The y that is handed out.
  const std::vector<double>& answer() const { return average.empty() ? slow : average; }

  bool operator==(const Snapshot&) const = default;
};

std::string serialise(const Snapshot& snapshot);
/// Throws with the field that is wrong when the text is not a snapshot.
Snapshot deserialise(std::string_view text);

}  // namespace twoscale
