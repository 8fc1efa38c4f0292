"""h(y) and the limit of the cases that have closed forms, from the problems' own formulas. Nothing is asked of the
program."""


def square(vector):
    return sum(value * value for value in vector)


def difference(a, b):
    return [p - q for p, q in zip(a, b)]


def times(matrix, vector):
    return [sum(a * v for a, v in zip(row, vector)) for row in matrix]


def transposed(matrix):
    return [list(column) for column in zip(*matrix)]


# matrix_game: x*(y) is the fixed point of the projected step, a contraction by 0.7.

LOSS = [[0, 1, -1, -1], [-1, 0, 1, -1], [1, -1, 0, -1], [1, 1, 1, 0]]
GAME_STEP, GAME_SIGMA = 0.4, 0.3


def on_simplex(v):
    """The nearest point with entries >= 0 that sum to 1."""
    total, shift = 0.0, 0.0
    for count, value in enumerate(sorted(v, reverse=True), 1):
        total += value
        if value > (total - 1) / count:
            shift = (total - 1) / count
    return [max(value - shift, 0.0) for value in v]


def game_resolvent(y):
    """x*(y), which is h(y)."""
    x = y
    for _ in range(200):
        losses = times(LOSS, x[4:]) + [-value for value in times(transposed(LOSS), x[:4])]
        moved = [a - GAME_STEP * b for a, b in zip(y, losses)]
        x = on_simplex(moved[:4]) + on_simplex(moved[4:])
    return x


def game_limit(samples):
    """2 tr(Sigma)/T. On the face of the solution noise has four directions left, and the step's derivative is skew with
    singular values sqrt(3) step: Sigma = (step sigma)^2/(1 + 3 step^2) in each of the four."""
    return 2 * 4 * (GAME_STEP * GAME_SIGMA)**2 / (1 + 3 * GAME_STEP**2) / samples


def game_residual(y):
    return square(difference(game_resolvent(y), y))


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
    """By small steps of the same kind, which do contract, until they move nothing."""
    y, after = [0.0] * 3, [1.0] * 3
    while max(map(abs, difference(after, y))) > 1e-13:
        y, after = after, moved_prices(after, 0.02)
    return after


def price_residual(y):
    return square(difference(moved_prices(y), y))


# wide: copies are averaged with their neighbours around a ring, a contraction by a third.

def wide_step(y, copies=400, spread=1e4):
    """h(y) - y."""
    count = len(y)
    x = [y[i % count] for i in range(copies)]
    for _ in range(60):
        x = [(0.25 * x[(i + 1) % copies] + 0.5 * y[i % count]) / 0.75 for i in range(copies)]
    return [-spread**(-j / (count - 1)) * (0.5 * x[j] + 0.5 * x[j + count] - 1) for j in range(count)]
