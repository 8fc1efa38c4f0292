#!/usr/bin/env python3
"""Kills running sweeps with SIGKILL at 50 random instants, resumes them, and finds the bits of an undisturbed run.

usage: kill_test.py TWOSCALE

The instants are drawn from a fixed seed. A sweep that is done before its next kill is compared with the undisturbed one,
and the next one begins, until 50 kills have met a running program.
"""

import csv
import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile

KILLS = 50
SWEEP = ["rotor", "--method", "raw,single-loop,nested-corrected,nested-newton", "--budget", "4e6", "--replicas", "20"]
ON_THE_WAY = ["--observe", "residual,tracking_error", "--observations", "9"]
OFTEN = ["--checkpoint-every", "0.1", "--threads", "2"]


class Sweep:
    """One sweep in a directory of its own."""

    def __init__(self, program, directory):
        self.program, self.store = program, directory / "run.db"
        self.directory = directory

    def command(self, verb):
        what = [*SWEEP, *ON_THE_WAY, "--store", str(self.store)] if verb == "solve" else [str(self.store)]
        return [self.program, verb, *what, *OFTEN, "--json"]

    def start(self, verb):
        return subprocess.Popen(self.command(verb), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def has_jobs(self):
        """A kill may come before the jobs are stored; then there is nothing to resume."""
        return self.store.exists() and self.rows("jobs") not in (None, 0)

    def under_way(self):
        """How many checkpoints there are."""
        with open(self.directory / "jobs.csv", newline="", encoding="utf-8") as file:
            return sum(int(row["under_way"]) for row in csv.DictReader(file))

    def rows(self, what):
        out = self.directory / f"{what}.csv"
        done = subprocess.run([self.program, "export", str(self.store), "--what", what, "--output", str(out)],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            if "not a twoscale store" in done.stderr and self.store.stat().st_size == 0:
                return None
            sys.exit(f"export failed after a kill: {done.stderr}")
        return len(out.read_text().splitlines()) - 1

    def contents(self):
        """Everything that is stored, as bytes."""
        for what in ("jobs", "replicas", "observations"):
            self.rows(what)
        return {what: (self.directory / f"{what}.csv").read_bytes() for what in ("jobs", "replicas", "observations")}


def without_times(text):
    reports = json.loads(text)
    for report in reports:
        del report["wall_seconds"]
    return reports


def compare(sweep, printed, reference, expected):
    if without_times(printed) != reference:
        sys.exit("a resumed sweep reports something else than the undisturbed one")
    for what, content in sweep.contents().items():
        if content != expected[what]:
            sys.exit(f"a resumed sweep stored other {what} than the undisturbed one")


def killed_while_made(program, directory):
    """A kill may meet a store before its tables are there: SQLite rolls it back to a file that says what it is, and no
    more. Nothing is to be read from it, and a run may use it."""
    store = directory / "unmade.db"
    with sqlite3.connect(store) as database:
        database.executescript("PRAGMA application_id = 0x74776f53; PRAGMA user_version = 2; VACUUM;")
    for arguments, code in ((["export", str(store), "--output", str(directory / "x.csv")], 2),
                            (["solve", "rotor", "--budget", "1e4", "--store", str(store), "--quiet"], 0),
                            (["export", str(store), "--output", str(directory / "x.csv")], 0)):
        done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
        if done.returncode != code:
            sys.exit(f"{arguments[0]} on a store without tables: exit code {done.returncode}, {done.stderr}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    chance = random.Random(20261115)
    with tempfile.TemporaryDirectory(prefix="twoscale-kill-") as temporary:
        root = pathlib.Path(temporary)
        killed_while_made(sys.argv[1], root)
        (root / "calm").mkdir()
        calm = Sweep(sys.argv[1], root / "calm")
        printed, _ = calm.start("solve").communicate()
        reference = without_times(printed)
        wall = sum(report["wall_seconds"] for report in json.loads(printed))
        expected = calm.contents()
        kills, sweeps, resumed, from_checkpoints = 0, 0, 0, 0
        while kills < KILLS or not done:
            if sweeps == 0 or done:
                sweeps += 1
                (root / str(sweeps)).mkdir()
                sweep, done = Sweep(sys.argv[1], root / str(sweeps)), False
            verb = "resume" if sweep.has_jobs() else "solve"
            resumed += verb == "resume"
            from_checkpoints += verb == "resume" and sweep.under_way() > 0
            process = sweep.start(verb)
            try:
                printed, complaint = process.communicate(timeout=chance.uniform(0, wall / 6) if kills < KILLS else None)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                kills += 1
                continue
            if process.returncode != 0:
                sys.exit(f"{verb} ended with {process.returncode}: {complaint}")
            compare(sweep, printed, reference, expected)
            done = True
    print(f"{kills} kills in {sweeps} sweeps of {wall:.1f} s; resumed {resumed} times, {from_checkpoints} of them from "
          "checkpoints: the same bits")
    if from_checkpoints < KILLS // 4:
        sys.exit("too few of them found a checkpoint: the sweep is too short for this machine")


if __name__ == "__main__":
    main()
