"""Second opinions on solutions: the places where a relation holds, by SymPy and by numbers."""

import contextlib
import signal

import mpmath
import sympy

from sexpr import number, relations, symbols

# Solutions are looked for in this range.
FAR = 25
# The seconds that SymPy has for one relation.
PATIENCE = 8
DIGITS = 50


class TooLong(Exception):
    """SymPy takes too long."""


@contextlib.contextmanager
def limit(seconds):
    def stop(*_):
        raise TooLong
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class Statement:
    """A relation, or what is said of its solutions, as a predicate of real numbers."""

    def __init__(self, term, letters):
        self.term, self.letters = term, letters
        self.made = {}

    def value(self, side, point):
        if side not in self.made:
            self.made[side] = sympy.lambdify(self.letters, number(side), "mpmath")
        found = mpmath.mpmathify(self.made[side](*point))
        if mpmath.im(found) != 0 or mpmath.isnan(found) or mpmath.isinf(found):
            raise ValueError
        return mpmath.re(found)

    def holds(self, point, term=None):
        """Whether it holds; sides that agree to nearly all digits are equal."""
        term = self.term if term is None else term
        if term[0] == "or":
            return any(self.holds(point, part) for part in term[1:])
        if term[0] in ("comma", "and"):
            return all(self.holds(point, part) for part in term[1:])
        if term[0] == "in":
            return term[2] in ("RR", ("RR",))
        return all(self.compare(point, *one) for one in relations(term))

    def compare(self, point, sign, left, right):
        try:
            a, b = self.value(left, point), self.value(right, point)
        except (ValueError, ZeroDivisionError, OverflowError):
            return False
        equal = abs(a - b) <= max(abs(a), abs(b), 1) * mpmath.mpf(10) ** (-DIGITS // 2)
        return {"eq": equal, "ne": not equal, "lt": a < b and not equal, "gt": a > b and not equal,
                "le": a < b or equal, "ge": a > b or equal}[sign]


def values(term, x):
    """The numbers that a statement `x = a or …` names, with the members of families in range."""
    integer = None
    if term[0] == "comma" and len(term) == 3 and term[2][0] == "in" and term[2][2] in ("ZZ", ("ZZ",)):
        integer, term = term[2][1], term[1]
    found = []
    for part in term[1:] if term[0] == "or" else [term]:
        if part[0] == "in" and part[2] in ("emptyset", ("emptyset",)):
            continue
        if part[0] != "eq" or part[1] != x:
            return None
        value = number(part[2])
        if integer is None:
            found.append(mpmath.mpmathify(sympy.N(value, DIGITS + 5)))
            continue
        k = number(integer)
        each = sympy.lambdify([k], value, "mpmath")
        step = abs(each(mpmath.mpf(1)) - each(mpmath.mpf(0)))
        middle = int(mpmath.nint(-each(mpmath.mpf(0)) / (each(mpmath.mpf(1)) - each(mpmath.mpf(0)))))
        reach = int(FAR / step) + 2
        found += [each(mpmath.mpf(n)) for n in range(middle - reach, middle + reach + 1)]
    return found


def by_sympy(parts, letter):
    """The real solutions of one equation in range, or `None`."""
    solutions = None
    for _, a, b in [p for p in parts if p[0] == "eq"]:
        found = sympy.solveset(number(a) - number(b), letter, sympy.S.Reals)
        solutions = found if solutions is None else solutions.intersect(found)
    window = solutions.intersect(sympy.Interval(-FAR, FAR))
    if not isinstance(window, sympy.FiniteSet) and window != sympy.S.EmptySet:
        return None
    found = [mpmath.mpmathify(sympy.N(v, DIGITS + 5)) for v in window]
    return [mpmath.re(v) for v in found if abs(mpmath.im(v)) < 1e-20]


def by_signs(parts, letter):
    """Where the sides of one of the equations cross, in range."""
    found = []
    for _, a, b in [p for p in parts if p[0] == "eq"][:1]:
        f = sympy.lambdify([letter], number(a) - number(b), "math")
        g = sympy.lambdify([letter], number(a) - number(b), "mpmath")
        places = [FAR * (k + 0.137) / 3000 for k in range(-3000, 3000)]
        last = None
        for x in places:
            try:
                y = f(x)
                y = None if isinstance(y, complex) or y != y else y
            except (ValueError, ZeroDivisionError, OverflowError, TypeError):
                y = None
            if last is not None and y is not None and (last[1] < 0) != (y < 0):
                try:
                    root = mpmath.findroot(g, (last[0], x), solver="anderson", tol=1e-25)
                    if abs(mpmath.im(root)) < 1e-20 and last[0] <= mpmath.re(root) <= x:
                        found.append(mpmath.re(root))
                except (ValueError, ZeroDivisionError, OverflowError, TypeError):
                    pass
            last = None if y is None else (x, y)
    return found


def judge(term, solution):
    """`agree`, or what is against a solution, and by whom it was seen: `sympy`, `numbers`."""
    mpmath.mp.dps = DIGITS
    parts = relations(term)
    letters = sorted(set().union(*(symbols(a) | symbols(b) for _, a, b in parts)), key=str)
    if len(letters) > 1:
        return judge_system(parts, letters, solution)
    [x] = letters
    letter = number(x)
    relation = Statement(term, [letter])
    if all(sign == "eq" for sign, _, _ in parts):
        ours = values(solution, x)
        if ours is not None:
            return judge_values(parts, letter, relation, ours)
    return judge_range(relation, Statement(solution, [letter]))


def judge_values(parts, letter, relation, ours):
    for value in ours:
        if not relation.holds([value]):
            return f"{mpmath.nstr(value, 10)} is no solution", "numbers"
    seen = "numbers"
    theirs = by_signs(parts, letter)
    try:
        with limit(PATIENCE):
            found = by_sympy(parts, letter)
        if found is not None:
            seen = "sympy"
            theirs += found
    except (TooLong, NotImplementedError, ValueError, TypeError, AttributeError, KeyError, RecursionError, NameError, ArithmeticError):
        pass
    for value in theirs:
        if relation.holds([value]) and not any(abs(value - known) < 1e-5 * (1 + abs(value)) for known in ours):
            return f"{mpmath.nstr(value, 10)} is missing", seen
    return "agree", seen


def judge_range(relation, said):
    """Along the line: at places of a grid, at those that either names, and close to them."""
    places = {mpmath.mpf(FAR) * (k + mpmath.mpf("0.137")) / 500 for k in range(-500, 500)}
    places |= {mpmath.mpf(k) / 2 for k in range(-2 * FAR, 2 * FAR + 1)}
    for _, a, b in relation_sides(said.term) + relation_sides(relation.term):
        for side in (a, b):
            try:
                if not symbols(side):
                    end = said.value(side, [mpmath.mpf(0)])
                    places |= {end, end - mpmath.mpf(10) ** -8, end + mpmath.mpf(10) ** -8}
            except (ValueError, KeyError):
                continue
    for place in sorted(places):
        wanted, found = relation.holds([place]), said.holds([place])
        if wanted != found:
            return f"{mpmath.nstr(place, 12)} {'is missing' if wanted else 'is no solution'}", "numbers"
    return "agree", "numbers"


def relation_sides(term):
    if term[0] in ("or", "comma", "and", "cases"):
        return [one for part in term[1:] for one in relation_sides(part)]
    try:
        return relations(term)
    except KeyError:
        return []


def judge_system(parts, letters, solution):
    """Beside SymPy; what one of them leaves free, the other must."""
    unknowns = [number(x) for x in letters]
    theirs = sympy.linsolve([sympy.expand(number(a) - number(b)) for _, a, b in parts], *unknowns)
    if solution[0] == "in" and solution[2] in ("emptyset", ("emptyset",)):
        return ("agree" if theirs == sympy.S.EmptySet else f"SymPy says {theirs}"), "sympy"
    ours = {number(a): number(b) for _, a, b in relations(solution)}
    ours = [ours.get(x, x) for x in unknowns]
    free = [x for x, value in zip(unknowns, ours) if x == value]
    if any(value.free_symbols - set(free) for value in ours) or theirs == sympy.S.EmptySet:
        return f"SymPy says {theirs}", "sympy"
    [point] = theirs
    # The same plane: ours solves the equations, and as many letters are free.
    put = dict(zip(unknowns, ours))
    holds = all(sympy.simplify((number(a) - number(b)).subs(put, simultaneous=True)) == 0 for _, a, b in parts)
    same = holds and len(free) == len(set().union(*(value.free_symbols for value in point)))
    return ("agree" if same else f"SymPy says {theirs}"), "sympy"
