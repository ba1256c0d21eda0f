"""Reads what is generated for other targets than LaTeX with readers of others.

    check.py MAMUT_RW IDENTITIES [VALIDATOR]

VALIDATOR is `vnu.jar` of the W3C, which needs Java. Versions of every formula are written for every target. SymPy's own parser reads the Python
expressions, and where they have values, both sides of equations get numbers; the Typst compiler
compiles one document of all formulas; MathML is parsed as XML, and its elements are checked against
the presentation elements of MathML 3 and the numbers of children that they must have; the validator
compares it with the RelaxNG schema of MathML; of plain text the brackets are matched. Says how many of all are accepted; exits with 1 when one is not.
"""

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

# Versions of each formula.
VERSIONS = 200
# Failures shown of each target.
SHOWN = 5
# Versions of each formula whose sides are evaluated, points, and seconds for each version.
EVALUATED, POINTS, SECONDS = 10, 3, 5


def versions(program, target, formulas, number):
    """The versions of all formulas for a target, as (source, text)."""
    command = [program, "generate", "--file", formulas, "--target", target]
    command += ["-n", str(number), "--format", "jsonl", "--strict"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{target}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(row["target"] == target for row in rows)
    return [(row["source"], row["text"]) for row in rows]


# SymPy.


def parsed(text):
    """The expression that SymPy's parser makes; relations are not decided while it is read."""
    import sympy
    from sympy.parsing.sympy_parser import parse_expr

    def undecided(relation):
        return lambda left, right: relation(left, right, evaluate=False)

    relations = ["Eq", "Ne", "Lt", "Le", "Gt", "Ge"]
    return parse_expr(text, {name: undecided(getattr(sympy, name)) for name in relations})


def read_sympy(text):
    """What is wrong with a Python expression; nothing when SymPy reads it."""
    try:
        parsed(text)
    except Exception as error:  # Whatever a parser raises is a refusal.
        return f"{type(error).__name__}: {error}"
    return None


def statement(tree):
    """The statement of quantifiers and implications, and whether it is under a quantifier."""
    import sympy

    quantified = False
    while True:
        name = getattr(getattr(tree, "function", None), "name", None)
        if str(name) == "ForAll":
            tree, quantified = tree.arguments[0][-1], True
        elif isinstance(tree, sympy.Implies):
            tree = tree.args[1]
        else:
            return tree, quantified


def differs(text):
    """None when the sides of an equation have no numbers; otherwise whether they differ."""

    def late(_signal, _frame):
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        return sides_differ(text)
    except TimeoutError:
        return None
    finally:
        signal.alarm(0)


def sides_differ(text):
    import sympy
    from sympy.core.function import AppliedUndef

    equation, quantified = statement(parsed(text))
    if equation == sympy.true:
        return False
    unknown = (AppliedUndef, sympy.Limit, sympy.Integral, sympy.Derivative, sympy.Sum, sympy.Product)
    if not quantified or not isinstance(equation, sympy.Eq) or equation.atoms(*unknown):
        return None
    if not all(isinstance(side, sympy.Expr) for side in equation.args):
        return None
    draws = random.Random(text)
    symbols = sorted(equation.free_symbols, key=str)
    if any(not symbol.is_Symbol for symbol in symbols) or equation.atoms(sympy.Indexed):
        return None
    decided = None
    for _ in range(POINTS):
        point = {s: sympy.Rational(draws.randint(2, 40), 7) for s in symbols}
        sides = [sympy.N(side.subs(point), 20) for side in equation.args]
        if not all(side.is_number and side.is_finite for side in sides):
            continue
        decided = False
        if abs(sides[0] - sides[1]) > 1e-9 * (1 + abs(sides[0])):
            return True
    return decided


def check_sympy(rows):
    """The refused rows, and those that are wrong."""
    texts = [text for _, text in rows]
    with multiprocessing.Pool(2) as pool:
        refused = pool.map(read_sympy, texts, chunksize=50)
        taken, sample = {}, []
        for source, text in rows:
            taken[source] = taken.get(source, 0) + 1
            # Conclusions hold under their conditions only, and an ellipsis has no value.
            conditional = any(word in source for word in ("Rightarrow", "dots"))
            if taken[source] <= EVALUATED and not conditional:
                sample.append(text)
        values = pool.map(differs, sample, chunksize=5)
    wrong = [(text, "the sides differ") for text, value in zip(sample, values) if value]
    known = sum(value is not None for value in values)
    print(f"sympy: {known} of {len(sample)} versions looked at have sides with values")
    return [(text, why) for text, why in zip(texts, refused) if why] + wrong


# Typst.


def compiles(formulas, directory):
    import typst

    document = Path(directory) / "formulas.typ"
    document.write_text("".join(f"$ {text} $\n\n" for text in formulas), encoding="utf-8")
    try:
        typst.compile(str(document), format="pdf")
    except Exception as error:  # Whatever a compiler raises is a refusal.
        return str(error)
    return None


def check_typst(rows):
    texts = [text for _, text in rows]
    refused = []
    with tempfile.TemporaryDirectory() as directory:

        def search(part):
            """Finds what does not compile by halves."""
            why = compiles(part, directory)
            if why is None or len(refused) >= SHOWN:
                return
            if len(part) == 1:
                refused.append((part[0], why))
                return
            middle = len(part) // 2
            search(part[:middle])
            search(part[middle:])

        search(texts)
    return refused


# MathML.

# Presentation elements of MathML 3, § 3.1.3.2, and their numbers of children; none: any number.
CHILDREN = {
    "math": None, "mrow": None, "mstyle": None, "merror": None, "mpadded": None, "mphantom": None,
    "menclose": None, "msqrt": None, "mtd": None, "mtable": None, "mtr": None,
    "mi": 0, "mn": 0, "mo": 0, "mtext": 0, "mspace": 0, "ms": 0,
    "mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2,
    "munderover": 3,
}
INSIDE = {"mtr": {"mtable"}, "mtd": {"mtr"}}
ONLY = {"mtable": {"mtr"}, "mtr": {"mtd"}}
ATTRIBUTES = {
    "mfrac": {"linethickness"}, "mover": {"accent"}, "mspace": {"width"}, "mtable": {"columnalign"},
}
NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"


def fault(element, parent):
    """What is wrong with an element, or with one in it."""
    if not element.tag.startswith(NAMESPACE):
        return f"{element.tag} is not of MathML"
    name = element.tag.removeprefix(NAMESPACE)
    if name not in CHILDREN:
        return f"there is no element {name}"
    if CHILDREN[name] is not None and len(element) != CHILDREN[name]:
        return f"{name} has {len(element)} children"
    token = CHILDREN[name] == 0
    if not token and ((element.text or "").strip() or any((c.tail or "").strip() for c in element)):
        return f"text in {name}"
    if token and name != "mspace" and not element.text:
        return f"{name} is empty"
    if name in INSIDE and parent not in INSIDE[name]:
        return f"{name} in {parent}"
    if set(element.attrib) - ATTRIBUTES.get(name, set()):
        return f"{name} has attributes {sorted(element.attrib)}"
    for child in element:
        tag = child.tag.removeprefix(NAMESPACE)
        if name in ONLY and tag not in ONLY[name]:
            return f"{tag} in {name}"
        why = fault(child, name)
        if why:
            return why
    return None


def read_mathml(text):
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return str(error)
    return fault(root, None) if root.tag == NAMESPACE + "math" else "the root is not math"


def validated(texts, validator):
    """What the validator of the W3C refuses, in one document with a formula a line."""
    head = '<!DOCTYPE html><html lang="en"><head><title>Formulas</title></head><body>'
    with tempfile.TemporaryDirectory() as directory:
        document = Path(directory) / "formulas.html"
        lines = [head, *(f"<p>{text}</p>" for text in texts), "</body></html>"]
        document.write_text("\n".join(lines), encoding="utf-8")
        command = ["java", "-jar", validator, "--format", "json", "--stdout", "--exit-zero-always", document]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    messages = json.loads(done.stdout)["messages"]
    errors = [message for message in messages if message["type"] != "info"]
    print(f"mathml: {len(texts)} versions validated, {len(errors)} errors")
    return [(texts[error["lastLine"] - 2], error["message"]) for error in errors]


def check_mathml(rows):
    refused = [(text, why) for _, text in rows if (why := read_mathml(text))]
    if len(sys.argv) > 3 and os.path.exists(sys.argv[3]):
        refused += validated([text for _, text in rows], sys.argv[3])
    else:
        print("mathml: there is no validator, the schema is not checked")
    return refused


# Plain text.

# An interval may be open at one end.
PAIRS = {")": "([", "]": "[(", "}": "{", "⌋": "⌊", "⌉": "⌈", "⟩": "⟨"}


def read_unicode(text):
    if "\\" in text:
        return "LaTeX is left"
    if not text.isprintable() or text != text.strip():
        return "a character that is not printed"
    open_brackets = []
    for character in text:
        if character in "([{⌊⌈⟨":
            open_brackets.append(character)
        elif character in PAIRS:
            if not open_brackets or open_brackets.pop() not in PAIRS[character]:
                return f"{character} closes nothing"
    return f"{open_brackets[-1]} is never closed" if open_brackets else None


def check_unicode(rows):
    return [(text, why) for _, text in rows if (why := read_unicode(text))]


def main():
    program, formulas = sys.argv[1:3]
    failed = False
    for target, check in [
        ("unicode", check_unicode),
        ("mathml", check_mathml),
        ("typst", check_typst),
        ("sympy", check_sympy),
    ]:
        rows = versions(program, target, formulas, VERSIONS)
        refused = check(rows)
        sources = len({source for source, _ in rows})
        failed |= bool(refused) or not rows
        print(f"{target}: {len(rows) - len(refused)} of {len(rows)} versions of {sources} formulas accepted")
        for text, why in refused[:SHOWN]:
            print(f"    {text}\n        {why}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
