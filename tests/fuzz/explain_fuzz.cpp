// Any problem file and any output of a compiler are explained, however long their lines: a sentence, never a crash.

#include <cstdint>
#include <string>

#include "../../src/plugin/diagnostics.hpp"
#include "property.hpp"

using namespace twoscale::plugin;

namespace {

/// A line longer than a fuzzer would write: each byte 1 stands for a hundred thousand letters.
std::string stretched(const std::string& text) {
  std::string out;
  int long_ones = 0;
  for (const char c : text) {
    if (c == '\x01' && ++long_ones <= 3) out += std::string(100'000, 'x');
    else out += c;
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string all(reinterpret_cast<const char*>(data), size);
  const std::size_t middle = std::min(all.find('\0'), all.size());
  const SourceFile source{"my.cpp", "/my.cpp", stretched(all.substr(0, middle))};
  const std::string output = stretched(all.substr(std::min(middle + 1, all.size())));
  require(explain(source, output).starts_with("my.cpp does not compile\n"));
  require(!why_one_lane(source, output).empty());
  explain_machine(output, "/");
  explain_load(source, output);
  return 0;
}
