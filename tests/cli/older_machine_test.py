#!/usr/bin/env python3
"""On a machine without AVX2 and FMA the program says so, instead of dying of an unknown instruction.

usage: older_machine_test.py TWOSCALE

qemu plays the machine; without it, exits with 77, which ctest counts as skipped.
"""

import shutil
import subprocess
import sys

QEMU = "qemu-x86_64"
NEEDS = "error: twoscale needs a processor with AVX2 and FMA"
# machine -> what it lacks; none: the program runs
MACHINES = {"Nehalem": "both", "SandyBridge": "both", "Haswell,-avx2": "AVX2", "Haswell,-fma": "FMA", "Haswell": None}


def problem_with(twoscale, machine, lacks):
    """What is wrong with what it said, or None."""
    done = subprocess.run([QEMU, "-cpu", machine, twoscale, "--version"], capture_output=True, text=True, check=False)
    # qemu's own words, about features it does not play, are not the program's
    said = "".join(line for line in done.stderr.splitlines(True) if not line.startswith("qemu-x86_64: warning"))
    if lacks is None:
        good = done.returncode == 0 and done.stdout and not said
    else:
        good = done.returncode == 2 and not done.stdout and said.startswith(NEEDS) and said.endswith(f"lacks {lacks}\n")
    print(f"{'ok  ' if good else 'FAIL'} {machine}")
    return None if good else f"{machine}: exit code {done.returncode}\n{done.stdout}{said}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not shutil.which(QEMU):
        print(f"no {QEMU} here: apt install qemu-user")
        sys.exit(77)
    wrong = [text for machine, lacks in MACHINES.items() if (text := problem_with(sys.argv[1], machine, lacks))]
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
