#!/usr/bin/env python3
"""What --dry-run says a study takes, over what it takes: one line for each study.

usage: estimate_bench.py TWOSCALE [WORD...]

The specs of experiments/paper and a few comparisons; with words, only those whose command has one of them. A study that is
said to take more than two minutes is left out.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LONGEST = 120  # seconds
COMPARISONS = [["compare", "rotor"],
               ["compare", "rotor", "--methods", "auto,raw", "--budget", "1e3:1e5", "--family",
                "theta=0.005:3.1:log12", "--replicas", "16"],
               ["compare", "rotor", "--methods", "raw", "--budget", "1e2,1e3", "--replicas", "20000"]]


def tried(program, command, folder):
    """(said, taken, cells), in seconds."""
    planned = subprocess.run([program, *command, "--dry-run", "--json"], cwd=folder, check=True, capture_output=True,
                             text=True)
    plan = json.loads(planned.stdout)
    said, cells = sum(study["seconds"] for study in plan), sum(study["cells"] for study in plan)
    if said > LONGEST:
        return said, None, cells
    start = time.monotonic()
    subprocess.run([program, *command, "--quiet", "--store", "s.db", "--output", "r.html"], cwd=folder, check=True,
                   capture_output=True)
    return said, time.monotonic() - start, cells


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, words = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:]
    specs = [["rates", str(path)] for path in sorted((ROOT / "experiments" / "paper").glob("*.toml"))]
    for command in COMPARISONS + specs:
        text = " ".join(command).replace(f"{ROOT}/", "")
        if words and not any(word in text for word in words):
            continue
        with tempfile.TemporaryDirectory(prefix="twoscale-estimate-") as folder:
            said, taken, cells = tried(program, command, folder)
        ratio = f"{taken:8.2f} s taken, ratio {said / taken:.2f}" if taken else "left out"
        print(f"{said:8.2f} s said, {ratio}, {cells} cells: {text}", flush=True)


if __name__ == "__main__":
    main()
