#include <twoscale/problem/samples.hpp>

namespace twoscale {

const char* name_of(Sampling sampling) { return sampling == Sampling::shared ? "shared" : "fresh"; }

namespace detail {

void refuse_missing(const char* member) { throw Error(std::string("the problem has no member ") + member); }
void refuse_colours() {
  throw Error(
      "jacobian = coloured asks for derivatives that are taken of F and G as they are written, for any numbers, and "
      "for sizes at which their structure fits into memory: leave the option out");
}

}  // namespace detail

}  // namespace twoscale
