#pragma once
// A store names the file of its problem, and resume compiles and runs that file. Whoever wrote either decides what
// runs.

#include <string>

#include <twoscale/solve/options.hpp>

namespace twoscale {

/// Says what will be run. Where the file or the store belongs to another user: goes on only if the options trust it, or
/// confirm it when asked; throws otherwise.
void require_trust(const std::string& store, const std::string& source, const ResumeOptions& options);

}  // namespace twoscale
