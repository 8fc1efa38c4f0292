#include "trust.hpp"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace twoscale {

namespace {

/// The owner, where that is another user; empty otherwise.
std::string other_owner(const std::string& path) {
  struct stat file {};
  if (stat(path.c_str(), &file) != 0 || file.st_uid == geteuid()) return "";
  const passwd* user = getpwuid(file.st_uid);
  return user != nullptr ? user->pw_name : "user " + std::to_string(file.st_uid);
}

}  // namespace

void require_trust(const std::string& store, const std::string& source, const ResumeOptions& options) {
  if (source.empty()) return;
  event::RunsFile told{store, source, ""};
  for (const std::string& path : {source, store})
    if (const std::string owner = other_owner(path); !owner.empty())
      told.whose += (told.whose.empty() ? "'" : ", '") + path + "' belongs to " + owner;
  options.watch.say(told);
  if (told.whose.empty() || options.trust) return;
  if (!options.confirm || !options.confirm(told))
    throw Error(told.whose + ", and resume would run '" + source +
                "' as you: look at it, then say --trust; nothing was run");
}

}  // namespace twoscale
