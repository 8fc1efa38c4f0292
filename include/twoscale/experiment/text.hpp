#pragma once
// Studies in words and tables, as the command line prints them.

#include <string>
#include <vector>

#include <twoscale/experiment/carry_out.hpp>

namespace twoscale {

/// "3 methods x 7 horizons x 12 members x 256 replicas: 64,512 runs, 1.9e11 samples"
std::string plan_text(const Study& study);
/// One line for each row: promise, exponent, interval, verdict; where limits are known, how many times the limit the
/// residual is at the end, and the limits below.
std::string rows_table(const std::vector<RowResult>& rows);
/// One line for each row: the value at each horizon, and the exponent; the limit, where it is known, as a line of its
/// own.
std::string values_table(const Measured& measured);
/// "12 promises measured: 10 met, ..."
std::string promises_text(const std::vector<Measured>& measured);

}  // namespace twoscale
