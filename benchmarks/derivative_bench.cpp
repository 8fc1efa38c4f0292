// What a derivative sample costs over a plain one of the same functions, and how much memory large problems take.
// Plain and derivative samples are timed in turns, so that a busy machine slows both; each line is the median of the
// turns' ratios, with the quartiles. Noise is drawn for both. Memory is the peak of a process of its own.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <twoscale/method/presets.hpp>
#include <twoscale/problem.hpp>
#include <twoscale/run/run.hpp>

namespace {

using namespace twoscale;

/// rotor-curved with noise that multiplies the fast error, and no derivatives of its own.
struct Rotor {
  static constexpr Shape shape{.fast = 2, .slow = 2, .fast_noise = 2, .slow_noise = 2};
  double rho = 0.5, gain = 4, sigma = 0.3, curvature = 0.3;
  Rotation rotate{0.3};
  template <class X, class Y, class Z>
  auto fast(const X& x, const Y& y, const Z& xi) const {
    const auto e = x - y;
    auto out = y + (1 - rho) * e;
    for (int i = 0; i < 2; ++i) out[i] = out[i] - curvature * (1 - cos(e[i])) + sigma * (xi[i] * e[i]);
    return out;
  }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {
    const auto e = x - y;
    auto out = rotate(y) + gain * X{-e[1], e[0]};
    for (int i = 0; i < 2; ++i) out[i] = out[i] + curvature * (1 - cos(e[i])) + sigma * (zeta[i] * x[i]);
    return out;
  }
};

/// A layer: F = tanh(W x) / 2 + y, G = V x, weights fixed; noise multiplies x.
struct Layer {
  static constexpr Shape shape{.fast = 16, .slow = 16, .fast_noise = 16, .slow_noise = 16};
  Matrix<double, 16, 16> W, V;
  Layer() {
    for (int i = 0; i < 256; ++i) W.entries()[i] = 0.2 * std::sin(1.3 * i), V.entries()[i] = 0.2 * std::cos(0.7 * i);
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const {
    auto out = W * x;
    for (int i = 0; i < 16; ++i) out[i] = 0.5 * tanh(out[i]) + 0.1 * (xi[i] * x[i]) + y[i];
    return out;
  }
  auto slow(const auto& x, const auto& y, const auto& zeta) const {
    auto out = V * x;
    for (int i = 0; i < 16; ++i) out[i] = tanh(out[i]) + 0.1 * (zeta[i] * x[i]) + 0.5 * y[i];
    return out;
  }
};

/// Ridge regression on a stream of data, a penalty exp(y) for each group of coordinates; y follows the error on a
/// stream of its own. The last number of the noise is that of the label.
struct Ridge {
  int nx, ny;
  Ball fast_set{10.0}, slow_set{2.0};
  Shape shape() const { return {.fast = nx, .slow = ny, .fast_noise = nx + 1, .slow_noise = nx + 1}; }

  int group(int i) const { return static_cast<int>(static_cast<std::int64_t>(i) * ny / nx); }
  /// a . x - label, for one row of data.
  template <class X, class Z>
  auto residual(const X& x, const Z& data) const {
    typename X::Element sum = x[0] * data[0];
    auto label = data[0];
    for (int i = 1; i < nx; ++i) {
      sum = sum + x[i] * data[i];
      label = label + data[i];
    }
    return sum - (label / std::sqrt(static_cast<double>(nx)) + 0.1 * data[nx]);
  }
  template <class X, class Y, class Z>
  auto fast(const X& x, const Y& y, const Z& xi) const {
    const double eta = 0.5 / nx;
    const auto r = eta * residual(x, xi);
    const auto penalty = map(y, [&](const auto& t) { return 1.0 - eta * exp(t); });
    Vector<typename X::Element, X::kSize> out(nx);
    for (int i = 0; i < nx; ++i) out[i] = penalty[group(i)] * x[i] - r * xi[i];
    return out;
  }
  template <class X, class Y, class Z>
  auto slow(const X& x, const Y& y, const Z& zeta) const {
    Vector<typename X::Element, Y::kSize> out(ny);
    for (int i = 0; i < nx; ++i) out[group(i)] = out[group(i)] + x[i] * zeta[i];
    const auto r = residual(x, zeta) / static_cast<double>(nx);
    for (int j = 0; j < ny; ++j) out[j] = 0.9 * y[j] + r * out[j];
    return out;
  }
};

/// x and y both large: neighbours pull on each other through tanh.
struct Ring {
  int n;
  Shape shape() const { return {.fast = n, .slow = n, .fast_noise = n, .slow_noise = n}; }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return pulled(x, xi, 0.4) + 0.3 * y; }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return pulled(x, zeta, 0.2) + 0.3 * y; }

 private:
  template <class X, class Z>
  auto pulled(const X& x, const Z& noise, double strength) const {
    Vector<typename X::Element, X::kSize> out(n);
    for (int i = 0; i < n; ++i) out[i] = strength * tanh(x[i] + 0.5 * x[(i + 1) % n]) + 0.1 * (noise[i] * x[i]);
    return out;
  }
};

/// The compiler must take the value as changed, and as looked at.
template <class T>
void touch(T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

template <class F>
double seconds(int repeats, const F& work) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i) work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Repeats of the plain sample that take about four milliseconds.
template <class F>
int enough(const F& work) {
  int repeats = 1;
  while (seconds(repeats, work) < 4e-3) repeats *= 2;
  return repeats;
}

constexpr int kTurns = 41;

template <class Plain, class Derivative>
void print_ratio(const char* what, double target, const Plain& plain, const Derivative& derivative) {
  const int repeats = enough(plain);
  std::vector<double> ratios;
  double least = 1;
  for (int turn = 0; turn < kTurns; ++turn) {
    const double base = seconds(repeats, plain);
    least = std::min(least, base);
    ratios.push_back(seconds(repeats, derivative) / base);
  }
  std::sort(ratios.begin(), ratios.end());
  std::printf("%-68s %6.2f  [%.2f, %.2f]", what, ratios[kTurns / 2], ratios[kTurns / 4], ratios[3 * kTurns / 4]);
  if (target > 0) std::printf("  target %.1f%s", target, ratios[kTurns / 2] < target ? "" : "  MISSED");
  std::printf("   (plain %.3g us)\n", least / repeats * 1e6);
}

/// A point, a direction, weights and P of a problem, and its samples.
template <class P, int W>
struct Place {
  const P& problem;
  Samples<P, W> samples{problem, 1, 0};
  int nx = shape_of(problem).fast, ny = shape_of(problem).slow;
  typename Samples<P, W>::X x{values<typename Samples<P, W>::X>(nx)}, v{samples.probe(Law::rademacher)};
  typename Samples<P, W>::Y y{values<typename Samples<P, W>::Y>(ny)};
  typename Samples<P, W>::Sensitivity matrix{ny, nx};

  explicit Place(const P& p) : problem(p) {
    for (int i = 0; i < nx * ny; ++i) matrix.entries()[i] = std::cos(0.1 * i);
  }
  template <class V>
  static V values(int size) {
    V out(size);
    for (int i = 0; i < size; ++i) out[i] = 0.3 * std::sin(1.0 + i);
    return out;
  }

  void plain() {
    touch(x);
    auto F = samples.fast(x, y);
    auto G = samples.slow(x, y);
    touch(F), touch(G);
  }
  void dense() {
    touch(x);
    auto F = samples.fast_derivative(x, y);
    auto G = samples.slow_derivative(x, y);
    touch(F), touch(G);
  }
  void drift() {
    touch(x);
    auto out = samples.drift(matrix, x, y);
    touch(out);
  }
  void times() {
    touch(x);
    auto F = samples.fast_derivative_sample(x, y).times(v);
    auto G = samples.slow_derivative_sample(x, y).times(v);
    touch(F), touch(G);
  }
  void drift_times() {
    touch(x);
    auto out = samples.drift_times(matrix, x, y, v);
    touch(out);
  }
  void rows() {
    touch(x);
    samples.drift_rows(matrix, x, y, [](int, const auto& row) { touch(row); });
  }
};

template <int W>
void print_small() {
  const std::string lanes = W == 1 ? ", one lane" : ", packs of 8";
  const Rotor rotor;
  Place<Rotor, W> two(rotor);
  print_ratio(("nx = ny = 2, dF/dx and dG/dx by duals" + lanes).c_str(), W == 8 ? 2 : 0, [&] { two.plain(); },
              [&] { two.dense(); });
  print_ratio(("nx = ny = 2, C - P A at once" + lanes).c_str(), 0, [&] { two.plain(); }, [&] { two.drift(); });
  const Layer layer;
  Place<Layer, W> sixteen(layer);
  print_ratio(("nx = ny = 16, J v of F and of G" + lanes).c_str(), 2.5, [&] { sixteen.plain(); },
              [&] { sixteen.times(); });
  print_ratio(("nx = ny = 16, (C - P A) v" + lanes).c_str(), 0, [&] { sixteen.plain(); },
              [&] { sixteen.drift_times(); });
  print_ratio(("nx = ny = 16, C - P A at once" + lanes).c_str(), 0, [&] { sixteen.plain(); }, [&] { sixteen.drift(); });
}

template <int W>
void print_rows() {
  const std::string lanes = W == 1 ? ", one lane" : ", packs of 8";
  const Ridge ridge{1000, 1};
  Place<Ridge, W> place(ridge);
  print_ratio(("nx = 1000, ny = 1 (ridge), a row of C - P A by a sweep" + lanes).c_str(), W == 1 ? 5 : 0,
              [&] { place.plain(); }, [&] { place.rows(); });
}

double peak_megabytes() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line))
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  return 0;
}

/// Runs in a process of its own and says what that needed.
template <class P>
void print_memory(const char* what, const P& problem, const Method& method, int iterations) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child != 0) {
    waitpid(child, nullptr, 0);
    return;
  }
  const double before = peak_megabytes();
  const auto result = run<P, 1>(problem, Plan::for_iterations(method, iterations), {});
  const double matrix = 8e-6 / 1.048576 * shape_of(problem).fast * shape_of(problem).slow;
  const double peak = peak_megabytes();
  std::printf("%-68s %6.0f MB, %.1f times P (%s)\n", what, peak, (peak - before) / matrix,
              result.replicas[0].status.ok() ? "ran to the end" : result.replicas[0].status.message.c_str());
  std::fflush(stdout);
  _exit(0);
}

Method with_preconditioner(const char* name) {
  Method method = make_method("single-loop");
  set_option(method, "preconditioner", name);
  return method;
}

}  // namespace

int main() {
  print_memory("nx = 100,000, ny = 10, learned by rows, 200 iterations", Ridge{100000, 10}, make_method("single-loop"),
               200);
  print_memory("nx = ny = 2,000, probed, 200 iterations", Ring{2000}, with_preconditioner("probed"), 200);
  print_memory("nx = ny = 2,000, neumann, 200 iterations", Ring{2000}, with_preconditioner("neumann"), 200);
  print_small<8>();
  print_small<1>();
  print_rows<8>();
  print_rows<1>();
}
