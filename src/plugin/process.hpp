#pragma once
// Programs started without a shell: what they are given is what they get, blanks and quotes included.

#include <sys/types.h>

#include <string>
#include <vector>

namespace twoscale::plugin {

/// The path of a program, looked up in $PATH unless it has a '/'; empty where there is none to run.
std::string find_program(const std::string& name);

/// A running program. Both its outputs go to one file, its messages are in English, its temporary files lie beside
/// that file.
class Process {
 public:
  Process(const std::vector<std::string>& command, const std::string& output);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Whether it ended well.
  bool wait();

 private:
  pid_t id_ = -1;
};

}  // namespace twoscale::plugin
