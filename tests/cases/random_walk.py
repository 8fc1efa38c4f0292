#!/usr/bin/env python3
"""Logged steps of a random walk, for tdc.cpp.

usage: random_walk.py STATES ROWS FILE.csv

A symmetric walk starts in the middle of STATES states in a row, and again whenever it has left them; only leaving on
the right is rewarded, by 1. Each state has five triangular features. A row of the table is phi (5 numbers), phi' of the
state after (zeros outside), reward; the last walk is logged to its end. Prints the share of rewarded rows and the
truth: the theta that least-squares temporal differences give on these very rows, with discount 0.99.
"""

import csv
import random
import sys

FEATURES = 5
DISCOUNT = 0.99
SEED = 5


def features_of(state, states):
    """How near each of five evenly spaced centres is: 1 there, 0 at the next one; all 0 outside."""
    if not 0 <= state < states:
        return [0.0] * FEATURES
    gap = (states - 1) / (FEATURES - 1)
    return [max(0.0, 1 - abs(state - j * gap) / gap) for j in range(FEATURES)]


def walks(states, wanted):
    draw = random.Random(SEED)
    rows = []
    while len(rows) < wanted:
        state = states // 2
        while 0 <= state < states:
            after = state + (1 if draw.random() < 0.5 else -1)
            rows.append(features_of(state, states) + features_of(after, states) + [float(after == states)])
            state = after
    return rows


def averages(rows, discount=DISCOUNT):
    """b = E reward phi, A = E phi (phi - discount phi')^T, C = E phi phi^T, N = E phi' phi^T."""
    k = FEATURES
    b = [0.0] * k
    A, C, N = ([[0.0] * k for _ in range(k)] for _ in range(3))
    for row in rows:
        now, after, reward = row[:k], row[k:2 * k], row[2 * k]
        for i in range(k):
            b[i] += now[i] * reward / len(rows)
            for j in range(k):
                A[i][j] += now[i] * (now[j] - discount * after[j]) / len(rows)
                C[i][j] += now[i] * now[j] / len(rows)
                N[i][j] += after[i] * now[j] / len(rows)
    return b, A, C, N


def times(matrix, vector):
    return [sum(a * v for a, v in zip(row, vector)) for row in matrix]


def solved(matrix, right):
    """z with matrix z = right, by elimination with row exchanges."""
    n = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for j in range(n):
        pivot = max(range(j, n), key=lambda i: abs(rows[i][j]))
        rows[j], rows[pivot] = rows[pivot], rows[j]
        for i in range(j + 1, n):
            factor = rows[i][j] / rows[j][j]
            rows[i] = [a - factor * p for a, p in zip(rows[i], rows[j])]
    z = [0.0] * n
    for j in reversed(range(n)):
        z[j] = (rows[j][n] - sum(rows[j][i] * z[i] for i in range(j + 1, n))) / rows[j][j]
    return z


def theta(rows):
    b, A, _, _ = averages(rows)
    return solved(A, b)


def slow_step(matrices, y, s):
    """h(y) - y of tdc.cpp without a ridge: x*(y) = C^-1 (b - A y), and s (b - A y - discount N x*(y))."""
    b, A, C, N = matrices
    error = [p - q for p, q in zip(b, times(A, y))]
    return [s * (e - DISCOUNT * q) for e, q in zip(error, times(N, solved(C, error)))]


def write(rows, path):
    with open(path, "w", newline="", encoding="ascii") as file:
        csv.writer(file).writerows([f"{value:.10g}" for value in row] for row in rows)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    rows = walks(int(sys.argv[1]), int(sys.argv[2]))
    write(rows, sys.argv[3])
    print(f"rewarded {sum(row[-1] for row in rows) / len(rows):.3g} of {len(rows)} rows; theta",
          " ".join(f"{value:.4f}" for value in theta(rows)))


if __name__ == "__main__":
    main()
