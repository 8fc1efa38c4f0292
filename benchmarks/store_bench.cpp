// What a store's hashes cost, beside what it costs to write and read a row at all.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <twoscale/store/recorder.hpp>
#include <twoscale/twoscale.hpp>

#include "../src/store/row_hash.hpp"

using namespace twoscale;

namespace {

constexpr std::uint32_t kRows = 200'000;
constexpr int kRounds = 5;

/// The least of a few, in microseconds a row.
template <class Work>
double microseconds(const Work& work) {
  double best = 1e300;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return 1e6 * best / kRows;
}

Record example(std::uint32_t replica) {
  Record out;
  out.replica = replica, out.iteration = 1'000'000;
  out.counts.drawn[0] = out.counts.drawn[1] = 1'000'000;
  out.fast = {0.25 * replica, 1}, out.slow = {0.5, 1.0 / (1 + replica)};
  out.squared_residual = 1e-5 * replica, out.tracking_error = 0.25;
  return out;
}

/// The values of a replica's row, as Statement hands them to the hash.
std::int64_t hash_of_row(RowHash& hash, std::uint32_t replica) {
  hash.clear();
  hash.add(std::int64_t{1});
  hash.add(std::int64_t{replica});
  hash.add(std::string_view("settled"));
  hash.add(std::string_view(""));
  for (int i = 0; i < 8; ++i) hash.add(std::int64_t{1'000'000 + i});
  const double point[2] = {0.25 * replica, 1};
  for (int i = 0; i < 2; ++i) hash.add(std::string_view(reinterpret_cast<const char*>(point), sizeof point));
  hash.add(1e-5 * replica);
  hash.add(0.25);
  hash.add_null();
  hash.add_null();
  hash.add(std::int64_t{0});
  return hash.value();
}

}  // namespace

int main() {
  std::string folder = (std::filesystem::temp_directory_path() / "twoscale-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 1;
  const std::string path = folder + "/bench.db";
  std::int64_t sum = 0;
  RowHash hash;
  const double hashing = microseconds([&] {
    for (std::uint32_t i = 0; i < kRows; ++i) sum += hash_of_row(hash, i);
  });
  const Job job = describe_job("1", "rotor", "", make_problem("rotor")->parameters(),
                               Plan::for_iterations(make_method("single-loop"), 1000), {});
  const double writing = microseconds([&] {
    std::filesystem::remove(path);
    Store store = Store::open(path);
    Recorder recorder(store, store.add(job, {0, kRows}));
    for (std::uint32_t i = 0; i < kRows; ++i) recorder.put(example(i), {});
  });
  const Store store = Store::read(path);
  const double reading =
      microseconds([&] { store.for_each(1, kAllReplicas, [&](const Record& record) { sum += record.replica; }); });
  std::filesystem::remove_all(folder);
  std::printf(
      "hash of a replica's row   %.3f us\nwrite a row, hash and all %.2f us\nread a row, hash and all  %.2f us\n",
      hashing, writing, reading);
  return sum == 1 ? 1 : 0;
}
