#!/usr/bin/env python3
"""The polynomials of core/elementary/, computed again with 300 bits: through the Chebyshev points of an interval; and the
digits of 2/pi that far angles are reduced with.

usage: elementary_fits.py SOURCE_ROOT    compares them with the digits in the headers
       elementary_fits.py --print        writes them

Needs mpmath; exits with 77, which ctest counts as skipped, where it is not there.
"""

import pathlib
import re
import sys

try:
    import mpmath as mp
except ImportError:
    print("mpmath is not there")
    sys.exit(77)

mp.mp.prec = 300
POLE = 4  # of erfc's variable q = (x - 4)/(x + 4)


def fit(function, low, high, degree):
    points = [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * k + 1) / (2 * degree + 2))
              for k in range(degree + 1)]
    powers = mp.matrix([[x**j for j in range(degree + 1)] for x in points])
    return list(mp.lu_solve(powers, mp.matrix([function(x) for x in points])))


def erf_part(z):
    return mp.erf(mp.sqrt(z)) / mp.sqrt(z) - 1


def erfc_part(q):
    x = POLE * (1 + q) / (1 - q)
    return (x + POLE) * mp.exp(x * x) * mp.erfc(x)


def atan_part(z):
    return (mp.atan(mp.sqrt(z)) / mp.sqrt(z) - 1) / z


def polynomials():
    q_low, q_high = ((x - POLE) / (x + POLE) for x in (mp.mpf("0.5"), mp.mpf(28)))
    erfc = fit(erfc_part, q_low, q_high, 21)
    return {
        "kErf": fit(erf_part, mp.mpf(0), mp.mpf(1), 13),
        "kErfcFirst": erfc[:1],
        "kErfcFirstLow": [erfc[0] - mp.mpf(float(erfc[0]))],
        "kErfcRest": erfc[1:],
        "kErfcSlope": fit(lambda q: mp.diff(erfc_part, q), q_low, q_high, 3),
        "kAtan": fit(atan_part, mp.mpf(10)**-40, mp.mpf("0.1716"), 11),
    }


def in_headers(root, names):
    text = "".join(file.read_text(encoding="utf-8")
                   for file in sorted((root / "include/twoscale/core/elementary").glob("*.hpp")))
    found = re.findall(r"double (k\w+)(?:\[\])? = (?:\{([^}]*)\}|([-\d.e]+))", text)
    return {name: [float(number) for number in (many or one).split(",")] for name, many, one in found if name in names}


def two_over_pi_is_right(root):
    text = (root / "src/core/far_angle.cpp").read_text(encoding="utf-8")
    words = re.search(r"kTwoOverPi = \{([^}]*)\}", text).group(1).replace(" ", "").replace("\n", "").split(",")
    with mp.workprec(3000):
        digits = int(mp.floor(2 / mp.pi * mp.mpf(2)**(64 * (len(words) - 1))))
    return sum(int(word, 0) << (64 * i) for i, word in enumerate(reversed(words))) == digits


def main():
    if sys.argv[1:] == ["--print"]:
        for name, numbers in polynomials().items():
            print(f"{name} = {{{', '.join(repr(float(c)) for c in numbers)}}};")
        return
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    expected = {name: [float(c) for c in numbers] for name, numbers in polynomials().items()}
    root = pathlib.Path(sys.argv[1])
    written = in_headers(root, expected)
    wrong = [name for name, numbers in expected.items() if written.get(name) != numbers]
    if not two_over_pi_is_right(root):
        wrong.append("kTwoOverPi")
    sys.exit(f"not what the headers say: {', '.join(wrong)}" if wrong else 0)


if __name__ == "__main__":
    main()
