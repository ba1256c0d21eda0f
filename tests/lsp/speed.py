"""Answers come while one types: within a tenth of a second on all built-in rules and as many over
them, complaints as soon as those of `rules check --watch`."""

import pathlib
import shutil
import statistics
import time

from editor import Editor, position

LIMITS = {"completion": 0.1, "hover": 0.1, "definition": 0.1, "complaints": 0.3}
TIMES = 40
RULES = pathlib.Path(__file__).parents[2] / "rules"


async def test_answers_in_time(program, folder):
    for name in ("vocabulary", "equivalence", "notation"):
        shutil.copytree(RULES / name, folder / name)
    path = folder / "equivalence" / "arithmetic.ron"
    name, text = path.as_uri(), path.read_text(encoding="utf-8")
    took = {ask: [] for ask in LIMITS}
    place = text.index("(pow (add") + 6
    async with Editor(program, folder) as editor:
        editor.open(name, text)
        await editor.complaints(name)
        for _ in range(TIMES):
            for ask in LIMITS:
                start = time.perf_counter()
                if ask == "complaints":
                    end = len(editor.texts[name])
                    editor.change(name, [((end, end), "\n")])
                    await editor.complaints(name)
                else:
                    here = position(editor.texts[name], place)
                    answer = getattr(editor, "complete" if ask == "completion" else ask)
                    assert await answer(name, here)
                took[ask].append(time.perf_counter() - start)
    for ask, times in took.items():
        middle, most = statistics.median(times), max(times)
        print(f"{ask}: {1000 * middle:.0f} ms, at most {1000 * most:.0f} ms")
        assert middle < LIMITS[ask], (ask, middle)
