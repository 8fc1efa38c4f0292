#include "merge.hpp"

#include <twoscale/store/merge.hpp>

#include "request.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

int merge(const std::vector<std::string>& inputs, const std::string& output) {
  const Merged merged = merge_stores(inputs, output);
  std::string line = "wrote " + output + ": " + grouped(merged.jobs) + (merged.jobs == 1 ? " job, " : " jobs, ") +
                     grouped(merged.replicas) + (merged.replicas == 1 ? " replica" : " replicas");
  if (merged.duplicates > 0) line += " (" + grouped(merged.duplicates) + " were there twice, with the same bits)";
  print(line);
  if (merged.missing > 0)
    print_error(grouped(merged.missing) +
                (merged.missing == 1 ? " replica that was asked for is" : " replicas that were asked for are") +
                " in none of them: " + quoted_command("twoscale resume " + shell_word(output)) + " runs the rest");
  return merged.missing > 0 ? kNotReached : kDone;
}

}  // namespace twoscale::cli
