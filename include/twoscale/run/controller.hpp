#pragma once
// Controller: what watches a batch of replicas from outside the steps, and says at the end whether each has settled.
// One of two: a Trail, which only looks on, or a Tuning, which also chooses the steps.

#include <cstdint>
#include <memory>
#include <vector>

#include <twoscale/core/finding.hpp>
#include <twoscale/method/plan.hpp>
#include <twoscale/run/lockstep.hpp>

namespace twoscale {

class Controller {
 public:
  virtual ~Controller() = default;

  /// The next iteration at which at_mark() is to be called.
  virtual std::uint64_t next_mark(std::uint64_t iteration) const = 0;
  /// So many of the replicas count; the others fill a pack.
  virtual void at_mark(std::uint64_t iteration, int lanes) = 0;

  /// Whether it sends a replica back that has left the finite numbers: then it is asked to at its marks, which do not
  /// depend on who stops on the way.
  virtual bool sends_back() const { return false; }
  /// False: it has been tried often enough.
  virtual bool send_back(int /*lane*/) { return false; }

  virtual Finding finding(int lane) const = 0;
  /// The answer, where it is not in the state; empty otherwise.
  virtual std::vector<double> answer(int /*lane*/) const { return {}; }

  /// What a stop has to keep of one replica, and back. No numbers: the run is at its first iteration.
  virtual std::vector<double> numbers(int lane) const = 0;
  virtual void load(std::uint64_t iteration, int lane, const std::vector<double>& numbers) = 0;
};

/// The one that the plan's schedule asks for. Both must outlive it.
std::unique_ptr<Controller> make_controller(const Plan& plan, Lockstep& replicas);

}  // namespace twoscale
