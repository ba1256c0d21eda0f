"""Values of terms at random points, by SymPy and mpmath, where structure does not decide."""

import itertools
import math
import random
from fractions import Fraction

import mpmath
import sympy

TRIES = 4


class Undefined(Exception):
    """A term that has no value here."""


def agree(ours, theirs):
    """Whether two terms have the same values wherever both are defined, at some points at least."""
    names = sorted(free(ours) | free(theirs))
    if free(ours) != free(theirs) and free(ours) and free(theirs):
        return False
    seen = 0
    for attempt in range(TRIES):
        draw = random.Random(attempt)
        point = {n: mpmath.mpf(draw.uniform(0.3, 2.7)) for n in names}
        try:
            left, right = value(ours, point), value(theirs, point)
        except (Undefined, ZeroDivisionError, TypeError, ValueError, OverflowError, KeyError,
                AttributeError, sympy.ShapeError, sympy.SympifyError):
            return False
        if not close(left, right):
            return False
        seen += 1
    return seen == TRIES


def free(term):
    if isinstance(term, str):
        return set() if term in CONSTANTS else {term}
    if isinstance(term, tuple):
        heads = term[1:] if isinstance(term[0], str) else term
        if term[0] == "call":
            heads = term[2:]
        return set(itertools.chain.from_iterable(free(t) for t in heads))
    return set()


def close(a, b):
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, sympy.MatrixBase) or isinstance(b, sympy.MatrixBase):
        if not (isinstance(a, sympy.MatrixBase) and isinstance(b, sympy.MatrixBase)):
            return False
        return a.shape == b.shape and all(close(mpmath.mpmathify(x), mpmath.mpmathify(y)) for x, y in zip(a, b))
    return abs(a - b) <= mpmath.mpf(10) ** -10 * (1 + abs(a) + abs(b))


CONSTANTS = {"pi": mpmath.pi, "e": mpmath.e, "i": mpmath.mpc(0, 1)}


def gather(function):
    def run(*args):
        values = [int(a) if a == int(a) else None for a in args]
        if None in values:
            raise Undefined
        return mpmath.mpf(function(*values))
    return run


FUNCTIONS = {
    "sin": mpmath.sin, "cos": mpmath.cos, "tan": mpmath.tan, "cot": mpmath.cot, "sec": mpmath.sec,
    "csc": mpmath.csc, "asin": mpmath.asin, "acos": mpmath.acos, "atan": mpmath.atan,
    "sinh": mpmath.sinh, "cosh": mpmath.cosh, "tanh": mpmath.tanh, "asinh": mpmath.asinh,
    "acosh": mpmath.acosh, "atanh": mpmath.atanh, "log": mpmath.log, "abs": abs,
    "factorial": mpmath.factorial, "floor": mpmath.floor, "ceil": mpmath.ceil, "conj": mpmath.conj,
    "re": mpmath.re, "im": mpmath.im, "Gamma": mpmath.gamma, "zeta": mpmath.zeta,
}
NUMERIC = {
    "gcd": gather(math.gcd), "lcm": gather(math.lcm), "binom": mpmath.binomial,
    "max": lambda *a: max(a), "min": lambda *a: min(a), "mod": lambda a, b: a - b * mpmath.floor(a / b),
}
RELATIONS = {"eq": close, "lt": lambda a, b: bool(a < b), "le": lambda a, b: bool(a <= b)}


def value(term, point):
    if isinstance(term, Fraction):
        return mpmath.mpf(term.numerator) / term.denominator
    if isinstance(term, str):
        if term in CONSTANTS:
            return CONSTANTS[term] + 0
        return point[term]
    op, args = term[0], term[1:]
    if op == "matrix":
        return sympy.Matrix([[sympify(value(c, point)) for c in row[1:]] for row in args])
    if op == "call":
        if args[0] in FUNCTIONS:
            inner = [value(a, point) for a in args[1:]]
            if len(inner) == 1 and isinstance(inner[0], sympy.MatrixBase):
                return {"conj": inner[0].conjugate, "abs": inner[0].det}[args[0]]()
            return FUNCTIONS[args[0]](*inner)
        raise Undefined
    if op in ("sum", "prod"):
        low, high = value(args[1], point), value(args[2], point)
        if low != int(low) or high != int(high) or high - low > 100:
            raise Undefined
        terms = [value(args[3], {**point, args[0]: mpmath.mpf(k)}) for k in range(int(low), int(high) + 1)]
        return mpmath.fsum(terms) if op == "sum" else mpmath.fprod(terms)
    values = [value(a, point) for a in args]
    if op == "add":
        return total(values, lambda a, b: a + b)
    if op in ("mul", "matmul"):
        return total(values, times)
    if op == "pow":
        if isinstance(values[0], sympy.MatrixBase):
            return values[0] ** int(values[1])
        return mpmath.power(*values)
    if op in ("det", "tr", "transpose", "adjoint"):
        m = values[0]
        return {"det": m.det, "tr": m.trace, "transpose": lambda: m.T, "adjoint": lambda: m.H}[op]()
    if op == "degrees":
        return values[0] * mpmath.pi / 180
    if op in NUMERIC:
        return NUMERIC[op](*values)
    if op in RELATIONS:
        return RELATIONS[op](*values)
    raise Undefined


def sympify(number):
    return sympy.sympify(number)


def times(a, b):
    if isinstance(a, sympy.MatrixBase) and not isinstance(b, sympy.MatrixBase):
        return a * sympify(b)
    if isinstance(b, sympy.MatrixBase) and not isinstance(a, sympy.MatrixBase):
        return b * sympify(a)
    return a * b


def total(values, join):
    out = values[0]
    for v in values[1:]:
        out = join(out, v)
    return out
