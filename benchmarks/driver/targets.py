"""What must hold. Ratios are taken round by round, so that a busy machine slows both sides."""

from measure import ratio

ENGINE = "engine n=2 single-loop"

# (what, numerator, denominator, bound, "at most" or "at least"); a tuple means the best of several.
RATIOS = [
    ("engine over the kernel by hand, n = 2", ENGINE, "by hand n=2 single-loop", 1.15, "at most"),
    ("NumPy's best batch over the engine", ("NumPy, 1,024 replicas", "NumPy, 16,384 replicas"), ENGINE, 12, "at least"),
    ("Eigen with the standard library over the engine", "Eigen, mt19937_64, std::normal_distribution", ENGINE, 15,
     "at least"),
    ("numba over the engine", "numba", ENGINE, 20, "at least"),
    ("engine over the kernel by hand, n = 16", "engine n=16 single-loop", "by hand n=16 single-loop", 1.2, "at most"),
    ("engine over Eigen's product alone, n = 64", "engine n=64 single-loop", "Eigen, a 64 by 64 product alone", 1.5,
     "at most"),
    ("one thread over two, n = 2", ENGINE, "engine n=2 single-loop, two threads", 1.9, "at least"),
    ("one replica alone over one of a full batch, n = 2", "engine n=2 single-loop, one replica alone", ENGINE, 4,
     "at most"),
]


def judge(what, value, bound, sense, unit=""):
    met = value <= bound if sense == "at most" else value >= bound
    return {"what": what, "value": value, "bound": bound, "sense": sense, "unit": unit, "met": met}


def ratio_targets(answers):
    out = []
    for what, above, below, bound, sense in RATIOS:
        names = [name for name in (above if isinstance(above, tuple) else (above,)) if name in answers]
        if names and below in answers:
            clock = "wall" if "threads" in below else "ns"
            out.append(judge(what, min(ratio(answers, name, below, clock) for name in names), bound, sense))
        else:
            out.append({"what": what, "value": None, "bound": bound, "sense": sense, "unit": "", "met": None})
    return out
