#!/usr/bin/env python3
"""Ctrl-C, SIGTERM and SIGHUP: what was reached is kept, and the program ends; asked twice it ends whatever it does.

usage: signal_test.py TWOSCALE

Signals are sent by what the program has done (running.py), not by the clock. How long stopping takes is a benchmark
(benchmarks/stop_bench.py); here no more is asked than that it happens, and how many chunks were run after the signal.
"""

import json
import pathlib
import signal
import subprocess
import time
import unittest

from running import HANG, PROGRAM, Folder, listens, signal_at_work

ENDLESS = ["solve", "rotor", "--method", "single-loop", "--budget", "1e13"]
SLEEPER = """
#include <twoscale/problem.hpp>
#include <unistd.h>
using namespace twoscale;
struct Sleeper {
  static constexpr Shape shape{.fast = 1, .slow = 1, .fast_noise = 1, .slow_noise = 1};
  template <class X, class Y, class N> auto fast(const X& x, const Y& y, const N& xi) const {
    static int calls = 0;
    while (++calls > 2000) pause();
    return x - y + xi;
  }
  template <class X, class Y, class N> auto slow(const X& x, const Y& y, const N& zeta) const { return x - x + zeta; }
};
TWOSCALE_PROBLEM(Sleeper, "sleeper", "never comes back")
"""


def without_times(text):
    reports = json.loads(text)
    for report in reports if isinstance(reports, list) else [reports]:
        del report["wall_seconds"]
    return reports


class Stops(Folder):
    def stopped(self, *arguments, how=signal.SIGINT, seconds=0.3, **options):
        process = self.start(*arguments, **options)
        signal_at_work(process, how, seconds)
        out, err = process.communicate(timeout=HANG)
        return process.returncode, out, err

    def exported(self, store, what="replicas"):
        self.run_program("export", store, "--what", what, "--output", "x.csv", code=None)
        return (self.folder / "x.csv").read_text()

    def test_every_signal_keeps_what_was_reached(self):
        for how, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 130)):
            returned, _, err = self.stopped(*ENDLESS, "--store", "run.db", how=how)
            self.assertEqual(returned, code, err)
            self.assertIn("0 of 1 replicas that ended, 1 under way", err)
            self.assertIn("'twoscale resume run.db' goes on from there", err)
            self.run_program("verify", "run.db")
            returned, _, err = self.stopped("resume", "run.db", how=how)
            self.assertEqual(returned, code, err)
            (self.folder / "run.db").unlink()

    def test_an_interrupted_run_goes_on_with_the_same_bits(self):
        sweep = ["rotor", "--method", "raw,single-loop", "--budget", "5e7", "--replicas", "16", "--observe", "residual",
                 "--json"]
        calm = self.run_program("solve", *sweep, "--store", "calm.db")
        process = self.start("solve", *sweep, "--store", "run.db")
        interrupts = 0
        while True:
            try:
                signal_at_work(process, signal.SIGINT, 0.3)
            except AssertionError:  # it was done before
                break
            _, err = process.communicate(timeout=HANG)
            if process.returncode == 0:  # it was done as the signal came
                break
            self.assertEqual(process.returncode, 130, err)
            interrupts += 1
            process = self.start("resume", "run.db", "--json")
        self.assertGreater(interrupts, 1)
        again = self.run_program("resume", "run.db", "--json")
        self.assertEqual(without_times(again.stdout), without_times(calm.stdout))
        for what in ("replicas", "observations"):
            self.assertEqual(self.exported("run.db", what), self.exported("calm.db", what))

    def test_without_a_store_a_new_checkpoint_is_written(self):
        for name in ("rotor.checkpoint.db", "rotor-2.checkpoint.db"):
            code, _, err = self.stopped("solve", "rotor", "--budget", "1e13", "--replicas", "3", "--seed", "5")
            self.assertEqual(code, 130, err)
            self.assertIn(f"stored in {name}: 0 replicas that ended, 3 under way", err)
            self.assertIn(f"'twoscale resume {name}' goes on from there", err)
            self.assertIn(",3,0,3,", self.exported(name, "jobs"))
        self.assertEqual(self.stopped("resume", "rotor.checkpoint.db")[0], 130)

    def test_without_a_store_the_replicas_that_ended_are_kept(self):
        # Small replicas, and more of them than can be run: some have ended after two seconds of the processor.
        code, _, err = self.stopped("solve", "rotor", "--budget", "1e5", "--replicas", "4e9", "--threads", "2", seconds=2)
        self.assertEqual(code, 130, err)
        self.assertIn("\n1,rotor,auto,1,0,settled,", self.exported("rotor.checkpoint.db"))

    def test_a_path_to_resume_is_quoted_for_the_shell(self):
        store = "it's a \x1b[31m\udcff.db"
        _, _, err = self.stopped(*ENDLESS, "--store", store)
        command = err.split("`")[1].replace("twoscale", f'"{PROGRAM}"', 1)
        self.assertNotIn("\x1b", err)
        process = subprocess.Popen(["bash", "-c", f"exec {command} --quiet"], cwd=self.folder, stderr=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
        signal_at_work(process, signal.SIGINT, 0.1)
        self.assertIn("1 under way", process.communicate(timeout=HANG)[1])

    def test_nohup_is_respected(self):
        process = self.start(*ENDLESS, "--store", "run.db", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        while not listens(process, signal.SIGINT):
            self.assertIsNone(process.poll())
        self.assertFalse(listens(process, signal.SIGHUP))
        process.send_signal(signal.SIGHUP)
        signal_at_work(process, signal.SIGINT)
        self.assertIn("goes on from there", process.communicate(timeout=HANG)[1])
        self.assertEqual(process.returncode, 130)

    def test_the_second_ends_a_function_that_never_returns(self):
        (self.folder / "sleeper.cpp").write_text(SLEEPER)
        process = self.start("solve", "sleeper.cpp", "--method", "raw", "--budget", "1e4")
        signal_at_work(process, signal.SIGINT, 0)
        time.sleep(0.5)  # further apart than two that count as one
        self.assertIsNone(process.poll(), "the first only asks")
        while process.poll() is None:  # on a busy machine two may be delivered as one
            process.send_signal(signal.SIGINT)
            time.sleep(0.5)
        self.assertEqual(process.returncode, 130)

    def test_a_certificate_that_was_asked_for(self):
        process = self.start("solve", "rotor", "--method", "raw", "--budget", "1e4", "--certify", "1e14", "--json")
        signal_at_work(process, signal.SIGINT, 1)
        out, err = process.communicate(timeout=HANG)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual((json.loads(out)["status"], json.loads(out)["certificate_stopped"]), ("still-moving", True))

    def test_a_run_ends_at_the_next_chunk(self):
        code, out, err = self.stopped("solve", "rotor", "--budget", "1e13", "--json")
        self.assertEqual(code, 130, err)
        report = json.loads(out)
        self.assertEqual(report["status"], "interrupted")
        self.assertGreater(report["iterations_done"], 0)
        options = report["choices"]["options"]
        self.assertEqual(report["samples"]["total"],
                         (options["fast_batch"] + options["slow_batch"]) * report["iterations_done"])

    def test_a_run_to_a_target_prints_the_best_answer_so_far(self):
        for how, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            returned, out, err = self.stopped("solve", "rotor", "--target", "1e-14", "--budget", "1e15", "--json", how=how)
            self.assertEqual(returned, code, err)
            report = json.loads(out)
            self.assertEqual((report["status"], len(report["y"])), ("interrupted", 2))
            self.assertIn("interrupted in attempt ", report["message"])
            self.assertIsNone(report["attempts"][-1]["certificate"])

    def test_no_more_than_a_chunk_for_each_thread_after_the_signal(self):
        """A stopped run's replicas stand within one chunk, 256 iterations, of each other's group."""
        code, _, err = self.stopped("solve", "rotor", "--method", "single-loop", "--budget", "1e13", "--replicas", "64",
                                    "--threads", "2", "--store", "run.db")
        self.assertEqual(code, 130, err)
        self.run_program("export", "run.db", "--what", "jobs", "--output", "x.csv", code=3)
        rows = (self.folder / "x.csv").read_text()
        self.assertIn("single-loop", rows)
        # Of 64 replicas only the groups that were running have checkpoints; none was begun after the signal.
        self.assertRegex(rows.splitlines()[1], r"^1,rotor,single-loop,1,\d+,64,0,(8|16|32|64),")


class Studies(Folder):
    SPEC = """
name = "long"
problem = "rotor"
replicas = 2000
horizons = [256, 1024, 4096, 16384]
[[methods]]
name = "single-loop"
"""

    def test_one_that_is_stopped_says_what_it_has(self):
        (self.folder / "long.toml").write_text(self.SPEC.replace("16384", "16384, 65536, 262144"))
        process = self.start("rates", "long.toml")
        signal_at_work(process, signal.SIGINT, 0.5)
        out, err = process.communicate(timeout=HANG)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("goes on from there", err)
        self.assertIn("single-loop", out)
        self.assertTrue((self.folder / "long.html").exists())

    def test_many_cells_stop_where_they_are(self):
        (self.folder / "many.toml").write_text("""
name = "many"
problem = "rotor"
replicas = 1
horizons = [1000, 2000]
[family]
theta = { from = 0.1, to = 3, count = 4000 }
[[methods]]
name = "single-loop"
""")
        process = self.start("rates", "many.toml", "--threads", "1")
        signal_at_work(process, signal.SIGTERM, 0.2)
        out, err = process.communicate(timeout=HANG)
        self.assertEqual((process.returncode, out), (143, ""), err)
        self.assertIn("The same command goes on from there", err)
        self.assertEqual(list(pathlib.Path(self.folder).glob("*.part")), [])


if __name__ == "__main__":
    unittest.main()
