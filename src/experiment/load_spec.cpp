// A spec from a file.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <twoscale/core/error.hpp>
#include <twoscale/experiment/spec.hpp>

namespace twoscale {

namespace {

std::string text_of(const std::string& path) {
  constexpr std::streamsize kEnough = 1000001;  // one byte more than read_spec takes, and it says so
  std::error_code trouble;
  const auto status = std::filesystem::status(path, trouble);
  if (status.type() == std::filesystem::file_type::not_found) throw Error(path + ": no such file");
  if (trouble) throw Error(path + ": cannot be read: " + trouble.message());
  if (!std::filesystem::is_regular_file(status))
    throw Error(path + ": not a file that can be read; name a spec (TOML)");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(path + ": cannot be read; check its permissions");
  std::string text(kEnough, '\0');
  file.read(text.data(), kEnough);
  if (file.bad()) throw Error(path + ": cannot be read");
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace

Spec load_spec(const std::string& path) { return read_spec(text_of(path), path); }

SpecList load_specs(const std::string& path) {
  const std::string text = text_of(path);
  std::optional<SpecList> list = read_list(text, path);
  if (!list) return {"", {path}, {read_spec(text, path)}};
  for (std::string& each : list->paths) {
    each = (std::filesystem::path(path).parent_path() / each).string();
    list->specs.push_back(load_spec(each));
  }
  return *list;
}

}  // namespace twoscale
