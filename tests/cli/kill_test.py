#!/usr/bin/env python3
"""Kills running programs with SIGKILL at random instants, lets them go on, and finds the bits of an undisturbed run.

usage: kill_test.py TWOSCALE [KILLS]

KILLS (75 unless said) meet running programs: two thirds of them sweeps (solve, then resume), the others studies (compare
and rates, started again), merges and exports. The instants are drawn from a fixed seed, in seconds of the processor. What is
done before its next kill is compared with the undisturbed one, and the next begins.
"""

import csv
import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
import time

from running import PROGRAM, processor_seconds

SWEEP = ["rotor", "--method", "raw,single-loop,nested-corrected,nested-newton", "--budget", "1e7", "--replicas", "20"]
ON_THE_WAY = ["--observe", "residual,tracking_error", "--observations", "9"]
OFTEN = ["--checkpoint-every", "0.02", "--threads", "2"]


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
        if done.returncode not in (0, 3):
            if "not a twoscale store" in done.stderr and self.store.stat().st_size == 0:
                return None
            if "holds no jobs" in done.stderr:
                return 0
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
        database.executescript("PRAGMA application_id = 0x74776f53; PRAGMA user_version = 6; VACUUM;")
    for arguments, code in ((["export", str(store), "--output", str(directory / "x.csv")], 2),
                            (["solve", "rotor", "--budget", "1e4", "--store", str(store), "--quiet"], 0),
                            (["export", str(store), "--output", str(directory / "x.csv")], 0)):
        done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
        if done.returncode != code:
            sys.exit(f"{arguments[0]} on a store without tables: exit code {done.returncode}, {done.stderr}")


def killed_after(process, seconds):
    """Whether a kill met it after so many seconds of the processor; False where it was done before."""
    while process.poll() is None:
        try:
            if processor_seconds(process) >= seconds:
                process.kill()
                process.communicate()
                return process.returncode < 0
        except OSError:  # it has just ended
            break
        time.sleep(0.001)
    return False


def sweeps(root, kills, chance):
    (root / "calm").mkdir()
    calm = Sweep(PROGRAM, root / "calm")
    process = calm.start("solve")
    printed, _ = process.communicate()
    reference = without_times(printed)
    work = 2 * sum(report["wall_seconds"] for report in json.loads(printed))  # of two threads
    expected = calm.contents()
    met, number, resumed, from_checkpoints, done = 0, 0, 0, 0, True
    while met < kills or not done:
        if done:
            number += 1
            (root / str(number)).mkdir()
            sweep, done = Sweep(PROGRAM, root / str(number)), False
        verb = "resume" if sweep.has_jobs() else "solve"
        resumed += verb == "resume"
        from_checkpoints += verb == "resume" and sweep.under_way() > 0
        process = sweep.start(verb)
        if met < kills and killed_after(process, chance.uniform(0, work / 2)):
            met += 1
            continue
        printed, complaint = process.communicate()
        if process.returncode != 0:
            sys.exit(f"{verb} ended with {process.returncode}: {complaint}")
        compare(sweep, printed, reference, expected)
        done = True
    print(f"solve and resume: {met} kills in {number} sweeps; resumed {resumed} times, {from_checkpoints} of them from "
          "checkpoints: the same bits")
    if from_checkpoints < kills // 4:  # of a busy machine more would: checkpoints come by the clock, kills by work
        sys.exit("too few of them found a checkpoint: the sweep is too short")


SPEC = """
name = "killed"
problem = "rotor"
replicas = 64
horizons = [256, 1024, 4096, 16384]
[family]
theta = ["anchor", 0.3]
[[methods]]
name = "single-loop"
[[methods]]
name = "anchored-raw"
"""


class Again:
    """A command that is given again until it is done, and then has written what an undisturbed one writes."""

    def __init__(self, name, command, outputs):
        self.name, self.command, self.outputs = name, command, outputs

    def start(self, folder):
        return subprocess.Popen([PROGRAM, *self.command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def results(self, folder):
        out = []
        for name in self.outputs:
            if name.endswith(".db"):
                subprocess.run([PROGRAM, "export", name, "--output", "x.csv"], cwd=folder, check=True, capture_output=True)
                name = "x.csv"
            out.append((folder / name).read_bytes())
        return out

    def clear(self, folder):
        for name in self.outputs:
            for beside in ("", "-wal", "-shm"):
                (folder / (name + beside)).unlink(missing_ok=True)


def others(root, kills, chance):
    folder = root / "others"
    folder.mkdir()
    (folder / "spec.toml").write_text(SPEC)
    for i in (0, 1):
        subprocess.run([PROGRAM, "solve", "rotor", "--method", "raw", "--budget", "1e3", "--replicas", "20000",
                        "--first-replica", str(20000 * i), "--store", f"{i}.db", "--quiet"], cwd=folder, check=False,
                       capture_output=True)
    often = ["--checkpoint-every", "0.05", "--quiet"]
    commands = [Again("rates", ["rates", "spec.toml", "--store", "r.db", "--output", "r.html", *often], ["r.db", "r.html"]),
                Again("compare", ["compare", "rotor", "--methods", "raw,single-loop", "--budget", "1e4:1e6", "--replicas",
                                  "24", "--store", "c.db", "--output", "c.html", *often], ["c.db", "c.html"]),
                Again("merge", ["merge", "0.db", "1.db", "--output", "all.db"], ["all.db"]),
                Again("export", ["export", "0.db", "--output", "0.csv"], ["0.csv"])]
    for command in commands:
        process = command.start(folder)
        work = 0
        while process.poll() is None:
            work = max(work, processor_seconds(process))
            time.sleep(0.001)
        expected = command.results(folder)
        command.clear(folder)
        met, rounds = 0, 0
        while met < kills // len(commands):
            if killed_after(command.start(folder), chance.uniform(0, work)):
                met += 1
                if command.name in ("merge", "export") and (folder / command.outputs[0]).exists():
                    sys.exit(f"a killed {command.name} left an output")
                continue
            process = command.start(folder)  # the one before was done: once more finds all there
            _, complaint = process.communicate()
            if command.name != "merge" and process.returncode != 0:
                sys.exit(f"{command.name} ended with {process.returncode}: {complaint}")
            if command.results(folder) != expected:
                sys.exit(f"{command.name}: other bits after {met} kills")
            command.clear(folder)
            rounds += 1
        process = command.start(folder)
        process.communicate()
        if command.results(folder) != expected:
            sys.exit(f"{command.name}: other bits after {met} kills")
        print(f"{command.name}: {met} kills, {rounds} rounds done on the way: the same bits")


def main():
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    kills = int(sys.argv[1]) if len(sys.argv) == 2 else 75
    chance = random.Random(20261115)
    with tempfile.TemporaryDirectory(prefix="twoscale-kill-") as temporary:
        root = pathlib.Path(temporary)
        killed_while_made(PROGRAM, root)
        sweeps(root, kills * 2 // 3, chance)
        others(root, kills - kills * 2 // 3, chance)


if __name__ == "__main__":
    main()
