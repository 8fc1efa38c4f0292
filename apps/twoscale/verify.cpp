#include "verify.hpp"

#include <twoscale/store/verify.hpp>

#include "report.hpp"
#include "request.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

namespace {

std::string counted(std::uint64_t count, const std::string& what) {
  return grouped(count) + " " + what + (count == 1 ? "" : "s");
}

std::string contents(const Verification& found) {
  std::string out = counted(found.jobs, "job") + ", " + grouped(found.ended) + " of " +
                    counted(found.asked, "replica") + ", " + counted(found.observations, "observation");
  if (found.underway > 0) out += ", " + grouped(found.underway) + " under way";
  return out;
}

}  // namespace

int verify(const VerifyRequest& request) {
  constexpr std::size_t kShown = 20;
  const Verification found = verify_store(request.store);
  if (request.json) print(to_json(request.store, found));
  else {
    print(request.store + ": " + contents(found));
    for (std::size_t i = 0; i < found.faults.size() && i < kShown; ++i) print("  " + found.faults[i]);
    if (found.faults.size() > kShown) print("  and " + grouped(found.faults.size() - kShown) + " more");
    if (!found.caution.empty()) print(found.caution);
    else if (found.faults.empty()) print("every row is what was written");
  }
  if (!found.faults.empty())
    print_error("error: '" + request.store + "' is damaged in " + counted(found.faults.size(), "place") +
                ". Export and resume refuse it: take a copy from before, or run it again with another --store");
  return found.faults.empty() ? kDone : kBadInput;
}

}  // namespace twoscale::cli
