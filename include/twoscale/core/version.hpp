#pragma once

namespace twoscale {

/// Of the library, as "0.1.0": results of another version may have other bits.
const char* version();

}  // namespace twoscale
