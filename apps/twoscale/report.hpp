#pragma once
// What solve and resume give besides text: exit codes, and JSON.

#include <string>
#include <vector>

#include <twoscale/solve/text.hpp>
#include <twoscale/store/verify.hpp>

namespace twoscale::cli {

/// The exit code of a command whose reports these are.
int exit_code(const std::vector<SolveReport>& reports);

// In json.cpp, the one place where JSON is written.
std::string to_json(const SolveReport& report);
std::string to_json(const std::vector<SolveReport>& reports);
std::string to_json(const std::string& store, const Verification& found);

}  // namespace twoscale::cli
