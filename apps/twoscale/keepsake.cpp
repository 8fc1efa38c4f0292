#include "keepsake.hpp"

#include <filesystem>

#include <twoscale/store/recorder.hpp>

#include "task.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

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

void TaskKeepsake::put(Record record, std::vector<Observation> observations) {
  bytes_ += size_of(record, observations);
  if (bytes_ > kLimit) ++lost_;
  else records_.emplace_back(std::move(record), std::move(observations));
}

void TaskKeepsake::keep(const ReplicaResult& stopped) { stopped_.push_back(stopped); }

void TaskKeepsake::write(Store& store, int job) const {
  Recorder recorder(store, job);
  for (const auto& [record, observations] : records_) recorder.put(record, observations);
  for (const ReplicaResult& stopped : stopped_) recorder.keep(stopped.last, stopped.observations);
  recorder.commit();
}

std::string write_checkpoint(const std::string& name, const std::vector<Task>& tasks,
                             const std::vector<TaskKeepsake>& kept) {
  Store store = Store::open(free_name(name));
  std::uint64_t ended = 0, underway = 0, lost = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const int id = store.add(tasks[i].job, tasks[i].asked.front());
    if (i >= kept.size()) continue;
    kept[i].write(store, id);
    ended += kept[i].ended(), underway += kept[i].underway(), lost += kept[i].lost();
  }
  std::string out =
      "stored in " + store.path() + ": " + grouped(ended) + " replicas that ended, " + grouped(underway) + " under way";
  if (lost > 0)
    out += "; " + grouped(lost) +
           " more that ended were not kept in memory and will be computed again (--store keeps all)";
  return out + "\n" + quoted_command("twoscale resume " + shell_word(store.path())) + " goes on from there";
}

}  // namespace twoscale::cli
