#pragma once
// What a problem file includes: the sets, the numbers, and the line that names the problem.

#include <array>

#include <twoscale/plugin/any_problem.hpp>
#include <twoscale/problem/planar.hpp>
#include <twoscale/problem/problem.hpp>
