// The rows of rotor with the kernels that the library ships, as they are optimised there; to be held against those that
// run.py compiles.

#include <twoscale/plugin/zoo.hpp>

#include "rows.hpp"

/// Of the instruction set that is named.
int main(int argc, char** argv) {
  using namespace twoscale;
  const auto rotor = make_problem("rotor");
  const InstructionSet chosen = instruction_set(argc > 1 ? argv[1] : "avx2");
  for (const bits::Variant& variant : bits::variants()) {
    const Plan plan = variant.plan();
    bits::print_rows(std::string("rotor ") + variant.label, rotor->lanes(), [&](RunOptions options) {
      options.instruction_set = chosen;
      return rotor->run(plan, options);
    });
  }
}
