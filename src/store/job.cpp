#include <twoscale/store/job.hpp>

#include <charconv>
#include <filesystem>

#include <twoscale/core/digest.hpp>
#include <twoscale/method/presets.hpp>

namespace twoscale {

namespace {

constexpr const char* kHeader = "twoscale-job 1";

/// One line per value: line ends and backslashes inside one are spelt out.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') out += "\\\\";
    else if (c == '\n') out += "\\n";
    else out += c;
  }
  return out;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool spelt = text[i] == '\\' && i + 1 < text.size();
    if (spelt) out += text[++i] == 'n' ? '\n' : text[i];
    else out += text[i];
  }
  return out;
}

void put(std::string& out, const std::string& name, const std::string& value) {
  out += name + " " + escaped(value) + "\n";
}

void put(std::string& out, const std::string& name, const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : " ") + to_text(value);
  put(out, name, text);
}

/// "name rest" in two.
std::pair<std::string, std::string> split(std::string_view text) {
  const std::size_t blank = std::min(text.find(' '), text.size());
  return {std::string(text.substr(0, blank)), std::string(text.substr(std::min(blank + 1, text.size())))};
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> out;
  for (std::string rest = text; !rest.empty();) {
    auto [word, after] = split(rest);
    out.push_back(word);
    rest = after;
  }
  return out;
}

std::vector<double> numbers(const std::string& field, const std::string& text) {
  std::vector<double> out;
  for (const std::string& word : words(text)) out.push_back(parse_number(field, word));
  return out;
}

std::uint64_t whole(const std::string& field, const std::string& text) {
  std::uint64_t out = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (failed != std::errc{} || end != text.data() + text.size()) throw Error::field(field, text, "a whole number");
  return out;
}

/// Calls visit(name, value) for every line.
template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto [name, value] = split(text.substr(0, end));
    visit(name, unescaped(value));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void set_field(Job& job, const std::string& name, const std::string& value) {
  const auto [first, rest] = split(value);
  if (name == "version") job.version = value;
  else if (name == "problem") job.problem = value;
  else if (name == "source") job.digest = value;
  else if (name == "parameter") job.parameters.push_back({first, rest, "", ""});
  else if (name == "table") job.parameters.push_back({first, "", "", rest});
  else if (name == "method") job.method = value;
  else if (name == "option") job.options.emplace_back(first, rest);
  else if (name == "iterations") job.iterations = whole(name, value);
  else if (name == "seed") job.seed = whole(name, value);
  else if (name == "x0") job.fast_start = numbers(name, value);
  else if (name == "y0") job.slow_start = numbers(name, value);
  else if (name == "anchor") job.anchor = numbers(name, value);
  else if (name == "observe") job.observed = words(value);
  else if (name == "observations") job.observations = whole(name, value);
  else throw Error("a job has no field '" + name + "'");
}

/// A setting as text that reads back as the same value.
std::string value_text(const SettingInfo& info) { return info.text.empty() ? to_text(info.value) : info.text; }

std::string absolute(const std::string& path) { return std::filesystem::absolute(path).lexically_normal().string(); }

std::string digest_of(const std::string& path) {
  const std::optional<std::string> bytes = read_bytes(path);
  if (!bytes) throw Error("cannot read '" + path + "': is it still there, and yours to read?");
  return sha256(*bytes);
}

void require_same(const std::string& path, const std::string& digest) {
  if (digest_of(path) != digest)
    throw Error("'" + path + "' has changed since the run began: what is stored belongs to another problem. Put the " +
                "file back as it was, or start anew with another --store");
}

}  // namespace

std::string Job::description() const {
  std::string out = std::string(kHeader) + "\n";
  put(out, "version", version);
  put(out, "problem", problem);
  put(out, "source", digest);
  for (const Parameter& p : parameters)
    put(out, p.digest.empty() ? "parameter" : "table", p.name + " " + (p.digest.empty() ? p.value : p.digest));
  put(out, "method", method);
  for (const auto& [name, value] : options) put(out, "option", name + " " + value);
  put(out, "iterations", std::to_string(iterations));
  put(out, "seed", std::to_string(seed));
  put(out, "x0", fast_start);
  put(out, "y0", slow_start);
  put(out, "anchor", anchor);
  std::string names;
  for (const std::string& name : observed) names += (names.empty() ? "" : " ") + name;
  put(out, "observe", names);
  put(out, "observations", std::to_string(observations));
  return out;
}

std::string Job::places() const {
  std::string out;
  if (!path.empty()) put(out, "source", path);
  for (const Parameter& p : parameters)
    if (!p.path.empty()) put(out, "table", p.name + " " + p.path);
  return out;
}

std::string Job::key() const { return sha256(description()); }

Job Job::parse(std::string_view description, std::string_view places) {
  const std::string header = std::string(kHeader) + "\n";
  if (!description.starts_with(header)) throw Error("not the description of a twoscale job, or one of another version");
  Job job;
  for_each_line(description.substr(header.size()),
                [&](const auto& name, const auto& value) { set_field(job, name, value); });
  for_each_line(places, [&](const std::string& name, const std::string& value) {
    if (name == "source") job.path = value;
    const auto [table, path] = split(value);
    for (Parameter& p : job.parameters)
      if (name == "table" && p.name == table) p.path = path;
  });
  if (job.description() != description) throw Error("the description of a job is damaged");
  return job;
}

Job describe_job(const std::string& version, const std::string& problem, const std::string& path,
                 const std::vector<SettingInfo>& parameters, const Plan& plan, const RunOptions& options) {
  Job job;
  job.version = version;
  job.problem = problem;
  if (!path.empty()) job.path = absolute(path), job.digest = digest_of(path);
  for (const SettingInfo& info : parameters) {
    if (info.is_table) job.parameters.push_back({info.name, "", absolute(info.text), digest_of(info.text)});
    else job.parameters.push_back({info.name, value_text(info), "", ""});
  }
  const Method& method = plan.method();
  job.method = method.name;
  for (const auto& [choice, value] : choices_of(method)) job.options.emplace_back(choice, value);
  for (const SettingInfo& info : settings_of(method)) job.options.emplace_back(info.name, value_text(info));
  job.iterations = plan.iterations();
  job.seed = options.seed;
  job.fast_start = options.fast_start, job.slow_start = options.slow_start, job.anchor = options.anchor;
  return job;
}

Plan plan_of(const Job& job) {
  Method method = make_method(job.method);
  for (const auto& [name, value] : job.options) set_option(method, name, value);
  return Plan::for_iterations(method, job.iterations);
}

void require_unchanged(const Job& job) {
  if (!job.path.empty()) require_same(job.path, job.digest);
  for (const Job::Parameter& p : job.parameters)
    if (!p.digest.empty()) require_same(p.path, p.digest);
}

}  // namespace twoscale
