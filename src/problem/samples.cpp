#include <twoscale/problem/samples.hpp>

namespace twoscale {

const char* name_of(Sampling sampling) { return sampling == Sampling::shared ? "shared" : "fresh"; }

namespace detail {

void refuse_missing(const char* member) { throw Error(std::string("the problem has no member ") + member); }

}  // namespace detail

}  // namespace twoscale
