#pragma once
// Snapshot: one replica's state with its stream positions. Written and read exactly (hexadecimal
// floating point), so that a run split anywhere goes on with the same bits.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <twoscale/problem/samples.hpp>

namespace twoscale {

/// Numbers that an outer rule keeps, under the name it gives them.
struct NamedNumbers {
  std::string name;
  std::vector<double> numbers;

  bool operator==(const NamedNumbers&) const = default;
};

struct Snapshot {
  std::uint32_t replica = 0;
  std::uint64_t iteration = 0;
  Counts counts;
  std::vector<double> fast, slow, preconditioner, basis, anchor, inner_start;
  std::vector<double> free_fast, free_slow;  // x and y before they are projected
  std::vector<double> average;               // empty where the output is the last iterate
  std::vector<NamedNumbers> kept = {};       // by the outer rule
  std::vector<double> controller = {};       // of what watches the run: its tuning, or its trail

  /// The y that is handed out.
  const std::vector<double>& answer() const { return average.empty() ? slow : average; }
  /// What the outer rule keeps under a name; throws where there is no such name.
  const std::vector<double>& kept_as(std::string_view name) const;

  bool operator==(const Snapshot&) const = default;
};

/// One line of the list below.
struct StatePart {
  const char* name;
  std::vector<double> Snapshot::*stored;
  const char* variable;                      // x, y or P: what is said to have diverged
  std::vector<double> Snapshot::*otherwise;  // stands for it where it is not stored; none: zeros, at the start of a run
};

/// The one list of what every replica carries: State is loaded, stored, resumed and watched for divergence by it, and
/// snapshots are written and read by it. visit(part, numbers), where numbers(state) gives the part's numbers.
template <class Visit>
constexpr void for_each_part(const Visit& visit) {
  using S = Snapshot;
  visit(
      StatePart{"fast", &S::fast, "x", &S::fast}, [](auto& state) -> auto& { return state.fast; });
  visit(
      StatePart{"free_fast", &S::free_fast, "x", &S::fast}, [](auto& state) -> auto& { return state.free_fast; });
  visit(
      StatePart{"slow", &S::slow, "y", &S::slow}, [](auto& state) -> auto& { return state.slow; });
  visit(
      StatePart{"free_slow", &S::free_slow, "y", &S::slow}, [](auto& state) -> auto& { return state.free_slow; });
  visit(
      StatePart{"average", &S::average, "y", &S::slow}, [](auto& state) -> auto& { return state.average; });
  visit(
      StatePart{"anchor", &S::anchor, "y", &S::slow}, [](auto& state) -> auto& { return state.anchor; });
  visit(
      StatePart{"inner_start", &S::inner_start, "x", &S::fast}, [](auto& state) -> auto& { return state.inner_start; });
  visit(
      StatePart{"preconditioner", &S::preconditioner, "P", nullptr},
      [](auto& state) -> auto& { return state.preconditioner.entries(); });
  visit(
      StatePart{"basis", &S::basis, "P", nullptr}, [](auto& state) -> auto& { return state.basis.entries(); });
}

std::string serialise(const Snapshot& snapshot);
/// Throws with the field that is wrong when the text is not a snapshot.
Snapshot deserialise(std::string_view text);

}  // namespace twoscale
