"""Which relations a first-year student could solve, by what stands in them alone.

A relation counts when

* it is an equation or an inequality in one letter, or a system of at least two equations in at most
  three; letters may have whole indices; angles may be in degrees;
* its terms are made of numbers, + − · /, powers, roots, logarithms to a base that is written,
  absolute values, trigonometric, hyperbolic and exponential functions and their inverses;
* it is not solved already (no part says that a letter is a number, not all say that it is above or
  below one), and no identity (two sides that are equal at every place);
* polynomials that it comes to have a degree of at most two, or factor over the rationals into such
  and binomials; systems are linear;
* the letter is under functions of one kind alone: not `x = \\cos x`; inequalities have no
  trigonometric functions.
"""

import random

import sympy

from sexpr import number, relations, symbols

TRIGONOMETRIC = (sympy.sin, sympy.cos, sympy.tan, sympy.cot, sympy.sec, sympy.csc)
INVERSE = (sympy.asin, sympy.acos, sympy.atan)
HYPERBOLIC = (sympy.sinh, sympy.cosh, sympy.tanh, sympy.asinh, sympy.acosh)
# The largest number of operators.
SIZE = 120


def kind(term):
    """The kind of a relation, or `None` and why it does not count."""
    try:
        parts = relations(term)
    except KeyError:
        return None, "no relation"
    letters = sorted(set().union(*(symbols(a) | symbols(b) for _, a, b in parts)), key=str)
    if not letters:
        return None, "no letter"
    if size(term) > SIZE:
        return None, "too long"
    equations = [p for p in parts if p[0] == "eq"]
    try:
        sides = [(s, number(a), number(b)) for s, a, b in parts]
    except (KeyError, TypeError, ZeroDivisionError, ValueError):
        return None, "more than real numbers"
    if any(s.has(sympy.zoo, sympy.nan, sympy.oo, sympy.I) for _, *two in sides for s in two):
        return None, "more than real numbers"
    known = [s for s, a, b in sides if is_known(a, b)]
    if "eq" in known or len(known) == len(sides):
        return None, "solved already"
    if len(letters) > 1:
        return system(sides, equations, parts, letters)
    x = next(iter(set().union(*(a.free_symbols | b.free_symbols for _, a, b in sides))), None)
    if x is None or any(is_identity(a, b, x) for s, a, b in sides):
        return None, "identity"
    found = {function(a - b, x) for _, a, b in sides} - {None}
    if "mixed" in found or len(found) > 1:
        return None, "functions of several kinds"
    found = found.pop() if found else "none"
    if len(equations) < len(parts):
        if found in ("trigonometric", "hyperbolic"):
            return None, "functions in inequalities"
        best, why = verdict(found, sides, x)
        return best and "inequality", why
    return verdict(found, sides, x)


def size(term):
    return 1 + sum(size(a) for a in term[1:]) if isinstance(term, tuple) else 1


def is_known(a, b):
    """Whether a letter stands alone beside a number."""
    return any(one.is_Symbol and not other.free_symbols for one, other in ((a, b), (b, a)))


def is_identity(a, b, x):
    """Whether two sides are equal wherever they have values, or have none."""
    draw = random.Random(0)
    found = []
    for _ in range(12):
        place = sympy.Rational(draw.randint(-400, 400), 97)
        try:
            left, right = (complex(sympy.N(side.subs(x, place), 15)) for side in (a, b))
        except (TypeError, OverflowError):
            continue
        if left == left and right == right and abs(left.imag) + abs(right.imag) < 1e-12:
            found.append(abs(left - right) < 1e-9 * max(abs(left), abs(right), 1e-3))
    return bool(found) and all(found)


def function(term, x):
    """The one kind of function under which a letter stands; `mixed` for several."""
    inner = set()
    for node in sympy.preorder_traversal(term):
        if not node.has(x) or node == x:
            continue
        if isinstance(node, TRIGONOMETRIC):
            inner.add("trigonometric")
        elif isinstance(node, INVERSE):
            inner.add("inverse")
        elif isinstance(node, HYPERBOLIC):
            inner.add("hyperbolic")
        elif isinstance(node, sympy.log):
            inner.add("logarithmic")
        elif isinstance(node, sympy.exp) or node.is_Pow and node.exp.has(x):
            inner.add("exponential" if not node.args[0].has(x) or isinstance(node, sympy.exp) else "mixed")
        elif isinstance(node, sympy.Abs):
            inner.add("absolute")
    heads = tuple(TRIGONOMETRIC + INVERSE + HYPERBOLIC) + (sympy.log, sympy.exp)
    outside = term.replace(lambda t: isinstance(t, heads) or t.is_Pow and t.exp.has(x), lambda t: sympy.Dummy())
    if inner - {"absolute"} and outside.has(x) or len(inner) > 1:
        return "mixed"
    return inner.pop() if inner else None


def verdict(found, sides, x):
    """Algebraic relations are told apart, and must come to polynomials that factor."""
    if found not in ("none", "absolute"):
        return found, ""
    best = "linear"
    for _, a, b in sides:
        term = sympy.together(a - b)
        above, below = sympy.fraction(term)
        if any(t.is_Pow and not t.exp.is_Integer and t.base.has(x) or isinstance(t, sympy.sign) for t in sympy.preorder_traversal(term)):
            best = "radical"
            continue
        if above.has(sympy.Abs):
            continue
        poly = sympy.Poly(above, x)
        if any(not easy(factor) for factor, _ in sympy.factor_list(poly)[1]) if rational(poly) else poly.degree() > 2:
            return None, "polynomials without rational factors"
        if below.has(x):
            best = "rational"
        elif best == "linear" and poly.degree() > 1:
            best = "quadratic" if poly.degree() == 2 else "polynomial"
        elif best == "quadratic" and poly.degree() > 2:
            best = "polynomial"
    return (best if found == "none" else found), ""


def rational(poly):
    return all(c.is_Rational for c in poly.all_coeffs())


def easy(factor):
    """Of a degree of at most two, or that in a power of the letter, or without real roots."""
    exponents = [m[0] for m in factor.monoms()]
    step = sympy.gcd_list(exponents) or 1
    return max(exponents) <= 2 * step or sympy.count_roots(factor) == 0


def system(sides, equations, parts, letters):
    if len(equations) != len(parts) or len(parts) < 2:
        return None, "several letters"
    if len(letters) > 3:
        return None, "more than three letters"
    every = sorted(set().union(*(a.free_symbols | b.free_symbols for _, a, b in sides)), key=str)
    for _, a, b in sides:
        try:
            if sympy.Poly(a - b, *every).total_degree() > 1:
                return None, "systems that are not linear"
        except sympy.PolynomialError:
            return None, "systems that are not linear"
    return "system", ""
