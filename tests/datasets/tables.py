"""Tables, exports, masks and measures, read and computed again by the tools of their users.

usage: tables.py MAMUT_RW WORK_DIRECTORY
"""

import json
import math
import random
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import datasets
import ir_measures
import pyarrow.parquet as parquet
import pytrec_eval

binary, work = sys.argv[1], Path(sys.argv[2])
work.mkdir(parents=True)
checked = 0


def run(*arguments):
    done = subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"mamut-rw {' '.join(map(str, arguments))}: {done.stderr}")
    return done.stdout


def ensure(condition, what):
    global checked
    checked += 1
    if not condition:
        sys.exit(f"wrong: {what}")


def load(path, config, split):
    return datasets.load_dataset(str(path), config, split=split, cache_dir=str(work / "cache"))


def rows_of(path):
    return parquet.read_table(path).to_pylist()


def exports():
    """The five layouts of sentence-transformers: columns, labels, what is true and what is false."""
    source = work / "nmf"
    identities = "pythagorean-theorem,binomial-theorem,triangle-inequality"
    run("dataset", "nmf", "-o", source, "--identities", identities, "--max-per-identity", 500, "--seed", 3, "-q")
    nmf = {split: load(source, "nmf", split) for split in ["train", "test"]}
    features = nmf["train"].features
    ensure(features["label"].names == ["not_equivalent", "equivalent"], "class labels are typed")
    ensure(isinstance(features["strategies"].feature, datasets.ClassLabel), "lists of classes are typed")
    for shard in source.glob("nmf/*.parquet"):
        groups = parquet.ParquetFile(shard).metadata
        sizes = [groups.row_group(n).num_rows for n in range(groups.num_row_groups)]
        ensure(all(sizes) and sum(sizes) == groups.num_rows, f"row groups of {shard}: {sizes}")
    truth = {(row["name"], row["formula"]): row["label"] for row in nmf["train"]}
    columns = {
        "pair": ["anchor", "positive"],
        "triplet": ["anchor", "positive", "negative"],
        "n-tuple": ["anchor", "positive", "negative_1", "negative_2", "negative_3"],
        "labeled-pair": ["anchor", "passage", "label"],
        "labeled-list": ["query", "docs", "labels"],
    }
    identity = {row["name"]: row["identity"] for row in nmf["train"]}
    false = defaultdict(set)
    true = defaultdict(set)
    for row in nmf["train"]:
        (true if row["label"] else false)[row["identity"]].add(row["formula"])
    for layout, names in columns.items():
        out = work / layout
        run("export", source, "--to", layout, "-o", out, "--negatives", 3, "--split", "train", "-q")
        rows = load(out, layout, "train")
        ensure(rows.column_names == names, f"{layout} has the columns {rows.column_names}")
        for row in rows:
            of = identity[row.get("anchor") or row["query"]]
            if layout == "labeled-pair":
                ensure(truth[row["anchor"], row["passage"]] == row["label"], "labels are those of the rows")
            elif layout == "labeled-list":
                for text, label in zip(row["docs"], row["labels"], strict=True):
                    ensure(text in (true if label else false)[of], "lists hold what they say")
            else:
                ensure(row["positive"] in true[of], f"a positive of {layout} is true")
                negatives = [row[name] for name in names[2:]]
                ensure(all(text in false[of] for text in negatives), f"negatives of {layout} are false")
                ensure(len(set(negatives)) == len(negatives), f"negatives of {layout} differ")
        expected = len(nmf["train"]) if layout == "labeled-pair" else sum(nmf["train"]["label"])
        ensure(len(rows) == expected, f"{layout} has {len(rows)} rows of {expected}")
    again = work / "again"
    run("export", source, "--to", "n-tuple", "-o", again, "--negatives", 3, "--split", "train", "-q")
    name = "n-tuple/train-00000-of-00001.parquet"
    ensure((again / name).read_bytes() == (work / "n-tuple" / name).read_bytes(), "the same bytes again")
    return source, nmf


def collections(source, nmf):
    """BEIR, MTEB and TREC say the same."""
    run("export", source, "--to", "beir", "-o", work / "beir", "-q")
    run("export", source, "--to", "mteb", "-o", work / "mteb", "-q")
    run("export", source, "--to", "trec", "-o", work / "trec", "-q")
    trec = [(q.query_id, q.doc_id, q.relevance) for q in ir_measures.read_trec_qrels(str(work / "trec/test.qrels"))]
    lines = (work / "beir/qrels/test.tsv").read_text().splitlines()
    ensure(lines[0] == "query-id\tcorpus-id\tscore", "the header of BEIR's judgements")
    beir = [(q, d, int(s)) for q, d, s in (line.split("\t") for line in lines[1:])]
    mteb = {config: load(work / "mteb", config, "test") for config in ["default", "corpus", "queries", "top_ranked"]}
    hub = [(row["query-id"], row["corpus-id"], row["score"]) for row in mteb["default"]]
    ensure(sorted(trec) == sorted(beir) == sorted(hub), "judgements agree")
    ensure({score for _, _, score in trec} == {0, 1}, "false versions are judged 0")
    corpus = {row["_id"]: row["text"] for row in map(json.loads, open(work / "beir/corpus.jsonl"))}
    queries = {row["_id"]: row["text"] for row in map(json.loads, open(work / "beir/queries.jsonl"))}
    ensure(corpus == {row["_id"]: row["text"] for row in mteb["corpus"]}, "documents agree")
    ensure(not any(c.isspace() for i in [*corpus, *queries] for c in i), "ids have no blanks")
    found = {(queries[q], corpus[d]): s for q, d, s in trec}
    ensure(found == {(r["name"], r["formula"]): r["label"] for r in nmf["test"]}, "judgements are the labels")
    ranked = {row["query-id"]: set(row["corpus-ids"]) for row in mteb["top_ranked"]}
    judged = defaultdict(set)
    for query, document, _ in trec:
        judged[query].add(document)
    ensure(ranked == judged, "candidates are what is judged")
    return trec


def measures(trec):
    """`eval` computes what ir_measures and pytrec_eval do where no scores are equal."""
    draw = random.Random(7)
    graded = [(f"q{q}", f"d{d}", draw.choice([0, 0, 0, 1, 2, 3])) for q in range(40) for d in range(draw.randint(1, 60))]
    graded += [("q0", "relevant", 1), ("q7", "lost", 2)]


    def judged(rows):
        """Queries without a relevant row are left out by `eval`."""
        keep = {q for q, _, r in rows if r > 0}
        return [row for row in rows if row[0] in keep]

    graded = judged(graded)
    wanted = [ir_measures.parse_measure(name) for name in ["P@1", "P@10", "Rprec", "AP", "nDCG"]]
    for name, qrels in [("trec", judged(trec)), ("graded", graded)]:
        scores = draw.sample(range(1 << 20), len(qrels))
        ranked = [(q, d, s / 16) for (q, d, _), s in zip(qrels, scores) if d != "lost"]
        ranked += [(q, "unjudged", 65000.0) for q in sorted({q for q, _, _ in qrels})[::3]]
        (work / f"{name}.qrels").write_text("".join(f"{q} 0 {d} {r}\n" for q, d, r in qrels))
        (work / f"{name}.run").write_text("".join(f"{q} Q0 {d} 0 {s!r} t\n" for q, d, s in ranked))
        ours = json.loads(run("eval", "--qrels", work / f"{name}.qrels", "--run", work / f"{name}.run", "--format", "json"))["all"]
        theirs = ir_measures.calc_aggregate(
            wanted,
            ir_measures.read_trec_qrels(str(work / f"{name}.qrels")),
            ir_measures.read_trec_run(str(work / f"{name}.run")),
        )
        for measure, value in theirs.items():
            ensure(abs(ours[str(measure)] - value) < 1e-9, f"{measure} of {name}: {ours[str(measure)]} and {value}")
        ensure(ours["ties"] == 0, "there are no ties")
    # With equal scores, `--ties trec` is the order of trec_eval.
    tied = [(q, d, float(draw.randint(0, 3))) for q, d, _ in graded]
    (work / "tied.run").write_text("".join(f"{q} Q0 {d} 0 {s} t\n" for q, d, s in tied))
    ours = json.loads(run("eval", "--qrels", work / "graded.qrels", "--run", work / "tied.run", "--ties", "trec", "--format", "json"))["all"]
    qrels, ranked = defaultdict(dict), defaultdict(dict)
    for q, d, r in graded:
        qrels[q][d] = r
    for q, d, s in tied:
        ranked[q][d] = s
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"map", "ndcg", "P_1", "P_10", "Rprec"}).evaluate(ranked)
    for ours_name, name in [("AP", "map"), ("nDCG", "ndcg"), ("P@1", "P_1"), ("P@10", "P_10"), ("Rprec", "Rprec")]:
        value = math.fsum(q[name] for q in theirs.values()) / len(theirs)
        ensure(abs(ours[ours_name] - value) < 1e-9, f"{name} with ties: {ours[ours_name]} and {value}")


def scored(source, nmf):
    """Scores of rows: accuracy and the like as by hand; a perfect model is perfect."""
    labels = nmf["test"]["label"]
    draw = random.Random(8)
    scores = [min(1.0, max(0.0, draw.gauss(0.35 + 0.3 * label, 0.25))) for label in labels]
    (work / "scores.csv").write_text("id,score\n" + "".join(f"{i},{s!r}\n" for i, s in zip(nmf["test"]["id"], scores)))
    report = json.loads(run("eval", source, "--scores", work / "scores.csv", "--format", "json"))
    said = [score >= 0.5 for score in scores]
    hits = sum(s and l for s, l in zip(said, labels))
    f1 = 2 * hits / (sum(said) + sum(labels))
    ensure(abs(report["all"]["F1"] - f1) < 1e-12, "F1")
    ensure(abs(report["all"]["accuracy"] - sum(s == l for s, l in zip(said, labels)) / len(labels)) < 1e-12, "accuracy")
    facets = {slice["facet"] for slice in report["slices"]}
    ensure(facets == {"strategy", "strategies", "substitution", "text", "identity", "template"}, f"{facets}")
    (work / "perfect.txt").write_text("".join(f"{label}\n" for label in labels))
    report = json.loads(run("eval", source, "--scores", work / "perfect.txt", "--format", "json"))["all"]
    ensure(report["AP"] == report["nDCG"] == report["accuracy"] == report["F1"] == 1, "a perfect model")
    # The test split has so few rows that chance may win there: the large one is scored, by what a small one shows.
    large = ["--split", "train", "--train", "validation", "--format", "json"]
    found = {b: json.loads(run("eval", source, "--baseline", b, *large))["all"]["AP"] for b in ["random", "bm25", "ngram"]}
    ensure(found["ngram"] > found["random"], f"n-grams beat chance: {found}")
    print("AP of baselines:", found)


def masks(source):
    """What `mask` writes has the lengths and labels that losses expect."""
    tokens = run("tokens", source, "-n", 50).split()
    ensure(len(tokens) == 50 or len(set(tokens)) == len(tokens), "tokens differ")
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "\\", *"abcdefghijklmnopqrstuvwxyz0123456789=+-^{}()$.,"]
    vocabulary += ["##" + c for c in "abcdefghijklmnopqrstuvwxyz0123456789"]
    (work / "vocab.txt").write_text("\n".join(vocabulary) + "\n")
    run("mask", source, "--vocabulary", work / "vocab.txt", "--scheme", "mt", "-o", work / "mt.parquet", "-q")
    predicted = total = 0
    for row in rows_of(work / "mt.parquet"):
        ids, labels = row["input_ids"], row["labels"]
        ensure(len(ids) == len(labels) == len(row["attention_mask"]), "lengths agree")
        ensure(ids[0] == 2 and ids[-1] == 3 and labels[0] == labels[-1] == -100, "special tokens")
        predicted += sum(label != -100 for label in labels)
        total += len(ids) - 2
    ensure(0.1 < predicted / total < 0.3, f"{predicted / total} of the tokens are predicted")


source, nmf = exports()
trec = collections(source, nmf)
measures(trec)
scored(source, nmf)
masks(source)
print(f"{checked} checks of tables, exports, measures and masks")
