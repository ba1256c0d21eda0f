"""Terms: S-expressions, and the normal form in which two readings are compared.

A term is an atom or a tuple of an operator and arguments. Atoms are numbers (`Fraction`) and names
(`str`, without backslashes, braces and blanks). The normal form forgets what no reader could tell
from the other's notation: order, grouping, subtraction against negative terms, quotients against
powers, roots against powers, the names of bound variables, primes against `d/dx`.
"""

import re
from fractions import Fraction

TOKEN = re.compile(r'\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))')
NUMBER = re.compile(r"(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?$")


def parse(text, atom=lambda word: atom(word), name=lambda word: name(word)):
    """The term that an S-expression says; `atom` and `name` say what words and quoted words are."""
    stack, done = [], None
    for bracket, quoted, word in TOKEN.findall(text):
        if bracket == "(":
            stack.append([])
            continue
        if bracket == ")":
            node = tuple(stack.pop())
        elif word:
            node = atom(word)
        else:
            node = name(quoted)
        if stack:
            stack[-1].append(node)
        else:
            done = node
    return done


def atom(word):
    if NUMBER.match(word):
        return Fraction(word)
    return name(word)


def number(spelling):
    """The value of a literal with groups of digits: `1{,}000`, `1\\,000`."""
    bare = re.sub(r"\{,\}|\\,|\\ |,", "", spelling)
    return Fraction(bare) if NUMBER.match(bare) else None


GREEK = {"varepsilon": "epsilon", "lambda": "lamda", "epsilon_lower": "epsilon", "vartheta": "theta", "varrho": "rho"}


def name(text):
    """A name without what only dresses it."""
    value = number(text)
    if value is not None and re.search(r"\d", text):
        return value
    bare = text.lstrip("'")
    bare = re.sub(r"\\(?:mathrm|operatorname|textrm|textbf|text|mathit|mathbf|mathcal|mathsf)\b\*?", "", bare)
    bare = re.sub(r"[\\{}\s,]", "", bare.replace("overline", "bar"))
    return GREEK.get(bare, bare) or text


def fill(template, args):
    """A template with `$0`, `$1` … replaced; `$*` stands for all arguments."""
    if isinstance(template, str) and template.startswith("$") and template[1:].isdigit():
        return args[int(template[1:])]
    if isinstance(template, tuple):
        out = []
        for part in template:
            if part == "$*":
                out.extend(args)
            else:
                out.append(fill(part, args))
        return tuple(out)
    return template


# Operators that are functions by name: the same as a letter applied.
NAMED = {
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arccot": "acot", "arcsec": "asec",
    "arccsc": "acsc", "arsinh": "asinh", "arcosh": "acosh", "artanh": "atanh", "gamma": "Gamma",
    "ln": "log", "lg": "log", "dfactorial": "doublefactorial", "sign": "sgn", "arcosech": "acsch",
}
for _same in ("sin cos tan cot sec csc sinh cosh tanh coth sech csch log zeta re im arg abs "
              "factorial floor ceil conj sgn erf erfc Li").split():
    NAMED[_same] = _same

FLIPPED = {"gt": "lt", "ge": "le", "supset": "subset", "supseteq": "subseteq", "ni": "in"}
SYMMETRIC = {"eq", "ne", "approx", "iff", "or", "union", "inter", "gcd", "lcm", "max", "min", "set",
             "sim", "xor"}
FLAT = {"or", "union", "inter", "gcd", "lcm", "max", "min"}
WORDS = {"forall", "exists", "where"}


def key(term):
    return repr(term)


def normal(term, names=None, depth=0):
    """The normal form; `names` are the bound names around it and what they are called."""
    names = names or {}
    if isinstance(term, Fraction):
        return term
    if isinstance(term, str):
        return names.get(term, term)
    op = term[0]
    if isinstance(op, tuple) or isinstance(op, Fraction):
        return tuple(normal(t, names, depth) for t in term)
    binder = BINDERS.get(op)
    if binder and len(term) > 1 and isinstance(term[1], str):
        inner = dict(names)
        inner[term[1]] = f"#{depth}"
        rest = [normal(t, inner if i in binder else names, depth + (i in binder))
                for i, t in enumerate(term[2:], 1)]
        return bound(op, f"#{depth}", rest)
    args = [normal(t, names, depth) for t in term[1:]]
    return rebuilt(op, args)


# Which arguments (counted after the bound name) the name is bound in.
BINDERS = {
    "sum": {3}, "prod": {3}, "dint": {3}, "intover": {2}, "lim": {2}, "limright": {2}, "limleft": {2},
    "sumin": {2}, "prodin": {2}, "sumcond": {1, 2}, "prodcond": {1, 2}, "sumall": {1}, "prodall": {1},
    "setof": {2, 3}, "imageset": {1, 2}, "maxin": {2}, "minin": {2}, "supin": {2}, "infin": {2},
    "supcond": {1, 2}, "infcond": {1, 2}, "maxcond": {1, 2}, "mincond": {1, 2},
    "imageswhere": {1, 2}, "imagesall": {1}, "setbuild": {1, 2, 3, 4}, "int": {1}, "mapsto": {1}, "argmaxin": {2},
}


def bound(op, variable, rest):
    if op in ("sumin", "prodin", "maxin", "minin", "supin", "infin", "argmaxin"):
        op, rest = op[:-2] + "cond", [("in", variable, rest[0]), rest[1]]
    if op.endswith("cond"):
        rest[0] = conditions([rest[0]])
    if op == "setof":
        first = [] if rest[0] == "universe" else [("in", variable, rest[0])]
        return ("setbuild", variable, variable, conditions(first + rest[1:]))
    if op == "imageset":
        return ("setbuild", variable, rest[0], conditions(rest[1:]))
    if op in ("setbuild", "imageswhere"):
        return ("setbuild", variable, rest[0], conditions(rest[1:]))
    return (op, variable, *rest)


def conditions(parts):
    """Conditions as one sorted conjunction."""
    flat = []
    for part in parts:
        flat.extend(part[1:] if isinstance(part, tuple) and part[0] == "and" else [part])
    flat = sorted(set(flat), key=key)
    return flat[0] if len(flat) == 1 else ("and", *flat)


def rebuilt(op, args):
    if op in ("setseq", "unionseq", "interseq", "andseq", "orseq"):
        op = op[:-3]
    if op in ("add", "addseq"):
        return add(args)
    if op in ("mul", "mulseq", "scale"):
        return mul(args)
    if op == "neg":
        return mul([Fraction(-1), *args])
    if op == "div" and len(args) == 2:
        return mul([args[0], power(args[1], Fraction(-1))])
    if op == "root" and len(args) == 2:
        return power(args[0], power(args[1], Fraction(-1)))
    if op == "exp" and len(args) == 1:
        return power("e", args[0])
    if op == "pow" and len(args) == 2:
        return power(*args)
    if op in ("matpow", "setpow", "fpow"):
        return power(*args)
    if op == "matinv":
        return power(args[0], Fraction(-1))
    if op == "logb" and len(args) == 2:
        if args[0] == "e":
            return ("call", "log", args[1])
        return ("call", ("idx", "log", args[0]), args[1])
    if op == "chain":
        signs = [a.removeprefix("rel-") for a in args[1::2]]
        sides = args[0::2]
        return conditions([rebuilt(s, [a, b]) for s, a, b in zip(signs, sides, sides[1:])])
    if op in ("and", "comma"):
        return conditions(args)
    if op == "imagesof":
        return (op, args[0], conditions(args[1:]))
    if op in ("text", "says"):
        return words(args)
    if op == "mixed" and len(args) == 3:
        return add([args[0], mul([args[1], power(args[2], Fraction(-1))])])
    if op == "prime" and len(args) == 2 and isinstance(args[0], tuple) and args[0][0] == "prime":
        return ("prime", args[0][1], add([args[0][2], args[1]]))
    if op in ("opaque", "grouped") and len(args) == 1:
        return args[0]
    if op == "row" or op == "interval-cc" and len(args) > 2:
        return ("tuple", *args)
    if op == "otherwise":
        return ("case", *args, "otherwise")
    if op == "idx" and len(args) > 1 and args[0] in ("log", "lg"):
        return ("idx", *args)
    if op in NAMED:
        return applied(NAMED[op], args)
    if op == "call" and args:
        return applied(args[0], args[1:])
    if op == "diff" and len(args) == 3:
        return derivative(args[2], args[0], args[1])
    if op == "pdiff" and len(args) == 3:
        return derivative(args[2], args[0], args[1])
    if op in ("at", "evalat") and len(args) == 2:
        return taken(args[0], args[1])
    if op == "ne" and len(args) == 2:
        return ("ne", *sorted(args, key=key))
    if op == "notin":
        return ("not", ("in", *args))
    if op == "interval-oo":
        return ("interval-oo", *args)
    if op in FLIPPED and len(args) == 2:
        return (FLIPPED[op], args[1], args[0])
    if op in FLAT:
        flat = []
        for a in args:
            flat.extend(a[1:] if isinstance(a, tuple) and a[0] == op else [a])
        args = flat
    if op in SYMMETRIC:
        args = sorted(args, key=key)
    if not args:
        return op
    return (op, *args)


def words(args):
    """Statements with words between them: what the words say of the statements."""
    said = [a for a in args if isinstance(a, str)]
    rest = [a for a in args if not isinstance(a, str)]
    if said == ["where"] and len(rest) == 2:
        return ("where", *rest)
    if said in (["forall"], ["forsome"]) and len(args) == 3:
        return ("forall" if said == ["forall"] else "exists", args[2], args[0])
    if len(args) == 2 and isinstance(args[1], tuple) and args[1][0] in ("forall", "exists"):
        return (*args[1], args[0])
    if len(args) == 2 and args[1] in ("even", "odd"):
        return (args[1], args[0])
    return ("text", *args)


def applied(function, args):
    """A function with its arguments; a base of a power and an index of a call belong to the name."""
    if isinstance(function, tuple) and function[0] == "pow" and function[2] != Fraction(-1):
        return power(applied(function[1], args), function[2])
    if isinstance(function, tuple) and function[0] == "prime" and function[2] == Fraction(0):
        function = function[1]
    groups = [part for arg in args for part in (arg[1:] if isinstance(arg, tuple) and arg[0] == "semi" else (arg,))]
    args = [part for arg in groups for part in (arg[1:] if isinstance(arg, tuple) and arg[0] == "list" else (arg,))]
    if len(args) == 1 and function == "abs" and isinstance(args[0], tuple) and args[0][0] == "matrix":
        return ("det", args[0])
    return ("call", function, *args)


def derivative(body, variable, order):
    """`d/dx f(x)` is `f'(x)` where `x` is one argument and occurs nowhere else."""
    if isinstance(body, tuple) and body[0] == "call" and order != Fraction(0):
        function, args = body[1], body[2:]
        if [a for a in args if occurs(variable, a)] == [variable] and not occurs(variable, function):
            if isinstance(function, tuple) and function[0] == "prime":
                return ("call", ("prime", function[1], add([function[2], order])), *args)
            return ("call", ("prime", function, order), *args)
    return ("diff", variable, order, body)


def taken(body, place):
    """A term at a place: `[f'(x)]_{x = 1}`."""
    if isinstance(place, tuple) and place[0] == "eq":
        for variable, value in (place[1:], place[:0:-1]):
            if isinstance(variable, str) and isinstance(body, tuple) and body[0] == "call":
                if isinstance(body[1], tuple) and body[1][0] == "prime":
                    return tuple(value if part == variable else part for part in body)
    return ("at", body, place)


def occurs(variable, term):
    if isinstance(term, tuple):
        return any(occurs(variable, t) for t in term)
    return term == variable


def power(base, exponent):
    one = Fraction(1)
    if exponent == one:
        return base
    if isinstance(base, Fraction) and isinstance(exponent, Fraction) and exponent.denominator == 1:
        if abs(exponent) <= 400 and (base != 0 or exponent > 0):
            return base ** int(exponent)
    if exponent == Fraction(-1) and isinstance(base, tuple):
        if base[0] == "mul":
            return mul([power(b, exponent) for b in base[1:]])
        if base[0] == "pow":
            return power(base[1], mul([Fraction(-1), base[2]]))
    if isinstance(base, tuple) and base[0] == "pow" and is_integer(base[2]) and is_integer(exponent):
        return power(base[1], mul([base[2], exponent]))
    return ("pow", base, exponent)


def is_integer(term):
    return isinstance(term, Fraction) and term.denominator == 1


def mul(args):
    factor, rest = Fraction(1), []
    for arg in args:
        for part in arg[1:] if isinstance(arg, tuple) and arg[0] == "mul" else [arg]:
            if isinstance(part, Fraction):
                factor *= part
                continue
            content, part = primitive(part)
            factor *= content
            rest.append(part)
    bases = {}
    for part in rest:
        base, exponent = part, Fraction(1)
        if isinstance(part, tuple) and part[0] == "pow" and is_integer(part[2]):
            base, exponent = part[1], part[2]
        bases.setdefault(key(base), [base, Fraction(0)])[1] += exponent
    rest = [power(base, exponent) for base, exponent in bases.values() if exponent]
    rest.sort(key=key)
    if not rest or factor == 0:
        return factor
    if len(rest) == 1 and isinstance(rest[0], tuple) and rest[0][0] == "add":
        return add([times(factor, t) for t in rest[0][1:]])
    if factor == 1:
        return rest[0] if len(rest) == 1 else ("mul", *rest)
    return ("mul", factor, *rest)


def parts(term):
    """The number in front of a term, and the rest."""
    if isinstance(term, Fraction):
        return term, ()
    if isinstance(term, tuple) and term[0] == "mul" and isinstance(term[1], Fraction):
        return term[1], term[2] if len(term) == 3 else ("mul", *term[2:])
    return Fraction(1), term


def times(factor, term):
    """A term times a number."""
    number, rest = parts(term)
    number *= factor
    if rest == ():
        return number
    if number == 1:
        return rest
    return ("mul", number, *(rest[1:] if isinstance(rest, tuple) and rest[0] == "mul" else [rest]))


def primitive(term):
    """A sum as a number times a sum whose first term has no number in front."""
    if isinstance(term, tuple) and term[0] == "add":
        content, _ = parts(term[1])
        return content, ("add", *(times(1 / content, t) for t in term[1:]))
    return Fraction(1), term


def add(args):
    constant, rest = Fraction(0), []
    for arg in args:
        for part in arg[1:] if isinstance(arg, tuple) and arg[0] == "add" else [arg]:
            if isinstance(part, Fraction):
                constant += part
            else:
                rest.append(part)
    rest.sort(key=lambda t: (key(parts(t)[1]), key(parts(t)[0])))
    if constant:
        rest.append(constant)
    if not rest:
        return Fraction(0)
    return rest[0] if len(rest) == 1 else ("add", *rest)


def show(term):
    """A term as text."""
    if isinstance(term, Fraction):
        return str(term)
    if isinstance(term, tuple):
        return "(" + " ".join(show(t) for t in term) + ")"
    return str(term)
