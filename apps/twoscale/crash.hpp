#pragma once
// A user's function may crash, abort or call exit(). The program then ends, as it must, but says whose fault it was and
// where the run had come to. What was stored before is safe.

#include <cstdint>
#include <string>

namespace twoscale::cli {

/// From here to the end of the process. Called once, first thing.
void report_crashes();
/// The problem whose code runs from here on: its name, or the path of its file.
void crashes_are_of(const std::string& problem);
/// The program is about to end by itself: exit() is nobody's mistake any more.
void expect_exit();

/// Where this thread is, as RunOptions::place tells it; also makes room for a report should its stack be full.
void note_place(std::uint32_t replica, std::size_t lanes, std::uint64_t iteration, std::uint64_t until);

}  // namespace twoscale::cli
