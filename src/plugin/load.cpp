#include <twoscale/plugin/load.hpp>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

#include <twoscale/plugin/zoo.hpp>

#include "cache.hpp"
#include "compiler.hpp"
#include "diagnostics.hpp"
#include "digest.hpp"

namespace twoscale {

namespace fs = std::filesystem;

namespace {

using plugin::SourceFile;

constexpr const char* kEntry = "twoscale_make_problem";

/// What the result depends on, besides the headers the source includes.
std::string key_of(const SourceFile& source, const plugin::Compiler& compiler, const plugin::Variant& variant) {
  // The directory counts: it is where the source's own headers are looked for.
  const std::string directory = fs::path(source.compiled_as).parent_path().string();
  return plugin::sha256(plugin::recipe(variant.set) + compiler.identity + "\n" + variant.choices.code + "\n" +
                        directory + "\n" + source.text);
}

/// Loads exactly these bytes: from memory that nobody can change any more, not from the file they came from.
void* load_bytes(const SourceFile& source, const std::string& object) {
  const int memory = memfd_create("twoscale-problem", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  bool good = memory >= 0;
  for (std::size_t done = 0; good && done < object.size();) {
    const ssize_t count = write(memory, object.data() + done, object.size() - done);
    if (count > 0) done += static_cast<std::size_t>(count);
    else good = count < 0 && errno == EINTR;
  }
  good = good && fcntl(memory, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0;
  if (!good) throw Error("cannot load " + source.path + " into memory (" + std::strerror(errno) + ")");
  // The descriptor stays open: the loader knows libraries by their names, and a number used again would give the
  // next file the code of this one.
  void* handle = dlopen(("/proc/self/fd/" + std::to_string(memory)).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const std::string reason = dlerror();
    close(memory);
    throw Error(plugin::explain_load(source, reason));
  }
  return handle;
}

std::unique_ptr<AnyProblem> make_from(const SourceFile& source, const std::string& object) {
  void* handle = load_bytes(source, object);
  void* entry = dlsym(handle, kEntry);
  if (entry == nullptr) throw Error(plugin::explain_load(source, std::string("undefined symbol: ") + kEntry));
  return std::unique_ptr<AnyProblem>(reinterpret_cast<AnyProblem* (*)()>(entry)());
}

/// The headers with their digests; nothing where one of them, or the source, was written to meanwhile.
std::optional<std::vector<plugin::Ingredient>> ingredients(const SourceFile& source, fs::file_time_type since,
                                                           const std::vector<std::string>& headers) {
  std::vector<plugin::Ingredient> out;
  if (plugin::read_bytes(source.compiled_as) != source.text) return std::nullopt;
  for (const std::string& header : headers) {
    std::error_code failed;
    const std::optional<std::string> bytes = plugin::read_bytes(header);
    if (!bytes || fs::last_write_time(header, failed) >= since || failed) return std::nullopt;
    out.push_back({header, plugin::sha256(*bytes)});
  }
  return out;
}

std::string where_the_rest_is(const plugin::Cache& cache, const std::string& key, const std::string& output) {
  try {
    return "the compiler's whole output: " + cache.store_log(key, output);
  } catch (const Error& error) {
    return error.what();
  }
}

std::string compile_into(const plugin::Cache& cache, const std::string& key, const plugin::Compiler& compiler,
                         const SourceFile& source, const plugin::Variant& variant, const LoadOptions& options) {
  if (options.tell) options.tell({LoadEvent::compiling, source.path});
  const auto start = std::chrono::steady_clock::now();
  const auto since = fs::file_time_type::clock::now();
  const plugin::Workshop workshop(cache);
  plugin::Compilation done =
      plugin::compile(compiler, source.compiled_as, workshop.path(), variant,
                      [&](const std::string& output) { return plugin::why_one_lane(source, output); });
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (options.tell && done.good) options.tell({LoadEvent::compiled, source.path, seconds});
  if (!done.good) {
    const std::string machine = plugin::explain_machine(done.output, workshop.path());
    if (!machine.empty()) throw Error(source.path + " cannot be compiled: " + machine);
    throw Error(plugin::explain(source, done.output) + where_the_rest_is(cache, key, done.output));
  }
  // The two halves were compiled one beside the other: they must have seen the same text.
  const auto used = ingredients(source, since, done.headers);
  if (!used) throw Error(source.path + ", or a header it includes, changed while it was compiled: start again");
  try {
    cache.store(key, done.object, *used);
  } catch (const Error& error) {  // what was compiled is there all the same
    if (options.tell)
      options.tell({LoadEvent::note, std::string("it will be compiled again next time: ") + error.what()});
  }
  return std::move(done.object);
}

}  // namespace

bool is_path(std::string_view name_or_path) {
  return name_or_path.find('/') != std::string_view::npos || name_or_path.ends_with(".cpp") ||
         name_or_path.ends_with(".cc") || name_or_path.ends_with(".cxx");
}

std::unique_ptr<AnyProblem> load_problem(const std::string& path, const LoadOptions& options) {
  SourceFile source{path, fs::absolute(path).string(), ""};
  std::error_code failed;
  if (!fs::exists(path, failed))
    throw Error("there is no file '" + path + "' (twoscale new my.cpp writes one to start from)");
  std::optional<std::string> text = plugin::read_bytes(path);
  if (!text) throw Error("cannot read '" + path + "': is it a file, and yours to read?");
  source.text = std::move(*text);
  const plugin::Compiler compiler = plugin::find_compiler();
  const plugin::Cache cache(plugin::Cache::place());
  const plugin::Variant variant{options.choices, options.instruction_set.value_or(plugin::best_for_files())};
  const std::string every = key_of(source, compiler, {ChoiceSet{}, variant.set}),
                    key = key_of(source, compiler, variant);
  plugin::CacheEntry found = cache.find(every);
  if (!found.object && key != every) found = cache.find(key);
  if (found.object) return make_from(source, *found.object);
  if (found.spoilt && options.tell)
    options.tell({LoadEvent::note, "the cached copy of " + path + " is not what was put there: it is not used"});
  std::unique_ptr<AnyProblem> problem = make_from(source, compile_into(cache, key, compiler, source, variant, options));
  const std::string why = problem->why_one_lane();
  if (!why.empty() && options.tell) options.tell({LoadEvent::note, path + ": replicas run one at a time: " + why});
  return problem;
}

std::unique_ptr<AnyProblem> open_problem(const std::string& name_or_path, const LoadOptions& options) {
  return is_path(name_or_path) ? load_problem(name_or_path, options) : make_problem(name_or_path);
}

}  // namespace twoscale
