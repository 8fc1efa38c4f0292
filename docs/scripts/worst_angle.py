#!/usr/bin/env python3
"""Measures a method on rotor at its worst angle, and prints the tables of the methods beyond the paper.

usage: worst_angle.py [--program TWOSCALE] METHOD [NAME=VALUE,NAME=VALUE...]...

For each gain, horizon N and set of options (a column; "" is the method as it is): the largest over the angles of the
mean-square residual of 32 replicas, seed 1, with its standard error and the angle that gave it; and how many times that
is 2 tr(Sigma)/N, Sigma the covariance of H at P* and x*(y): what a mean of N/2 independent H has. In the last line of
a gain the slope in N between the first and the last horizon. NAME=VALUE is an --option; samples=shared works, too.
"""

import argparse
import json
import math
import subprocess

ANGLES = ["0.005", "0.01", "0.03", "0.1", "0.3", "1", "1.7", "3.1"]
GAINS = [1, 4]
HORIZONS = [4096, 32768, 262144]
RHO, SIGMA = 0.5, 0.3  # rotor's own


def measure(program, method, options, theta, gain, horizon):
    """(mean square, standard error, angle) of one run."""
    command = [program, "solve", "rotor", "--method", method, "--set", f"theta={theta}", "--set", f"gain={gain}",
               "--iterations", str(horizon), "--replicas", "32", "--seed", "1", "--json"]
    for option in options:
        command += ["--option", option]
    residual = json.loads(subprocess.run(command, check=False, stdout=subprocess.PIPE).stdout)["residual"]
    return residual["mean_square"], residual["standard_error"], theta


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="twoscale")
    parser.add_argument("method")
    parser.add_argument("options", nargs="*", default=[""])
    asked = parser.parse_args()
    columns = [(text or "as it is", [o for o in text.split(",") if o]) for text in asked.options or [""]]
    print("| gain | N | " + " | ".join(name.replace(",", ", ") for name, _ in columns) + " |")
    print("|---|---|" + "---|" * len(columns))
    for gain in GAINS:
        noise = 2 * SIGMA**2 * (1 + (gain / RHO) ** 2)
        seen = {name: [] for name, _ in columns}
        for horizon in HORIZONS:
            cells = []
            for name, options in columns:
                mean, error, theta = max(measure(asked.program, asked.method, options, t, gain, horizon) for t in ANGLES)
                seen[name].append(mean)
                cells.append(f"{mean:.2e} +- {error:.0e} ({theta}), {mean / (2 * noise / horizon):.1f} times")
            print(f"| {gain} | {horizon:,} | " + " | ".join(cells) + " |", flush=True)
        span = math.log(HORIZONS[-1] / HORIZONS[0])
        slopes = [f"slope {math.log(values[-1] / values[0]) / span:.2f}" for values in seen.values()]
        print(f"| {gain} | | " + " | ".join(slopes) + " |", flush=True)


if __name__ == "__main__":
    main()
