# Whether the machine that builds has AVX-512: what is used here and not shipped (the precompiled header, benchmarks) is
# compiled for it.
include(CheckCXXSourceRuns)
check_cxx_source_runs("int main() {
  return __builtin_cpu_supports(\"avx512f\") && __builtin_cpu_supports(\"avx512bw\") &&
         __builtin_cpu_supports(\"avx512cd\") && __builtin_cpu_supports(\"avx512dq\") &&
         __builtin_cpu_supports(\"avx512vl\") ? 0 : 1; }" TWOSCALE_MACHINE_HAS_AVX512)
set(machine_set AVX2)
if(TWOSCALE_AVX512 AND TWOSCALE_MACHINE_HAS_AVX512)
  set(machine_set AVX512)
endif()
set(TWOSCALE_MACHINE_FLAGS ${TWOSCALE_FLAGS_${machine_set}})
set(TWOSCALE_MACHINE_FLAGS_GCC12 ${TWOSCALE_FLAGS_GCC12_${machine_set}})
