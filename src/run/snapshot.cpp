#include <twoscale/run/snapshot.hpp>

#include <charconv>

namespace twoscale {

namespace {

constexpr std::string_view kHeader = "twoscale-snapshot 6";
const std::string kKept = "kept.";  // before the name that an outer rule gives
constexpr std::string_view kController = "controller";

void put(std::string& out, std::string_view name, const std::vector<double>& values) {
  out += name;
  for (double value : values) {
    char buffer[48];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::hex).ptr;
    out += ' ';
    out.append(buffer, end);
  }
  out += '\n';
}

/// Takes a text line by line and word by word.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::string_view line() {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) throw Error("snapshot ends too early");
    const std::string_view out = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return out;
  }

  /// The numbers of the line that starts with `name`.
  template <class T>
  std::vector<T> numbers(std::string_view name) {
    std::string_view words = line();
    if (words.substr(0, name.size()) != name) throw Error("snapshot lacks the line '" + std::string(name) + "'");
    words.remove_prefix(name.size());
    std::vector<T> out;
    while (!words.empty()) {
      if (words.front() != ' ')
        throw Error("snapshot line '" + std::string(name) + "' must have blanks between its numbers");
      words.remove_prefix(1);
      T value{};
      const char* end = words.data() + words.size();
      std::from_chars_result result{};
      if constexpr (std::is_same_v<T, double>)
        result = std::from_chars(words.data(), end, value, std::chars_format::hex);
      else result = std::from_chars(words.data(), end, value);
      if (result.ec != std::errc{} || (result.ptr != end && *result.ptr != ' '))
        throw Error("snapshot line '" + std::string(name) + "' holds something that is not a number");
      out.push_back(value);
      words.remove_prefix(static_cast<std::size_t>(result.ptr - words.data()));
    }
    return out;
  }

  bool done() const { return rest_.empty(); }
  bool starts_with(std::string_view text) const { return rest_.starts_with(text); }
  /// The first of the next line, which stays there.
  std::string word() const { return std::string(rest_.substr(0, rest_.find_first_of(" \n"))); }

 private:
  std::string_view rest_;
};

}  // namespace

const std::vector<double>& Snapshot::kept_as(std::string_view name) const {
  for (const NamedNumbers& numbers : kept)
    if (numbers.name == name) return numbers.numbers;
  throw Error("the snapshot is not one of this run: it lacks '" + std::string(name) + "' of the outer rule");
}

std::string serialise(const Snapshot& snapshot) {
  std::string out(kHeader);
  out += "\nposition " + std::to_string(snapshot.replica) + ' ' + std::to_string(snapshot.iteration);
  for (std::uint64_t count : snapshot.counts.drawn) out += ' ' + std::to_string(count);
  out += ' ' + std::to_string(snapshot.counts.preconditioner) + ' ' + std::to_string(snapshot.counts.noiseless) + '\n';
  for_each_part([&](const StatePart& part, const auto&) { put(out, part.name, snapshot.*part.stored); });
  for (const NamedNumbers& kept : snapshot.kept) put(out, kKept + kept.name, kept.numbers);
  put(out, kController, snapshot.controller);
  return out;
}

Snapshot deserialise(std::string_view text) {
  Reader reader(text);
  if (reader.line() != kHeader) throw Error("not a twoscale snapshot, or one of another version");
  const auto position = reader.numbers<std::uint64_t>("position");
  if (position.size() != 4 + kRoles)
    throw Error("snapshot line 'position' must hold " + std::to_string(4 + kRoles) + " numbers");
  Snapshot out;
  if (position[0] > 0xffffffffU) throw Error::field("snapshot replica", std::to_string(position[0]), "below 2^32");
  out.replica = static_cast<std::uint32_t>(position[0]);
  out.iteration = position[1];
  for (int role = 0; role < kRoles; ++role) out.counts.drawn[role] = position[2 + role];
  out.counts.preconditioner = position[2 + kRoles];
  out.counts.noiseless = position[3 + kRoles];
  for_each_part([&](const StatePart& part, const auto&) { out.*part.stored = reader.numbers<double>(part.name); });
  while (reader.starts_with(kKept)) {
    const std::string name = reader.word();
    out.kept.push_back({name.substr(kKept.size()), reader.numbers<double>(name)});
  }
  out.controller = reader.numbers<double>(kController);
  if (!reader.done()) throw Error("snapshot goes on after its last line");
  return out;
}

}  // namespace twoscale
