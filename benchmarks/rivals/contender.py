"""What the rivals written in Python share: rotor's constants, arguments, the clock, and the line they print."""

import argparse
import json
import math
import time

THETA, RHO, GAIN, SIGMA, DERIVATIVE_NOISE, RADIUS = 0.3, 0.5, 4.0, 0.3, 0.3, 1.0
MATRIX_RADIUS = 4 * (1 + GAIN / RHO)
COS, SIN = math.cos(THETA), math.sin(THETA)


def steps(horizon):
    """alpha = gamma, beta, lambda of single-loop ([P] Theorem single-loop-half; beta twice the power)."""
    return horizon**-0.5, 2 * horizon**-0.75, horizon**-0.25


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--iterations", type=int, default=1024)
    parser.add_argument("--replicas", type=int, default=1024)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=3)
    return parser.parse_args()


def report(args, run, warm=None):
    """run() gives |h(y) - y|^2 for every replica at the end. Once to warm up, then the least of the repeats, in the
    processor's time."""
    (warm or run)()
    least = math.inf
    for _ in range(args.repeats):
        start = time.process_time()
        residuals = run()
        least = min(least, time.process_time() - start)
    count = len(residuals)
    mean = float(sum(residuals)) / count
    variance = float(sum((float(r) - mean) ** 2 for r in residuals)) / max(count - 1, 1)
    print(json.dumps({"ns": least * 1e9 / (args.iterations * args.replicas), "residual": mean,
                      "deviation": math.sqrt(variance / count)}))
