"""Kills the making of a dataset at random moments, fills its disk, and takes its directory away.

usage: resilience.py MAMUT-RW [KILLS]
"""

import hashlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

BINARY = sys.argv[1]
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 50
IDENTITIES = "pythagorean-theorem,first-binomial-formula,power-rule,de-morgan-law,factorial,basel-problem,cube-of-a-sum"
SETTINGS = ["--identities", IDENTITIES, "--max-per-identity", "2000", "--shards", "3"]


def command(directory):
    return [BINARY, "dataset", "nmf", "-q", "-o", str(directory), "--resume", *SETTINGS]


def same(directory, whole):
    found = digests(directory)
    other = sorted(path for path in found.keys() | whole.keys() if found.get(path) != whole.get(path))
    assert not other, f"a resumed run ends with other files: {other}"


def digests(directory):
    files = sorted(path for path in directory.rglob("*") if path.is_file())
    return {str(path.relative_to(directory)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def killed(work, whole, seconds):
    """Kills runs at random moments; every directory that comes to its end is as it must be."""
    chance = random.Random(7)
    kills, ends, number = 0, 0, 0
    directory = work / "killed0"
    while kills < KILLS:
        process = subprocess.Popen(command(directory), stderr=subprocess.DEVNULL)
        try:
            code = process.wait(timeout=chance.uniform(0.0, 0.6 * seconds))
            assert code == 0, code
            same(directory, whole)
            ends += 1
            number += 1
            directory = work / f"killed{number}"
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            kills += 1
    subprocess.run(command(directory), check=True)
    same(directory, whole)
    print(f"killed {kills} times, {ends + 1} directories ended with the same bytes")


def failed(done, *words):
    assert done.returncode == 2, (done.returncode, done.stderr)
    assert all(word in done.stderr for word in words), done.stderr
    assert "panicked" not in done.stderr, done.stderr


def full(work, whole):
    """A disk that is full loses nothing that was finished."""
    disk = work / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(disk)], capture_output=True).returncode:
        print("skipped: a small disk cannot be mounted")
        return
    try:
        directory = disk / "data"
        failed(subprocess.run(command(directory), capture_output=True, text=True), "No space left", "--resume")
        parts = directory / ".mamut" / "nmf" / "parts"
        kept = [path for path in parts.iterdir() if path.suffix != ".tmp"]
        assert kept, "nothing was finished before the disk was full"
        made = {path: path.stat().st_mtime_ns for path in kept}
        subprocess.run(["mount", "-o", "remount,size=64m", str(disk)], check=True)
        moved = work / "moved"
        shutil.copytree(directory, moved)
        subprocess.run(command(directory), check=True)
        same(directory, whole)
        assert made, made
        print(f"a full disk kept {len(kept)} finished parts")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        failed(subprocess.run(command(disk / "other"), capture_output=True, text=True), "cannot write", "Read-only")
    finally:
        subprocess.run(["umount", str(disk)], check=False)


def main():
    work = pathlib.Path(tempfile.mkdtemp())
    try:
        start = time.monotonic()
        subprocess.run(command(work / "whole"), check=True)
        seconds = time.monotonic() - start
        whole = digests(work / "whole")
        (work / "file").write_text("")
        failed(subprocess.run(command(work / "file" / "data"), capture_output=True, text=True), "cannot write")
        full(work, whole)
        killed(work, whole, seconds)
    finally:
        shutil.rmtree(work)


main()
