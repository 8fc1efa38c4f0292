#include "watching.hpp"

#include "crash.hpp"

namespace twoscale::cli {

namespace {

/// "attempt 2: 31,248 samples, |h(y) - y|^2 between 0.0041 and 0.022"
std::string attempt_line(const event::Attempted& done) {
  const Certificate& seen = *done.attempt.certificate;
  const std::string line =
      "attempt " + std::to_string(done.number) + ": " + grouped(done.attempt.samples) + " samples, ";
  if (!seen.refused.empty()) return line + "not certified: " + seen.refused;
  return line + "|h(y) - y|^2 between " + brief(seen.lower) + " and " + brief(seen.upper);
}

std::string sentence(const event::LeftOut& e) { return "without " + e.method + ": " + e.why; }
std::string sentence(const event::InStore& e) {
  return e.method + ": " + grouped(e.there) + " of " + grouped(e.asked) + " replicas are in " + e.store + " already";
}
std::string sentence(const event::Timed& e) {
  return e.method + ": " + duration(e.seconds) + " are about " + grouped(e.samples) +
         " samples a replica on this machine, at " + brief(1e9 * e.sample) + " ns each; --budget " +
         text::written(e.samples) + " repeats this run";
}
std::string sentence(const event::Certifying& e) {
  return "certificate: " + grouped(e.samples) + " fresh samples, at least " + duration(e.seconds) +
         "; --certify N takes N of them, --certify 0 leaves it out";
}
std::string sentence(const event::RunsFile& e) {
  return "'" + e.store + "' names '" + e.source + "': resume compiles and runs it";
}

std::string sentence(const LoadEvent& event) {
  if (event.kind == LoadEvent::compiling) return "compiling " + event.text + " ...";
  if (event.kind == LoadEvent::compiled) return "compiled in " + duration(event.seconds);
  return event.text;
}

}  // namespace

SolveWatch Watching::watch() {
  SolveWatch out;
  out.stop = &stop_flag();
  out.place = note_place;
  out.said = [this](const SolveEvent& event) { hear(event); };
  if (quiet_) return out;
  out.progress = [this](const SolveProgress& now) { bar_.show(now); };
  out.loading = [](const LoadEvent& event) { print_error(sentence(event)); };
  return out;
}

void Watching::hear(const SolveEvent& event) {
  std::visit(
      [this](const auto& e) {
        using E = std::remove_cvref_t<decltype(e)>;
        if constexpr (std::is_same_v<E, event::Opening>) crashes_are_of(e.problem);
        else if constexpr (std::is_same_v<E, event::Begun>) catch_signals();
        else if constexpr (std::is_same_v<E, event::Caution>) print_error(e.text);
        else if constexpr (std::is_same_v<E, event::Attempted>) bar_.line(attempt_line(e));
        else if (!quiet_) print_error(sentence(e));
      },
      event);
}

}  // namespace twoscale::cli
