#include <twoscale/run/snapshot.hpp>

#include <charconv>

namespace twoscale {

namespace {

constexpr std::string_view kHeader = "twoscale-snapshot 4";

void put(std::string& out, const char* name, const std::vector<double>& values) {
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

 private:
  std::string_view rest_;
};

}  // namespace

std::string serialise(const Snapshot& snapshot) {
  std::string out(kHeader);
  out += "\nposition " + std::to_string(snapshot.replica) + ' ' + std::to_string(snapshot.iteration);
  for (std::uint64_t count : snapshot.counts.drawn) out += ' ' + std::to_string(count);
  out += ' ' + std::to_string(snapshot.counts.preconditioner) + '\n';
  put(out, "fast", snapshot.fast);
  put(out, "slow", snapshot.slow);
  put(out, "preconditioner", snapshot.preconditioner);
  put(out, "basis", snapshot.basis);
  put(out, "anchor", snapshot.anchor);
  put(out, "inner_start", snapshot.inner_start);
  put(out, "memory", snapshot.memory);
  put(out, "tuning", snapshot.tuning);
  put(out, "average", snapshot.average);
  put(out, "free_fast", snapshot.free_fast);
  put(out, "trail", snapshot.trail);
  return out;
}

Snapshot deserialise(std::string_view text) {
  Reader reader(text);
  if (reader.line() != kHeader) throw Error("not a twoscale snapshot, or one of another version");
  const auto position = reader.numbers<std::uint64_t>("position");
  if (position.size() != 3 + kRoles)
    throw Error("snapshot line 'position' must hold " + std::to_string(3 + kRoles) + " numbers");
  Snapshot out;
  if (position[0] > 0xffffffffU) throw Error::field("snapshot replica", std::to_string(position[0]), "below 2^32");
  out.replica = static_cast<std::uint32_t>(position[0]);
  out.iteration = position[1];
  for (int role = 0; role < kRoles; ++role) out.counts.drawn[role] = position[2 + role];
  out.counts.preconditioner = position[2 + kRoles];
  out.fast = reader.numbers<double>("fast");
  out.slow = reader.numbers<double>("slow");
  out.preconditioner = reader.numbers<double>("preconditioner");
  out.basis = reader.numbers<double>("basis");
  out.anchor = reader.numbers<double>("anchor");
  out.inner_start = reader.numbers<double>("inner_start");
  out.memory = reader.numbers<double>("memory");
  out.tuning = reader.numbers<double>("tuning");
  out.average = reader.numbers<double>("average");
  out.free_fast = reader.numbers<double>("free_fast");
  out.trail = reader.numbers<double>("trail");
  if (!reader.done()) throw Error("snapshot goes on after its last line");
  return out;
}

}  // namespace twoscale
