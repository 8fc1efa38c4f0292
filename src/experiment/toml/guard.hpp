#pragma once
// What is refused before a text reaches the TOML library.

#include <string>
#include <string_view>

namespace twoscale::detail {

inline constexpr int kDeepest = 16;  // brackets in brackets, and parts of a dotted key: a spec needs three

/// Throws for a text that is not UTF-8, larger than 1 MB, or nested deeper than kDeepest.
void guard_toml(std::string_view text, const std::string& file);

}  // namespace twoscale::detail
