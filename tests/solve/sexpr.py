"""S-expressions of `mamut-rw parse` as nested tuples, and what they say in SymPy."""

import re
import sys
from fractions import Fraction
from pathlib import Path

import sympy

sys.path.append(str(Path(__file__).resolve().parents[1] / "truth"))
import terms

NUMBER = re.compile(r"-?(?:\d+(?:\.\d*)?|\.\d+)$")

# Operators with numbers as arguments, and what they are in SymPy.
FUNCTIONS = {
    "exp": sympy.exp, "ln": sympy.log, "abs": sympy.Abs,
    "sin": sympy.sin, "cos": sympy.cos, "tan": sympy.tan,
    "cot": sympy.cot, "sec": sympy.sec, "csc": sympy.csc,
    "arcsin": sympy.asin, "arccos": sympy.acos, "arctan": sympy.atan,
    "sinh": sympy.sinh, "cosh": sympy.cosh, "tanh": sympy.tanh,
    "arsinh": sympy.asinh, "arcosh": sympy.acosh,
}
ARITHMETIC = {"add", "neg", "mul", "div", "ratio", "pow", "root", "logb", "degrees", "percent"}
CONSTANTS = {"pi": sympy.pi, "e": sympy.E}
RELATIONS = {"eq": sympy.Eq, "ne": sympy.Ne, "lt": sympy.Lt, "le": sympy.Le, "gt": sympy.Gt, "ge": sympy.Ge}
# What joins relations that all hold.
JOINTS = {"comma", "and", "cases"}


def parse(text):
    """The term that an S-expression says: tuples of an operator and arguments, numbers, names."""
    return terms.parse(text, atom=lambda word: Fraction(word) if NUMBER.match(word) else word, name=str)


def is_symbol(term):
    """A letter, or one with a whole index; `e` and `i` are numbers."""
    if isinstance(term, tuple):
        return len(term) == 3 and term[0] == "idx" and is_symbol(term[1]) and isinstance(term[2], Fraction)
    return isinstance(term, str) and re.fullmatch(r"\\[A-Za-z]+|[A-Za-df-hj-z]", term) is not None


def symbols(term):
    """The symbols of a term."""
    if is_symbol(term):
        return {term}
    if isinstance(term, tuple):
        return set().union(*(symbols(a) for a in term[1:])) if len(term) > 1 else set()
    return set()


def name(term):
    """A name for SymPy."""
    return f"{name(term[1])}_{term[2]}" if isinstance(term, tuple) else term


def number(term):
    """A term in SymPy; `KeyError` when something in it is no real number."""
    if isinstance(term, Fraction):
        return sympy.Rational(term.numerator, term.denominator)
    if term in CONSTANTS:
        return CONSTANTS[term]
    if is_symbol(term):
        return sympy.Symbol(name(term), real=True)
    if not isinstance(term, tuple):
        raise KeyError(term)
    head, args = term[0], [number(a) for a in term[1:]]
    if head in CONSTANTS and not args:
        return CONSTANTS[head]
    if head in FUNCTIONS and len(args) == 1:
        return FUNCTIONS[head](args[0])
    if head not in ARITHMETIC:
        raise KeyError(head)
    return {
        "add": lambda: sympy.Add(*args),
        "mul": lambda: sympy.Mul(*args),
        "neg": lambda: -args[0],
        "div": lambda: args[0] / args[1],
        "ratio": lambda: args[0] / args[1],
        "pow": lambda: power(*args),
        "root": lambda: power(args[0], 1 / args[1]),
        "logb": lambda: sympy.log(args[1]) / sympy.log(args[0]),
        "degrees": lambda: args[0] * sympy.pi / 180,
        "percent": lambda: args[0] / 100,
    }[head]()


def power(base, exponent):
    """The real power: an odd root of a negative number is negative."""
    if exponent.is_Rational and exponent.q % 2 == 1 and exponent.q > 1:
        root = sympy.sign(base) * sympy.Abs(base) ** sympy.Rational(1, exponent.q)
        return root ** exponent.p
    return base ** exponent


def relations(term):
    """The comparisons that a statement makes: `(name, left, right)`; `KeyError` for others.

    Chains of equalities are calculations.
    """
    head = term[0] if isinstance(term, tuple) else ""
    if head in JOINTS and len(term) > 2:
        return [one for part in term[1:] for one in relations(part)]
    if head == "chain":
        signs = [sign[0] if isinstance(sign, tuple) else sign for sign in term[2::2]]
        found = [(s.removeprefix("rel-"), a, b) for s, a, b in zip(signs, term[1::2], term[3::2])]
        if any(s not in RELATIONS or s == "eq" for s, _, _ in found):
            raise KeyError(head)
        return found
    if head in RELATIONS and len(term) == 3:
        return [(head, term[1], term[2])]
    raise KeyError(head)
