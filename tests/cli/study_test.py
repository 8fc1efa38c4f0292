#!/usr/bin/env python3
"""compare, rates and reproduce as a user meets them: the same tables for any number of threads and after a kill; only what is missing is run; bad specs are refused before anything is written.

usage: study_test.py TWOSCALE
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 else "twoscale"

SPEC = """
name = "small"
problem = "rotor"
replicas = 24
horizons = [256, 1024, 4096]

[family]
theta = ["anchor", 0.3]

[[methods]]
name = "single-loop"

[[methods]]
name = "anchored-raw"
"""

# Long enough to be caught in the middle.
LONG = SPEC.replace("replicas = 24", "replicas = 96").replace("4096]", "16384, 65536]")

BAD = [  # what is wrong with it, the text, the place, words of the message
    ("unknown key", SPEC.replace("replicas", "replcas"), "4:1", "did you mean 'replicas'"),
    ("wrong type", SPEC.replace("replicas = 24", 'replicas = "many"'), "4:12", "replicas"),
    ("negative replicas", SPEC.replace("replicas = 24", "replicas = -1"), "4:12", "replicas"),
    ("empty grid", SPEC.replace('["anchor", 0.3]', "[]"), "8:9", "theta"),
    ("horizons that fall", SPEC.replace("[256, 1024, 4096]", "[256, 1024, 512]"), "5:", "increas"),
    ("not TOML", SPEC.replace('"small"', '"small'), "2:", ""),
    ("not text", SPEC.replace("small", "sm\udcffall"), "", ""),
]
BAD += [  # well formed, but not of this program
    ("problem", SPEC.replace('"rotor"', '"roter"'), "3:11", "did you mean 'rotor'"),
    ("method", SPEC.replace('"anchored-raw"', '"anchord-raw"'), "13:1", "did you mean 'anchored-raw'"),
    ("parameter", SPEC.replace("theta =", "thet ="), "8:8", "did you mean 'theta'"),
    ("its value", SPEC.replace('"anchor", 0.3', '0.1, "anchr"'), "8:9", "theta"),
    ("budget", SPEC.replace("horizons = [256, 1024, 4096]", "budgets = [1, 4096]"), "5:11", "budget = 1 must be at least"),
    ("option", SPEC + "[sweep]\nslow_scal = [1, 2]\n", "16:13", "did you mean 'slow_scale'"),
    ("scale", SPEC + "[[rows]]\nagainst = 'sample'\n", "15:1", "did you mean 'samples'"),
]


def run(folder, *arguments, code=0):
    done = subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != code:
        raise AssertionError(f"{arguments}: exit code {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
    return done


class Studies(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.write("small.toml", SPEC)

    def write(self, name, text):
        (self.folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))

    def rows(self, spec, store, *flags):
        return json.loads(run(self.folder, "rates", spec, "--store", store, "--json", *flags).stdout)

    def test_threads_do_not_matter(self):
        tables = [self.rows("small.toml", f"{n}.db", "--threads", str(n)) for n in (1, 2, 5)]
        self.assertEqual(tables[0], tables[1])
        self.assertEqual(tables[0], tables[2])
        reports = {(self.folder / "small.html").read_bytes()}
        self.assertEqual(len(reports), 1)

    def test_a_second_run_computes_only_what_is_missing(self):
        first = self.rows("small.toml", "a.db")
        kept = (self.folder / "a.db").read_bytes()
        self.assertEqual(self.rows("small.toml", "a.db"), first)
        self.assertEqual((self.folder / "a.db").read_bytes(), kept, "nothing was missing")
        self.write("more.toml", SPEC.replace("replicas = 24", "replicas = 40"))
        more = self.rows("more.toml", "a.db")
        self.assertEqual(more, self.rows("more.toml", "fresh.db"))

    def test_killed_at_any_instant(self):
        self.write("long.toml", LONG)
        expected = self.rows("long.toml", "whole.db")
        chance = random.Random(5)
        for _ in range(6):
            with subprocess.Popen([PROGRAM, "rates", "long.toml", "--store", "killed.db", "--quiet", "--json",
                                   "--checkpoint-every", "0.05"], cwd=self.folder, stdout=subprocess.DEVNULL) as running:
                time.sleep(chance.uniform(0.05, 0.4))
                running.kill()
        self.assertEqual(self.rows("long.toml", "killed.db"), expected)

    def test_a_dry_run_writes_nothing(self):
        done = run(self.folder, "rates", "small.toml", "--dry-run")
        self.assertIn("2 methods x 3 horizons x 2 members of the family x 24 replicas: 288 runs", done.stdout)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["small.toml"])

    def test_bad_specs(self):
        for what, text, place, words in BAD:
            with self.subTest(what):
                self.write("bad.toml", text)
                done = run(self.folder, "rates", "bad.toml", code=2)
                self.assertTrue(done.stderr.startswith(f"error: bad.toml:{place}"), done.stderr)
                self.assertIn(words, done.stderr)
        self.assertFalse(list(self.folder.glob("*.db")) + list(self.folder.glob("*.html")))

    def test_compare(self):
        done = run(self.folder, "compare", "rotor", "--methods", "raw,single-loop", "--budget", "1e3:1e5",
                   "--family", "theta=0.1:1:log3", "--replicas", "16")
        self.assertIn("worst over 3 members", done.stdout)
        self.assertIn("report: rotor-compare.html   data: rotor-compare.db", done.stdout)
        page = (self.folder / "rotor-compare.html").read_text(encoding="utf-8")
        self.assertIn("twoscale compare rotor --methods raw,single-loop --budget 1e3:1e5", page)

    def test_the_limit_stands_beside_what_was_measured(self):
        # tr Sigma = 2 sigma^2 (1 + (gain/rho)^2) is 0.9 for gain 1 and 11.7 for gain 4.
        flags = ["compare", "rotor", "--methods", "raw,single-loop,km", "--budget", "1e3:1e5", "--family", "gain=1,4",
                 "--replicas", "16"]
        lines = run(self.folder, *flags).stdout.splitlines()
        header, = (line for line in lines if "T = 1e3" in line)
        self.assertIn("over limit", header)
        for name, times_budget in ("  limit  ", 14.58), ("limit at an equal split, 2 tr(Sigma)/T", 23.4):
            limit, = (line.split() for line in lines if name in line)
            values = [float(value) for value in limit[-3:]]
            for budget, value in zip((1e3, 1e4, 1e5), values):
                self.assertAlmostEqual(value * budget / times_budget, 1, delta=0.05)
        study, = json.loads(run(self.folder, *flags, "--json").stdout)
        self.assertIn("fresh samples", study["limit"]["how"])
        raw, single, km = study["rows"]
        self.assertNotIn("limits", km, "told h(y), a method needs no samples of it")
        for row in raw, single:
            self.assertEqual(row["limit_samples"], row["scales"])
            for T, value, equal in zip(row["scales"], row["limits"], row["limits_at_equal_split"]):
                self.assertAlmostEqual(value * T / 14.58, 1, delta=0.04)
                self.assertAlmostEqual(equal * T / 23.4, 1, delta=0.04)
            for ratio, limits in (row["over_limit"], row["limits"]), (row["over_limit_at_equal_split"],
                                                                      row["limits_at_equal_split"]):
                self.assertGreater(ratio["standard_error"], 0)
                self.assertLess(ratio["lower"], ratio["value"])
                self.assertGreaterEqual(ratio["value"], row["values"][-1]["value"] / limits[-1] * 0.999)
        page = (self.folder / "rotor-compare.html").read_text(encoding="utf-8")
        self.assertEqual(page.count("The statistical limit is about"), 1)
        self.assertIn('<path class="limit"', page)

        rows, = self.rows("small.toml", "small.db")
        self.assertTrue(all("over_limit" in row for row in rows["rows"]))
        text = run(self.folder, "rates", "small.toml").stdout
        for name in "limit", "limit at an equal split, 2 tr(Sigma)/T":  # other iterations, other samples
            self.assertIn(name + " of single-loop: 0.0", text)
            self.assertIn(name + " of anchored-raw: 0.0", text)

    def test_the_limit_is_left_out_where_it_says_nothing(self):
        done = run(self.folder, "compare", "moving-target", "--methods", "raw", "--budget", "1e3,1e4", "--replicas", "4")
        self.assertNotIn("limit", done.stdout)
        page = (self.folder / "moving-target-compare.html").read_text(encoding="utf-8")
        self.assertEqual(page.count("The statistical limit is not shown: "), 1)
        self.assertNotIn('<path class="limit"', page)
        done = run(self.folder, "reproduce", "--only", "nested-lipschitz")
        self.assertNotIn("limit", done.stdout)
        self.assertNotIn("statistical limit", (self.folder / "reproduce.html").read_text(encoding="utf-8"))

    def test_compare_refuses_what_has_no_order(self):
        for flags, words in ((["--budget", "1e5,1e3"], "budget = 1e5,1e3 must be increasing"),
                             (["--methods", "raw,raw"], "'raw' twice")):
            self.assertIn(words, run(self.folder, "compare", "rotor", *flags, code=2).stderr)

    def test_reproduce(self):
        cheap = "km-lower,fast-lag,tikhonov-transient"
        tables = [run(self.folder, "reproduce", "--only", cheap, "--json", "--store", f"r{n}.db", "--threads", n).stdout
                  for n in "12"]
        self.assertEqual(tables[0], tables[1])
        for study in json.loads(tables[0]):
            for row in study["rows"]:
                self.assertIn(row["verdict"], ("meets", "better"), (study["study"], row["label"], row["sentence"]))
        spec = run(self.folder, "reproduce", "--spec", "km-lower").stdout
        self.write("mine.toml", spec)
        self.assertEqual(self.rows("mine.toml", "mine.db")[0]["rows"], json.loads(tables[0])[0]["rows"])
        self.assertIn("did you mean 'km-lower'", run(self.folder, "reproduce", "--only", "km-lowr", code=2).stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
