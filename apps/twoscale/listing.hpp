#pragma once
// twoscale list and show: what there is, and what one thing takes.

#include <string>
#include <vector>

#include <twoscale/twoscale.hpp>

namespace twoscale::cli {

struct ListingEntry {
  std::string name, summary;
};
struct ListingSection {
  std::string title;  // "problems"
  std::vector<ListingEntry> entries;
};
using Listing = std::vector<ListingSection>;

int list(const std::string& kind, bool json);
int show(const std::string& name, bool json, const std::vector<std::string>& parameters = {});

std::string to_json(const Listing& listing);
std::string problem_json(const AnyProblem& problem);
std::string method_json(const Preset& preset);

}  // namespace twoscale::cli
