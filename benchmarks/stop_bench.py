#!/usr/bin/env python3
"""How long it takes to stop: seconds from the signal to the end of the program.

usage: stop_bench.py TWOSCALE

A run of one long replica, of many short ones into a store, and a study of 100,000 cells, stopped while it adds its jobs,
while it runs and while it reports.
"""

import pathlib
import signal
import subprocess
import sys
import tempfile
import time

MANY = """
name = "many"
problem = "rotor"
replicas = 1
horizons = [1000, 2000]
[family]
theta = { from = 0.1, to = 3, count = 25000 }
[[methods]]
name = "single-loop"
[[methods]]
name = "raw"
"""


def stop_after(command, folder, ready):
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not ready():
            if process.poll() is not None:
                return None, process.returncode
            time.sleep(0.01)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.wait()
        return time.monotonic() - start, process.returncode


def after(seconds):
    begun = time.monotonic()
    return lambda: time.monotonic() - begun > seconds


def tell(what, outcome):
    seconds, code = outcome
    print(f"{what:45s}" + (f"{seconds:6.2f} s, exit {code}" if seconds is not None else f"done before, exit {code}"))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="twoscale-stop-") as temporary:
        folder = pathlib.Path(temporary)
        solve = [program, "solve", "rotor", "--quiet", "--store"]
        tell("one long replica", stop_after([*solve, "a.db", "--budget", "1e13"], folder, after(1)))
        tell("many short replicas", stop_after([*solve, "b.db", "--budget", "1e4", "--replicas", "4e9"], folder, after(1)))
        (folder / "many.toml").write_text(MANY)
        study = [program, "rates", "many.toml", "--quiet"]
        # While the jobs are laid out nobody listens yet, and the signal ends the program: nothing has begun.
        tell("100,000 cells, as they are laid out", stop_after(study, folder, after(0.3)))
        tell("100,000 cells, as their jobs are added",
             stop_after(study, folder, lambda: (folder / "many.db").exists()))
        for i in range(3):
            tell(f"100,000 cells, while they run ({i + 1})", stop_after(study, folder, after(5 + 2 * i)))
        subprocess.run(study, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for i in range(3):
            tell(f"100,000 cells, while it reads and reports ({i + 1})", stop_after(study, folder, after(2 + 2 * i)))


if __name__ == "__main__":
    main()
