#include <twoscale/core/instruction_set.hpp>

#include <twoscale/core/error.hpp>

namespace twoscale {

const char* name_of(InstructionSet set) { return set == InstructionSet::avx512 ? "avx512" : "avx2"; }

InstructionSet instruction_set(std::string_view name) {
  for (const InstructionSet set : {InstructionSet::avx2, InstructionSet::avx512})
    if (name == name_of(set)) return set;
  throw Error::field("instruction set", std::string(name), "avx2 or avx512");
}

bool machine_has(InstructionSet set) {
  const bool floor = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (set == InstructionSet::avx2) return floor;
  return floor && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

}  // namespace twoscale
