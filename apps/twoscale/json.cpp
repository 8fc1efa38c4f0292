#include <nlohmann/json.hpp>

#include <twoscale/core/version.hpp>

#include "check.hpp"
#include "export.hpp"
#include "listing.hpp"
#include "report.hpp"
#include "start.hpp"
#include "study.hpp"

namespace twoscale::cli {

namespace {

using Json = nlohmann::ordered_json;

/// A path may be any bytes: what is not UTF-8 becomes U+FFFD, and the results are written all the same. What is not
/// ASCII is escaped as JSON does, so that nothing is left for a terminal to obey.
std::string text_of(const Json& json, int indent = 2) {
  return json.dump(indent, ' ', true, Json::error_handler_t::replace);
}

Json setting_value(const SettingInfo& info) {
  return info.is_table || !info.text.empty() ? Json(info.text) : Json(info.value);
}

Json settings(const std::vector<SettingInfo>& infos) {
  Json out = Json::object();
  for (const SettingInfo& info : infos) out[info.name] = setting_value(info);
  return out;
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json choices(const Method& method) {
  Json out = Json::object();
  for (const auto& [choice, value] : choices_of(method)) out[choice] = value;
  out["options"] = settings(settings_of(method));
  return out;
}

Json samples(const Counts& counts) {
  return {{"fast", counts.fast()},
          {"slow", counts.slow()},
          {"derivative", counts.derivative()},
          {"preconditioner", counts.preconditioner},
          {"noiseless", counts.noiseless},
          {"total", counts.total()}};
}

Json certificate(const std::optional<Certificate>& c) {
  if (!c) return nullptr;
  return {{"estimate", c->estimate},     {"lower", c->lower},     {"upper", c->upper},     {"at_most", c->at_most},
          {"confidence", c->confidence}, {"samples", c->samples}, {"settled", c->settled}, {"finite", c->finite},
          {"noiseless", c->noiseless},   {"refused", c->refused}, {"how", c->how}};
}

Json residual(const std::optional<Residual>& r) {
  if (!r) return nullptr;
  return {{"mean_square", r->mean_square}, {"standard_error", or_null(r->standard_error)}, {"lower", or_null(r->lower)},
          {"upper", or_null(r->upper)},    {"confidence", Residual::kConfidence},          {"how", r->how}};
}

/// For the samples of one replica; the error is that of the trace.
Json limit(const SolveReport& report) {
  if (!report.limit) return nullptr;
  const LimitOfRun& l = *report.limit;
  return {{"trace", l.trace},           {"fast_trace", l.fast_trace},
          {"slow_trace", l.slow_trace}, {"standard_error", l.standard_error},
          {"value", l.value},           {"at_equal_split", l.at_equal_split},
          {"whole", l.whole},           {"how", l.how}};
}

Json pilot(const std::optional<Pilot>& p) {
  if (!p) return nullptr;
  return {{"contraction", p->contraction}, {"samples", p->samples}};
}

/// Null where they were not asked for.
Json candidates(const Candidates& seen) {
  if (seen.list.empty()) return nullptr;
  Json list = Json::array();
  for (const Candidate& c : seen.list)
    list.push_back({{"oracle", c.oracle},
                    {"preconditioner", c.preconditioner},
                    {"separation", c.separation},
                    {"price", c.price},
                    {"expected", or_null(c.residual)},
                    {"taken", c.chosen}});
  return {{"list", list},
          {"price_is", seen.timed ? "seconds" : "operations"},
          {"why", seen.why},
          {"evaluations", seen.evaluations}};
}

Json tuning(const std::optional<TuningReport>& found) {
  if (!found) return nullptr;
  Json epochs = Json::array();
  for (const LegRecord& r : found->epochs)
    epochs.push_back({{"iterations", r.length},
                      {"slow_step", r.slow},
                      {"fast_step", r.fast},
                      {"preconditioner_step", r.preconditioner},
                      {"drift", r.drift},
                      {"slowest_drift", r.slow_drift},
                      {"fast_drift", r.fast_drift},
                      {"noise", r.noise},
                      {"look", r.rest_length},
                      {"noise_at_rest", r.rest_noise},
                      {"pull_at_rest", r.rest_pull},
                      {"lost", r.lost > 0}});
  return {{"mean_eigenvalue", found->mean_eigenvalue()},
          {"leakage", found->leakage},
          {"cuts", found->cuts},
          {"epochs", epochs}};
}

Json product_condition(const std::optional<ProductCondition>& c) {
  if (!c) return nullptr;
  return {{"fast_error", c->fast_error.value()},
          {"residual_product", c->residual_product.value()},
          {"residual_constant", c->residual_constant()},
          {"noise_product", c->noise_product.value()}};
}

/// What is not known is NaN, and null in JSON.
Json observations(const SolveReport& report) {
  Json out = Json::array();
  for (const ObservedRow& row : report.observations) {
    Json entry = {{"iteration", row.iteration}, {"samples", row.samples}};
    for (std::size_t i = 0; i < row.means.size(); ++i) {
      const Mean& mean = row.means[i];
      entry[report.observed[i]] = {{"mean", mean.value()},
                                   {"standard_error", mean.count() > 1 ? Json(mean.standard_error()) : Json(nullptr)}};
    }
    out.push_back(std::move(entry));
  }
  return out;
}

/// The problem's own.
Json metrics(const std::vector<MeasuredMetric>& measured) {
  Json out = Json::object();
  for (const auto& [info, mean] : measured)
    out[info.name] = {{"mean", mean.count() > 0 ? Json(mean.value()) : Json(nullptr)},
                      {"standard_error", mean.count() > 1 ? Json(mean.standard_error()) : Json(nullptr)},
                      {"replicas", mean.count()},
                      {"help", info.help}};
  return out;
}

Json endings(const EndingCounts& counts) {
  Json out = Json::object();
  for (int i = 0; i < kEndings; ++i) {
    const auto ending = static_cast<Ending>(i);
    if (counts[ending] > 0) out[name_of(ending)] = counts[ending];
  }
  return out;
}

/// What a search for a target has besides: its certificates count among the samples.
void add_target(Json& out, const TargetOutcome& target) {
  std::uint64_t certified = 0;
  Json attempts = Json::array();
  for (const Attempt& attempt : target.result.attempts) {
    if (attempt.certificate) certified += attempt.certificate->samples;
    attempts.push_back(
        {{"budget", attempt.budget}, {"samples", attempt.samples}, {"certificate", certificate(attempt.certificate)}});
  }
  out["samples"]["certificate"] = certified;
  out["samples"]["total"] = target.result.samples;
  out["target"] = target.target;
  out["target_reached"] = target.reached();
  out["budget"] = target.budget;
  out["suggested_budget"] = or_null(target.result.suggested_budget);
  out["answer_of_attempt"] = target.result.best + 1;
  out["attempts"] = std::move(attempts);
}

Json report_json(const SolveReport& report) {
  Json out = {{"problem", report.problem},
              {"parameters", settings(report.parameters)},
              {"method", report.method.name},
              {"choices", choices(report.method)},
              {"derivatives", report.derivatives},
              {"seed", report.seed},
              {"version", version()},
              {"status", name_of(report.status.ending)},
              {"message", report.status.message},
              {"iterations", report.iterations},
              {"iterations_done", report.first_iterations},
              {"burn_in", or_null(report.burn_in)},
              {"x", report.x},
              {"y", report.y},
              {"samples", samples(report.counts)},
              {"pilot", pilot(report.pilot)},
              {"residual", residual(report.residual)},
              {"tuning", tuning(report.tuning)},
              {"candidates", candidates(report.candidates)},
              {"limit", limit(report)},
              {"certificate", certificate(report.certificate)},
              {"certificate_stopped", report.certificate_stopped},
              {"tracking_error", or_null(report.tracking_error)},
              {"preconditioner_error", or_null(report.preconditioner_error)},
              {"product_condition", product_condition(report.product_condition)},
              {"replicas", report.replicas},
              {"endings", endings(report.endings)},
              {"at_start", report.at_start},
              {"not_covered", uncovered_text(report)},
              {"metrics", metrics(report.metrics)},
              {"observations", observations(report)},
              {"wall_seconds", report.wall_seconds}};
  if (report.target) add_target(out, *report.target);
  return out;
}

Json settings_with_help(const std::vector<SettingInfo>& infos) {
  Json out = Json::array();
  for (const SettingInfo& info : infos)
    out.push_back({{"name", info.name}, {"value", setting_value(info)}, {"range", info.range}, {"help", info.help}});
  return out;
}

Json estimates(const std::vector<Estimate>& values) {
  Json out = Json::array();
  for (const Estimate& value : values)
    out.push_back({{"value", value.value},
                   {"standard_error", value.standard_error},
                   {"lower", value.lower},
                   {"upper", value.upper}});
  return out;
}

Json row_json(const RowResult& row) {
  Json out = {{"label", row.label},
              {"quantity", row.row.quantity},
              {"power", row.row.power},
              {"against", row.row.against},
              {"over", row.row.over == Over::worst ? "worst" : "mean"},
              {"scales", row.scales},
              {"values", estimates(row.values)},
              {"means_over_family", estimates(row.means)},
              {"worst_members", row.worst},
              {"bounds", row.bounds},
              {"promise", or_null(row.promise)},
              {"exponent", nullptr},
              {"replicas", row.replicas},
              {"endings", endings(row.endings)},
              {"verdict", name_of(row.verdict.kind)},
              {"sentence", row.verdict.sentence}};
  if (row.fit) {
    out["exponent"] = estimates({row.fit->exponent})[0];
    out["bent"] = row.fit->bent;
  }
  if (!row.limits.empty()) {
    out["limits"] = row.limits;
    out["limits_at_equal_split"] = row.equal_limits;
    out["limit_samples"] = row.limit_samples;
    out["over_limit"] = estimates({*row.over_limit})[0];
    out["over_limit_at_equal_split"] = estimates({*row.over_equal_limit})[0];
  }
  if (row.over_best) out["over_best"] = estimates({*row.over_best})[0];
  return out;
}

}  // namespace

std::string to_json(const SolveReport& report) { return text_of(report_json(report)); }

std::string to_json(const std::vector<SolveReport>& reports) {
  Json out = Json::array();
  for (const SolveReport& report : reports) out.push_back(report_json(report));
  return text_of(out);
}

std::string to_json(const Listing& listing) {
  Json out = Json::object();
  for (const ListingSection& section : listing) {
    Json entries = Json::array();
    for (const ListingEntry& entry : section.entries)
      entries.push_back({{"name", entry.name}, {"summary", entry.summary}});
    out[section.title] = entries;
  }
  return text_of(out);
}

Json metrics_with_help(const std::vector<MetricInfo>& infos) {
  Json out = Json::array();
  for (const MetricInfo& info : infos) out.push_back({{"name", info.name}, {"help", info.help}});
  return out;
}

std::string problem_json(const AnyProblem& problem) {
  const Shape shape = problem.shape();
  const Abilities can = problem.abilities();
  return text_of({{"problem", problem.name()},
                  {"summary", problem.summary()},
                  {"shape",
                   {{"fast", can.one_scale ? 0 : shape.fast},
                    {"slow", shape.slow},
                    {"fast_noise", shape.fast_noise},
                    {"slow_noise", shape.slow_noise}}},
                  {"noise", name_of(problem.law())},
                  {"derivatives", problem.derivatives()},
                  {"lanes", problem.lanes()},
                  {"offers",
                   {{"means", can.means},
                    {"fast_solution", can.fast_solution},
                    {"reduced", can.reduced},
                    {"preconditioner", can.preconditioner},
                    {"preconditioner_times", can.preconditioner_times},
                    {"own_derivatives", can.own_fast_derivative || can.own_slow_derivative},
                    {"smooth", can.smooth}}},
                  {"metrics", metrics_with_help(problem.metrics())},
                  {"parameters", settings_with_help(problem.parameters())}});
}

StartPoint start_of_report(const std::string& text, const std::string& path) {
  const auto refuse = [&](const std::string& lacks) -> StartPoint { throw Error::field("start", path, lacks); };
  Json report = Json::parse(text, nullptr, false);
  if (report.is_array() && !report.empty()) report = Json(report[0]);
  if (!report.is_object()) return refuse("JSON as solve --output writes it");
  StartPoint out;
  for (auto [name, numbers] : {std::pair{"x", &out.x}, {"y", &out.y}}) {
    if (!report.contains(name)) continue;
    if (!report[name].is_array()) return refuse(std::string("a report whose ") + name + " is a list of numbers");
    for (const Json& number : report[name]) {
      if (!number.is_number()) return refuse(std::string("a report whose ") + name + " is a list of numbers");
      numbers->push_back(number.get<double>());
    }
  }
  if (out.x.empty() && out.y.empty()) return refuse("a report with an x or a y");
  return out;
}

std::string method_json(const Preset& preset) {
  const Method method = preset.make();
  Json out{{"method", preset.name}, {"summary", preset.summary}, {"promise", preset.promise}};
  for (const auto& [choice, value] : choices_of(method)) out[choice] = value;
  out["options"] = settings_with_help(settings_of(method));
  return text_of(out);
}

std::string to_json(const ProblemCheck& done) {
  const CheckReport& report = done.report;
  Json lines = Json::array();
  for (const CheckLine& line : report.lines) {
    Json numbers = Json::object();
    for (const auto& [name, value] : line.numbers) numbers[name] = value;
    lines.push_back({{"topic", line.topic},
                     {"name", line.name},
                     {"verdict", name_of(line.verdict)},
                     {"text", line.text},
                     {"advice", line.advice},
                     {"numbers", numbers}});
  }
  return text_of({{"problem", done.problem},
                  {"parameters", settings(done.parameters)},
                  {"version", version()},
                  {"seed", done.options.seed},
                  {"confidence", done.options.confidence},
                  {"samples", report.samples},
                  {"problems", report.problems()},
                  {"warnings", report.warnings()},
                  {"lines", lines}});
}

std::string to_json(const std::string& store, const Verification& found) {
  Json out{{"store", store},
           {"jobs", found.jobs},
           {"asked", found.asked},
           {"ended", found.ended},
           {"under_way", found.underway},
           {"observations", found.observations},
           {"sound", found.faults.empty() && found.caution.empty()},
           {"faults", found.faults}};
  if (!found.caution.empty()) out["caution"] = found.caution;
  return text_of(out);
}

std::string to_json(const std::vector<PlannedStudy>& studies, int threads) {
  Json out = Json::array();
  for (const PlannedStudy& each : studies)
    out.push_back({{"study", each.study.spec().name},
                   {"methods", each.study.spec().methods.size()},
                   {"horizons", each.study.spec().horizons.size()},
                   {"members", each.study.members().size()},
                   {"replicas", each.study.spec().replicas},
                   {"cells", each.study.cells().size()},
                   {"runs", each.study.cells().size() * each.study.spec().replicas},
                   {"samples", each.samples},
                   {"seconds", each.seconds},
                   {"threads", threads}});
  return text_of(out);
}

std::string specs_json(const std::vector<Spec>& specs) {
  Json out = Json::array();
  for (const Spec& spec : specs)
    out.push_back({{"study", spec.name}, {"title", spec.title}, {"problem", spec.problem}});
  return text_of(out);
}

std::string to_json(const std::vector<Measured>& measured) {
  Json out = Json::array();
  for (const Measured& each : measured) {
    const Spec& spec = each.study.spec();
    Json rows = Json::array();
    for (const RowResult& row : each.rows) rows.push_back(row_json(row));
    out.push_back({{"study", spec.name},
                   {"title", spec.title},
                   {"problem", spec.problem},
                   {"version", version()},
                   {"seed", spec.seed},
                   {"replicas", spec.replicas},
                   {"members", each.study.members().size()},
                   {"rows", rows}});
    if (!each.limit.how.empty()) out.back()["limit"] = {{"how", each.limit.how}};
    if (!each.limit.why.empty()) out.back()["limit"] = {{"why", each.limit.why}};
  }
  return text_of(out);
}

std::string to_json_line(const std::vector<sheet::Column>& columns, const sheet::Row& row) {
  Json out = Json::object();
  for (std::size_t i = 0; i < row.size(); ++i)
    out[columns[i].name] = std::visit([](const auto& value) { return Json(value); }, row[i]);
  return text_of(out, -1);
}

}  // namespace twoscale::cli
