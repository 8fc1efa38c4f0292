#!/usr/bin/env python3
"""Every contender side by side, in rounds, as ratios.

usage: run.py [--quick] [--build DIRECTORY]

Writes benchmarks/results/latest.json and latest.md; a full run also rewrites the tables of docs/benchmarks.md. Ends
with 1 when a contender's answer is wrong: bits that differ from the engine's, or a mean residual too far from it.
Targets that are not met are reported and are no failure: they depend on the machine.
"""

import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks/driver"))

import contenders  # noqa: E402
import measure  # noqa: E402
import report  # noqa: E402
import targets  # noqa: E402

LARGEST_Z = 5


def verify_hand(build):
    for name in [kernel + isa for kernel in ("linear", "curved", "16", *(f"{loop}/{n}" for loop in contenders.HAND_LOOPS.values()
                                                                for n in contenders.HAND_RINGS)) for isa in ("", "/v3")]:
        done = subprocess.run([f"{build}/bench-hand", name, "--verify", "--replicas", "37", "--iterations", "333"],
                              capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"the kernel by hand, {name}: {done.stderr.strip()}")
    measure.say("the kernels by hand have the engine's bits")


# Problems of the zoo only: those of the other sizes are compiled for the machine, which callgrind may not know.
COUNTED = [
    ("by hand n=2 single-loop", "bench-hand", "linear", 2048),
    ("engine n=2 single-loop", "bench-engine", "2/normal/linear/single-loop", 2048),
]


def count_instructions(build):
    counts = {}
    for name, program, which, length in COUNTED:
        measure.say(f"counting instructions: {name}")
        counts[name] = measure.instructions([f"{build}/{program}", which], length, 16)
    return counts


def memory_target(program):
    measure.say("memory of a million replicas")
    command = [program, "solve", "rotor", "--replicas", "1e6", "--iterations", "16", "--quiet", "--json"]
    return targets.judge("peak memory of 10^6 replicas, n = 2", measure.peak_megabytes(command), 200, "at most", " MB")


def sections(build, program):
    """What is measured apart: starting a problem file, derivatives, rows of a store, stopping, large problems."""
    commands = {"Starting a problem file": [sys.executable, "benchmarks/plugin_bench.py", program, "."],
                "Derivatives: cost over a plain sample, and memory": [f"{build}/twoscale-derivative-bench"],
                "Rows of a store": [f"{build}/twoscale-store-bench"],
                "Seconds from Ctrl-C to the end": [sys.executable, "benchmarks/stop_bench.py", program],
                "Large problems: a whole solve with auto over the bare raw recursion":
                    [sys.executable, "benchmarks/large_bench.py", program]}
    out = {}
    for title, command in commands.items():
        measure.say(title)
        out[title] = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return out


def gather(build, program, quick):
    everyone = contenders.everyone(build, ROOT)
    verify_hand(build)
    count = 2 if quick else 5
    answers, missing = measure.rounds(everyone, count)
    return {
        "machine": report.machine(build),
        "rounds": count,
        "targets": targets.ratio_targets(answers) + [memory_target(program)],
        "rows": report.rows(everyone, answers, missing),
        "instructions": count_instructions(build),
        "agreement": measure.agreement([c for c in everyone if c.checks and c.name in answers], build),
        "sections": {} if quick else sections(build, program),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--build", default=str(ROOT / "build/release"))
    args = parser.parse_args()
    data = gather(f"{args.build}/benchmarks", f"{args.build}/apps/twoscale/twoscale", args.quick)
    results = ROOT / "benchmarks/results"
    results.mkdir(exist_ok=True)
    text = report.markdown(data)
    (results / "latest.json").write_text(json.dumps(data, indent=2) + "\n")
    (results / "latest.md").write_text(text)
    if not args.quick:
        report.update_page(ROOT / "docs/benchmarks.md", text)
    print(text)
    wrong = [f"{name} (z = {z:.1f})" for name, z in data["agreement"].items() if abs(z) > LARGEST_Z]
    if wrong:
        sys.exit("answers that differ from the engine's: " + ", ".join(wrong))


if __name__ == "__main__":
    main()
