"""Compares what is read with what the authors of formulas say that they mean.

    python3 tests/truth/compare.py BINARY CORPORA [-v] [--only FILE] [--all]

Reads the formulas with a `meaning` in CORPORA by `BINARY parse`, translates the meanings, and counts
the agreement: structural after normalising, or numerical at random points. Every disagreement
stands in `reviewed.json` with who is right; those that do not are listed by `-v`. The exit code is 1
when the agreement falls below the floor.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import evaluate
import terms
from meanings import Fungrim, Sympy, Unknown, lifted

FILES = {"fungrim": Fungrim, "sympy_tests": Sympy, "l2s_tests": Sympy}
# This much must not be lost.
FLOOR = 0.95


def read(binary, formulas):
    """The S-expressions of formulas, in order."""
    lines = []
    for latex in formulas:
        line = re.sub(r"\s+", " ", re.sub(r"(?<!\\)%.*\n", "\n", latex)).strip() or "{}"
        # A line that starts with a percent sign would be a comment.
        lines.append("{}" + line if line.startswith("%") else line)
    done = subprocess.run([binary, "parse", "-qq", "-"], input="\n".join(lines) + "\n",
                          capture_output=True, text=True, check=False)
    out = done.stdout.splitlines()
    if len(out) != len(lines):
        sys.exit(f"{len(out)} terms for {len(lines)} formulas: {done.stderr[:500]}")
    return out


def verdict(ours, meaning, translator):
    """How the two compare, and both as text."""
    left = lifted(terms.normal(terms.parse(ours)))
    try:
        right = translator.term(meaning)
    except (Unknown, SyntaxError, KeyError, IndexError, TypeError, AttributeError) as error:
        return "untranslated", terms.show(left), f"{type(error).__name__} {error}"
    if left == right:
        return "structural", "", ""
    if evaluate.agree(left, right):
        return "numerical", "", ""
    return "different", terms.show(left), terms.show(right)


def main():
    words = [w for w in sys.argv[1:] if not w.startswith("-")]
    binary, corpora = words[0], Path(words[1])
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else None
    reviewed = json.loads((Path(__file__).parent / "reviewed.json").read_text())
    counts, unreviewed, stale = Counter(), 0, []
    print(f"{'source':12} {'formulas':>8} {'structure':>9} {'numbers':>8} {'agree':>8}   who is right otherwise")
    for name, translator in FILES.items():
        if only and only != name:
            continue
        translator = translator()
        rows = [json.loads(line) for line in (corpora / f"{name}.formulas.jsonl").open()]
        found, right = Counter(), Counter()
        for row, ours in zip(rows, read(binary, [r["latex"] for r in rows])):
            kind, left, theirs = verdict(ours, row["meaning"], translator)
            found[kind] += 1
            review = reviewed.get(row["id"])
            if kind in ("structural", "numerical"):
                stale += [row["id"]] if review else []
                continue
            who = review["right"] if review else "not reviewed"
            right[who] += 1
            unreviewed += review is None
            if "--all" in sys.argv or "-v" in sys.argv and not review:
                print(f"\n{row['id']} {kind}: {who}{': ' + review['reason'] if review else ''}")
                print(f"  formula {row['latex']}\n  ours    {left}\n  theirs  {theirs}")
        agree = found["structural"] + found["numerical"]
        counts.update(found)
        counts["rows"] += len(rows)
        said = ", ".join(f"{who} {n}" for who, n in sorted(right.items()))
        print(f"{name:12} {len(rows):8} {found['structural']:9} {found['numerical']:8} {agree / len(rows):8.1%}   {said}")
    agree = counts["structural"] + counts["numerical"]
    share = agree / counts["rows"]
    print(f"{'all':12} {counts['rows']:8} {counts['structural']:9} {counts['numerical']:8} {share:8.1%}")
    if stale:
        print(f"reviewed, but agreeing now: {' '.join(stale)}")
    if unreviewed:
        print(f"{unreviewed} disagreements are not reviewed")
    return 1 if share < FLOOR else 0


if __name__ == "__main__":
    sys.exit(main())
