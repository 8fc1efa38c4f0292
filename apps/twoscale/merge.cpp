#include "merge.hpp"

#include <twoscale/store/merge.hpp>

#include "terminal.hpp"

namespace twoscale::cli {

int merge(const std::vector<std::string>& inputs, const std::string& output) {
  const Merged merged = merge_stores(inputs, output);
  std::string line = "wrote " + output + ": " + grouped(merged.jobs) + (merged.jobs == 1 ? " job, " : " jobs, ") +
                     grouped(merged.replicas) + (merged.replicas == 1 ? " replica" : " replicas");
  if (merged.duplicates > 0) line += " (" + grouped(merged.duplicates) + " were there twice, with the same bits)";
  print(line);
  return 0;
}

}  // namespace twoscale::cli
