#include <twoscale/experiment/results.hpp>

namespace twoscale {

std::vector<CellResult> read_results(const Study& study, const Store& store, const std::vector<int>& jobs) {
  std::vector<CellResult> out;
  const ReplicaRange asked{0, study.spec().replicas};
  for (std::size_t i = 0; i < study.cells().size(); ++i) {
    CellResult result;
    result.values.resize(study.spec().quantities.size());
    store.for_each(jobs[i], asked, [&](const Record& record) { result.endings.add(record.status.ending); });
    const std::uint64_t last = study.cells()[i].plan.iterations();
    store.for_each_observation(jobs[i], asked, [&](std::uint32_t, const Observation& seen) {
      if (seen.iteration != last) return;
      for (std::size_t q = 0; q < result.values.size(); ++q) result.values[q].push_back(seen.values[q]);
    });
    out.push_back(std::move(result));
  }
  return out;
}

}  // namespace twoscale
