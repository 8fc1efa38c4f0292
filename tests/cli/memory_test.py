#!/usr/bin/env python3
"""Memory follows the replicas in flight, not those asked for: a million replicas of n = 2 in under 200 MB.

usage: memory_test.py TWOSCALE
"""

import pathlib
import resource
import subprocess
import sys
import tempfile

LIMIT_MB = 200
MILLION = ["solve", "rotor", "--replicas", "1e6", "--iterations", "20", "--quiet"]


def peak_mb(command):
    """The most memory a child of ours has taken so far; the largest child is the one just run, or the check is moot."""
    ended = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    assert ended in (0, 3), ended  # runs of 20 iterations: some have not settled
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program, failed = sys.argv[1], False
    with tempfile.TemporaryDirectory(prefix="twoscale-memory-") as temporary:
        store = str(pathlib.Path(temporary, "run.db"))
        observed = ["--observe", "residual", "--observations", "3"]
        for name, command in {"in memory": MILLION, "in a store": [*MILLION, "--store", store],
                              "with observers": [*MILLION, *observed], "resumed": ["resume", store, "--quiet"],
                              "exported": ["export", store, "--output", f"{temporary}/run.npy"]}.items():
            peak = peak_mb([program, *command])
            print(f"{name}: at most {peak:.0f} MB")
            failed |= peak >= LIMIT_MB
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
