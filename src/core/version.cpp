#include <twoscale/core/version.hpp>

namespace twoscale {

const char* version() { return TWOSCALE_VERSION; }

}  // namespace twoscale
