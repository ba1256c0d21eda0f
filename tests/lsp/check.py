"""Drives `mamut-rw lsp` as an editor does, and looks at every answer.

    python check.py PROGRAM [PART OF A NAME]
"""

import asyncio
import os
import pathlib
import sys
import tempfile
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import features  # noqa: E402
import speed  # noqa: E402
import wrong  # noqa: E402


async def main(program, only):
    failed = passed = 0
    for module in (features, wrong, speed):
        for name, case in vars(module).items():
            if not name.startswith("test_") or only not in name:
                continue
            with tempfile.TemporaryDirectory(prefix="mamut-rw lsp é ") as folder:
                try:
                    await asyncio.wait_for(case(program, pathlib.Path(folder).resolve()), 120)
                    passed += 1
                except Exception:
                    failed += 1
                    print(f"-- {module.__name__}.{name}")
                    traceback.print_exc(file=sys.stdout)
    print(f"{passed} cases hold, {failed} do not")
    return 1 if failed else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        code = asyncio.run(main(str(pathlib.Path(sys.argv[1]).resolve()), "".join(sys.argv[2:])))
    sys.exit(code)
