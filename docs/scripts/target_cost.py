#!/usr/bin/env python3
"""What `solve --target` spends, against what a solve needs: the table of docs/concepts/certificates.md.

usage: target_cost.py [TWOSCALE]      the program's path; found on PATH when not given

A solve's mean-square residual falls as 1/T, so that 16 replicas at 10^5 samples tell at how many it would be the target
on average. Against that: all samples of --target, certificates included, mean and median over 20 seeds. Two minutes.
"""

import json
import statistics
import subprocess
import sys

PROBLEMS = ["rotor", "rotor-curved", "moving-target"]
BUDGET, SEEDS = 1e5, range(1, 21)
PARTS = [100, 400, 1600]  # the targets: what a solve of so many times BUDGET/100 samples reaches


def solve(program, *arguments):
    command = [program, "solve", *map(str, arguments), "--json"]
    return json.loads(subprocess.run(command, check=False, stdout=subprocess.PIPE).stdout)


def main():
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    program = sys.argv[1] if len(sys.argv) == 2 else "twoscale"
    print("| problem | target | a solve needs | `--target` takes: mean | median | median over a solve | reached |")
    print("|---|---|---|---|---|---|---|")
    for problem in PROBLEMS:
        options = ["--set", "sigma=0.3"] if problem == "moving-target" else []
        constant = BUDGET * solve(program, problem, *options, "--budget", BUDGET, "--replicas", 16)["residual"]["mean_square"]
        for part in PARTS:
            needs = part * BUDGET / 100
            target = float(f"{constant / needs:.1e}")
            runs = [solve(program, problem, *options, "--target", target, "--budget", 1e9, "--seed", seed) for seed in SEEDS]
            spent = [run["samples"]["total"] for run in runs]
            middle = statistics.median(spent)
            print(f"| {problem} | {target:.1e} | {needs:,.0f} | {statistics.mean(spent):,.0f} | {middle:,.0f} | "
                  f"{middle / needs:.1f} | {sum(run['target_reached'] for run in runs)} of {len(runs)} |", flush=True)


if __name__ == "__main__":
    main()
