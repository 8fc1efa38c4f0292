#!/usr/bin/env python3
"""Flips bits in stores, and finds that every flip changes nothing or is refused.

usage: damage_test.py TWOSCALE [FLIPS]

FLIPS bits (40 unless said) are flipped, one at a time, in the store of a solve, in that of a study, and in the log that a
killed run leaves beside its store. Of a store: resume (or the study again), export, merge and verify each give what they
give of the undamaged one, or end with exit code 2; export and merge may also leave rows out, say how many, and end with
3. Of a log: resume ends with the bits of an undisturbed run; export and merge say how many replicas are missing.
"""

import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

SWEEP = ["rotor", "--method", "raw,single-loop", "--budget", "2e4", "--replicas", "30", "--observe",
         "residual,tracking_error", "--observations", "3"]
LONG = ["rotor", "--method", "single-loop", "--budget", "5e4", "--replicas", "1500", "--observe", "residual",
        "--observations", "15", "--threads", "1"]
SPEC = """
name = "flipped"
problem = "rotor"
replicas = 8
horizons = [256, 1024, 4096]
[family]
theta = ["anchor", 0.3]
[[methods]]
name = "single-loop"
[[methods]]
name = "anchored-raw"
"""
BESIDE = ("", "-wal", "-shm", "-journal")


class Store:
    """A store in a folder, and what the program makes of it."""

    def __init__(self, program, folder, again):
        self.program, self.folder, self.again = program, folder, again
        self.path = folder / "run.db"

    def run(self, *arguments):
        for old in ("out.csv", "all.db"):
            (self.folder / old).unlink(missing_ok=True)
        return subprocess.run([self.program, *arguments], cwd=self.folder, capture_output=True, text=True, check=False)

    def rows(self, what):
        """Exit code, rows, complaint."""
        done = self.run("export", "run.db", "--what", what, "--output", "out.csv")
        out = self.folder / "out.csv"
        return done.returncode, out.read_text().splitlines() if out.exists() else None, done.stderr

    def report(self):
        done = self.run(*self.again, "--json", "--quiet")
        reports = json.loads(done.stdout) if done.stdout else None
        for report in reports if isinstance(reports, list) else [reports] if reports else []:
            report.pop("wall_seconds", None)
        return done.returncode, reports, done.stderr

    def put(self, contents):
        """The files of the store, as bytes by ending."""
        for ending in BESIDE:
            (self.folder / f"run.db{ending}").unlink(missing_ok=True)
        for ending, data in contents.items():
            (self.folder / f"run.db{ending}").write_bytes(data)

    def contents(self):
        return {ending: (self.folder / f"run.db{ending}").read_bytes() for ending in BESIDE
                if (self.folder / f"run.db{ending}").exists()}


def flipped(data, chance):
    at, bit = chance.randrange(len(data)), chance.randrange(8)
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1:], f"bit {bit} of byte {at}"


class Reference:
    """What an undamaged store gives."""

    def __init__(self, store):
        self.rows = {what: store.rows(what)[1] for what in ("replicas", "observations", "jobs")}
        self.report = store.report()[:2]


def check_export(store, reference, where):
    refused = 0
    for what, expected in reference.rows.items():
        code, rows, complaint = store.rows(what)
        if code == 2:
            refused += 1
        elif code == 3:
            if "lacks" not in complaint or (what != "jobs" and not set(rows[1:]) <= set(expected)):
                sys.exit(f"{where}: export of {what} is wrong: {complaint}")
        elif code != 0 or rows != expected:
            sys.exit(f"{where}: export of {what} gives other rows, exit code {code}")
    return refused


def check_merge(store, reference, where):
    merged = store.run("merge", "run.db", "--output", "all.db")
    if merged.returncode not in (0, 2, 3):
        sys.exit(f"{where}: merge ended with {merged.returncode}: {merged.stderr}")
    if merged.returncode == 0:
        shutil.copy(store.folder / "all.db", store.path)
        check_export(store, reference, where + ", merged")
    return merged.returncode == 2


def flip_store(store, flips, chance, name):
    contents, reference = store.contents(), Reference(store)
    assert list(contents) == [""], f"{name}: something beside the store: {list(contents)}"
    seen = {"resume": 0, "export": 0, "merge": 0, "verify": 0}
    for _ in range(flips):
        damaged, where = flipped(contents[""], chance)
        where = f"{name}, {where}"
        store.put({"": damaged})
        verified = store.run("verify", "run.db")
        if verified.returncode not in (0, 2):
            sys.exit(f"{where}: verify ended with {verified.returncode}: {verified.stderr}")
        seen["verify"] += verified.returncode == 2
        refused = check_export(store, reference, where)
        seen["export"] += refused > 0
        if verified.returncode == 0 and refused:
            sys.exit(f"{where}: verify found nothing, and export refuses")
        seen["merge"] += check_merge(store, reference, where)
        store.put({"": damaged})
        code, report, complaint = store.report()
        if code == 2:
            seen["resume"] += 1
            if "run.db" not in complaint:
                sys.exit(f"{where}: refused without the store's name: {complaint}")
        elif (code, report) != reference.report:
            sys.exit(f"{where}: the report changed in silence, exit code {code}")
    print(f"{name}: {flips} flips in {len(contents['']):,} bytes, none silently wrong; refused: "
          + ", ".join(f"{what} {count}" for what, count in seen.items()))


def flip_log(program, root, flips, chance):
    (root / "calm").mkdir(), (root / "log").mkdir()
    calm, store = (Store(program, root / name, ["resume", "run.db"]) for name in ("calm", "log"))
    calm.run("solve", *LONG, "--store", "run.db", "--quiet")
    reference = Reference(calm)
    with subprocess.Popen([program, "solve", *LONG, "--store", "run.db", "--quiet", "--checkpoint-every", "0.2"],
                          cwd=store.folder, stdout=subprocess.DEVNULL) as running:
        while not (log := store.folder / "run.db-wal").exists() or log.stat().st_size < 150_000:
            if running.poll() is not None:
                sys.exit("the run ended before its log was long enough")
            time.sleep(0.001)
        running.kill()
    contents = store.contents()
    contents.pop("-shm", None)  # is made from the log
    for _ in range(flips):
        damaged, where = flipped(contents["-wal"], chance)
        where = f"log, {where}"
        for action in ("export", "merge", "resume"):
            store.put({"": contents[""], "-wal": damaged})
            if action == "export":
                code, rows, complaint = store.rows("replicas")
                if code != 3 or "lacks" not in complaint or not set(rows[1:]) <= set(reference.rows["replicas"]):
                    sys.exit(f"{where}: export ended with {code}: {complaint}")
            elif action == "merge":
                done = store.run("merge", "run.db", "--output", "all.db")
                if done.returncode != 3 or "asked for are in none" not in done.stderr:
                    sys.exit(f"{where}: merge ended with {done.returncode}: {done.stderr}")
            elif store.report()[:2] != reference.report or store.rows("replicas")[1] != reference.rows["replicas"]:
                sys.exit(f"{where}: resume ends with other bits")
    print(f"log: {flips} flips in {len(contents['-wal']):,} bytes; resume ended with the same bits after each, export and "
          "merge said what was missing")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program, flips = str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[2]) if len(sys.argv) == 3 else 40
    chance = random.Random(20261116)
    with tempfile.TemporaryDirectory(prefix="twoscale-damage-") as temporary:
        root = pathlib.Path(temporary)
        for name, first, again in (("solve", ["solve", *SWEEP, "--store", "run.db"], ["resume", "run.db"]),
                                   ("study", *[["rates", "spec.toml", "--store", "run.db", "--output", "x.html"]] * 2)):
            (root / name).mkdir()
            (root / name / "spec.toml").write_text(SPEC)
            store = Store(program, root / name, again)
            made = store.run(*first, "--quiet")
            if made.returncode != 0:
                sys.exit(f"{name} failed: {made.stderr}")
            flip_store(store, flips, chance, name)
        flip_log(program, root, flips, chance)


if __name__ == "__main__":
    main()
