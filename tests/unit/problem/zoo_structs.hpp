#pragma once
// The structs of the zoo, as their files define them, without the run-time wrapping.

#include <twoscale/problem.hpp>

#undef TWOSCALE_PROBLEM
#define TWOSCALE_PROBLEM(Struct, problem_name, problem_summary) \
  static_assert(twoscale::check_problem<Struct>());             \
  template <>                                                   \
  inline const char* name_in_zoo<Struct>() {                    \
    return problem_name;                                        \
  }

namespace zoo {

template <class P>
const char* name_in_zoo();

#include "../../../zoo/lipschitz_only.cpp"
#include "../../../zoo/moving_target.cpp"
#include "../../../zoo/rotation.cpp"
#include "../../../zoo/rotor.cpp"
#include "../../../zoo/rotor_curved.cpp"
#include "../../../zoo/scalar_floor.cpp"

}  // namespace zoo
