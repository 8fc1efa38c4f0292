#pragma once
// The page that solve --report writes: what was solved, how it went on, and the answer, to look at.

#include <string>

#include <twoscale/report/document.hpp>
#include <twoscale/solve/report.hpp>

namespace twoscale {

/// `command`: what makes it again.
report::Document page_of(const ReportGroup& group, const std::string& command);

}  // namespace twoscale
