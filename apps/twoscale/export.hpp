#pragma once
// twoscale export: what a store holds, for other programs.

#include <string>

#include <twoscale/store/sheet.hpp>

namespace twoscale::cli {

struct ExportRequest {
  std::string store, output, format, what = "replicas";
};

int export_store(const ExportRequest& request);

/// One row as a JSON object on a line. In json.cpp, the one place where JSON is written.
std::string to_json_line(const std::vector<sheet::Column>& columns, const sheet::Row& row);

}  // namespace twoscale::cli
