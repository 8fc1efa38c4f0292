"""What must hold."""

from contenders import FIXED, HAND_LOOPS, HAND_RINGS
from measure import median_ratio, ratio

ENGINE = "engine n=2 single-loop"

# (what, numerator, denominator, bound, "at most" or "at least"); a tuple means the best of several.
RATIOS = [
    ("engine over the kernel by hand, n = 2", ENGINE, "by hand n=2 single-loop", 1.15, "at most"),
    ("NumPy's best batch over the engine",
     ("NumPy, 1,024 replicas", "NumPy, 4,096 replicas", "NumPy, 16,384 replicas"), ENGINE, 12, "at least"),
    ("Eigen with the standard library over the engine", "Eigen, mt19937_64, std::normal_distribution", ENGINE, 15,
     "at least"),
    ("numba over the engine", "numba", ENGINE, 20, "at least"),
    ("engine over the kernel by hand, n = 16", "engine n=16 single-loop", "by hand n=16 single-loop", 1.2, "at most"),
    ("engine over Eigen's product alone, n = 64", "engine n=64 single-loop", "Eigen, a 64 by 64 product alone", 1.5,
     "at most"),
    ("one thread over two, n = 2", "engine n=2 single-loop, one thread", "engine n=2 single-loop, two threads", 1.9,
     "at least"),
    ("one replica alone over one of a full batch, n = 2", "engine n=2 single-loop, one replica alone", ENGINE, 4,
     "at most"),
    *((f"engine over a loop by hand {loop}, a ring of {size:,}{fixed}", f"engine ring n={size} raw{fixed}",
       f"by hand ring n={size} raw, {loop}", 1.3, "at most")
      for size in HAND_RINGS for loop in HAND_LOOPS for fixed in ("", FIXED)),
]


def judge(what, value, bound, sense, unit="", median=None):
    met = None if value is None else value <= bound if sense == "at most" else value >= bound
    return {"what": what, "value": value, "median": median, "bound": bound, "sense": sense, "unit": unit, "met": met}


def ratio_target(answers, what, above, below, bound, sense):
    names = [name for name in (above if isinstance(above, tuple) else (above,)) if name in answers]
    if not names or below not in answers:
        return judge(what, None, bound, sense)
    clock = "wall" if "threads" in below else "ns"
    best = min(names, key=lambda name: ratio(answers, name, below, clock))
    return judge(what, ratio(answers, best, below, clock), bound, sense,
                 median=median_ratio(answers, best, below, clock))


def ratio_targets(answers):
    return [ratio_target(answers, *row) for row in RATIOS]
