"""Rival: numba, a compiled scalar loop over replicas and iterations, normals from NumPy's generator inside it."""

import numba
import numpy as np

from contender import (COS, DERIVATIVE_NOISE, GAIN, MATRIX_RADIUS, RADIUS, RHO, SIGMA, SIN, arguments, report, steps)


@numba.njit(fastmath=False)
def shrink(square, radius):
    return radius / np.sqrt(square) if square > radius * radius else 1.0


@numba.njit(fastmath=False)
def simulate(seed, replicas, iterations, fast_step, slow_step, anchor_weight):
    np.random.seed(seed)
    normal = np.random.standard_normal
    residuals = np.empty(replicas)
    for replica in range(replicas):
        x0, x1, y0, y1 = RADIUS, 0.0, RADIUS, 0.0
        p0, p1, p2, p3 = 0.0, 0.0, 0.0, 0.0
        for _ in range(iterations):
            e0, e1 = x0 - y0, x1 - y1
            f0, f1 = y0 + (1 - RHO) * e0, y1 + (1 - RHO) * e1
            r0, r1 = f0 + SIGMA * normal() - x0, f1 + SIGMA * normal() - x1
            h0 = COS * y0 - SIN * y1 - GAIN * e1 + SIGMA * normal() + p0 * r0 + p1 * r1
            h1 = SIN * y0 + COS * y1 + GAIN * e0 + SIGMA * normal() + p2 * r0 + p3 * r1
            a0, a1 = (1 - RHO) + DERIVATIVE_NOISE * normal(), DERIVATIVE_NOISE * normal()
            a2, a3 = DERIVATIVE_NOISE * normal(), (1 - RHO) + DERIVATIVE_NOISE * normal()
            c0, c1 = DERIVATIVE_NOISE * normal(), -GAIN + DERIVATIVE_NOISE * normal()
            c2, c3 = GAIN + DERIVATIVE_NOISE * normal(), DERIVATIVE_NOISE * normal()
            d0, d1 = c0 - p0 + p0 * a0 + p1 * a2, c1 - p1 + p0 * a1 + p1 * a3
            d2, d3 = c2 - p2 + p2 * a0 + p3 * a2, c3 - p3 + p2 * a1 + p3 * a3
            p0, p1, p2, p3 = p0 + fast_step * d0, p1 + fast_step * d1, p2 + fast_step * d2, p3 + fast_step * d3
            s = shrink(p0 * p0 + p1 * p1 + p2 * p2 + p3 * p3, MATRIX_RADIUS)
            p0, p1, p2, p3 = p0 * s, p1 * s, p2 * s, p3 * s
            x0 += fast_step * (f0 + SIGMA * normal() - x0)
            x1 += fast_step * (f1 + SIGMA * normal() - x1)
            s = shrink(x0 * x0 + x1 * x1, 2 * RADIUS)
            x0, x1 = x0 * s, x1 * s
            y0 += slow_step * (h0 - y0 + anchor_weight * (RADIUS - y0))
            y1 += slow_step * (h1 - y1 + anchor_weight * (0.0 - y1))
            s = shrink(y0 * y0 + y1 * y1, RADIUS)
            y0, y1 = y0 * s, y1 * s
        residuals[replica] = (COS * y0 - SIN * y1 - y0) ** 2 + (SIN * y0 + COS * y1 - y1) ** 2
    return residuals


def main():
    args = arguments()
    report(args, lambda: simulate(args.seed, args.replicas, args.iterations, *steps(args.iterations)))


if __name__ == "__main__":
    main()
