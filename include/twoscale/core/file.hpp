#pragma once
// Files that appear whole or not at all: written under a name of their own beside the target, then moved.

#include <string>

namespace twoscale {

/// Makes an empty file with a name that nobody has, in the target's directory, which is made, too. Throws where that
/// cannot be, with the target's name.
std::string make_file_beside(const std::string& target);

/// Moves a file to a name that must be free; false, with errno, where it is not or cannot be.
bool move_to_free_name(const std::string& from, const std::string& to);

}  // namespace twoscale
