#pragma once
// The elementary functions on packs: the same bits at every width, on every compiler and instruction set.
//
// The machine's mathematics library is not used on the state: its results differ between versions, and a call per lane
// costs several times the vector code. docs/concepts/own-problem.md lists the functions and their largest errors, which
// tests/unit/core/elementary_test.cpp measures.

#include <twoscale/core/elementary/angle.hpp>
#include <twoscale/core/elementary/error_function.hpp>
#include <twoscale/core/elementary/exponential.hpp>
#include <twoscale/core/elementary/growth.hpp>
#include <twoscale/core/elementary/inverse_angle.hpp>
#include <twoscale/core/elementary/plain.hpp>
#include <twoscale/core/elementary/pow.hpp>
