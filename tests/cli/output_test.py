#!/usr/bin/env python3
"""What is written, and where: outputs appear whole or not at all, what is no plain file is never replaced, closed
descriptors and full disks lose nothing in silence, and odd names of stores are refused.

usage: output_test.py TWOSCALE
"""

import json
import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import threading
import unittest

from running import HANG, PROGRAM, Folder, signal_at_work

SMALL = ["solve", "rotor", "--budget", "1e4"]


class Outputs(Folder):
    def test_a_device_is_written_to_and_never_replaced(self):
        device = self.folder / "null"
        try:
            os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        except PermissionError:
            device = pathlib.Path("/dev/null")
        self.run_program(*SMALL, "--output", str(device))
        self.assertTrue(stat.S_ISCHR(device.stat().st_mode))
        self.run_program(*SMALL, "--store", "run.db")
        self.run_program("export", "run.db", "--output", str(device), "--format", "csv")
        self.run_program("compare", "rotor", "--methods", "raw", "--budget", "1e3,1e4", "--replicas", "2", "--store",
                         "study.db", "--output", str(device))
        self.assertTrue(stat.S_ISCHR(device.stat().st_mode))

    def test_standard_output_is_written_to_wherever_it_goes(self):
        piped = self.run_program(*SMALL, "--output", "/dev/stdout", "--json").stdout
        first, second = piped.split("\n}\n", 1)
        self.assertEqual(json.loads(first + "\n}"), json.loads(second))
        with open(self.folder / "both.txt", "w", encoding="utf-8") as file:
            self.run_program(*SMALL, "--output", "/dev/stdout", "--json", stdout=file)
        text = (self.folder / "both.txt").read_text()
        self.assertEqual(text.count('"method"'), 2, text)
        self.assertTrue(pathlib.Path("/dev/stdout").is_symlink())

    def test_an_export_to_standard_output_is_nothing_but_the_export(self):
        self.run_program(*SMALL, "--replicas", "3", "--store", "run.db")
        self.run_program("export", "run.db", "--output", "x.csv")
        done = self.run_program("export", "run.db", "--output", "/dev/stdout", "--format", "csv")
        self.assertEqual(done.stdout, (self.folder / "x.csv").read_text())
        self.assertIn("wrote /dev/stdout: 3 rows", done.stderr)

    def test_a_pipe_gets_all_of_it(self):
        os.mkfifo(self.folder / "pipe")
        got = []
        reader = threading.Thread(target=lambda: got.append((self.folder / "pipe").read_text()))
        reader.start()
        self.run_program(*SMALL, "--output", "pipe")
        reader.join()
        self.assertEqual(json.loads(got[0])["problem"], "rotor")
        self.assertTrue(stat.S_ISFIFO((self.folder / "pipe").stat().st_mode))

    def test_a_link_stays_and_what_it_leads_to_is_replaced(self):
        (self.folder / "real.json").write_text("old")
        (self.folder / "real.json").chmod(0o640)
        (self.folder / "link.json").symlink_to("real.json")
        (self.folder / "loose.json").symlink_to("new.json")
        for name, target in (("link.json", "real.json"), ("loose.json", "new.json")):
            self.run_program(*SMALL, "--output", name)
            self.assertTrue((self.folder / name).is_symlink())
            self.assertEqual(json.loads((self.folder / target).read_text())["problem"], "rotor")
        self.assertEqual((self.folder / "real.json").stat().st_mode & 0o777, 0o640)

    def test_what_lies_beside_is_left_alone(self):
        (self.folder / "victim").write_text("mine")
        (self.folder / "out.csv.part").symlink_to("victim")
        (self.folder / "all.db.part").write_text("mine, too")
        self.run_program(*SMALL, "--store", "run.db")
        self.run_program("export", "run.db", "--output", "out.csv")
        self.run_program("merge", "run.db", "--output", "all.db")
        self.assertEqual((self.folder / "victim").read_text(), "mine")
        self.assertEqual((self.folder / "all.db.part").read_text(), "mine, too")
        self.assertEqual(self.names(), ["all.db", "all.db.part", "out.csv", "out.csv.part", "run.db", "victim"])

    def test_two_at_once_to_one_name_do_not_mix(self):
        for name, seed in (("a.db", "1"), ("b.db", "2")):
            self.run_program("solve", "rotor", "--method", "raw", "--budget", "1e3", "--replicas", "20000", "--seed", seed,
                             "--store", name, "--quiet", code=None)
        wholes = []
        for name in ("a.db", "b.db"):
            self.run_program("export", name, "--output", "whole.csv")
            wholes.append((self.folder / "whole.csv").read_bytes())
        for _ in range(3):
            pair = [self.start("export", name, "--output", "one.csv") for name in ("a.db", "b.db")]
            self.assertEqual([process.wait() for process in pair], [0, 0])
            self.assertIn((self.folder / "one.csv").read_bytes(), wholes)
        pair = [self.start("merge", name, "--output", "one.db") for name in ("a.db", "b.db")]
        self.assertEqual(sorted(process.wait() for process in pair), [0, 2])
        self.run_program("export", "one.db", "--output", "one.csv")
        self.assertIn((self.folder / "one.csv").read_bytes(), wholes)
        self.assertEqual([name for name in self.names() if "part" in name], [])

    def test_unwritable_is_found_before_the_run(self):
        (self.folder / "folder").mkdir()
        self.run_program(*SMALL, "--store", "run.db")
        for output in ("folder", "/proc/out.json", "run.db/out.json", "/dev/full/out.json"):
            for command in (["solve", "rotor", "--budget", "1e12"], ["resume", "run.db"],
                            ["export", "run.db", "--format", "csv"],
                            ["compare", "rotor", "--budget", "1e9", "--replicas", "1e6"]):
                done = self.run_program(*command, "--output", output, code=2)
                self.assertIn(f"cannot write '{output}'", done.stderr)

    def test_the_store_is_not_written_over(self):
        self.run_program(*SMALL, "--store", "run.db")
        before = (self.folder / "run.db").read_bytes()
        (self.folder / "same.db").symlink_to("run.db")
        for command in (["export", "run.db", "--format", "csv"], ["resume", "run.db"], [*SMALL, "--store", "run.db"],
                        ["compare", "rotor", "--store", "run.db"]):
            for output in ("run.db", "same.db", "./run.db"):
                self.assertIn("is the store", self.run_program(*command, "--output", output, code=2).stderr)
        self.assertEqual((self.folder / "run.db").read_bytes(), before)

    def test_results_are_printed_where_the_output_fails_after_the_run(self):
        done = self.run_program(*SMALL, "--output", "/dev/full", code=2)
        self.assertIn("|h(y) - y|^2 =", done.stdout)
        self.assertIn("cannot write '/dev/full'", done.stderr)

    def test_a_full_standard_output_is_an_error(self):
        commands = [SMALL, [*SMALL, "--json"], ["list"], ["show", "rotor"], ["check", "rotor"],
                    ["reproduce", "--list"], ["--help"], ["--version"]]
        for command in commands:
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = self.run_program(*command, stdout=full, code=None)
            self.assertNotEqual(done.returncode, 0, command)
            self.assertIn("could be written to standard output", done.stderr)
        with open("/dev/full", "w", encoding="utf-8") as full:
            self.run_program(*SMALL, "--output", "kept.json", stdout=full, code=2)
        self.assertEqual(json.loads((self.folder / "kept.json").read_text())["problem"], "rotor")


class Descriptors(Folder):
    def test_closed_ones_do_not_reach_the_store(self):
        self.run_program("solve", "rotor", "--budget", "1e5", "--replicas", "50", "--store", "calm.db")
        self.run_program("export", "calm.db", "--output", "calm.csv")
        for closed in ("2>&-", ">&- 2>&-", "<&- >&- 2>&-", "<&-"):
            command = f'"{PROGRAM}" solve rotor --budget 1e5 --replicas 50 --store run.db {closed}'
            done = subprocess.run(["sh", "-c", command], cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.run_program("verify", "run.db")
            self.run_program("export", "run.db", "--output", "run.csv")
            self.assertEqual((self.folder / "run.csv").read_text(), (self.folder / "calm.csv").read_text())
            (self.folder / "run.db").unlink()


class OddStores(Folder):
    def test_names_that_are_no_files_are_refused(self):
        os.mkfifo(self.folder / "pipe")
        (self.folder / "folder").mkdir()
        listening = socket.socket(socket.AF_UNIX)
        self.addCleanup(listening.close)
        listening.bind(str(self.folder / "socket"))
        for name, word in ((":memory:", "SQLite"), ("file:run.db", "SQLite"), ("file:run.db?mode=memory", "SQLite"),
                           ("", "name"), ("pipe", "pipe"), ("folder", "directory"), ("socket", "socket"),
                           ("/dev/null", "device"), ("/dev/zero", "device")):
            for command in ([*SMALL, "--store", name], ["resume", name], ["verify", name],
                            ["export", name, "--output", "x.csv"], ["merge", name, "--output", "x.db"],
                            ["compare", "rotor", "--budget", "1e3,1e4", "--store", name]):
                done = self.run_program(*command, code=2)
                self.assertIn(word, done.stderr, (command, done.stderr))
        self.assertEqual(self.names(), ["folder", "pipe", "socket"])

    def test_on_a_network_file_system_there_is_no_log(self):
        """bindfs, a file system in user space, stands for one: the program cannot tell them apart."""
        (self.folder / "real").mkdir()
        (self.folder / "net").mkdir()
        if shutil.which("bindfs") is None or subprocess.run(
                ["bindfs", "real", "net"], cwd=self.folder, capture_output=True, check=False).returncode != 0:
            self.skipTest("no bindfs, or no right to mount")
        try:
            run = self.start("solve", "rotor", "--method", "raw", "--budget", "1e13", "--store", "net/run.db", "--quiet",
                             "--checkpoint-every", "0.1")
            signal_at_work(run, signal.SIGINT, 0.5)
            run.communicate(timeout=HANG)
            self.assertEqual(run.returncode, 130)
            self.assertEqual([path.name for path in (self.folder / "net").iterdir()], ["run.db"])
            database = sqlite3.connect(self.folder / "real" / "run.db")
            self.assertEqual(database.execute("PRAGMA journal_mode").fetchone(), ("delete",))
            database.close()
            self.run_program("verify", "net/run.db")
            self.assertIn("lacks 1 replica",
                          self.run_program("export", "net/run.db", "--output", "x.csv", code=3).stderr)
        finally:
            subprocess.run(["umount", self.folder / "net"], check=True)

    def test_one_without_jobs_is_nothing_to_export_or_merge(self):
        self.run_program(*SMALL, "--store", "run.db")
        with sqlite3.connect(self.folder / "run.db") as database:
            for table in ("observation", "replica", "checkpoint", "asked", "job", "contents"):
                database.execute(f"DELETE FROM {table}")
        database.close()
        for command in (["export", "run.db", "--output", "x.csv"], ["merge", "run.db", "--output", "x.db"],
                        ["resume", "run.db"]):
            self.assertIn("holds no jobs", self.run_program(*command, code=2).stderr)

    def test_a_copy_of_the_file_alone_knows_what_was_asked(self):
        run = self.start("solve", "rotor", "--method", "raw", "--budget", "1e9", "--replicas", "30", "--store", "run.db",
                         "--quiet")
        signal_at_work(run, signal.SIGINT, 0)  # listens: then its jobs are not far
        run.wait()
        killed = self.start("resume", "run.db", "--quiet")
        while not (self.folder / "run.db-wal").exists() and killed.poll() is None:
            pass
        killed.kill()
        killed.wait()
        shutil.copy(self.folder / "run.db", self.folder / "copy.db")
        done = self.run_program("export", "copy.db", "--output", "x.csv", code=3)
        self.assertIn("lacks 30 replicas that were asked for", done.stderr)
        done = self.run_program("merge", "copy.db", "--output", "x.db", code=3)
        self.assertIn("30 replicas that were asked for are in none", done.stderr)

    def test_one_that_is_moved_deleted_or_replaced_is_noticed(self):
        for what in ("moved", "deleted", "replaced"):
            run = self.start("solve", "rotor", "--method", "raw", "--budget", "1e5", "--replicas", "4e9", "--store",
                             "run.db", "--quiet", "--checkpoint-every", "0.1")
            path = self.folder / "run.db"
            while not (self.folder / "run.db-wal").exists() or (self.folder / "run.db-wal").stat().st_size < 40000:
                self.assertIsNone(run.poll())
            if what == "deleted":
                path.unlink()
            else:
                path.rename(self.folder / f"{what}.db")
            if what == "replaced":
                path.write_text("something else")
            _, complaint = run.communicate(timeout=HANG)
            self.assertEqual(run.returncode, 2, complaint)
            self.assertIn("was deleted, moved or replaced", complaint)
            for leftover in self.folder.iterdir():
                leftover.unlink()


if __name__ == "__main__":
    unittest.main()
