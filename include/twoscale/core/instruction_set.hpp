#pragma once
// InstructionSet: what a kernel was compiled for, and what the machine can run. Results do not depend on it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace twoscale {

enum class InstructionSet { avx2, avx512 };

const char* name_of(InstructionSet set);
/// Throws with the names there are.
InstructionSet instruction_set(std::string_view name);

/// AVX2 and FMA (x86-64-v3) are the floor; AVX-512 is x86-64-v4: F, BW, CD, DQ and VL.
bool machine_has(InstructionSet set);

/// What this file is being compiled for.
inline constexpr InstructionSet kCompiledFor =
#if defined(__AVX512F__)
    InstructionSet::avx512;
#else
    InstructionSet::avx2;
#endif

}  // namespace twoscale
