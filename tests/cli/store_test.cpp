// solve --store, resume, merge and export as a user meets them.
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/program.hpp"
#include "testing.hpp"

namespace twoscale {
namespace {

using nlohmann::json;
using testing::Outcome;
using testing::slurp;

json without_times(const std::string& text) {
  json out = json::parse(text);
  if (out.is_object()) out.erase("wall_seconds");
  else
    for (json& report : out) report.erase("wall_seconds");
  return out;
}

class StoreTest : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  /// A program in the test's own directory.
  Outcome run(const std::string& arguments, const std::string& under = "") const {
    return testing::twoscale(arguments, "cd '" + directory_.path().string() + "' && " + under);
  }
  std::string exported(const std::string& store, const std::string& what = "replicas") const {
    const int code = run("export " + store + " --what " + what + " --output out.csv").code;
    EXPECT_TRUE(code == 0 || code == 3) << code;  // 3: not all of what was asked for is there
    return slurp(directory_ / "out.csv");
  }
  void expect_refusal(const std::string& arguments, const std::vector<std::string>& sentence) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments << outcome.out << outcome.err;
    EXPECT_EQ(outcome.out, "");
    for (const std::string& part : sentence)
      EXPECT_NE(outcome.err.find(part), std::string::npos) << part << " not in: " << outcome.err;
  }
  testing::TemporaryDirectory directory_;
};

TEST_F(StoreTest, HasTheReportOfARunWithoutOne) {
  const std::string sweep =
      "solve rotor --method raw,single-loop,nested-corrected --option preconditioner=averaged --budget 2e4 "
      "--replicas 70 --observe residual,tracking_error --observations 5 --json";
  const Outcome plain = run(sweep), stored = run(sweep + " --store run.db");
  EXPECT_EQ(plain.code, 0) << plain.err;
  EXPECT_EQ(without_times(plain.out), without_times(stored.out));
  EXPECT_FALSE(without_times(plain.out)[2]["product_condition"].is_null());
  EXPECT_EQ(without_times(plain.out)[0]["observations"].size(), 5U);
  EXPECT_EQ(without_times(run("resume run.db --json").out), without_times(stored.out));
  const Outcome again =
      run("solve rotor --method raw,single-loop,nested-corrected --option preconditioner=averaged "
          "--budget 2e4 --replicas 70 --observe residual,tracking_error --observations 5 --store run.db");
  EXPECT_NE(again.err.find("raw: 70 of 70 replicas are in run.db already"), std::string::npos) << again.err;
}

TEST_F(StoreTest, GrowsByWhatIsNotThereYet) {
  EXPECT_EQ(run("solve rotor --budget 1e4 --replicas 20 --first-replica 10 --store run.db").code, 0);
  const Outcome more = run("solve rotor --budget 1e4 --replicas 50 --store run.db");
  EXPECT_NE(more.err.find("20 of 50 replicas are in run.db already"), std::string::npos) << more.err;
  EXPECT_EQ(run("solve rotor --budget 1e4 --replicas 50 --store whole.db").code, 0);
  EXPECT_EQ(exported("run.db"), exported("whole.db"));
}

TEST_F(StoreTest, DivergedReplicasAreStoredAndReportedAgain) {
  const std::string arguments =
      "scalar-floor --method raw --option outer=tikhonov --option anchor_scale=1e300 --set sigma=1e308 --iterations "
      "200 "
      "--replicas 3 --json --store run.db";
  const Outcome first = run("solve " + arguments), second = run("resume run.db --json");
  EXPECT_EQ(first.code, 3) << first.err;
  EXPECT_EQ(second.code, 3);
  EXPECT_EQ(without_times(first.out), without_times(second.out));
  EXPECT_EQ(without_times(first.out)["endings"]["diverged"], 3);
}

TEST_F(StoreTest, PartsMadeApartAreMerged) {
  EXPECT_EQ(run("solve rotor --budget 1e4 --replicas 8 --store a.db").code, 0);
  EXPECT_EQ(run("solve rotor --budget 1e4 --replicas 8 --first-replica 8 --store b.db").code, 0);
  const Outcome merged = run("merge a.db b.db --output all.db");
  EXPECT_EQ(merged.out, "wrote all.db: 1 job, 16 replicas\n");
  EXPECT_EQ(run("solve rotor --budget 1e4 --replicas 16 --store whole.db").code, 0);
  EXPECT_EQ(exported("all.db"), exported("whole.db"));
  EXPECT_EQ(without_times(run("resume all.db --json").out), without_times(run("resume whole.db --json").out));
  EXPECT_NE(run("merge a.db all.db --output more.db").out.find("(8 were there twice, with the same bits)"),
            std::string::npos);
  expect_refusal("merge a.db b.db --output all.db", {"'all.db' is there already"});
  expect_refusal("merge a.db ./a.db --output twice.db", {"'./a.db' is named twice"});
}

TEST_F(StoreTest, BadFilesAreRefusedAndLeftAsTheyAre) {
  std::ofstream(path("notes.txt")) << "mine\n";
  for (const char* verb : {"solve rotor --store notes.txt", "resume notes.txt", "export notes.txt --output x.csv",
                           "merge notes.txt --output x.db"})
    expect_refusal(verb, {"'notes.txt' is not a twoscale store", "left as it is"});
  EXPECT_EQ(slurp(directory_ / "notes.txt"), "mine\n");
  expect_refusal("resume missing.db", {"there is no file 'missing.db'"});
  expect_refusal("solve rotor --store notes.txt/run.db", {"cannot write 'notes.txt/run.db'"});
  expect_refusal("solve rotor --store /proc/run.db", {"cannot write '/proc/run.db'"});
  EXPECT_EQ(run("solve rotor --budget 1e4 --replicas 300 --store good.db").code, 0);
  std::string bytes = slurp(directory_ / "good.db");
  std::ofstream(path("cut.db"), std::ios::binary) << bytes.substr(0, bytes.size() - 4096);
  expect_refusal("resume cut.db", {"'cut.db' is damaged", "left as it is"});
  bytes[63] = 9;
  std::ofstream(path("later.db"), std::ios::binary) << bytes;
  expect_refusal("resume later.db", {"version 9", "this program reads versions 1 to 6"});
  EXPECT_FALSE(std::filesystem::exists(path("x.csv")) || std::filesystem::exists(path("x.db")));
}

TEST_F(StoreTest, ARunOfAnotherVersionIsNotGoneOnWith) {
  {
    Store store = Store::open(path("old.db"));
    const Plan plan = Plan::for_iterations(make_method("single-loop"), 100);
    store.add(describe_job("9.9.9", "rotor", "", make_problem("rotor")->parameters(), plan, {}), {0, 1});
  }
  const std::string before = slurp(directory_ / "old.db");
  expect_refusal("resume old.db", {"a run of twoscale 9.9.9", "left as it is"});
  EXPECT_EQ(slurp(directory_ / "old.db"), before);
}

TEST_F(StoreTest, BadRequestsMakeNoFile) {
  expect_refusal("solve rotor --store run.db --y0 2,0", {"y0 = (2, 0) must be in its set"});
  expect_refusal("solve rotor --store run.db --observe residul", {"'residul'", "did you mean 'residual'?"});
  expect_refusal("solve rotor --store run.db --observe residual,residual", {"'residual' is to be observed twice"});
  expect_refusal("solve rotor --store run.db --observations 0 --observe residual", {"observations = 0 must be"});
  expect_refusal("solve rotor --store run.db --checkpoint-every 0", {"checkpoint-every = 0 must be"});
  expect_refusal("solve rotor --store run.db --replicas 4294967295 --first-replica 1", {"first-replica = 1 must be"});
  EXPECT_FALSE(std::filesystem::exists(path("run.db")));
  EXPECT_EQ(run("solve rotor --budget 1e4 --store run.db").code, 0);
  expect_refusal("export run.db --output x.xls", {"no format 'xls'", ".csv, .jsonl or .npy"});
  expect_refusal("export run.db --what replica --output x.csv", {"'replica'", "did you mean 'replicas'?"});
}

TEST_F(StoreTest, AFullDiskLeavesNoCheckpointThatContradictsItself) {
  // Observations and checkpoints of one replica go together or not at all, with two threads that write.
  const std::string full = "bash -c 'trap \"\" XFSZ; ulimit -f 700; exec \"$0\" \"$@\"'";
  const std::string solve =
      "solve rotor --method single-loop --budget 1e5 --replicas 3000 --observe residual --observations 40 --threads 2 "
      "--checkpoint-every 0.02 --store ";
  EXPECT_EQ(run(solve + "run.db", full).code, 2);
  EXPECT_EQ(run("verify run.db").code, 0) << run("verify run.db").err;
  const int settled = run(solve + "whole.db").code;  // 3: one of the replicas has not
  EXPECT_EQ(run("resume run.db").code, settled) << run("resume run.db").err;
  EXPECT_EQ(exported("run.db", "observations"), exported("whole.db", "observations"));
}

TEST_F(StoreTest, AFullDiskLosesNothingThatWasStored) {
  const std::string full = "bash -c 'trap \"\" XFSZ; ulimit -f 1200; exec \"$0\" \"$@\"'";
  const std::string solve = "solve rotor --iterations 50 --replicas 20000 --store run.db";
  const Outcome outcome = run(solve, full);
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_NE(outcome.err.find("the disk is full"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("twoscale resume"), std::string::npos);
  EXPECT_NE(exported("run.db").find("\n1,rotor,auto,1,0,still-moving,"),
            std::string::npos);  // the first rows are there
  const Outcome rest = run("resume run.db");
  EXPECT_EQ(rest.code, 3) << rest.err;  // runs too short to tell
  EXPECT_NE(rest.err.find(" of 20,000 replicas are in run.db already"), std::string::npos) << rest.err;
  EXPECT_EQ(run("solve rotor --iterations 50 --replicas 20000 --store whole.db").code, 3);
  EXPECT_EQ(exported("run.db"), exported("whole.db"));
}

/// Waits for something to be so, however slow the machine; gives up after minutes, when it will never be.
template <class Condition>
::testing::AssertionResult comes_true(const Condition& condition) {
  for (int i = 0; i < 10'000; ++i) {
    if (condition()) return ::testing::AssertionSuccess();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return ::testing::AssertionFailure() << "it never came true";
}

TEST_F(StoreTest, TwoRunsOnOneStoreAreOneTooMany) {
  const std::string started = "cd '" + directory_.path().string() +
                              "' && { '" TWOSCALE_PROGRAM
                              "' solve rotor --budget 1e12 --store run.db >first.txt 2>&1 & echo $! >pid; }";
  ASSERT_EQ(std::system(started.c_str()), 0);
  const auto running = [&] { return std::filesystem::exists(path("run.db-wal")); };
  ASSERT_TRUE(comes_true(running));
  expect_refusal("resume run.db", {"'run.db' is in use by another run"});
  expect_refusal("solve rotor --store run.db", {"'run.db' is in use by another run"});
  EXPECT_NE(exported("run.db", "jobs").find("rotor,auto"), std::string::npos);  // looking is allowed
  const std::string pid = slurp(directory_ / "pid");
  ASSERT_EQ(std::system(("kill -INT " + pid).c_str()), 0);
  ASSERT_TRUE(comes_true([&] { return !running(); }));
  EXPECT_NE(exported("run.db", "jobs").find(",1,0,1,"), std::string::npos);  // one asked for, none ended, one under way
}

TEST_F(StoreTest, EveryVerbHasHelpWithExamples) {
  for (const char* verb : {"solve", "resume", "merge", "export", "verify"}) {
    const Outcome help = run(std::string(verb) + " --help");
    EXPECT_EQ(help.code, 0);
    EXPECT_NE(help.out.find("Example"), std::string::npos) << verb;
    EXPECT_NE(help.out.find(std::string("twoscale ") + verb), std::string::npos) << verb;
  }
}

}  // namespace
}  // namespace twoscale
