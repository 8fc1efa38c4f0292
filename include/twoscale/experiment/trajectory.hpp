#pragma once
// Single runs in the plane, drawn: what lag and leakage look like before they are averaged.

#include <twoscale/report/document.hpp>

namespace twoscale {

report::Section trajectory_section();

}  // namespace twoscale
