#include "keepsake.hpp"

#include <filesystem>

namespace twoscale {

namespace {

constexpr std::size_t kLimit = std::size_t{16} << 20;  // bytes, of one task

/// About what a record takes in memory.
std::size_t size_of(const Record& record, const std::vector<Observation>& observations) {
  std::size_t numbers = record.fast.size() + record.slow.size();
  if (record.state) numbers += record.state->preconditioner.size() + record.state->basis.size() + 2 * (numbers + 8);
  for (const Observation& seen : observations) numbers += seen.values.size() + 8;
  return sizeof(Record) + 64 + record.status.message.size() + numbers * sizeof(double);
}

std::string free_name(const std::string& name) {
  std::error_code failed;
  for (int i = 1;; ++i) {
    std::string path = name + (i > 1 ? "-" + std::to_string(i) : "") + ".checkpoint.db";
    if (!std::filesystem::exists(std::filesystem::symlink_status(path, failed))) return path;
  }
}

}  // namespace

void Keepsake::put(Record record, std::vector<Observation> observations) {
  bytes_ += size_of(record, observations);
  if (bytes_ > kLimit) ++lost_;
  else records_.emplace_back(std::move(record), std::move(observations));
}

void Keepsake::keep(const ReplicaResult& stopped) { stopped_.push_back(stopped); }

void Keepsake::write(Store& store, int job) const {
  Recorder recorder(store, job);
  for (const auto& [record, observations] : records_) recorder.put(record, observations);
  for (const ReplicaResult& stopped : stopped_) recorder.keep(stopped.last, stopped.observations);
  recorder.commit();
}

Kept write_checkpoint(const std::string& name, const std::vector<Task>& tasks, const std::vector<Keepsake>& kept) {
  Kept out{.asked_for = false};
  try {
    Store store = Store::open(free_name(name));
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const int id = store.add(tasks[i].job, tasks[i].asked.front());
      if (i >= kept.size()) continue;
      kept[i].write(store, id);
      out.ended += kept[i].ended(), out.underway += kept[i].underway(), out.lost += kept[i].lost();
    }
    out.path = store.path();
  } catch (const Error& error) {  // what was measured is reported all the same
    out.failure = error.what();
  }
  return out;
}

Kept kept_in(const Store& store) {
  Kept out{.path = store.path()};
  for (const StoredJob& stored : store.jobs()) {
    out.ended += store.count(stored.id, kAllReplicas);
    out.underway += store.underway(stored.id).size();
    for (const ReplicaRange& range : stored.asked) out.asked += range.count;
  }
  return out;
}

}  // namespace twoscale
