#include <twoscale/store/merge.hpp>

#include <bit>
#include <filesystem>

#include <twoscale/store/recorder.hpp>

namespace twoscale {

namespace {

namespace fs = std::filesystem;

/// What becomes the output when all has gone well, and is gone otherwise.
class Draft {
 public:
  explicit Draft(std::string target) : target_(std::move(target)), path_(target_ + ".part") {
    std::error_code failed;
    if (fs::exists(fs::symlink_status(target_, failed)))
      throw Error("'" + target_ + "' is there already, and is left as it is: choose another --output");
    discard();
  }
  ~Draft() { discard(); }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  const std::string& path() const { return path_; }
  void keep() const {
    std::error_code failed;
    fs::rename(path_, target_, failed);
    if (failed) throw Error("cannot write '" + target_ + "' (" + failed.message() + ")");
  }

 private:
  void discard() const {
    std::error_code failed;
    for (const char* beside : {"", "-wal", "-shm"}) fs::remove(path_ + beside, failed);
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

std::optional<Record> find(const Store& store, int job, std::uint32_t replica) {
  std::optional<Record> out;
  store.for_each(job, {replica, 1}, [&](const Record& record) { out = record; });
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
  JobMerge(const Store& from, const StoredJob& stored, Store& into, Merged& total)
      : from_(from), stored_(stored), into_(into), total_(total) {
    id_ = into.add(stored.job, {});
    for (const ReplicaRange& range : stored.asked) into.add(stored.job, range);
    known_ = into.finished(id_);
  }

  void copy() {
    Recorder recorder(into_, id_);
    from_.for_each(stored_.id, kAll, [&](const Record& record) { copy_record(record, recorder); });
    for (const Snapshot& state : from_.underway(stored_.id)) copy_checkpoint(state, recorder);
    recorder.commit();
  }

 private:
  static constexpr ReplicaRange kAll{0, ~std::uint32_t{0}};

  void copy_record(const Record& record, Recorder& recorder) {
    const std::vector<Observation> seen = observations_of(from_, stored_.id, record.replica);
    if (minus({{record.replica, 1}}, known_).empty()) {
      const std::optional<Record> before = find(into_, id_, record.replica);
      if (!same(*before, record) || !same(observations_of(into_, id_, record.replica), seen))
        throw Error("replica " + std::to_string(record.replica) + " of " + stored_.job.method + " on " +
                    stored_.job.problem + " (seed " + std::to_string(stored_.job.seed) + ") in '" + from_.path() +
                    "' has other bits than in the stores before it: one of them was not made by this job. Nothing was "
                    "written");
      ++total_.duplicates;
      return;
    }
    recorder.put(record, seen);
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
  Store& into_;
  Merged& total_;
  int id_ = 0;
  std::vector<ReplicaRange> known_;
};

}  // namespace

Merged merge_stores(const std::vector<std::string>& inputs, const std::string& output) {
  const Draft draft(output);
  Merged total;
  std::vector<Store> stores;  // all opened before anything is written
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::error_code failed;
    for (std::size_t j = 0; j < i; ++j)
      if (fs::equivalent(inputs[i], inputs[j], failed)) throw Error("'" + inputs[i] + "' is named twice");
    stores.push_back(Store::read(inputs[i]));
  }
  {
    Store into = Store::open(draft.path());
    for (Store& from : stores) {
      from.hold_still();
      for (const StoredJob& stored : from.jobs()) JobMerge(from, stored, into, total).copy();
    }
    total.jobs = into.jobs().size();
  }
  draft.keep();
  return total;
}

}  // namespace twoscale
