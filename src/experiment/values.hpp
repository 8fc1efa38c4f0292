#pragma once
// Numbers that are described instead of listed: spaced between two ends, or drawn from a law.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace twoscale::detail {

inline constexpr std::uint64_t kMostValues = 100000;  // of one axis: it is kept as a list

enum class Spacing { linear, logarithmic };
enum class FamilyLaw { uniform, log_uniform, normal };

/// The number a text is; nothing for a name. Throws for a number that is not finite.
std::optional<double> number_in(const std::string& field, std::string_view text);

/// `count` numbers from `from` to `to`, both included, strictly increasing; one number: `from` = `to`. Those between
/// have at most 12 digits, so that the second of 1 ... 1000 in four is 10 and not 10 less a rounding error.
/// Throws, naming the field, for ends or a count that allow no such list.
std::vector<double> spaced(const std::string& field, double from, double to, std::uint64_t count, Spacing spacing);

/// Independent draws: uniform in (a, b), with a uniform logarithm there, or normal with mean a and deviation b. They
/// depend on the seed and the name alone, so another parameter beside it, or a longer list, leaves them as they are.
std::vector<double> drawn(const std::string& name, FamilyLaw law, double a, double b, std::uint64_t count,
                          std::uint64_t seed);

}  // namespace twoscale::detail
