"""Whether work that is spread over machines gives what one process gives.

    python check.py BINARY FORMULAS.txt
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "scale-out"
BINARY = Path(sys.argv[1]).resolve()
WORKER = [str(BINARY), "generate", "-n", "300", "--seed", "7"]
BLOCKS = 24
OPTIONS = ["--identities", "pythagorean-theorem,factorial,law-of-cosines,quadratic-formula", "--max-per-identity", "100"]


def digest(lines):
    """A hash of lines that does not depend on their order."""
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def same(name, found, wanted):
    if found != wanted:
        sys.exit(f"{name}: {found} is not {wanted}")
    print(f"{name}: the same as one process")


def on_ray(formulas, work):
    """The rows made on three nodes, of which one is removed while the job runs."""
    import pyarrow.parquet
    import ray
    from ray.cluster_utils import Cluster

    sys.dont_write_bytecode = True
    sys.path.insert(0, str(EXAMPLES))
    import ray_versions as job

    # The other processes of the cluster have no module of this name.
    ray.cloudpickle.register_pickle_by_value(job)
    begun = work / "begun"
    begun.mkdir()
    # A worker that notes on which node it has begun, and takes its time.
    script = work / "worker"
    script.write_text(f'#!/bin/sh\ntouch {begun}/$$.$RAY_RAYLET_PID\nsleep 1\nexec "$@"\n')
    script.chmod(0o755)
    try:
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": 150_000_000})
        nodes = [cluster.add_node(num_cpus=1, object_store_memory=150_000_000) for _ in range(2)]
        ray.init(address=cluster.address, log_to_driver=False, logging_level="CRITICAL")
    except Exception as error:  # Whatever a machine refuses: ports, shared memory, processes.
        print(f"Ray: skipped, no cluster can be started here: {error}")
        return None
    removed = {}

    def remove():
        (raylet,) = nodes[1].all_processes["raylet"]

        def begun_there():
            return set(begun.glob(f"*.{raylet.process.pid}"))

        while len(list(begun.iterdir())) < 3 or not begun_there():
            time.sleep(0.02)
        # What was begun a moment ago is not finished.
        known = begun_there()
        while begun_there() == known:
            time.sleep(0.02)
        removed["after"] = len(list(begun.iterdir()))
        cluster.remove_node(nodes[1], allow_graceful=False)

    remover = threading.Thread(target=remove, daemon=True)
    remover.start()
    out = work / "out"
    job.run(str(formulas), str(out), [str(script), *WORKER], BLOCKS)
    remover.join(timeout=60)
    begun_blocks = len(list(begun.iterdir()))
    alive = sum(node["Alive"] for node in ray.nodes())
    ray.shutdown()
    cluster.shutdown()
    if alive != 2 or removed.get("after", BLOCKS) >= BLOCKS or begun_blocks <= BLOCKS:
        sys.exit(f"no node was lost while it worked: {alive} are alive, {removed}, {begun_blocks} blocks were begun")
    print(f"a node was lost after {removed['after']} of {BLOCKS} blocks were begun; {begun_blocks} were begun in all")
    files = sorted(out.glob("*.parquet"))
    return [row for file in files for row in pyarrow.parquet.read_table(file, columns=["row"])["row"].to_pylist()]


def files_of(directory):
    """The files of a dataset with their hashes."""
    manifest = json.loads((directory / "mamut.json").read_text())
    (config,) = manifest["configs"].values()
    return [(shard["path"], shard["rows"], shard["sha256"]) for split in config["splits"] for shard in split["shards"]]


def shares(work):
    """Datasets made in shares, by the commands of the guide."""
    environment = dict(os.environ, PATH=f"{BINARY.parent}:{os.environ['PATH']}")

    def run(*command, **more):
        subprocess.run(command, check=True, env=environment | more, stdout=subprocess.DEVNULL)

    run(str(BINARY), "dataset", "nmf", "-q", "-o", str(work / "whole"), *OPTIONS)
    wanted = files_of(work / "whole")
    guide = (EXAMPLES / "README.md").read_text()
    for tool in ["xargs", "parallel"]:
        if not shutil.which(tool):
            print(f"{tool}: skipped, it is not installed")
            continue
        (line,) = [line for line in guide.splitlines() if line.startswith("seq ") and f"| {tool} " in line]
        directory = work / tool
        command = line.replace("-o DIR", f"-o {directory}") + " " + " ".join(OPTIONS)
        run("bash", "-euo", "pipefail", "-c", command)
        run("mamut-rw", "dataset", "finish", "-q", str(directory))
        same(tool, files_of(directory), wanted)
    directory = work / "slurm"
    for task in reversed(range(3)):
        variables = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": "3"}
        run("bash", str(EXAMPLES / "nmf.sbatch"), str(directory), *OPTIONS, **variables)
    run("mamut-rw", "dataset", "finish", "-q", str(directory))
    same("the Slurm script", files_of(directory), wanted)


def main():
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        formulas = work / "formulas.jsonl"
        sources = Path(sys.argv[2]).read_text().splitlines()
        formulas.write_text("".join(json.dumps({"latex": source}) + "\n" for source in sources))
        command = [*WORKER, "--format", "jsonl", "-q", "--file", str(formulas)]
        local = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        shares(work)
        rows = on_ray(formulas, work)
        if rows is None:
            return
        same(f"Ray, {len(rows)} rows", digest(rows), digest(local))


main()
