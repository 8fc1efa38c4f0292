#include "process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <twoscale/core/error.hpp>

namespace twoscale::plugin {

namespace {

bool runnable(const std::string& path) {
  std::error_code failed;
  return std::filesystem::is_regular_file(path, failed) && access(path.c_str(), X_OK) == 0;
}

std::vector<std::string> environment(const std::string& temporary) {
  std::vector<std::string> out = {"LC_ALL=C", "TMPDIR=" + temporary};
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string one = *at;
    if (!one.starts_with("LC_ALL=") && !one.starts_with("TMPDIR=") && !one.starts_with("LANGUAGE=")) out.push_back(one);
  }
  return out;
}

/// As exec wants them; the strings must outlive it.
std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (const std::string& one : strings) out.push_back(const_cast<char*>(one.c_str()));
  out.push_back(nullptr);
  return out;
}

}  // namespace

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return runnable(name) ? name : "";
  const char* path = std::getenv("PATH");
  const std::string places = path ? path : "";
  for (std::size_t from = 0; from < places.size();) {
    const std::size_t colon = std::min(places.find(':', from), places.size());
    std::string candidate = places.substr(from, colon - from) + "/" + name;
    if (candidate[0] == '/' && candidate[1] != '/' && runnable(candidate)) return candidate;
    from = colon + 1;
  }
  return "";
}

Process::Process(const std::vector<std::string>& command, const std::string& output) {
  const std::vector<std::string> variables = environment(std::filesystem::path(output).parent_path().string());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  const int failed =
      posix_spawn(&id_, command[0].c_str(), &actions, nullptr, pointers(command).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    id_ = -1;
    throw Error("cannot run " + command[0] + " (" + std::strerror(failed) + ")");
  }
}

Process::~Process() { wait(); }

bool Process::wait() {
  if (id_ < 0) return false;
  int status = 0;
  while (waitpid(id_, &status, 0) < 0)
    if (errno != EINTR) return id_ = -1, false;
  id_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace twoscale::plugin
