"""Running contenders: pinned to a core, in rounds, and what else is measured once (instructions, memory)."""

import json
import os
import re
import statistics
import subprocess
import sys


def say(text):
    print(text, file=sys.stderr, flush=True)


def pinned(threads):
    """One core for one thread, the same for everyone; all of them otherwise."""
    cores = sorted(os.sched_getaffinity(0))
    return (lambda: os.sched_setaffinity(0, {cores[-1]})) if threads == 1 else None


def run_once(contender, seed):
    done = subprocess.run(contender.arguments(seed), capture_output=True, text=True,
                          preexec_fn=pinned(contender.threads))
    if done.returncode != 0:
        raise RuntimeError(f"{contender.name}: {done.stderr.strip()}")
    return json.loads(done.stdout.splitlines()[-1])


def rounds(contenders, count):
    """Answers by name, one for each round. Whoever fails the first round is left out with the reason."""
    answers, missing = {c.name: [] for c in contenders}, {}
    for number in range(count):
        for at, contender in enumerate(contenders):
            if contender.name in missing:
                continue
            if sys.stderr.isatty():
                print(f"\r\033[Kround {number + 1} of {count}, {at + 1} of {len(contenders)}: {contender.name}",
                      end="", file=sys.stderr, flush=True)
            try:
                answers[contender.name].append(run_once(contender, number + 1))
            except (RuntimeError, FileNotFoundError) as error:
                missing[contender.name] = str(error)
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)
        say(f"round {number + 1} of {count} done")
    return {name: seen for name, seen in answers.items() if name not in missing}, missing


def times(answers, name, clock="ns"):
    return [answer[clock] for answer in answers[name]]


def ratio(answers, above, below, clock="ns"):
    """The least time of one contender over the least of another. On a busy machine this is the steadiest estimate of
    what an undisturbed run would show: in every round some repeats are left alone."""
    return min(times(answers, above, clock)) / min(times(answers, below, clock))


def median_ratio(answers, above, below, clock="ns"):
    """The median over rounds of the ratio within a round."""
    return statistics.median(a / b for a, b in zip(times(answers, above, clock), times(answers, below, clock)))


def residual(command, replicas):
    """Mean squared residual and its standard error, at a horizon where the answer has left the start."""
    words = [*command, "--iterations", "512", "--replicas", str(replicas), "--repeats", "1", "--seed", "77"]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    answer = json.loads(done.stdout.splitlines()[-1])
    return answer["residual"], answer["deviation"]


def agreement(contenders, build):
    """z-scores of the rivals' mean residuals against the engine's."""
    truth, truth_error = residual([f"{build}/bench-engine", "2/normal/linear/single-loop"], 16384)
    scores = {}
    for contender in contenders:
        say(f"checking the answer: {contender.name}")
        mean, error = residual(contender.command, 1024)
        scores[contender.name] = (mean - truth) / (error**2 + truth_error**2) ** 0.5
    return scores


def instructions(command, iterations, replicas):
    """Per iteration and replica, by callgrind: a run less one of half the length. Callgrind knows no AVX-512, so this
    is the AVX2 code, and the same number on any machine."""

    def total(length):
        words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command, "--cold", "--iterations",
                 str(length), "--replicas", str(replicas)]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        return int(re.search(r"Collected : (\d+)", done.stderr).group(1))

    return (total(iterations) - total(iterations // 2)) / (iterations - iterations // 2) / replicas


def peak_megabytes(command):
    """The peak memory of a process of its own."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 3):  # 3: runs so short that they have not settled
        raise RuntimeError(f"{' '.join(command)} failed")
    return usage.ru_maxrss / 1024
