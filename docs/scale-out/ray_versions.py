"""Versions of many formulas on a Ray cluster: JSON Lines in, Parquet out.

    python ray_versions.py formulas.jsonl out/ -- mamut-rw generate -n 20 --falsify 4 --seed 7

Everything after `--` is the worker; it reads formulas from stdin and writes rows to stdout. What is
made of a formula depends on the formula, the rules and the seed alone, so neither the number of
nodes and batches nor a node that is lost changes a row.
"""

import argparse
import json
import subprocess

import pyarrow as pa
import ray


def versions(batch: pa.Table, worker: list[str]) -> pa.Table:
    """The rows of some formulas: what is most asked for as columns, all of it as JSON."""
    lines = "".join(json.dumps(row) + "\n" for row in batch.to_pylist())
    done = subprocess.run(worker, input=lines, capture_output=True, text=True)
    # 1 says that no version of any of the formulas was found.
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr or f"{worker[0]} ended with {done.returncode}")
    rows = done.stdout.splitlines()
    parsed = [json.loads(row) for row in rows]
    columns = {name: pa.array([row[name] for row in parsed], pa.string()) for name in ("id", "source", "text")}
    columns["label"] = pa.array([row["label"] for row in parsed], pa.bool_())
    columns["row"] = pa.array(rows, pa.string())
    return pa.table(columns)


def run(formulas: str, out: str, worker: list[str], blocks: int) -> None:
    """Does the job on the cluster that Ray is connected to."""
    worker = [*worker, "--format", "jsonl", "-j", "1", "-q", "--input-format", "jsonl", "-"]
    data = ray.data.read_json(formulas, lines=True).repartition(blocks)
    data = data.map_batches(versions, fn_kwargs={"worker": worker}, batch_size=None, batch_format="pyarrow")
    data.write_parquet(out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("formulas", help="JSON Lines with a field `latex`, on a file system that all nodes see")
    parser.add_argument("out", help="the directory of the rows, on such a file system")
    parser.add_argument("--blocks", type=int, default=64, help="pieces of work; several for each core")
    parser.add_argument("worker", nargs="+", help="the command that makes rows, after `--`")
    arguments = parser.parse_args()
    ray.init(address="auto")
    run(arguments.formulas, arguments.out, arguments.worker, arguments.blocks)
