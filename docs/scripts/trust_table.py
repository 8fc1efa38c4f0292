#!/usr/bin/env python3
"""Writes the measured tables of docs/experiments/trust.md.

usage: trust_table.py TRUST.json...     what trust --json wrote, in one run or in several
"""

import json
import math
import pathlib
import sys

PAGE = pathlib.Path(__file__).resolve().parent.parent / "experiments" / "trust.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
HEADING = ["| family | right and settled | wrong and said so | wrong and said settled | right, called unsettled "
           "| median residual over limit |", "|---|---|---|---|---|---|"]


def ratio(value):
    return "no limit" if value is None else f"{value:.3g}"


def line(row):
    counts = [row[column] for column in ("right_settled", "wrong_said", "wrong_settled", "right_unsettled")]
    return "| " + " | ".join([row["name"], *map(str, counts), ratio(row["median_over_limit"])]) + " |"


def samples(number):
    power = round(math.log10(number))
    return f"10^{power}" if number == 10**power else f"{number:,.0f}"


def bar(entry):
    most = f"at most {entry['most']}" if entry["holds"] else f"**not at most {entry['most']}**"
    return f"{entry['what']} {entry['count']} of {entry['problems']:,} ({most})"


def table(tally):
    yield f"{samples(tally['samples'])} samples a problem, {tally['rows'][-1]['problems']:,} problems:"
    yield ""
    yield from HEADING
    yield from map(line, tally["rows"])
    yield ""
    yield ("The bars hold: " if tally["holds"] else "**A bar does not hold:** ") + "; ".join(map(bar, tally["bars"])) + "."


def main(paths):
    tallies = [tally for path in paths for tally in json.loads(pathlib.Path(path).read_text(encoding="utf-8"))]
    tallies.sort(key=lambda tally: tally["samples"])
    text = "\n\n".join("\n".join(table(tally)) for tally in tallies)
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(before + BEGIN + "\n" + text + "\n" + END + rest.split(END)[1], encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:]) if len(sys.argv) > 1 else sys.exit(__doc__)
