#include <twoscale/store/verify.hpp>

#include <set>

#include <twoscale/store/store.hpp>

#include "database.hpp"

namespace twoscale {

namespace {

/// SQLite's own look at the file: its pages, its indexes, and that no row belongs to a job that is not there.
void check_structure(const Database& database, std::vector<std::string>& faults) {
  Statement found = database.prepare("PRAGMA integrity_check");
  while (found.step())
    if (found.text(0) != "ok") faults.push_back("'" + database.path() + "' is damaged: " + found.text(0));
  Statement orphans = database.prepare("PRAGMA foreign_key_check");
  while (orphans.step())
    faults.push_back("'" + database.path() + "' is damaged: a row of '" + orphans.text(0) +
                     "' belongs to a job that is not there");
}

void check_jobs(const Store& store, Verification& out) {
  for (const StoredJob& stored : store.jobs()) {
    ++out.jobs;
    for (const ReplicaRange& range : stored.asked) out.asked += range.count;
    for (const ReplicaRange& range : store.finished(stored.id)) out.ended += range.count;
    out.underway += store.underway(stored.id).size();
    store.for_each_observation(stored.id, kAllReplicas, [&](std::uint32_t, const Observation&) { ++out.observations; });
  }
}

}  // namespace

Verification verify_store(const std::string& path) {
  Store store = Store::read(path);
  Verification out;
  out.caution = store.caution();
  store.hold_still();
  std::set<std::string> known;  // an observation is read twice
  store.on_damage([&](const std::string& fault) {
    if (known.insert(fault).second) out.faults.push_back(fault);
  });
  try {
    check_structure(store.database(), out.faults);
    check_jobs(store, out);
  } catch (const Error& error) {  // SQLite could not read on
    out.faults.emplace_back(error.what());
  }
  return out;
}

}  // namespace twoscale
