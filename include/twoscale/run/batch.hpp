#pragma once
// Batch: the loop over the iterations of W replicas in lockstep: chunk after chunk of steps, with a look between two of
// them at who has left the finite numbers and at what the controller wants.

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <twoscale/run/controller.hpp>
#include <twoscale/run/kernel.hpp>
#include <twoscale/run/result.hpp>

namespace twoscale {

class Batch {
 public:
  /// Lane i starts from starts[i]; all of them at the same iteration, with the same counts. The plan must outlive it.
  Batch(std::unique_ptr<Lockstep> replicas, const Plan& plan, std::span<const Snapshot> starts);

  std::uint64_t iteration() const { return iteration_; }
  Counts counts() const { return replicas_->counts(); }
  /// All lanes have left the finite numbers: nothing is left to do.
  bool all_diverged() const;
  /// Runs up to a chunk of iterations towards `until`.
  void advance(std::uint64_t until);
  /// Where the run stands; at its end with how it ended.
  ReplicaResult result(int lane) const;

 private:
  /// Everything the replicas carried at one moment.
  struct Moment {
    std::vector<double> numbers;
    Counts counts;
  };

  void load(std::span<const Snapshot> starts);
  /// What iterations change of what the replicas carry.
  std::vector<Carried> moving() const;
  Moment moment() const;
  void go_back_to(const Moment& moment);
  void run(std::uint64_t first, std::uint64_t count);
  /// Step by step once more, to find the iteration and keep the last finite state. Same streams, same bits.
  void find_divergence(const Moment& before, std::uint64_t count);
  void send_back_lost();
  /// The lanes that have left the finite numbers since they were last looked at, with the variable that did.
  std::vector<const char*> lost() const;
  void diverge(int lane, const Snapshot& last, const char* variable);
  Snapshot snapshot(int lane, std::uint64_t iteration, const Counts& counts, const std::vector<Carried>& from) const;

  const Plan& plan_;
  std::unique_ptr<Lockstep> replicas_;
  std::unique_ptr<Controller> controller_;
  std::uint64_t iteration_;
  std::uint32_t replica_;
  int lanes_;
  std::vector<Steps> steps_;  // of a chunk
  std::vector<std::optional<ReplicaResult>> diverged_;
};

/// A batch with a kernel of its own.
template <class P, int W, class Choices = EveryChoice>
Batch batch_of(const P& problem, const Plan& plan, std::uint64_t seed, std::span<const Snapshot> starts) {
  return {std::make_unique<KernelOf<P, W, Choices>>(problem, plan, seed, starts[0].replica), plan, starts};
}

}  // namespace twoscale
