#!/usr/bin/env python3
"""Rows for logistic.cpp, and the truth about them.

usage: logistic_data.py FOLDER     writes train.npy and validation.npy
       logistic_data.py --truth    prints h(y) - y at s = 100 for y from -8 to 0, and the fixed point of h (30 s)

2,000 rows each of 200 normal features, 40 of which matter, and a label -1 or 1 drawn with a logistic probability. The
truth asks nothing of the program: Newton's method for the weights w*(y), the implicit function theorem for the slope of
the validation loss in y.
"""

import array
import math
import operator
import pathlib
import random
import struct
import sys

FEATURES = 200
ROWS = 2000
SEED = 15
LOWEST, HIGHEST = -8.0, 0.0  # of the penalty's logarithm y


def dot(a, b):
    return sum(map(operator.mul, a, b))


class Rows:
    """Features by rows and by columns, and labels."""

    def __init__(self, draw, weights):
        scale = 1 / math.sqrt(40)
        self.rows = [[scale * draw.gauss(0, 1) for _ in weights] for _ in range(ROWS)]
        self.columns = list(zip(*self.rows))
        self.labels = [1.0 if draw.random() < 1 / (1 + math.exp(-2 * dot(row, weights))) else -1.0 for row in self.rows]

    def times(self, w):
        return [dot(row, w) for row in self.rows]

    def mean(self, v):
        """The mean of v_i times row i."""
        return [dot(column, v) / ROWS for column in self.columns]

    def misses(self, w):
        """1 / (1 + exp(label w . row)): how sure the model is of the wrong label."""
        return [1 / (1 + math.exp(label * margin)) for label, margin in zip(self.labels, self.times(w))]

    def gradient(self, w):
        """Of the mean logistic loss."""
        return self.mean([-miss * label for miss, label in zip(self.misses(w), self.labels)])

    def write(self, path):
        """As npy, version 1.0: a header padded to 64 bytes, then the numbers row by row."""
        header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({ROWS}, {FEATURES + 1}), }}"
        header += " " * (-(len(header) + 11) % 64) + "\n"
        numbers = array.array("d", (value for row, label in zip(self.rows, self.labels) for value in (*row, label)))
        if sys.byteorder == "big":
            numbers.byteswap()
        start = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("ascii")
        path.write_bytes(start + numbers.tobytes())


def data():
    """The rows to train on, and those to validate with."""
    draw = random.Random(SEED)
    weights = [draw.gauss(0, 1) if draw.random() < 0.2 else 0.0 for _ in range(FEATURES)]
    return Rows(draw, weights), Rows(draw, weights)


def conjugate_gradients(matrix_times, right, tolerance):
    """z with matrix z = right for a positive definite matrix, until the rest is tolerance times |right|."""
    z, rest = [0.0] * len(right), list(right)
    way, size = list(right), dot(right, right)
    target = tolerance**2 * size
    while size > target:
        image = matrix_times(way)
        step = size / dot(way, image)
        z = [a + step * b for a, b in zip(z, way)]
        rest = [a - step * b for a, b in zip(rest, image)]
        size, before = dot(rest, rest), size
        way = [a + size / before * b for a, b in zip(rest, way)]
    return z


class Truth:
    def __init__(self, train, validation):
        self.train, self.validation = train, validation
        self.w = [0.0] * FEATURES  # where the next solve starts

    def hessian_times(self, w, y):
        curvature = [miss * (1 - miss) for miss in self.train.misses(w)]
        penalty = math.exp(y)

        def times(v):
            weighted = map(operator.mul, curvature, self.train.times(v))
            return [a + penalty * b for a, b in zip(self.train.mean(list(weighted)), v)]

        return times

    def weights(self, y):
        """w*(y), the least training loss with penalty exp(y) |w|^2 / 2: Newton's method, to |gradient| <= 1e-10."""
        while True:
            gradient = [a + math.exp(y) * b for a, b in zip(self.train.gradient(self.w), self.w)]
            size = math.sqrt(dot(gradient, gradient))
            if size <= 1e-10:
                return self.w
            step = conjugate_gradients(self.hessian_times(self.w, y), gradient, min(0.1, size))
            self.w = [a - b for a, b in zip(self.w, step)]

    def slow_step(self, y, s):
        """h(y) - y of logistic.cpp: x*(y) = (w*, e H^-1 g), H the training Hessian, g the validation gradient."""
        w = self.weights(y)
        adjoint = conjugate_gradients(self.hessian_times(w, y), self.validation.gradient(w), 1e-8)
        return min(max(y + s * math.exp(y) * dot(w, adjoint), LOWEST), HIGHEST) - y

    def fixed_point(self, low, high):
        """Where h(y) - y changes sign, to 1e-4."""
        while high - low > 1e-4:
            middle = (low + high) / 2
            if self.slow_step(middle, 100) > 0:
                low = middle
            else:
                high = middle
        return (low + high) / 2


def print_truth():
    truth = Truth(*data())
    steps = {y: truth.slow_step(y, 100) for y in map(float, range(0, -9, -1))}
    for y in sorted(steps):
        print(f"y {y:5.1f}   h(y) - y {steps[y]:.4g}", flush=True)
    low = max(y for y in steps if steps[y] > 0)
    print(f"fixed point {truth.fixed_point(low, low + 1):.4f}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--truth":
        print_truth()
        return
    folder = pathlib.Path(sys.argv[1])
    for rows, name in zip(data(), ("train.npy", "validation.npy")):
        rows.write(folder / name)


if __name__ == "__main__":
    main()
