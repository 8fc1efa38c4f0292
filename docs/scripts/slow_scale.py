#!/usr/bin/env python3
"""Measures which slow_scale serves single-loop on rotor, and prints the table of docs/methods/single-loop.md.

usage: slow_scale.py [TWOSCALE]      the program's path; found on PATH when not given

For each gain, horizon N and slow_scale: the largest over the angles of the mean-square residual of 32 replicas,
seed 1, with its standard error and the angle that gave it. About a minute on two cores.
"""

import json
import subprocess
import sys

ANGLES = ["0.005", "0.01", "0.03", "0.1", "0.3", "1", "1.7", "3.1", "anchor"]
GAINS = [1, 4]
HORIZONS = [4096, 32768, 262144]
SCALES = [1, 2, 4, 8]


def measure(program, theta, gain, horizon, scale):
    """(mean square, standard error, angle as given) of one run."""
    command = [program, "solve", "rotor", "--method", "single-loop", "--set", f"theta={theta}", "--set", f"gain={gain}",
               "--option", f"slow_scale={scale}", "--iterations", str(horizon), "--replicas", "32", "--seed", "1", "--json"]
    residual = json.loads(subprocess.run(command, check=False, stdout=subprocess.PIPE).stdout)["residual"]
    return residual["mean_square"], residual["standard_error"], theta


def main():
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    program = sys.argv[1] if len(sys.argv) == 2 else "twoscale"
    print("| gain | N | " + " | ".join(f"slow_scale {scale}" for scale in SCALES) + " | 2 against the best |")
    print("|---|---|" + "---|" * (len(SCALES) + 1))
    for gain in GAINS:
        for horizon in HORIZONS:
            worst = {s: max(measure(program, theta, gain, horizon, s) for theta in ANGLES) for s in SCALES}
            cells = [f"{mean:.4f} +- {error:.4f} ({theta})" for mean, error, theta in worst.values()]
            ratio = worst[2][0] / min(mean for mean, _, _ in worst.values())
            print(f"| {gain} | {horizon:,} | " + " | ".join(cells) + f" | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
