#pragma once
// Text for people: numbers, times, points and tables, and names that no terminal or shell can misread.

#include <cstdint>
#include <string>
#include <vector>

#include <twoscale/core/setting.hpp>

namespace twoscale::text {

/// Control characters, and bytes that are not UTF-8, spelt out, as \x1b: a name cannot command the terminal. Ends of
/// lines and tabs stay.
std::string visible(const std::string& text);
/// As a shell takes it for one word.
std::string shell_word(const std::string& text);
/// A command to copy, in quotes that it has none of.
std::string quoted_command(const std::string& command);

/// 1,000,000
std::string grouped(std::uint64_t count);
/// All digits, as a person would have typed them: 1e5, 1250.
std::string written(std::uint64_t count);
/// Three digits, 2.2e-5 when small.
std::string brief(double value);
/// A setting's value: a number, a name, or the file a table came from.
std::string brief(const SettingInfo& setting);
/// "0.03 s", "7 min 50 s"
std::string duration(double seconds);
/// (0.00121, -0.00068), cut after a few numbers.
std::string point(const std::vector<double>& values);
/// Columns padded to their widest entry; the first is left-aligned, and the last where it holds words; the rest
/// right-aligned.
std::string table(const std::vector<std::vector<std::string>>& rows, bool words_last = false);

}  // namespace twoscale::text
