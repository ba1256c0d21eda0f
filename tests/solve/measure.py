"""Measures which relations of corpora are solved, beside a second opinion.

    python3 tests/solve/measure.py BINARY CORPORA [-v] [--count N]

Draws N (500) relations out of the formulas of CORPORA and of those in its texts, by what stands in
them alone (`kinds.py`), in the order of a hash; solves them by `BINARY solve`; and judges every
solution by SymPy and by numbers (`opinion.py`). `-v` lists what is unsolved and what is wrong. The
exit code is 1 when a solution is wrong or fewer than the floor are solved.
"""

import hashlib
import json
import re
import subprocess
import sys
import warnings
from collections import Counter
from pathlib import Path

from kinds import kind
from opinion import judge
from sexpr import parse

# This share must be solved, and everything right.
FLOOR = 0.95
FORMULA = re.compile(
    r"\$\$(.+?)\$\$|(?<!\\)\$(.+?)(?<!\\)\$|\\\[(.+?)\\\]|\\\((.+?)\\\)"
    r"|\\begin\{(?:equation|align|gather)\*?\}(.+?)\\end\{(?:equation|align|gather)\*?\}", re.DOTALL)


def formulas(corpora):
    """All formulas, each once, in the order of a hash."""
    found = set()
    for file in sorted(corpora.glob("*.jsonl")):
        for line in file.open():
            row = json.loads(line)
            if "latex" in row:
                found.add(row["latex"])
            else:
                found |= {next(filter(None, groups)) for groups in FORMULA.findall(row["text"])}
    plain = {re.sub(r"\s+", " ", re.sub(r"(?<!\\)%.*\n", "\n", latex)).strip() for latex in found}
    kept = [latex for latex in plain if latex and not re.search(r"(?<!\\)%", latex) and re.search(r"=|<|>|\\[lg]e|\\ne", latex)]
    return sorted(kept, key=lambda latex: hashlib.sha256(latex.encode()).hexdigest())


def run(binary, command, lines):
    """One row for each line that can be read: by its number, from 0."""
    done = subprocess.run([binary, command, "-qq", "--format", "jsonl", "-"], input="\n".join(lines) + "\n",
                          capture_output=True, text=True, check=False)
    return {row["id"] - 1: row for row in map(json.loads, done.stdout.splitlines())}


def terms(binary, lines):
    return {at: parse(row["term"]) for at, row in run(binary, "parse", lines).items() if row.get("term")}


def drawn(binary, corpora, count):
    """The relations: LaTeX, term, kind; and why others were left out."""
    chosen, known, out = [], set(), Counter()
    lines = formulas(corpora)
    read = terms(binary, lines)
    for at in sorted(read):
        if len(chosen) == count:
            break
        term = read[at]
        found, why = kind(term) if repr(term) not in known else (None, "again")
        known.add(repr(term))
        if found is None:
            out[why] += 1
        else:
            chosen.append((lines[at], term, found))
    return chosen, out


def main():
    warnings.simplefilter("ignore")
    words = [w for w in sys.argv[1:] if not w.startswith("-") and not w.isdigit()]
    binary, corpora = words[0], Path(words[1])
    count = int(sys.argv[sys.argv.index("--count") + 1]) if "--count" in sys.argv else 500
    chosen, out = drawn(binary, corpora, count)
    rows = run(binary, "solve", [latex for latex, _, _ in chosen])
    solved = {at: row["solution"] for at, row in rows.items() if row["solution"]}
    places = sorted(solved)
    said = terms(binary, [solved[at] for at in places])
    said = {at: said.get(n) for n, at in enumerate(places)}
    counts, reasons, wrong, seen = {}, Counter(), 0, Counter()
    for at, (latex, term, found) in enumerate(chosen):
        row = counts.setdefault(found, Counter())
        row["drawn"] += 1
        if at not in solved:
            reason = rows[at]["reason"]["id"] if at in rows else "unread"
            reasons[reason] += 1
            if "-v" in sys.argv:
                print(f"unsolved {found} {reason}: {latex}")
            continue
        row["solved"] += 1
        if rows[at]["conditions"]:
            verdict, by = f"conditions {rows[at]['conditions']}", "numbers"
        else:
            try:
                verdict, by = judge(term, said[at])
            except (KeyError, TypeError, ValueError) as error:
                verdict, by = f"{type(error).__name__} {error}", "nobody"
        seen[by] += 1
        if verdict != "agree":
            wrong += 1
            row["wrong"] += 1
            print(f"disagree {found} ({by}): {latex}\n    solved {solved[at]}\n    {verdict}")
    print(f"left out: {', '.join(f'{why} {n}' for why, n in out.most_common())}")
    print(f"{'kind':14} {'drawn':>6} {'solved':>6} {'wrong':>6}")
    total = sum(counts.values(), Counter())
    for name, row in sorted(counts.items(), key=lambda c: -c[1]["drawn"]) + [("all", total)]:
        print(f"{name:14} {row['drawn']:6} {row['solved']:6} {row['wrong']:6}")
    print(f"unsolved: {', '.join(f'{why} {n}' for why, n in reasons.most_common())}")
    share = total["solved"] / max(total["drawn"], 1)
    print(f"solved {share:.1%} of {total['drawn']}, {wrong} wrong; judged by {', '.join(f'{w} {n}' for w, n in sorted(seen.items()))}")
    return 1 if wrong or share < FLOOR else 0


if __name__ == "__main__":
    sys.exit(main())
