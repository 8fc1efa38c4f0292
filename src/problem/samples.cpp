#include <twoscale/problem/samples.hpp>

namespace twoscale::detail {

void refuse_missing(const char* member) { throw Error(std::string("the problem has no member ") + member); }

}  // namespace twoscale::detail
