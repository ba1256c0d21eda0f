"""Builds small datasets of named identities and loads them as their users do.

usage: identities.py MAMUT-RW
"""

import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import datasets
import mlcroissant
import pyarrow.parquet as parquet

BINARY = sys.argv[1]
IDENTITIES = "pythagorean-theorem,first-binomial-formula,second-binomial-formula,power-rule,de-morgan-law,factorial"
SMALL = ["--identities", IDENTITIES, "--max-per-identity", "300", "--seed", "3"]


def run(*arguments, code=0):
    done = subprocess.run([BINARY, *arguments], capture_output=True, text=True)
    said = f"{' '.join(arguments)}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    assert done.returncode == code, said
    return done.stdout


def digests(directory):
    files = sorted(path for path in directory.rglob("*") if path.is_file())
    return {str(path.relative_to(directory)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def load(directory, config, cache):
    return datasets.load_dataset(str(directory), config, cache_dir=str(cache))


def check_names(directory, cache):
    manifest = json.loads((directory / "mamut.json").read_text())
    loaded = load(directory, "nmf", cache)
    splits = manifest["configs"]["nmf"]["splits"]
    assert {s["name"]: s["rows"] for s in splits} == {name: split.num_rows for name, split in loaded.items()}
    features = loaded["train"].features
    assert features["label"].names == ["not_equivalent", "equivalent"], features
    assert features["is_text"].dtype == "bool", features
    assert "swap" in features["strategies"].feature.names, features
    assert set(features["substitutions"].feature) == {"from", "to", "kind"}, features
    for name, split in loaded.items():
        labels = split["label"]
        assert sum(labels) * 5 == len(labels), (name, sum(labels), len(labels))
        for epoch in range(4):
            rows = split.filter(lambda row: row["epoch"] is None or row["epoch"] == epoch)
            assert sum(rows["label"]) * 2 == len(rows), (name, epoch)
        for row in split:
            if row["label"] == 0 and not row["is_text"]:
                assert row["verdict"] != 0 and (row["witness"] or row["verdict"] != 1), row
                assert row["witness"] is None or json.loads(row["witness"]), row
    streamed = datasets.load_dataset(str(directory), "nmf", split="train", streaming=True)
    first = next(iter(streamed))
    assert first == loaded["train"][0], (first, loaded["train"][0])


def check_pairs(directory, cache):
    for split in load(directory, "mfr", cache).values():
        labels = split["label"]
        assert sum(labels) * 5 == len(labels), (sum(labels), len(labels))
        assert all(row["formula1"] != row["formula2"] for row in split)


def check_files(directory):
    for shard in directory.glob("*/*.parquet"):
        file = parquet.ParquetFile(shard)
        groups = [file.metadata.row_group(n).num_rows for n in range(file.metadata.num_row_groups)]
        assert all(groups), (shard, groups)
        assert b"mamut" in file.schema_arrow.metadata or b"mamut" in file.metadata.metadata, shard


def check_croissant(directory):
    described = mlcroissant.Dataset(str(directory / "croissant.json"))
    issues = described.metadata.issues
    assert not issues.errors, issues.report()
    for record_set in described.metadata.record_sets:
        records = iter(described.records(record_set.uuid))
        assert any(key.endswith(("formula", "formula1", "text")) for key in next(records)), record_set.uuid


def check_originals(directory, cache):
    split = load(directory, "nmf", cache)["train"]
    assert split.column_names[:4] == ["name", "formula", "label", "formula_name_id"], split.column_names
    assert split.features["label"].dtype == "bool", split.features
    assert split.features["strategy_count"].dtype == "int64", split.features
    assert any(split["strategy_swap"]), "no row swaps"


def main():
    work = pathlib.Path(tempfile.mkdtemp())
    try:
        cache = work / "cache"
        plain = work / "plain"
        run("dataset", "nmf", "-q", "-o", str(plain), "-j1", *SMALL)
        whole = digests(plain)
        run("dataset", "mfr", "-q", "-o", str(plain), *SMALL)
        check_names(plain, cache / "plain")
        check_pairs(plain, cache / "plain")
        check_files(plain)
        check_croissant(plain)
        run("dataset", "check", "-q", str(plain))

        # Shares in any number and order, in one directory or several.
        shares = work / "shares"
        for index in [2, 0, 1]:
            run("dataset", "nmf", "-q", "-o", str(shares), "--shard", f"{index}/3", *SMALL)
        run("dataset", "finish", "-q", str(shares))
        assert digests(shares) == whole, "three shares make other files than one run"
        apart = [work / f"apart{index}" for index in range(2)]
        for index, directory in enumerate(apart):
            run("dataset", "nmf", "-q", "-o", str(directory), "--shard", f"{index}/2", *SMALL)
        run("dataset", "finish", "-q", str(apart[0]), str(apart[1]))
        assert digests(apart[0]) == whole, "two directories make other files than one run"

        # Other formats, the original's columns, splits by template and identity.
        for format in ["jsonl", "csv"]:
            directory = work / format
            run("dataset", "nmf", "-q", "-o", str(directory), "--format", format, "--profile", "mamut", *SMALL)
            check_originals(directory, cache / format)
            run("dataset", "check", "-q", str(directory))
        for split in ["template", "identity"]:
            directory = work / split
            run("dataset", "nmf", "-q", "-o", str(directory), "--split", split, *SMALL)
            run("dataset", "check", "-q", str(directory))
            assert len(load(directory, "nmf", cache / split)) == 3, split
        tuning = work / "tuning"
        run("dataset", "nmf", "-q", "-o", str(tuning), *SMALL, "--positives", "20", "--negatives", "10")
        for name, split in load(tuning, "nmf", cache / "tuning").items():
            assert sum(split["label"]) * 11 == len(split), name
        run("dataset", "check", "-q", str(tuning))

        # What was changed is noticed.
        damaged = next((work / "jsonl" / "nmf").glob("train-*"))
        text = damaged.read_text()
        damaged.write_text(text.replace('"label": true', '"label": false', 1).replace('"label":true', '"label":false', 1))
        assert "NO" in run("dataset", "check", "-q", str(work / "jsonl"), code=1)
        # Other settings are refused.
        run("dataset", "nmf", "-q", "-o", str(plain), "--resume", *SMALL, "--negatives", "2", code=2)
        run("dataset", "nmf", "-q", "-o", str(plain), *SMALL, code=2)
        run("dataset", "nmf", "-q", "-o", str(plain), "--resume", *SMALL)
    finally:
        shutil.rmtree(work)
    print("names and pairs load as they were made")


main()
