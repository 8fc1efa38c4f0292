// to_html: the page around figures and tables. Same document, same bytes: no clock, no counters but the page's own.

#include <twoscale/report/document.hpp>

#include "markup.hpp"
#include "parts.hpp"
#include "report_page.inc"  // kStyle, kScript: page.css and page.js

namespace twoscale::report {

namespace {

std::string paragraphs_markup(const std::vector<std::string>& paragraphs) {
  std::string out;
  for (const std::string& paragraph : paragraphs) out += "<p>" + escape(paragraph) + "</p>\n";
  return out;
}

/// Anchors of the sections, for links by name and in their order.
struct Places {
  Anchors named;
  std::vector<std::string> in_order;
};

std::string contents_markup(const Document& document, const Places& places) {
  if (document.sections.size() < 2) return {};
  std::string out = "<nav aria-label=\"Contents\">\n<h2>Contents</h2>\n<ol>\n";
  for (std::size_t i = 0; i < document.sections.size(); ++i) {
    out += "<li><a href=\"#" + places.in_order[i] + "\">" + escape(document.sections[i].title) + "</a></li>\n";
  }
  return out + "</ol>\n</nav>\n";
}

std::string figures_markup(const Section& section, int& figures) {
  if (section.plots.empty() && section.maps.empty()) return {};
  const bool alone = section.plots.size() + section.maps.size() == 1;
  std::string out = std::string("<div class=\"figures") + (alone ? " alone" : "") + "\">\n";
  for (const Plot& plot : section.plots) out += plot_markup(plot, ++figures);
  for (const HeatMap& map : section.maps) out += heat_map_markup(map, ++figures);
  return out + "</div>\n";
}

std::string section_markup(const Section& section, const std::string& anchor, const Anchors& anchors, int& figures) {
  std::string out = "<section id=\"" + anchor + "\">\n<h2>" + escape(section.title) + R"( <a class="anchor" href="#)" +
                    anchor + "\" aria-label=\"Link to this section\">#</a></h2>\n";
  out += paragraphs_markup(section.paragraphs);
  out += table_markup(section.table, section.title, anchors);
  out += figures_markup(section, figures);
  if (!section.command.empty()) {
    out += "<h3>Make it again</h3>\n<div class=\"command\"><pre tabindex=\"0\"><code>" + escape(section.command) +
           "</code></pre></div>\n";
  }
  if (!section.spec.empty()) {
    out += "<details>\n<summary>Specification</summary>\n<pre tabindex=\"0\"><code>" + escape(section.spec) +
           "</code></pre>\n</details>\n";
  }
  return out + "</section>\n";
}

std::string facts_markup(const Document& document) {
  if (document.facts.empty()) return {};
  std::string out = "<footer>\n<h2>Facts</h2>\n<dl>\n";
  for (const auto& [name, value] : document.facts) {
    out += "<div><dt>" + escape(name) + "</dt><dd>" + escape(value) + "</dd></div>\n";
  }
  return out + "</dl>\n</footer>\n";
}

std::string head_markup(const Document& document) {
  // Nothing may be asked from anywhere: the policy holds even if a name should slip through as markup.
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
         "script-src 'unsafe-inline'; img-src data:\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>" +
         escape(document.title) + "</title>\n<style>\n" + kStyle + "</style>\n</head>\n";
}

}  // namespace

std::string to_html(const Document& document) {
  Places places;
  for (const Section& section : document.sections) places.in_order.push_back(places.named.add(section.id));
  int figures = 0;
  std::string out = head_markup(document);
  out += "<body>\n" + shapes_markup() + "<header>\n<h1>" + escape(document.title) + "</h1>\n</header>\n<main>\n";
  out += paragraphs_markup(document.paragraphs);
  out += table_markup(document.summary, "Summary", places.named);
  out += contents_markup(document, places);
  for (std::size_t i = 0; i < document.sections.size(); ++i) {
    out += section_markup(document.sections[i], places.in_order[i], places.named, figures);
  }
  out += "</main>\n" + facts_markup(document) + "<script>\n" + kScript + "</script>\n</body>\n</html>\n";
  return out;
}

}  // namespace twoscale::report
