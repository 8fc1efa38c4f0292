#pragma once
// A store names the file of its problem, and resume compiles and runs that file. Whoever wrote either decides what
// runs.

#include <string>

namespace twoscale::cli {

/// Says what will be run, unless it is to be quiet. Where the file or the store belongs to another user: goes on only
/// if `trusted`, or after a yes on the terminal; throws otherwise.
void require_trust(const std::string& store, const std::string& source, bool trusted, bool quiet);

}  // namespace twoscale::cli
