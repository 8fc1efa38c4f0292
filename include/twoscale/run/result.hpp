#pragma once
// ReplicaResult: how one replica ended.

#include <vector>

#include <twoscale/core/status.hpp>
#include <twoscale/run/observer.hpp>
#include <twoscale/run/snapshot.hpp>

namespace twoscale {

struct ReplicaResult {
  Snapshot last;                               // the last finite one, if it diverged
  Status status;                               // and why
  std::vector<Observation> observations = {};  // none without an observer
};

}  // namespace twoscale
