#!/usr/bin/env python3
"""Problems on which version 0.1.0 went wrong, solved and held against the truth.

usage: run.py PROJECT PROGRAM CACHE [--long] [--only CASE]
       run.py PROJECT PROGRAM CACHE --coverage SEEDS [--budget T] [--only CASE]

PROJECT is the folder of the project, CACHE one for compiled problem files, kept between runs. Prints a line for each
case. Truths are computed here, from the problems' own formulas, and never asked of the program. --long runs also what
takes minutes: more seeds, more samples. --coverage solves the cases that certify with so many seeds, T samples for the
answer and as many for its certificate, and counts the intervals that hold the truth. Seeds are fixed: a run repeats to
the bit.
"""

import argparse
import concurrent.futures
import functools
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import logistic_data
import random_walk
from truths import difference, game_limit, game_residual, price_residual, square, true_prices, wide_step

# What "right" means where nothing narrower is said: a squared residual within so many limits of the budget.
WITHIN_LIMITS = 20
# A certificate is sharp if its upper end is at most so many times the truth, or the limit where that is larger.
SHARP = 5


class Failed(Exception):
    pass


def require(condition, what):
    if not condition:
        raise Failed(what)


class Program:
    """The built program with a cache of its own, run in the folder that holds the data."""

    def __init__(self, path, cache, cases, folder):
        self.path, self.cases, self.folder = path, cases, folder
        self.environment = {**os.environ, "TWOSCALE_CACHE": str(cache)}

    def solve(self, case, *words):
        """The report. The exit code must fit its status, and what did not settle must say why."""
        outcome = subprocess.run([self.path, "solve", self.cases / f"{case}.cpp", *words, "--json"], cwd=self.folder,
                                 env=self.environment, capture_output=True, text=True, timeout=1200, check=False)
        require(outcome.stdout, f"exit {outcome.returncode}: {outcome.stderr}")
        report = json.loads(outcome.stdout)
        expected = 0 if settled(report) else 3
        require(outcome.returncode == expected, f"{report['status']} with exit code {outcome.returncode}")
        require(settled(report) == (report["message"] == ""), f"{report['status']} says '{report['message']}'")
        require(all(value is not None and math.isfinite(value) for value in report["y"]), f"y = {report['y']}")
        return report


def settled(report):
    return report["status"] == "settled"


def said(report):
    return "settled" if settled(report) else f"exit 3, {report['status']}"


def check_told_residual(report, truth):
    """What the program tells, from the problem's means, is the residual computed here."""
    if report["residual"] is None:
        return
    told = report["residual"]["mean_square"]
    require(math.isclose(told, truth, rel_tol=1e-4, abs_tol=1e-13), f"residual told as {told:.3g}, truly {truth:.3g}")


def check_limits(truth, limit):
    """How many limits the residual is, which must not be too many."""
    text = f"residual {truth:.2g} = {truth / limit:.2g} limits"
    require(truth <= WITHIN_LIMITS * limit, text)
    return text


def check_certificate(report, truth):
    """The interval, which must hold the truth; or that there is none."""
    certificate = report["certificate"]
    if not certificate or certificate["refused"]:
        return "not certified"
    lower, upper = certificate["lower"], certificate["upper"]
    text = f"certified [{lower:.2g}, {upper:.2g}], truly {truth:.2g}"
    require(lower <= truth <= upper, f"{said(report)}; {text}")
    return text


def check_sharp(report, truth, limit):
    text = check_certificate(report, truth)
    require(text != "not certified", text)
    ratio = report["certificate"]["upper"] / max(truth, limit)
    text += f", upper end {ratio:.1f} times max(truth, limit)"
    require(ratio <= SHARP, text)
    return text


def matrix_game(program):
    report = program.solve("matrix_game", "--budget", "1e6", "--certify", "1e6")
    y = report["y"]
    off = max(map(abs, difference(y, [1 / 3, 1 / 3, 1 / 3, 0] * 2)))
    require(settled(report) and off <= 0.01, f"{said(report)}, y off by {off:.2g}")
    truth = game_residual(y)
    limit = game_limit(report["samples"]["total"])
    return f"settled, y off by {off:.2g}; {check_limits(truth, limit)}; {check_sharp(report, truth, limit)}"


def allocation(program):
    report = program.solve("allocation", "--set", "inside=1", "--budget", "1e6", "--certify", "4e6")
    require(settled(report), said(report))
    y, prices = report["y"], true_prices()
    truth, limit = price_residual(y), report["limit"]["value"]
    check_told_residual(report, truth)
    off = max(map(abs, difference(y, prices)))
    return (f"settled, off by {off:.2g} from ({', '.join(f'{price:.4f}' for price in prices)}); "
            f"{check_limits(truth, limit)}; {check_sharp(report, truth, limit)}")


# tdc: five by five matrices, averages over the logged rows.

TDC_STEP = 5


def logged_walk(program):
    rows = random_walk.walks(41, 60000)
    random_walk.write(rows, program.folder / "walk41.csv")
    return random_walk.averages(rows)


def solve_tdc(program, averages, budget, seed):
    report = program.solve("tdc", "--set", "data=walk41.csv", "--set", f"discount={random_walk.DISCOUNT}", "--set",
                           f"s={TDC_STEP}", "--budget", budget, "--seed", str(seed))
    truth = square(random_walk.slow_step(averages, report["y"], TDC_STEP))
    check_told_residual(report, truth)
    text = f"{said(report)}, last of theta {report['y'][-1]:.2f}"
    return f"{text}; {check_limits(truth, report['limit']['value'])}" if settled(report) else text


def tdc(program):
    """With seed 7 y ends far out along a direction that is nearly flat, where there is much more noise than at the
    solution: nothing moves that could be told from it, but the residual that the problem tells is too large."""
    averages = logged_walk(program)
    return f"{solve_tdc(program, averages, '1e6', 1)}; seed 7: {solve_tdc(program, averages, '1e6', 7)}"


def tdc_seeds(program):
    averages = logged_walk(program)
    return for_each([(f"1e6, seed {seed}", solve_tdc, (program, averages, "1e6", seed)) for seed in range(1, 21)] +
                    [(f"1e7, seed {seed}", solve_tdc, (program, averages, "1e7", seed)) for seed in range(1, 4)])


def for_each(runs):
    """How many were right or said that they were not; fails with what the others said."""
    wrong = []
    for name, function, arguments in runs:
        try:
            function(*arguments)
        except Failed as failure:
            wrong.append(f"{name}: {failure}")
    require(not wrong, f"{len(wrong)} of {len(runs)} wrong" + "".join(f"\n       {text}" for text in wrong))
    return f"none of {len(runs)} runs wrong without saying so"


def expanding(program):
    report = program.solve("expanding", "--budget", "1e5")
    require(report["status"] in ("running-away", "diverged", "still-moving"), f"{said(report)}, y = {report['y']}")
    return said(report)


def one_slow_direction(program):
    report = program.solve("one_slow_direction", "--budget", "1e5", "--replicas", "64")
    residual, limit = report["residual"], report["limit"]["value"]
    over, error = residual["mean_square"] / limit, residual["standard_error"] / limit
    text = f"{said(report)}; mean residual {over:.2f} +- {error:.2f} limits"
    require(over <= 2.5, text)
    return text


# logistic: h(y) - y is solved for by logistic_data.py at the y that was answered.

LOGISTIC_STEP = 100
LOGISTIC_WORDS = ("--set", "train=train.npy", "--set", "val=validation.npy", "--set", f"s={LOGISTIC_STEP}")
LOGISTIC_RIGHT = 0.1  # |h(y) - y|, a fifth of what it is at the wrong answer of 0.1.0, -8


def logistic_rows(program):
    train, validation = logistic_data.data()
    train.write(program.folder / "train.npy")
    validation.write(program.folder / "validation.npy")
    return logistic_data.Truth(train, validation)


def solve_logistic(program, rows, length, seed=1):
    report = program.solve("logistic", *LOGISTIC_WORDS, "--seed", str(seed), *length)
    step = rows.slow_step(report["y"][0], LOGISTIC_STEP)
    text = f"{said(report)}, y = {report['y'][0]:.3f} with h(y) - y = {step:.2g}"
    require(not settled(report) or abs(step) <= LOGISTIC_RIGHT, text)
    return report, f"{text}; {check_certificate(report, step * step)}"


def logistic(program):
    return solve_logistic(program, logistic_rows(program), ("--iterations", "20000"))[1]


def logistic_seeds(program):
    rows = logistic_rows(program)
    length = ("--iterations", "20000")
    return for_each([(f"seed {seed}", solve_logistic, (program, rows, length, seed)) for seed in range(1, 11)])


def logistic_long(program):
    report, text = solve_logistic(program, logistic_rows(program), ("--budget", "1e6", "--certify", "1e6"))
    require(settled(report) and report["certificate"]["upper"] <= LOGISTIC_RIGHT**2, text)
    return text


def wide(program):
    report = program.solve("wide", "--iterations", "20000", "--certify", "0")
    truth = square(wide_step(report["y"]))
    check_told_residual(report, truth)
    text = f"{said(report)}; {1000 * report['wall_seconds'] / 20000:.2g} ms an iteration"
    require(settled(report) and report["choices"]["oracle"] == "raw" and report["limit"]["whole"], text)
    return f"{text}; {check_limits(truth, report['limit']['value'])}"


# Certificates over many seeds: how many hold the truth, and how sharp they are.

def game_certified(program, words):
    report = program.solve("matrix_game", *words)
    return report["certificate"], game_residual(report["y"]), game_limit(report["samples"]["total"])


def prices_certified(program, words):
    report = program.solve("allocation", "--set", "inside=1", *words)
    return report["certificate"], price_residual(report["y"]), report["limit"]["value"]


def logistic_certified(program, words):
    report = program.solve("logistic", *LOGISTIC_WORDS, *words)
    return report["certificate"], program.logistic.slow_step(report["y"][0], LOGISTIC_STEP)**2, 0


CERTIFIED = {"matrix_game": game_certified, "allocation": prices_certified, "logistic": logistic_certified}
LEAST_COVERAGE = 0.93  # of intervals that are to hold in 95 of 100 runs


def coverage(case, program, seeds, budget):
    """In words; fails where too few intervals hold, by more than three standard errors of so many runs."""
    def run(seed):
        words = ("--budget", budget, "--certify", budget, "--seed", str(seed))
        certificate, truth, limit = CERTIFIED[case](program, words)
        if certificate["refused"]:
            return None
        return certificate["lower"] <= truth <= certificate["upper"], certificate["upper"] / max(truth, limit)

    if case == "logistic":
        program.logistic = logistic_rows(program)
    run(1)  # compiles the file once
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(run, range(1, seeds + 1)))
    made = [outcome for outcome in outcomes if outcome]
    require(made, f"{budget} samples: all {seeds} refused")
    share = sum(holds for holds, _ in made) / len(made)
    text = (f"{budget} samples: {len(made)} certified, {seeds - len(made)} refused; {100 * share:.1f} % hold the truth; "
            f"upper end {statistics.median(ratio for _, ratio in made):.1f} times max(truth, limit) in the median")
    require(share >= LEAST_COVERAGE - 3 * math.sqrt(0.05 * 0.95 / len(made)), text)
    return text


CASES = {"matrix_game": matrix_game, "allocation": allocation, "tdc": tdc, "expanding": expanding,
         "one_slow_direction": one_slow_direction, "logistic": logistic, "wide": wide}
LONG = {"tdc_seeds": tdc_seeds, "logistic_seeds": logistic_seeds, "logistic_long": logistic_long}


def passes(name, case, program):
    start = time.monotonic()
    try:
        verdict, text = "ok  ", case(program)
    except Failed as failure:
        verdict, text = "FAIL", str(failure)
    print(f"{verdict} {name}: {text} ({time.monotonic() - start:.1f} s)", flush=True)
    return verdict == "ok  "


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", type=pathlib.Path)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("cache", type=pathlib.Path)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--coverage", type=int, metavar="SEEDS")
    parser.add_argument("--budget", default="1e5")
    parser.add_argument("--only", choices=[*CASES, *LONG])
    arguments = parser.parse_args()
    if arguments.coverage is not None and arguments.coverage < 1:
        parser.error(f"--coverage = {arguments.coverage} must be at least 1")
    if arguments.coverage and arguments.only and arguments.only not in CERTIFIED:
        parser.error(f"--only = {arguments.only} must be one that certifies: {', '.join(CERTIFIED)}")
    chosen = {**CASES, **(LONG if arguments.long else {})}
    if arguments.only:
        chosen = {arguments.only: {**CASES, **LONG}[arguments.only]}
    if arguments.coverage:
        chosen = {case: functools.partial(coverage, case, seeds=arguments.coverage, budget=arguments.budget)
                  for case in CERTIFIED if arguments.only in (None, case)}
    with tempfile.TemporaryDirectory(prefix="twoscale-cases-") as folder:
        program = Program(arguments.program.resolve(), arguments.cache.resolve(),
                          arguments.project.resolve() / "tests" / "cases", pathlib.Path(folder))
        good = [passes(name, case, program) for name, case in chosen.items()]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
