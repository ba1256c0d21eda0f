"""What the authors' meanings say, as terms: expressions in Fungrim's and in SymPy's language.

Both are written as Python expressions. Names are translated by the tables `FUNGRIM` and `SYMPY`:
to templates over the arguments, as the notation of the name is read by anybody who does not know it.
"""

import ast
import re
from fractions import Fraction

import terms
from terms import fill, parse

UNREAD = "?"


class Unknown(Exception):
    """A name that the tables do not hold."""


def template(text):
    return parse(re.sub(r"\$(\d|\*)", r"$\1", text))


def table(lines):
    """Lines `Name ARITY template`; `-` takes any number of arguments."""
    out = {}
    for line in lines.strip().splitlines():
        if line.strip():
            head, arity, text = line.split(None, 2)
            out.setdefault(head, {})[arity] = template(text)
    return out


def translate(node, translator):
    """The term of a node of Python's syntax."""
    if isinstance(node, ast.Expression):
        return translate(node.body, translator)
    if isinstance(node, ast.Constant):
        if isinstance(node.value, (int, float)):
            return Fraction(str(node.value))
        if isinstance(node.value, str):
            return node.value
    if isinstance(node, ast.Name):
        return translator.name(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        inner = translate(node.operand, translator)
        return ("neg", inner) if isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.BinOp):
        left, right = translate(node.left, translator), translate(node.right, translator)
        sub = ("add", left, ("neg", right))
        return {ast.Add: ("add", left, right), ast.Sub: sub, ast.Mult: ("mul", left, right),
                ast.Div: ("div", left, right), ast.Pow: ("pow", left, right)}[type(node.op)]
    if isinstance(node, (ast.List, ast.Tuple)):
        return ("list", *(translate(e, translator) for e in node.elts))
    if isinstance(node, (ast.Call, ast.Attribute)):
        return translator.call(node)
    raise Unknown(ast.dump(node)[:60])


def keywords(node):
    return {k.arg: ast.literal_eval(k.value) for k in node.keywords
            if isinstance(k.value, (ast.Constant, ast.UnaryOp))}


class Fungrim:
    """Fungrim's language."""

    def __init__(self):
        from names import FUNGRIM, SYMBOLS
        self.names = table(FUNGRIM)
        self.symbols = SYMBOLS

    def term(self, meaning):
        tree = translate(ast.parse(meaning["expr"], mode="eval"), self)
        return lifted(terms.normal(tree))

    def name(self, text):
        if text in self.symbols:
            return parse(self.symbols[text])
        return text.rstrip("_") if text.endswith("_") else parts(text)

    def arg(self, node):
        return translate(node, self)

    def call(self, node):
        if not isinstance(node.func, ast.Name):
            raise Unknown("call")
        head, args = node.func.id, node.args
        special = getattr(self, "on_" + head, None)
        if special:
            return special(args)
        forms = self.names.get(head)
        if forms is None:
            values = [self.arg(a) for a in args]
            if head.endswith("_"):
                return ("idx", head[:-1], *values)
            if len(head) == 1 or head in ("chi", "alpha", "phi"):
                return ("call", head, *values)
            raise Unknown(head)
        form = forms.get(str(len(args)), forms.get("-"))
        if form is None:
            raise Unknown(f"{head}/{len(args)}")
        return fill(form, [self.arg(a) for a in args])

    def on_Decimal(self, args):
        return Fraction(args[0].value)

    def on_SloaneA(self, args):
        label = args[0].value
        label = label if label.startswith("A") else "A" + label
        return ("call", label, *(self.arg(a) for a in args[1:]))

    def on_Parentheses(self, args):
        return self.arg(args[0])

    on_Brackets = on_Parentheses

    def on_IsHolomorphic(self, args):
        _, variable, rest = self.loop(args[1])
        return ("text", self.arg(args[0]), "isholomorphicon", ("in", variable, *rest))

    def on_IsMeromorphic(self, args):
        _, variable, rest = self.loop(args[1])
        return ("text", self.arg(args[0]), "ismeromorphicon", ("in", variable, *rest))

    def loop(self, node):
        """The variable and the rest of `For(…)` or `ForElement(…)`."""
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("For", "ForElement"):
            variable = self.arg(node.args[0])
            return node.func.id, variable, [self.arg(a) for a in node.args[1:]]
        raise Unknown("loop")

    def big(self, op, args):
        kind, variable, rest = self.loop(args[1])
        body = self.arg(args[0])
        if isinstance(variable, tuple) and kind == "ForElement":
            # A tuple is bound name by name, the condition stands at the last one.
            out = (op + "cond", variable[-1], ("in", variable, rest[0]), body)
            for name in reversed(variable[1:-1]):
                out = (op + "all", name, out)
            return out
        if kind == "ForElement":
            found = [("in", variable, rest[0])] + [self.arg(a) for a in args[2:]]
            return (op + "cond", variable, ("and", *found), body)
        if len(rest) == 2:
            return (op, variable, *rest, body)
        if len(args) == 2:
            return (op + "all", variable, body)
        return (op + "cond", variable, ("and", *(self.arg(a) for a in args[2:])), body)

    def on_Sum(self, args):
        return self.big("sum", args)

    def on_Product(self, args):
        return self.big("prod", args)

    on_PrimeProduct = on_Product

    def on_DivisorSum(self, args):
        _, variable, rest = self.loop(args[1])
        return ("sumcond", variable, ("divides", variable, rest[0]), self.arg(args[0]))

    def on_Supremum(self, args):
        return self.big("sup", args)

    def on_Infimum(self, args):
        return self.big("inf", args)

    def on_Minimum(self, args):
        return ("min", self.arg(args[0])) if len(args) == 1 else self.big("min", args)

    def on_Maximum(self, args):
        return ("max", self.arg(args[0])) if len(args) == 1 else self.big("max", args)

    def on_ArgMax(self, args):
        return self.big("argmax", args)

    def over(self, word, args):
        """A word with a condition below it, then the body."""
        kind, variable, rest = self.loop(args[1])
        below = ("in", variable, rest[0]) if kind == "ForElement" else ("eq", variable, rest[0])
        more = [self.arg(a) for a in args[2:]]
        return ("under", word, ("and", below, *more), self.arg(args[0]))

    def on_Zeros(self, args):
        return self.over("zeros", args)

    def on_Poles(self, args):
        return self.over("poles", args)

    def on_Solutions(self, args):
        return self.over("solutions", args)

    def on_UniqueZero(self, args):
        return self.over("zero*", args)

    def on_Residue(self, args):
        return self.over("res", args)

    def on_ComplexZeroMultiplicity(self, args):
        return self.over("ord", args)

    def limit(self, op, args):
        _, variable, rest = self.loop(args[1])
        return (op, variable, rest[0], self.arg(args[0]))

    def on_SequenceLimit(self, args):
        return self.limit("lim", args)

    on_ComplexLimit = on_RealLimit = on_SequenceLimit

    def on_RightLimit(self, args):
        return self.limit("limright", args)

    def on_LeftLimit(self, args):
        return self.limit("limleft", args)

    def on_Integral(self, args):
        kind, variable, rest = self.loop(args[1])
        body = self.arg(args[0])
        return ("dint", variable, *rest, body) if len(rest) == 2 else ("intover", variable, *rest, body)

    def on_ComplexIndefiniteIntegralEqual(self, args):
        body, right, variable = (self.arg(a) for a in args)
        return ("eq", ("int", variable, body), ("add", right, "C"))

    def on_ComplexDerivative(self, args):
        _, variable, rest = self.loop(args[1])
        order = rest[1] if len(rest) > 1 else Fraction(1)
        body = terms.normal(self.arg(args[0]))
        variable = terms.normal(variable)
        made = terms.derivative(body, variable, terms.normal(order))
        if rest[0] == variable:
            return made
        return terms.taken(made, ("eq", variable, terms.normal(rest[0])))

    on_RealDerivative = on_Derivative = on_MeromorphicDerivative = on_ComplexDerivative
    on_ComplexBranchDerivative = on_ComplexDerivative

    def on_Set(self, args):
        if len(args) >= 2 and isinstance(args[1], ast.Call) and args[1].func.id in ("For", "ForElement"):
            kind, variable, rest = self.loop(args[1])
            if kind == "For" and isinstance(variable, tuple):
                found = ("and", *(self.arg(a) for a in args[2:]))
                element = self.arg(args[0])
                if not isinstance(element, tuple) or element[0] not in ("tuple", "matrix"):
                    # In a sum nothing is bound: its letters have no order.
                    return ("imagesof", element, found)
                *outer, last = variable[1:]
                made = ("imageswhere", last, element, found)
                for name in reversed(outer):
                    made = ("imagesall", name, made)
                return made
            found = [("in", variable, rest[0])] if kind == "ForElement" else []
            found += [self.arg(a) for a in args[2:]]
            return ("setbuild", variable, self.arg(args[0]), ("and", *found))
        return ("set", *(self.arg(a) for a in args)) if args else "emptyset"

    def on_Cases(self, args):
        return ("cases", *(("case", *(self.arg(a) for a in pair.args)) for pair in args))

    def quantified(self, op, args):
        found = []
        for node in args[1:]:
            try:
                _, variable, rest = self.loop(node)
                found.append(("in", variable, *rest) if rest else variable)
            except Unknown:
                found.append(self.arg(node))
        return (op, *found, self.arg(args[0]))

    def on_All(self, args):
        return self.quantified("forall", args)

    def on_Exists(self, args):
        return self.quantified("exists", args)

    def on_Where(self, args):
        return ("where", *(self.arg(a) for a in args))

    def on_Same(self, args):
        sides = [self.arg(a) for a in args]
        return ("same", *sides)

    def on_Def(self, args):
        left, right = (self.arg(a) for a in args)
        if isinstance(right, tuple) and right[0] == "same":
            sides = (left, *right[1:])
            return ("and", *(("eq", a, b) for a, b in zip(sides, sides[1:])))
        return ("eq", left, right)

    def on_List(self, args):
        if len(args) == 2 and isinstance(args[1], ast.Call) and args[1].func.id == "For":
            body = self.arg(args[0])
            _, variable, rest = self.loop(args[1])
            sub = lambda value: replaced(body, variable, value)
            low = rest[0]
            after = terms.normal(("add", low, Fraction(1)))
            return ("row", sub(low), sub(after), "dots", sub(rest[1]))
        return ("row", *(self.arg(a) for a in args))

    def on_EqualQSeriesEllipsis(self, args):
        value, _, q, series, where = (self.arg(a) for a in args)
        return ("where", ("eq", value, ("add", series, "dots")), where if isinstance(where, tuple) and where[0] == "eq" else ("eq", q, where))

    def on_Fun(self, args):
        return ("mapsto", *(self.arg(a) for a in args))


def parts(text):
    """`L_1`: a letter and its index."""
    base, _, index = text.partition("_")
    return ("idx", base, terms.atom(index)) if index else text


def replaced(term, old, new):
    if isinstance(term, tuple):
        return tuple(replaced(t, old, new) for t in term)
    return new if term == old else term


def lifted(term):
    """All definitions after `where` at the top, whatever part they were attached to."""
    found = []

    def walk(node):
        if isinstance(node, tuple):
            if node and node[0] == "where":
                found.extend(node[2:])
                return walk(node[1])
            return tuple(walk(n) for n in node)
        return node

    body = walk(term)
    if not found:
        return body
    flat = []
    for one in found:
        flat.extend(one[1:] if isinstance(one, tuple) and one[0] == "and" else [one])
    return ("where", terms.normal(body), *sorted((terms.normal(f) for f in flat), key=terms.key))


class Sympy:
    """Expressions of SymPy, as its tests write what they expect."""

    def __init__(self):
        from names import SYMPY, SYMPY_SYMBOLS
        self.names = table(SYMPY)
        self.symbols = SYMPY_SYMBOLS

    def term(self, meaning):
        # A symbol named by a text and the checksum of the same text: the command and its text.
        source = re.sub(r"Symbol\(('[^']*') \+ hashlib\.md5\(\1\.encode\(\)\)\.hexdigest\(\)(?:, real=True)?\)",
                        r"Summed(\1)", meaning["expected"])
        if ".md5(" in source:
            raise Unknown("a name that is a checksum")
        tree = translate(ast.parse(source, mode="eval"), self)
        return terms.normal(tree)

    def name(self, text):
        return parse(self.symbols[text]) if text in self.symbols else symbol(text)

    def call(self, node):
        if isinstance(node, ast.Attribute):
            return self.name("S." + node.attr)
        if isinstance(node.func, ast.Attribute):
            method = node.func.attr
            if method == "Tuple":
                return ("tuple", *(translate(a, self) for a in node.args))
            inner = translate(node.func.value, self)
            if method == "det":
                return ("det", inner)
            if method == "is_subset":
                return ("subseteq", inner, translate(node.args[0], self))
            raise Unknown(method)
        if isinstance(node.func, ast.Call):
            letter = translate(node.func, self)
            return ("call", letter, *(translate(a, self) for a in node.args))
        head, args = node.func.id, node.args
        if head == "Summed":
            text = args[0].value
            return ("command", "variable", terms.atom(text) if text.isdigit() else symbol(text))
        if head in ("Symbol", "Function", "Bra", "Ket"):
            made = symbol(args[0].value)
            return made if head in ("Symbol", "Function") else (head.lower(), made)
        if head == "Rational" and isinstance(args[0], ast.Constant) and isinstance(args[0].value, str):
            above, _, below = args[0].value.partition("/")
            return ("div", Fraction(above), Fraction(below)) if below else Fraction(above)
        if head in ("Rational", "Float") and len(args) == 1 and isinstance(args[0], ast.Constant):
            return Fraction(str(args[0].value))
        if head == "_log" and len(args) == 2 and isinstance(args[1], (ast.Constant, ast.Name)):
            if getattr(args[1], "value", getattr(args[1], "id", None)) in (10, "E"):
                # The notation does not say which.
                return ("log", translate(args[0], self))
        if head == "Matrix":
            return matrix(translate(args[0], self))
        if head in ("Integral", "Sum", "Product"):
            return self.big(head, args)
        if head == "Interval":
            left = keywords(node).get("left_open", False)
            right = keywords(node).get("right_open", False)
            op = {(0, 0): "interval-cc", (1, 1): "interval-oo", (0, 1): "interval-co", (1, 0): "interval-oc"}
            return (op[bool(left), bool(right)], *(translate(a, self) for a in args))
        if head == "Limit":
            body, variable, place = (translate(a, self) for a in args[:3])
            side = {"+": "limright", "-": "limleft"}.get(keywords(node).get("dir"), "lim")
            return (side, variable, place, body)
        if head == "Derivative":
            body, variable = (translate(a, self) for a in args[:2])
            return ("diff", variable, Fraction(1), body)
        values = [translate(a, self) for a in args]
        if head == "InnerProduct":
            return ("braket", *(v[1] for v in values))
        forms = self.names.get(head)
        if forms is None:
            if len(head) == 1:
                return ("call", head, *values)
            raise Unknown(head)
        return fill(forms.get(str(len(values)), forms.get("-")), values)

    def big(self, head, args):
        body, where = translate(args[0], self), translate(args[1], self)
        if not isinstance(where, tuple) or where[0] != "list":
            return ("int", where, body)
        op = {"Integral": "dint", "Sum": "sum", "Product": "prod"}[head]
        return (op, *where[1:], body)


def matrix(rows):
    entries = [r if isinstance(r, tuple) and r[0] == "list" else ("list", r) for r in rows[1:]]
    return ("matrix", *(("row", *r[1:]) for r in entries))


def symbol(text):
    """SymPy's name of a symbol: `x_{b'}''` is `x` with an index and primes."""
    match = re.fullmatch(r"(\\?[A-Za-z ]+?|.+?)('*)(?:_\{?(.*?)\}?)?('*)", text)
    if not match:
        return terms.name(text)
    base, before, index, after = match.groups()
    for word in ("bar", "hat", "tilde", "dot"):
        if base.endswith(word) and len(base) > len(word):
            base = word + base.removesuffix(word)
    out = terms.name(base)
    if index:
        inner = re.sub(r"(?<=\d)\*?(?=[a-z])", "*", index) if index[0].isdigit() else index
        try:
            part = translate(ast.parse(inner.strip("{}"), mode="eval"), Sympy())
        except (SyntaxError, Unknown, KeyError):
            part = symbol(index)
        out = ("idx", out, *(part[1:] if isinstance(part, tuple) and part[0] == "list" else [part]))
    count = len(before) + len(after)
    return ("prime", out, Fraction(count)) if count else out
