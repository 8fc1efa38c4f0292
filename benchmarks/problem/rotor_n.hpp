#pragma once
// RotorN: rotor in N/2 planes at once, for what an iteration costs at other sizes, laws and shapes.
//
//   f(x, y) = y + (1 - rho)(x - y) - curvature dip(x - y)              x*(y) = y
//   g(x, y) = R_theta y + L (x - y) + curvature dip(x - y)             L = gain times a quarter turn of every plane
//
// dip is 1 - cos of every coordinate, left out where the problem is not curved. With Noisy, every entry of dF/dx and
// dG/dx has noise of its own, N^2 numbers each; without, derivatives are those of the samples, by duals.
#include <twoscale/problem.hpp>

namespace bench {

using namespace twoscale;

enum class Form { linear, curved };
enum class Derivative { noisy, pathwise, written, quiet };

/// What the noise is scaled by, so that every law has the standard deviation of the normal one.
constexpr double unit_scale(Law law) { return law == Law::uniform ? 3.4641016151377544 : 1.0; }
constexpr double centre(Law law) { return law == Law::uniform ? 0.5 : 0.0; }

template <int N, Law L, Form F>
struct RotorBase {
  static constexpr Law law = L;
  double theta = 0.3, rho = 0.5, gain = 4, sigma = 0.3, derivative_noise = 0.3, radius = 1, curvature = 0.3;
  Ball fast_set{2.0}, slow_set{1.0};
  FrobeniusBall preconditioner_set{1.0};
  std::array<double, N> slow_start{1}, fast_start{1};
  Rotation rotate{0.3};

  RotorBase() : preconditioner_set(4 * (1 + gain / rho) * std::sqrt(N / 2.0)) {}

  /// A problem's noise with mean zero and variance one, whatever its law.
  template <class Z>
  static decltype(auto) unit(const Z& noise) {
    if constexpr (L == Law::uniform) return map(noise, [](const auto& u) { return unit_scale(L) * (u - centre(L)); });
    else return (noise);
  }

  auto mean_fast(const auto& x, const auto& y) const {
    const auto e = x - y;
    if constexpr (F == Form::curved) return y + (1 - rho) * e - curvature * dip(e);
    else return y + (1 - rho) * e;
  }
  auto mean_slow(const auto& x, const auto& y) const {
    const auto e = x - y;
    if constexpr (F == Form::curved) return turned(y) + gain * quarter_turn(e) + curvature * dip(e);
    else return turned(y) + gain * quarter_turn(e);
  }
  auto fast(const auto& x, const auto& y, const auto& xi) const { return mean_fast(x, y) + sigma * unit(xi); }
  auto slow(const auto& x, const auto& y, const auto& zeta) const { return mean_slow(x, y) + sigma * unit(zeta); }

  auto fast_solution(const auto& y) const { return y; }
  auto reduced(const auto& y) const { return turned(y); }

 protected:
  template <class V>
  static V dip(const V& v) {
    return map(v, [](const auto& t) { return 1 - cos(t); });
  }
  template <class V>
  static V quarter_turn(const V& v) {
    V out(v.size());
    for (int i = 0; i < N; i += 2) out[i] = -v[i + 1], out[i + 1] = v[i];
    return out;
  }
  template <class Y>
  Y turned(const Y& y) const {
    Y out(y.size());
    for (int i = 0; i < N; i += 2) {
      out[i] = y[i] + (rotate.cosine_less_one * y[i] - rotate.sine * y[i + 1]);
      out[i + 1] = y[i + 1] + (rotate.cosine_less_one * y[i + 1] + rotate.sine * y[i]);
    }
    return out;
  }
};

template <int N, Law L = Law::normal, Form F = Form::linear, Derivative D = Derivative::noisy>
struct RotorN : RotorBase<N, L, F> {
  static constexpr Shape shape{.fast = N, .slow = N, .fast_noise = N, .slow_noise = N};
};

/// Derivatives written out as matrices: what one does where duals are too slow. With Noise, the same as above.
template <int N, Law L, bool Noise>
struct WrittenRotor : RotorBase<N, L, Form::linear> {
  static constexpr int kOmega = Noise ? N * N : 0;
  static constexpr Shape shape{.fast = N,
                               .slow = N,
                               .fast_noise = N,
                               .slow_noise = N,
                               .fast_derivative_noise = kOmega,
                               .slow_derivative_noise = kOmega};

  template <class X>
  auto fast_derivative(const X&, const auto&, const auto& omega) const {
    auto J = noise<typename X::Element>(omega);
    for (int i = 0; i < N; ++i) J(i, i) = (1 - this->rho) + J(i, i);
    return J;
  }
  template <class X>
  auto slow_derivative(const X&, const auto&, const auto& omega) const {
    auto J = noise<typename X::Element>(omega);
    for (int i = 0; i < N; i += 2) {
      J(i, i + 1) = -this->gain + J(i, i + 1);
      J(i + 1, i) = this->gain + J(i + 1, i);
    }
    return J;
  }

 private:
  template <class S, class Omega>
  auto noise(const Omega& omega) const {
    Matrix<S, N, N> out(Uninitialised{}, N, N);
    for (int i = 0; i < N * N; ++i) {
      if constexpr (Noise) out.entries()[i] = this->derivative_noise * omega[i];
      else out.entries()[i] = S(0.0);
    }
    return out;
  }
};
template <int N, Law L>
struct RotorN<N, L, Form::linear, Derivative::written> : WrittenRotor<N, L, true> {};
template <int N, Law L>
struct RotorN<N, L, Form::linear, Derivative::quiet> : WrittenRotor<N, L, false> {};

template <int N, Law L, Form F>
struct RotorN<N, L, F, Derivative::noisy> : RotorBase<N, L, F> {
  static constexpr Shape shape{.fast = N,
                               .slow = N,
                               .fast_noise = N,
                               .slow_noise = N,
                               .fast_derivative_noise = N * N,
                               .slow_derivative_noise = N * N};

  auto fast_derivative(const auto& x, const auto& y, const auto& omega) const {
    return jacobian([&](const auto& v) { return this->mean_fast(v, y); }, x) +
           this->derivative_noise * as_matrix<N, N>(this->unit(omega));
  }
  auto slow_derivative(const auto& x, const auto& y, const auto& omega) const {
    return jacobian([&](const auto& v) { return this->mean_slow(v, y); }, x) +
           this->derivative_noise * as_matrix<N, N>(this->unit(omega));
  }
};

}  // namespace bench
