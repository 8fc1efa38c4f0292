// Certificates on every member of the suite: how often their intervals hold, looked at once and looked at twice, and
// how wide they are beside the ideal.
//
// usage: suite_coverage FOLDER_OF_SPECS [--one-place] [TRIALS [NAME]]    NAME: of one spec alone
//
// Every member at three places: at its start, halfway to a solution, and where 95 % of the way is done; --one-place
// takes one of them, in turn. Prints the table of docs/concepts/certificates.md, and ends with 1 where a row misses its
// bar: 93 to 99 % at 1,000 trials, and at most twice as wide as the ideal. Where r is so small that no upper bound
// missed, only the lower end can, by design in 2 %: up to 99.5 %. At a seam, where h(y) is no farther from the boundary
// of Y than its noise, the interval allows for either side: at least 93 %, and at most 2.5 times as wide. Fixed seeds,
// never retried.

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <thread>

#include <twoscale/experiment/spec.hpp>
#include <twoscale/measure/certificate.hpp>

#include "suite/problems.hpp"
#include "suite/truth.hpp"

namespace {

using namespace twoscale;
using suite::Numbers;
using suite::Settings;

struct Member {
  std::string problem, label;
  Settings settings;
};

/// All combinations of a spec's family.
std::vector<Member> members_of(const std::filesystem::path& file) {
  const Spec spec = load_spec(file.string());
  if (!suite::registry().contains(spec.name))
    throw Error(file.string() + " is of a problem that tests/suite/problems.hpp does not include");
  std::vector<Member> out = {{spec.name, spec.name, spec.set}};
  for (const Axis& axis : spec.family) {
    std::vector<Member> more;
    for (const Member& member : out)
      for (const std::string& value : axis.values) {
        more.push_back(member);
        more.back().settings.emplace_back(axis.name, value);
        more.back().label += " " + axis.name + " " + value;
      }
    out = std::move(more);
  }
  return out;
}

/// Of every spec in a folder, or of the one with this name.
std::vector<Member> members_in(const std::string& folder, const std::string& name) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".toml" && (name.empty() || entry.path().stem() == name))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Member> out;
  for (const auto& file : files)
    for (Member& member : members_of(file)) out.push_back(std::move(member));
  return out;
}

struct Tally {
  int place = 0;
  bool seam = false;
  int once = 0, bound = 0, twice = 0, unsettled = 0;
  double ratio = 0, ratio_twice = 0, r = 0;
};

/// Whether two standard errors of an average of so many pairs, in one coordinate, take h(y) into its set or out of it.
bool is_at_seam(const Evaluator& problem, const Numbers& y, const suite::Dense& pair, double pairs) {
  const auto is_held = [&](const Numbers& at) {
    Numbers inside = at;
    problem.project_slow(inside);
    return suite::norm(suite::difference(inside, at)) > 1e-9 * (1 + suite::norm(at));
  };
  const Numbers h = suite::reduced(problem, y);
  for (int i = 0; i < pair.rows; ++i)
    for (const double sign : {-2.0, 2.0}) {
      Numbers moved = h;
      moved[static_cast<std::size_t>(i)] += sign * std::sqrt(pair.at(i, i) / pairs);
      if (is_held(moved) != is_held(h)) return true;
    }
  return false;
}

bool holds(const Certificate& seen, double r) { return seen.lower <= r && r <= seen.upper; }

constexpr std::uint64_t kOnce = 4096, kTwice = 8192;  // samples: one look, and looks at 4,096 and 8,192

Tally tally(const Evaluator& problem, const Numbers& x, const Numbers& y, int trials) {
  Tally out;
  const Numbers mean = suite::residual(problem, y);
  out.r = suite::dot(mean, mean);
  double width = 0, width_twice = 0, samples = 0, samples_twice = 0;
  for (int trial = 0; trial < trials; ++trial) {
    CertificateOptions options;
    options.budget = kOnce, options.seed = 1000 + static_cast<std::uint64_t>(trial);
    Certificate seen = certify(problem, x, y, options);
    out.once += holds(seen, out.r), out.bound += out.r <= seen.at_most, out.unsettled += !seen.settled;
    width += seen.upper - seen.lower, samples += static_cast<double>(seen.samples);
    options.budget = kTwice;
    CertificateSequence sequence(problem, x, y, options);
    bool all = true;
    while (!sequence.done()) {
      seen = sequence.next();
      all = all && holds(seen, out.r);
    }
    out.twice += all;
    width_twice += seen.upper - seen.lower, samples_twice += static_cast<double>(seen.samples);
  }
  const suite::Dense pair = suite::noise_of_pair(problem, y);
  out.seam = is_at_seam(problem, y, pair, samples / trials / 2);
  out.ratio = width / trials / suite::ideal_width(pair, mean, samples / trials);
  out.ratio_twice = width_twice / trials / suite::ideal_width(pair, mean, samples_twice / trials);
  return out;
}

constexpr int kPlaces = 3;
constexpr double kWay[kPlaces] = {0, 0.5, 0.95};  // from the start to a solution

/// y on the way; x as a run would leave it, about the noise of a step away from x*(y), but at the start the problem's.
Tally at_place(const Member& member, int place, int trials) {
  const auto problem = suite::registry().at(member.problem)(member.settings);
  const Numbers start = problem->slow_start();
  const Numbers y = suite::moved(start, kWay[place], suite::difference(suite::solution(*problem), start));
  Numbers x = place == 0 ? problem->fast_start() : suite::fast_solution(*problem, y);
  if (place > 0)
    for (double& value : x) value += 0.1;
  problem->project_fast(x);
  Tally out = tally(*problem, x, y, trials);
  out.place = place;
  return out;
}

std::string three(const std::vector<Tally>& rows, const std::function<double(const Tally&)>& of, const char* format) {
  std::string out;
  for (const Tally& row : rows) {
    char text[32];
    std::snprintf(text, sizeof text, format, of(row));
    out += (out.empty() ? "" : ", ") + std::string(text);
  }
  return out;
}

constexpr const char* kHeading =
    "| member | r | held % | `at_most` held % | both looks held % | width over ideal | after two looks |\n"
    "|---|---|---|---|---|---|---|";

void print_row(const Member& member, const std::vector<Tally>& rows, int trials) {
  const double percent = 100.0 / trials;
  std::printf("| %s | %s | %s | %s | %s | %s | %s |\n", member.label.c_str(),
              three(
                  rows, [](const Tally& t) { return t.r; }, "%.2g")
                  .c_str(),
              three(
                  rows, [&](const Tally& t) { return percent * t.once; }, "%.1f")
                  .c_str(),
              three(
                  rows, [&](const Tally& t) { return percent * t.bound; }, "%.1f")
                  .c_str(),
              three(
                  rows, [&](const Tally& t) { return percent * t.twice; }, "%.1f")
                  .c_str(),
              three(
                  rows, [](const Tally& t) { return t.ratio; }, "%.2f")
                  .c_str(),
              three(
                  rows, [](const Tally& t) { return t.ratio_twice; }, "%.2f")
                  .c_str());
}

/// Places that miss at 1,000 trials, by a standard error or less, as docs/concepts/certificates.md says. Named here so
/// that the bar stays where it is for all others.
constexpr std::pair<const char*, int> kKnown[] = {
    {"minimax condition 10", 2},  // 92.4 % at both looks: r where the noise is loudest
};
bool is_known(const Member& member, const Tally& t) {
  return std::any_of(std::begin(kKnown), std::end(kKnown),
                     [&](const auto& known) { return member.label == known.first && t.place == known.second; });
}

bool meets_its_bar(const Tally& t, int trials) {
  const double most = t.seam ? 1 : t.bound == trials ? 0.995 : 0.99;
  const auto within = [&](int held) { return held >= 0.93 * trials && held <= most * trials; };
  return within(t.once) && within(t.twice) && t.ratio <= (t.seam ? 2.5 : 2);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return std::fputs("usage: suite_coverage FOLDER_OF_SPECS [--one-place] [TRIALS [NAME]]\n", stderr), 2;
  const bool one_place = count > 2 && std::string(arguments[2]) == "--one-place";
  const std::vector<std::string> rest(arguments + (one_place ? 3 : 2), arguments + count);
  const int trials = rest.empty() ? 1000 : std::stoi(rest[0]);
  const std::vector<Member> members = members_in(arguments[1], rest.size() > 1 ? rest[1] : "");
  std::vector<std::vector<Tally>> tallies(members.size());
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 0; t < std::max(1U, std::thread::hardware_concurrency()); ++t)
      threads.emplace_back([&] {
        for (std::size_t i; (i = next++) < members.size();)
          for (int place = 0; place < kPlaces; ++place)
            if (!one_place || place == static_cast<int>(i % kPlaces))
              tallies[i].push_back(at_place(members[i], place, trials));
      });
  }
  std::puts(kHeading);
  int misses = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    print_row(members[i], tallies[i], trials);
    for (const Tally& t : tallies[i]) {
      if (meets_its_bar(t, trials)) continue;
      const bool known = is_known(members[i], t);
      std::fprintf(stderr, "%s, place %d of 3: misses its bar%s\n", members[i].label.c_str(), t.place + 1,
                   known ? ", which is known" : "");
      misses += !known;
    }
  }
  return misses == 0 ? 0 : 1;
}
