#pragma once
// What the commands share in reading a request: numbers, NAME=VALUE, points, parameters.

#include <string>
#include <utility>
#include <vector>

#include <twoscale/twoscale.hpp>

namespace twoscale::cli {

enum ExitCode { kDone = 0, kBadInput = 2, kNotReached = 3, kInterrupted = 130, kTerminated = 143 };

std::uint64_t whole_number(const std::string& field, const std::string& text, double low, double high);
std::uint64_t seed_number(const std::string& text);

/// "theta=0.3"; the flag is named when there is no name or no value.
std::pair<std::string, std::string> name_and_value(const char* flag, const std::string& text);

/// All of them; a name that stands twice is refused.
std::vector<std::pair<std::string, std::string>> names_and_values(const char* flag,
                                                                  const std::vector<std::string>& texts);

/// --instruction-set: one that the machine has, or nothing for an empty text.
std::optional<InstructionSet> asked_instruction_set(const std::string& name);

/// "1,0.5"; nothing for an empty text.
std::vector<double> coordinates(const std::string& field, const std::string& text);

/// From the flags that solve, resume and the studies share; nobody watches yet.
Manner manner_of(const std::string& threads, const std::string& checkpoint_every, const std::string& instruction_set);

}  // namespace twoscale::cli
