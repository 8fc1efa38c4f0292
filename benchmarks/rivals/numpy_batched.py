"""Rival: NumPy, all replicas at once. Noise goes into one buffer an iteration; 2 by 2 products are written
out, rows of replicas contiguous, results in place where that saves a temporary."""

import numpy as np

from contender import (COS, DERIVATIVE_NOISE, GAIN, MATRIX_RADIUS, RADIUS, RHO, SIGMA, SIN, arguments, report, steps)


def project(v, radius):
    square = v[0] * v[0]
    for row in v[1:]:
        square += row * row
    if square.max() > radius * radius:
        v *= np.minimum(1.0, radius / np.sqrt(np.maximum(square, 1e-300)))


def simulate(args, replicas):
    generator = np.random.Generator(np.random.SFC64(args.seed))
    fast_step, slow_step, anchor_weight = steps(args.iterations)
    anchor = np.array([[RADIUS], [0.0]])
    x, y = np.repeat(anchor, replicas, axis=1), np.repeat(anchor, replicas, axis=1)
    P, next_P = np.zeros((4, replicas)), np.empty((4, replicas))
    noise = np.empty((14, replicas))
    for _ in range(args.iterations):
        generator.standard_normal(out=noise)
        noise[:6] *= SIGMA
        noise[6:] *= DERIVATIVE_NOISE
        xi, zeta_g, zeta_f, dF, C = noise[:2], noise[2:4], noise[4:6], noise[6:10], noise[10:]
        e = x - y
        mean_fast = y + (1 - RHO) * e
        r0, r1 = zeta_f + mean_fast - x
        h0 = COS * y[0] - SIN * y[1] - GAIN * e[1] + zeta_g[0] + P[0] * r0 + P[1] * r1
        h1 = SIN * y[0] + COS * y[1] + GAIN * e[0] + zeta_g[1] + P[2] * r0 + P[3] * r1
        dF[0] += 1 - RHO
        dF[3] += 1 - RHO
        C[1] -= GAIN
        C[2] += GAIN
        np.subtract(C, P, out=next_P)
        next_P[0] += P[0] * dF[0] + P[1] * dF[2]
        next_P[1] += P[0] * dF[1] + P[1] * dF[3]
        next_P[2] += P[2] * dF[0] + P[3] * dF[2]
        next_P[3] += P[2] * dF[1] + P[3] * dF[3]
        next_P *= fast_step
        P += next_P
        project(P, MATRIX_RADIUS)
        x += fast_step * (mean_fast + xi - x)
        project(x, 2 * RADIUS)
        pull = anchor_weight * (anchor - y)
        pull[0] += h0
        pull[1] += h1
        pull -= y
        y += slow_step * pull
        project(y, RADIUS)
    turned = np.array([COS * y[0] - SIN * y[1], SIN * y[0] + COS * y[1]])
    return ((turned - y) ** 2).sum(axis=0)


def main():
    args = arguments()
    report(args, lambda: simulate(args, args.replicas))


if __name__ == "__main__":
    main()
