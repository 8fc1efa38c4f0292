#!/usr/bin/env python3
"""What extrapolation over fast steps buys: 2 y(alpha) - y(2 alpha), from two runs on common random numbers with half the
budget each, against one run with all of it.

usage: extrapolation.py TWOSCALE

On rotor-curved h turns y by theta, so that |h(y) - y|^2 = 4 sin(theta/2)^2 |y|^2. Prints the mean-square residual over
the limit 2 tr(Sigma)/T, tr(Sigma) = 2 sigma^2 (1 + gain^2/rho^2), for several travels B: the larger, the larger the
steps, and the bias.
"""

import csv
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

THETA, GAIN, RHO, SIGMA, CURVATURE, BUDGET, REPLICAS = 0.3, 4, 0.5, 0.3, 0.4, 1_000_000, 64
LIMIT = 2 * 2 * SIGMA**2 * (1 + GAIN**2 / RHO**2) / BUDGET


def answers(program, folder, budget, travel, separation):
    store, sheet = folder / "run.db", folder / "run.csv"
    for file in (store, sheet):
        file.unlink(missing_ok=True)
    subprocess.run([program, "solve", "rotor-curved", "--set", f"theta={THETA}", "--set", f"curvature={CURVATURE}",
                    "--budget", str(budget), "--replicas", str(REPLICAS), "--option", f"least_travel={travel}",
                    "--option", f"separation={separation}", "--store", store, "--quiet", "--json"],
                   check=False, stdout=subprocess.DEVNULL)  # 3: a replica has not settled, and counts all the same
    subprocess.run([program, "export", store, "--output", sheet], check=True, stdout=subprocess.DEVNULL)
    with sheet.open(newline="", encoding="utf-8") as rows:
        return [(float(row["y0"]), float(row["y1"])) for row in csv.DictReader(rows)]


def ratio(points):
    values = [4 * math.sin(THETA / 2)**2 * (u * u + v * v) / LIMIT for u, v in points]
    return f"{statistics.mean(values):.2f} ± {statistics.stdev(values) / math.sqrt(len(values)):.2f}"


def main(program):
    print("| travel B | one run | extrapolated |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for travel in (30, 300, 3000):
            whole = answers(program, folder, BUDGET, travel, 2)
            near = answers(program, folder, BUDGET // 2, travel, 2)
            far = answers(program, folder, BUDGET // 2, travel, 4)
            both = [(2 * a[0] - b[0], 2 * a[1] - b[1]) for a, b in zip(near, far)]
            print(f"| {travel} | {ratio(whole)} | {ratio(both)} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1]) if len(sys.argv) == 2 else sys.exit(__doc__)
