#!/usr/bin/env python3
"""Problems on which version 0.1.0 went wrong, solved and held against the truth.

usage: run.py PROJECT PROGRAM CACHE [--long] [--only CASE]

PROJECT is the folder of the project, CACHE one for compiled problem files, kept between runs. Prints a line for each
case. Truths are computed here, from the problems' own formulas, and never asked of the program. --long runs also what
takes minutes. Seeds are fixed: a run repeats to the bit.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import logistic_data
import random_walk

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

    def run(self, *words):
        return subprocess.run([self.path, *words], env=self.environment, cwd=self.folder, capture_output=True, text=True,
                              timeout=1800, check=False)

    def compile(self, case, *words):
        outcome = self.run("show", str(self.cases / f"{case}.cpp"), *words)
        require(outcome.returncode == 0, outcome.stderr)

    def solve(self, case, *words):
        """The report, with what the exit code must have to do with it."""
        outcome = self.run("solve", str(self.cases / f"{case}.cpp"), *words, "--json")
        require(outcome.stdout, f"exit {outcome.returncode}: {outcome.stderr}")
        report = json.loads(outcome.stdout)
        settled = report["status"] == "settled"
        require(outcome.returncode == (0 if settled else 3), f"{report['status']} with exit code {outcome.returncode}")
        require(settled == (report["message"] == ""), f"{report['status']} says '{report['message']}'")
        require(all(map(is_number, report["y"])), f"y = {report['y']}")
        return report


def is_number(value):
    return value is not None and math.isfinite(value)


def square(vector):
    return sum(value * value for value in vector)


def difference(a, b):
    return [p - q for p, q in zip(a, b)]


def times(matrix, vector):
    return [sum(a * v for a, v in zip(row, vector)) for row in matrix]


def transposed(matrix):
    return [list(column) for column in zip(*matrix)]


def brief(value):
    return f"{value:.2g}"


def said(report):
    return "settled" if report["status"] == "settled" else f"exit 3, {report['status']}"


def check_known_residual(report, truth):
    """The program's residual, from the means, is the one of this file."""
    told = report["residual"]["mean_square"]
    require(math.isclose(told, truth, rel_tol=1e-4, abs_tol=1e-13), f"residual told as {told}, truly {truth}")


def check_certificate(report, truth, limit):
    """It holds the truth and is sharp. Says how sharp."""
    certificate = report["certificate"]
    lower, upper = certificate["lower"], certificate["upper"]
    interval = f"certified [{lower:.2g}, {upper:.2g}] with the truth {truth:.2g}"
    require(lower <= truth <= upper, f"{interval} outside")
    ratio = upper / max(truth, limit)
    require(ratio <= SHARP, f"{interval}: the upper end is {ratio:.1f} times max(truth, limit)")
    return f"{interval}, upper end {ratio:.1f} times max(truth, limit)"


def check_limits(truth, limit):
    require(truth <= WITHIN_LIMITS * limit, f"residual {truth:.2g} is {truth / limit:.0f} limits")
    return f"residual {truth:.2g} = {truth / limit:.2g} limits"


# matrix_game: x*(y) is the fixed point of the projected step, a contraction by 0.7.

LOSS = [[0, 1, -1, -1], [-1, 0, 1, -1], [1, -1, 0, -1], [1, 1, 1, 0]]
GAME_STEP, GAME_SIGMA = 0.4, 0.3


def on_simplex(v):
    """The nearest point with entries >= 0 that sum to 1."""
    ordered, total = sorted(v, reverse=True), 0.0
    for count, value in enumerate(ordered, 1):
        total += value
        if value > (total - 1) / count:
            shift = (total - 1) / count
    return [max(value - shift, 0.0) for value in v]


def game_resolvent(y):
    x = y
    for _ in range(200):
        p, q = x[:4], x[4:]
        losses = times(LOSS, q) + [-value for value in times(transposed(LOSS), p)]
        moved = [a - GAME_STEP * b for a, b in zip(y, losses)]
        x = on_simplex(moved[:4]) + on_simplex(moved[4:])
    return x


def game_limit(samples):
    """2 tr(Sigma)/T. On the face of the solution noise has four directions left, and the step's derivative is skew with
    singular values sqrt(3) step: Sigma = (step sigma)^2/(1 + 3 step^2) in each of the four."""
    return 2 * 4 * (GAME_STEP * GAME_SIGMA)**2 / (1 + 3 * GAME_STEP**2) / samples


def matrix_game(program):
    report = program.solve("matrix_game", "--budget", "1e6", "--certify", "1e6")
    y = report["y"]
    off = max(map(abs, difference(y, [1 / 3, 1 / 3, 1 / 3, 0] * 2)))
    require(report["status"] == "settled" and off <= 0.01, f"{said(report)}, y off by {off:.2g}")
    truth = square(difference(game_resolvent(y), y))
    limit = game_limit(report["samples"]["total"])
    return f"settled, y off by {off:.2g}; {check_limits(truth, limit)}; {check_certificate(report, truth, limit)}"


# allocation: each user's best share has a closed form, so the prices' excess demand has.

UTILITY, SUPPLY = [1.0, 2.0, 1.5, 0.7, 1.2, 0.3], [2.0, 3.0, 8.0]
USE = [[1, 0, 1, 0, 1, 1], [0, 1, 1, 1, 0, 1], [1, 1, 0.5, 0.5, 1, 0.2]]
PRICE_STEP = 0.1


def best_shares(y):
    return [min(max(a / price - 1, 0.0), 40.0) if price > 0 else 40.0
            for a, price in zip(UTILITY, times(transposed(USE), y))]


def moved_prices(y, step=PRICE_STEP):
    """Proj h(y), for the step of the problem."""
    excess = difference(times(USE, best_shares(y)), SUPPLY)
    return [min(max(price + step * more, 0.0), 10.0) for price, more in zip(y, excess)]


def true_prices():
    y = [1.0, 1.0, 1.0]
    while max(map(abs, difference(after := moved_prices(y, 0.02), y))) > 1e-13:
        y = after
    return after


def allocation(program):
    report = program.solve("allocation", "--set", "inside=1", "--budget", "1e6", "--certify", "1e6")
    require(report["status"] == "settled", said(report))
    y, prices = report["y"], true_prices()
    truth, limit = square(difference(moved_prices(y), y)), report["limit"]["value"]
    check_known_residual(report, truth)
    off = max(map(abs, difference(y, prices)))
    return (f"settled, prices off by {off:.2g} from ({', '.join(f'{price:.4f}' for price in prices)}); "
            f"{check_limits(truth, limit)}; {check_certificate(report, truth, limit)}")


def solve_tdc(program, rows, seed):
    report = program.solve("tdc", "--set", "data=walk41.csv", "--set", "discount=0.99", "--set", "s=5", "--budget", "1e6",
                           "--seed", str(seed))
    truth, limit = square(random_walk.slow_step(rows, report["y"], 5)), report["limit"]["value"]
    check_known_residual(report, truth)
    if report["status"] != "settled":
        return said(report)
    return f"settled, last of theta {report['y'][-1]:.2f}; {check_limits(truth, limit)}"


def walk(program):
    rows = random_walk.walks(41, 60000)
    random_walk.write(rows, program.folder / "walk41.csv")
    return rows


def tdc(program):
    return solve_tdc(program, walk(program), 1)


def tdc_seeds(program):
    rows = walk(program)
    wrong = []
    for seed in range(1, 21):
        try:
            solve_tdc(program, rows, seed)
        except Failed as failure:
            wrong.append(f"seed {seed}: {failure}")
    require(not wrong, "settled and wrong: " + "; ".join(wrong))
    return "20 seeds, none settled and wrong"


def expanding(program):
    report = program.solve("expanding", "--budget", "1e5")
    require(report["status"] in ("running-away", "diverged", "still-moving"), f"{said(report)}, y = {report['y']}")
    return said(report)


def one_slow_direction(program):
    report = program.solve("one_slow_direction", "--budget", "1e5", "--replicas", "64")
    mean, error, limit = report["residual"]["mean_square"], report["residual"]["standard_error"], report["limit"]["value"]
    told = f"{said(report)}; mean residual {mean / limit:.2f} +- {error / limit:.2f} limits"
    require(mean <= 2.5 * limit, told)
    return told


# logistic: h(y) - y is solved for by logistic_data.py at the y that was answered.

LOGISTIC_STEP = 100
LOGISTIC_RIGHT = 0.1  # |h(y) - y|; at the wrong answer of 0.1.0, -8, it is 0.83


def solve_logistic(program, *words):
    train, validation = logistic_data.data()
    train.write(program.folder / "train.npy")
    validation.write(program.folder / "validation.npy")
    report = program.solve("logistic", "--set", "train=train.npy", "--set", "val=validation.npy", "--set",
                           f"s={LOGISTIC_STEP}", *words)
    return report, logistic_data.Truth(train, validation).slow_step(report["y"][0], LOGISTIC_STEP)


def certificate_text(report):
    certificate = report["certificate"]
    if not certificate or not is_number(certificate["upper"]):
        return "not certified"
    return f"certified [{certificate['lower']:.2g}, {certificate['upper']:.2g}]"


def logistic(program):
    report, step = solve_logistic(program, "--iterations", "20000")
    told = f"{said(report)}, y = {report['y'][0]:.3f} with h(y) - y = {step:.2g}; {certificate_text(report)}"
    require(report["status"] != "settled" or abs(step) <= LOGISTIC_RIGHT, told)
    return told


def logistic_long(program):
    report, step = solve_logistic(program, "--budget", "1e6")
    told = f"{said(report)}, y = {report['y'][0]:.3f} with h(y) - y = {step:.2g}; {certificate_text(report)}"
    require(report["status"] == "settled" and abs(step) <= LOGISTIC_RIGHT, told)
    certificate = report["certificate"]
    require(certificate["lower"] <= step * step <= certificate["upper"] <= 0.83**2 / 10, told)
    return told


# wide: copies average with their neighbours around a ring, a contraction by a third.

def wide_step(y, copies=400, spread=1e4):
    """h(y) - y."""
    count = len(y)
    x = [y[i % count] for i in range(copies)]
    for _ in range(60):
        x = [(0.25 * x[(i + 1) % copies] + 0.5 * y[i % count]) / 0.75 for i in range(copies)]
    return [-spread**(-j / (count - 1)) * (0.5 * x[j] + 0.5 * x[j + count] - 1) for j in range(count)]


def wide(program):
    report = program.solve("wide", "--iterations", "300", "--certify", "0")
    truth, limit = square(wide_step(report["y"])), report["limit"]["value"]
    check_known_residual(report, truth)
    told = f"{said(report)}; {1000 * report['wall_seconds'] / 300:.1f} ms an iteration"
    return f"{told}; {check_limits(truth, limit)}" if report["status"] == "settled" else told


CASES = {"matrix_game": matrix_game, "allocation": allocation, "tdc": tdc, "expanding": expanding,
         "one_slow_direction": one_slow_direction, "logistic": logistic, "wide": wide}
LONG = {"tdc_seeds": tdc_seeds, "logistic_long": logistic_long}


def passes(name, case, program):
    start = time.monotonic()
    try:
        verdict, text = "ok  ", case(program)
    except Failed as failure:
        verdict, text = "FAIL", str(failure)
    print(f"{verdict} {name}: {text} ({time.monotonic() - start:.1f} s)", flush=True)
    return verdict == "ok  "


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("project", type=pathlib.Path)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("cache", type=pathlib.Path)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", choices=[*CASES, *LONG])
    arguments = parser.parse_args()
    chosen = {**CASES, **(LONG if arguments.long else {})}
    if arguments.only:
        chosen = {arguments.only: {**CASES, **LONG}[arguments.only]}
    with tempfile.TemporaryDirectory(prefix="twoscale-cases-") as folder:
        program = Program(arguments.program.resolve(), arguments.cache.resolve(),
                          arguments.project.resolve() / "tests" / "cases", pathlib.Path(folder))
        good = [passes(name, case, program) for name, case in chosen.items()]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
