# The style and the script of reports, compiled in: a report is one file, and so is the program that writes it.
file(READ src/report/page.css report_style)
file(READ src/report/page.js report_script)
string(JOIN "\n" report_page
  "constexpr const char* kStyle = R\"~~(@report_style@)~~\";"
  "constexpr const char* kScript = R\"~~(@report_script@)~~\";" "")
file(CONFIGURE OUTPUT report_page.inc CONTENT "${report_page}" @ONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/src/report/page.css ${PROJECT_SOURCE_DIR}/src/report/page.js)
