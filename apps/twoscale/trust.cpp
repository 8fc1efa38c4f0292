#include "trust.hpp"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <iostream>

#include <twoscale/core/error.hpp>

#include "terminal.hpp"

namespace twoscale::cli {

namespace {

/// The owner, where that is another user; empty otherwise.
std::string other_owner(const std::string& path) {
  struct stat file {};
  if (stat(path.c_str(), &file) != 0 || file.st_uid == geteuid()) return "";
  const passwd* user = getpwuid(file.st_uid);
  return user != nullptr ? user->pw_name : "user " + std::to_string(file.st_uid);
}

bool confirmed() {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0) return false;
  std::cerr << "Compile and run it? [y/N] " << std::flush;
  std::string answer;
  return std::getline(std::cin, answer) && (answer == "y" || answer == "Y" || answer == "yes");
}

}  // namespace

void require_trust(const std::string& store, const std::string& source, bool trusted, bool quiet) {
  if (source.empty()) return;
  if (!quiet) print_error("'" + store + "' names '" + source + "': resume compiles and runs it");
  std::string whose;
  for (const std::string& path : {source, store})
    if (const std::string owner = other_owner(path); !owner.empty())
      whose += (whose.empty() ? "'" : ", '") + path + "' belongs to " + owner;
  if (whose.empty() || trusted) return;
  if (!quiet) print_error(whose);
  if (quiet || !confirmed())
    throw Error(whose + ", and resume would run '" + source +
                "' as you: look at it, then say --trust; nothing was run");
}

}  // namespace twoscale::cli
