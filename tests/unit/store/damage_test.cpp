// Files that are not a good store: an Error that says so or a good read, never a crash, and never a changed file.
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include <twoscale/store/merge.hpp>
#include <twoscale/store/recorder.hpp>
#include <twoscale/store/verify.hpp>

#include "../../../src/store/database.hpp"
#include "../../../src/store/rows.hpp"
#include "temporary_directory.hpp"
#include "testing.hpp"

namespace twoscale {
namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

void write_bytes(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

class Damage : public ::testing::Test {
 protected:
  void SetUp() override {
    Store store = Store::open(path_);
    Recorder recorder(store, store.add(describe_job("1", "rotor", "", make_problem("rotor")->parameters(),
                                                    Plan::for_iterations(make_method("single-loop"), 1000), {}),
                                       {0, 200}));
    for (std::uint32_t i = 0; i < 100; ++i) {
      Record record;
      record.replica = i, record.fast = {0.5, 1}, record.slow = {1, 2}, record.squared_residual = 0.25;
      recorder.put(record, std::vector<Observation>{{1, 5, {0.5}}});
    }
    for (std::uint32_t i = 100; i < 108; ++i) {
      Snapshot state;
      state.replica = i, state.fast = {1, 2}, state.preconditioner = std::vector<double>(40, 0.1);
      recorder.keep(state, {});
    }
  }

  /// Everything a program does with a store it has been given.
  static void use(const std::string& path) {
    {
      const Store store = Store::read(path);
      for (const StoredJob& stored : store.jobs()) {
        store.finished(stored.id);
        store.underway(stored.id);
        store.for_each(stored.id, {0, 1000}, [](const Record&) {});
        store.for_each_observation(stored.id, {0, 1000}, [](std::uint32_t, const Observation&) {});
      }
    }
    Store store = Store::open(path);
    for (const StoredJob& stored : store.jobs()) {
      store.finished(stored.id);
      store.underway(stored.id);
      Recorder recorder(store, stored.id);
      Record record;
      record.replica = 150;
      recorder.put(record, {});
      recorder.commit();
    }
  }

  const testing::TemporaryDirectory directory_;
  const std::string path_ = (directory_ / "run.db").string(), bad_ = (directory_ / "bad.db").string();
};

TEST_F(Damage, EveryTruncationIsRefusedAndLeftAsItIs) {
  const std::string good = bytes_of(path_);
  std::vector<std::size_t> lengths;
  for (std::size_t length = 1; length < 200; ++length) lengths.push_back(length);
  for (std::size_t length = 200; length < good.size(); length += 509) lengths.push_back(length);
  for (std::size_t page = 4096; page < good.size(); page += 4096) lengths.push_back(page);
  for (const std::size_t length : lengths) {
    write_bytes(bad_, good.substr(0, length));
    EXPECT_NE(refusal([&] { use(bad_); }), "accepted") << "the first " << length << " bytes of " << good.size();
    EXPECT_EQ(bytes_of(bad_), good.substr(0, length)) << length;
    std::filesystem::remove(bad_ + "-wal"), std::filesystem::remove(bad_ + "-shm");
  }
}

TEST_F(Damage, FlippedBytesAreAnErrorOrAGoodRead) {
  const std::string good = bytes_of(path_);
  std::mt19937_64 random(7);
  int refused = 0;
  for (int trial = 0; trial < 400; ++trial) {
    std::string wrong = good;
    for (std::uint64_t flip = 0; flip <= random() % 4; ++flip)
      wrong[random() % wrong.size()] ^= static_cast<char>(1 + random() % 255);
    write_bytes(bad_, wrong);
    refused += refusal([&] { use(bad_); }) != "accepted";
    std::filesystem::remove(bad_ + "-wal"), std::filesystem::remove(bad_ + "-shm");
  }
  EXPECT_GT(refused, 50);
}

TEST_F(Damage, AFlippedDigitOfACheckpointIsNoticed) {
  std::string wrong = bytes_of(path_);
  const std::size_t at = wrong.find("preconditioner 1.9999");
  ASSERT_NE(at, std::string::npos);
  wrong[at + 17] = '8';
  write_bytes(bad_, wrong);
  EXPECT_NE(refusal([&] { Store::read(bad_).underway(1); }).find("checkpoint of replica"), std::string::npos);
}

TEST_F(Damage, OfAnotherVersionOrProgramIsSaidSo) {
  std::string other = bytes_of(path_);
  other[63] = 9;  // SQLite's user version, the last of its four bytes
  write_bytes(bad_, other);
  for (const auto& open : {Store::open, Store::read}) {
    const std::string sentence = refusal([&] { open(bad_); });
    EXPECT_NE(sentence.find("version 9,"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("reads versions 1 to 6"), std::string::npos) << sentence;
  }
  other[68] = 0;  // the application's id
  write_bytes(bad_, other);
  EXPECT_NE(refusal([&] { Store::open(bad_); }).find("not a twoscale store"), std::string::npos);
  write_bytes(bad_, "x,y\n1,2\n");
  EXPECT_NE(refusal([&] { Store::open(bad_); }).find("not a twoscale store"), std::string::npos);
  EXPECT_EQ(bytes_of(bad_), "x,y\n1,2\n");
}

/// Makes of a store what an older program would have written: before version 6 nothing was said of evaluations without
/// noise. Versions 1 and 2 are read by the same names, whatever stands beside them.
void make_older(const std::string& path, int version) {
  Database database(path, Database::Use::write);
  if (version < 6) {
    database.execute("ALTER TABLE replica DROP COLUMN noiseless");
    Statement rows = database.prepare(("SELECT " + ReplicaColumns{version}.names() + " FROM replica").c_str());
    if (version >= 3) {
      std::vector<std::pair<std::int64_t, std::int64_t>> hashes;
      while (rows.step()) hashes.emplace_back(rows.whole(1), rows.hash_of(ReplicaColumns{version}.hash()));
      Statement update = database.prepare("UPDATE replica SET hash = ? WHERE replica = ?");
      for (const auto& [replica, hash] : hashes) update.bind(hash).bind(replica).run();
    }
  }
  database.execute(("PRAGMA user_version = " + std::to_string(version)).c_str());
  database.empty_log();
}

TEST_F(Damage, OlderStoresAreReadWithACautionAndNotWritten) {
  for (const int version : {1, 2, 3, 5}) {
    write_bytes(bad_, bytes_of(path_));
    make_older(bad_, version);
    const std::string older = bytes_of(bad_);
    const Store store = Store::read(bad_);
    EXPECT_NE(store.caution().find("store of version " + std::to_string(version)), std::string::npos);
    EXPECT_EQ(store.finished(1), (std::vector<ReplicaRange>{{0, 100}}));
    EXPECT_EQ(store.underway(1).size(), 8U);
    EXPECT_NE(refusal([&] { Store::open(bad_); }).find("not added to"), std::string::npos);
    EXPECT_NE(refusal([&] { merge_stores({bad_}, bad_ + ".all"); }).find("not merged"), std::string::npos);
    EXPECT_NE(verify_store(bad_).caution, "");
    EXPECT_EQ(bytes_of(bad_), older);
  }
  EXPECT_EQ(Store::read(path_).caution(), "");
}

/// The statement, on the store behind its back.
void change(const std::string& path, const char* sql) { Database(path, Database::Use::write).execute(sql); }

TEST_F(Damage, EveryChangedRowIsNamed) {
  EXPECT_TRUE(verify_store(path_).faults.empty());
  struct Case {
    const char *sql, *words;
  };
  for (const Case& each : {
           Case{"UPDATE replica SET squared_residual = 0.5 WHERE replica = 7",
                "replica 7 of job 1 (single-loop on rotor"},
           Case{"UPDATE replica SET squared_residual = NULL WHERE replica = 7", "replica 7 of job 1"},
           Case{"UPDATE replica SET message = 'fine' WHERE replica = 0", "replica 0 of job 1"},
           Case{"UPDATE replica SET replica = 110 WHERE replica = 7", "replica 110 of job 1"},
           Case{"UPDATE replica SET x = x'00' WHERE replica = 7", "replica 7 of job 1"},
           Case{"UPDATE replica SET observed = 0 WHERE replica = 7", "replica 7 of job 1"},
           Case{"UPDATE replica SET hash = 0 WHERE replica = 7", "replica 7 of job 1"},
           Case{"UPDATE observation SET numbers = x'' WHERE replica = 7", "an observation of replica 7 of job 1"},
           Case{"UPDATE observation SET samples = 6 WHERE replica = 7", "an observation of replica 7 of job 1"},
           Case{"DELETE FROM observation WHERE replica = 7", "replica 7 of job 1"},
           Case{"UPDATE asked SET count = 150", "what was asked of job 1"},
           Case{"DELETE FROM asked", "job 1"},
           Case{"UPDATE contents SET jobs = 2", "how many jobs there are"},
           Case{"DELETE FROM contents", "how many jobs there are"},
           Case{"UPDATE job SET places = 'source /other.cpp'", "job 1"},
           Case{"UPDATE job SET description = description || 'seed 2'", "job 1"},
           Case{"UPDATE checkpoint SET state = replace(state, '1', '2') WHERE replica = 103",
                "the checkpoint of replica 103"},
           Case{"UPDATE checkpoint SET observed = 1 WHERE replica = 103", "the checkpoint of replica 103"},
       }) {
    write_bytes(bad_, bytes_of(path_));
    change(bad_, each.sql);
    const std::string sentence = refusal([&] {
      const Store store = Store::read(bad_);
      for (const StoredJob& stored : store.jobs()) store.finished(stored.id), store.underway(stored.id);
    });
    EXPECT_NE(sentence.find("'" + bad_ + "' is damaged: "), std::string::npos) << each.sql << ": " << sentence;
    EXPECT_NE(sentence.find(each.words), std::string::npos) << each.sql << ": " << sentence;
    EXPECT_FALSE(verify_store(bad_).faults.empty()) << each.sql;
    EXPECT_NE(refusal([&] { merge_stores({bad_}, bad_ + ".all"); }), "accepted") << each.sql;
    EXPECT_FALSE(std::filesystem::exists(bad_ + ".all"));
  }
}

TEST_F(Damage, VerifyNamesAllOfThem) {
  change(path_, "UPDATE replica SET iteration = 3 WHERE replica IN (4, 9, 50)");
  const Verification found = verify_store(path_);
  ASSERT_EQ(found.faults.size(), 3U);
  EXPECT_NE(found.faults[2].find("replica 50 of job 1"), std::string::npos) << found.faults[2];
  EXPECT_EQ(found.ended, 97U);
}

TEST_F(Damage, AReplicaThatNobodyAskedForIsRefused) {
  {
    Store store = Store::open(path_);
    Recorder recorder(store, 1);
    Record record;
    record.replica = 5000;
    recorder.put(record, {});
  }
  EXPECT_NE(refusal([&] { Store::read(path_).finished(1); }).find("replica 5000 of job 1"), std::string::npos);
}

TEST_F(Damage, OddNamesAreNoStores) {
  for (const std::string name : {"", ":memory:", "file:x.db", "/dev/null"})
    for (const auto& open : {Store::open, Store::read}) EXPECT_NE(refusal([&] { open(name); }), "accepted") << name;
}

TEST_F(Damage, AStoreThatIsMovedAwayIsNoticedAtTheNextCommit) {
  Store store = Store::open(path_);
  Recorder recorder(store, 1);
  Record record;
  record.replica = 150;
  recorder.put(record, {});
  std::filesystem::rename(path_, bad_);
  EXPECT_NE(refusal([&] { recorder.commit(); }).find("deleted, moved or replaced"), std::string::npos);
}

TEST_F(Damage, WhereNothingCanBeWrittenIsSaidSo) {
  EXPECT_NE(refusal([&] { Store::open(path_ + "/run.db"); }).find("cannot write"), std::string::npos);
  EXPECT_NE(refusal([&] { Store::open("/proc/run.db"); }).find("cannot write"), std::string::npos);
  EXPECT_NE(refusal([&] { Store::open(directory_.path().string()); }).find("directory"), std::string::npos);
  EXPECT_NE(refusal([&] { Store::read(directory_.path().string()); }).find("directory"), std::string::npos);
  EXPECT_NE(refusal([&] { Store::read(bad_); }).find("no file"), std::string::npos);
  EXPECT_NE(refusal([&] { merge_stores({path_}, "/proc/all.db"); }).find("cannot write"), std::string::npos);
}

}  // namespace
}  // namespace twoscale
