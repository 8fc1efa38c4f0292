#include <twoscale/store/merge.hpp>

#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <twoscale/core/file.hpp>
#include <twoscale/store/recorder.hpp>

#include "database.hpp"

namespace twoscale {

namespace {

namespace fs = std::filesystem;

/// What becomes the output when all has gone well, and is gone otherwise.
class Draft {
 public:
  explicit Draft(const std::string& target) : target_(target) {
    require_free();
    path_ = make_file_beside(target_);
  }
  ~Draft() {
    std::error_code failed;
    for (const char* beside : {"", "-wal", "-shm", "-journal"}) fs::remove(path_ + beside, failed);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  const std::string& path() const { return path_; }
  void keep() const {
    if (move_to_free_name(path_, target_)) return;
    const int error = errno;
    require_free();
    throw Error("cannot write '" + target_ + "' (" + std::strerror(error) + ")");
  }

 private:
  void require_free() const {
    std::error_code failed;
    if (fs::exists(fs::symlink_status(target_, failed)))
      throw Error("'" + target_ + "' is there already, and is left as it is: choose another --output");
  }
  std::string target_, path_;
};

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
  return true;
}

bool same(const Record& a, const Record& b) {
  return a.status.ending == b.status.ending && a.status.message == b.status.message && a.iteration == b.iteration &&
         a.counts == b.counts && same_bits(a.fast, b.fast) && same_bits(a.slow, b.slow) &&
         a.squared_residual == b.squared_residual && a.tracking_error == b.tracking_error &&
         a.preconditioner_error == b.preconditioner_error;
}

/// A replica of the output, where it has it.
struct Known {
  Record record;
  std::vector<Observation> observations;
};

std::optional<Known> find(const Store& store, int job, std::uint32_t replica) {
  std::optional<Known> out;
  store.for_each_replica(job, {replica, 1}, [&](const Record& record, const std::vector<Observation>& observations) {
    out = Known{record, observations};
  });
  return out;
}

std::vector<Observation> observations_of(const Store& store, int job, std::uint32_t replica) {
  std::vector<Observation> out;
  store.for_each_observation(job, {replica, 1}, [&](std::uint32_t, const Observation& seen) { out.push_back(seen); });
  return out;
}

bool same(const std::vector<Observation>& a, const std::vector<Observation>& b) {
  bool equal = a.size() == b.size();
  for (std::size_t i = 0; equal && i < a.size(); ++i)
    equal = a[i].iteration == b[i].iteration && a[i].samples == b[i].samples && same_bits(a[i].values, b[i].values);
  return equal;
}

/// One job of one store into the output.
class JobMerge {
 public:
  JobMerge(const Store& from, const StoredJob& stored, const Store& into, int id, Merged& total)
      : from_(from), stored_(stored), into_(into), total_(total), id_(id), known_(into.finished(id)) {}

  void copy(Recorder& recorder) {
    recorder.turn_to(id_);
    from_.for_each_replica(stored_.id, kAllReplicas,
                           [&](const Record& record, const std::vector<Observation>& observations) {
                             copy_record(record, observations, recorder);
                           });
    for (const Snapshot& state : from_.underway(stored_.id)) copy_checkpoint(state, recorder);
  }

 private:
  void copy_record(const Record& record, const std::vector<Observation>& observations, Recorder& recorder) {
    if (minus({{record.replica, 1}}, known_).empty()) {
      const std::optional<Known> before = find(into_, id_, record.replica);
      if (!same(before->record, record) || !same(before->observations, observations))
        throw Error("replica " + std::to_string(record.replica) + " of " + stored_.job.method + " on " +
                    stored_.job.problem + " (seed " + std::to_string(stored_.job.seed) + ") in '" + from_.path() +
                    "' has other bits than in the stores before it: one of them was not made by this job. Nothing was "
                    "written");
      ++total_.duplicates;
      return;
    }
    recorder.put(record, observations);
    ++total_.replicas;
  }

  /// Of two checkpoints the one that is further counts.
  void copy_checkpoint(const Snapshot& state, Recorder& recorder) {
    if (find(into_, id_, state.replica)) return;
    for (const Snapshot& other : into_.underway(id_))
      if (other.replica == state.replica && other.iteration >= state.iteration) return;
    recorder.keep(state, observations_of(from_, stored_.id, state.replica));
  }

  const Store& from_;
  const StoredJob& stored_;
  const Store& into_;
  Merged& total_;
  int id_;
  std::vector<ReplicaRange> known_;
};

void require_to_merge(const std::string& path, const std::vector<std::string>& before) {
  std::error_code failed;
  for (const std::string& other : before)
    if (fs::equivalent(path, other, failed)) throw Error("'" + path + "' is named twice");
}

std::vector<Store> open_all(const std::vector<std::string>& inputs) {
  std::vector<Store> stores;
  std::vector<std::string> names;
  for (const std::string& input : inputs) {
    require_to_merge(input, names);
    names.push_back(input);
    stores.push_back(Store::read(input));
    if (!stores.back().caution().empty())
      throw Error("'" + input +
                  "' was written by an older version: its bits may be others, and the oldest have no hashes. It can be "
                  "exported, and not merged");
    stores.back().hold_still();
    stores.back().require_sound();
    if (stores.back().jobs().empty()) throw Error("'" + input + "' holds no jobs: there is nothing to merge");
  }
  return stores;
}

Merged write_all(const std::vector<Store>& stores, const std::string& path) {
  Merged total;
  {
    Store into = Store::open(path);
    for (const Store& from : stores) {
      const std::vector<StoredJob> jobs = from.jobs();
      const std::vector<int> ids = into.add(jobs);
      Recorder recorder(into, ids.front());
      for (std::size_t i = 0; i < jobs.size(); ++i) JobMerge(from, jobs[i], into, ids[i], total).copy(recorder);
      recorder.commit();
    }
    for (const StoredJob& stored : into.jobs()) {
      ++total.jobs;
      for (const ReplicaRange& range : minus(stored.asked, into.finished(stored.id))) total.missing += range.count;
    }
    into.database().empty_log();  // all of it is in the one file that is moved
  }
  return total;
}

}  // namespace

Merged merge_stores(const std::vector<std::string>& inputs, const std::string& output) {
  const Draft draft(output);
  const std::vector<Store> stores = open_all(inputs);  // before anything is written
  Merged total;
  try {
    total = write_all(stores, draft.path());
  } catch (const Error& error) {  // of a file that nobody has heard of, and that is gone
    const std::string text = error.what();
    if (text.find(draft.path()) == std::string::npos) throw;
    throw Error("cannot write '" + output + "': is the disk full? Nothing was written");
  }
  draft.keep();
  return total;
}

}  // namespace twoscale
