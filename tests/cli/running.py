"""The program as the tests in Python start it, and signals sent by what it has done, never by the clock on the wall."""

import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve()) if len(sys.argv) > 1 else "twoscale"
HANG = 120  # seconds after which a program that should have ended has hung; no result depends on it


class Folder(unittest.TestCase):
    """A test in a folder of its own."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="twoscale-test-")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def run_program(self, *arguments, code=0, **how):
        how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": self.folder,
               "stdin": subprocess.DEVNULL, "timeout": HANG} | how
        done = subprocess.run([PROGRAM, *arguments], check=False, **how)
        if code is not None:
            self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done

    def start(self, *arguments, **how):
        how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": self.folder} | how
        process = subprocess.Popen([PROGRAM, *arguments], **how)
        self.addCleanup(process.stdout.close if process.stdout else lambda: None)
        self.addCleanup(process.stderr.close if process.stderr else lambda: None)
        self.addCleanup(process.kill)
        return process

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())


def listens(process, signal):
    """Whether a handler for the signal is set."""
    try:
        lines = pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines()
    except OSError:
        return False
    caught = [int(line.split()[1], 16) for line in lines if line.startswith("SigCgt:")]
    return bool(caught and caught[0] >> (signal - 1) & 1)


def processor_seconds(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until(process, condition, what):
    deadline = time.monotonic() + HANG
    while not condition():
        if process.poll() is not None:
            raise AssertionError(f"ended with {process.returncode} before {what}: {process.communicate()}")
        if time.monotonic() > deadline:
            process.kill()
            raise AssertionError(f"hangs before {what}: {process.communicate()}")
        time.sleep(0.005)


def signal_at_work(process, signal, seconds=0.5):
    """Sends it when the program listens, and has then worked for so many seconds of the processor."""
    wait_until(process, lambda: listens(process, signal), "it listened")
    until = processor_seconds(process) + seconds
    wait_until(process, lambda: processor_seconds(process) >= until, "the signal")
    process.send_signal(signal)
