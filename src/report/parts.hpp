#pragma once

#include <string>
#include <twoscale/report/document.hpp>

namespace twoscale::report {

/// The whole figure; `number` counts the figures of a page.
std::string plot_markup(const Plot& plot, int number);
std::string heat_map_markup(const HeatMap& map, int number);
std::string table_markup(const Table& table, const std::string& label, const class Anchors& anchors);

/// Shapes that plots refer to, once on a page.
std::string shapes_markup();

}  // namespace twoscale::report
