"""What the server is for: every feature, in files that are whole and in files that are half typed."""

from editor import CARET, Editor, at, path_of, position

OPERATORS = """Vocabulary(
    about: "ℝ and 𝔸.",
    uses: ["core"],
    operators: [
        (name: "tri", sig: "Num -> Num", doc: "1 + … + n, in 𝔸", define: "(div (mul ?n (add ?n 1)) 2)"),
    ],
    reads: [
        Shape(tex: r"\\Tri_#n", term: "(tri ?n)"),
    ],
)
"""


def rules(inner):
    return f"Equivalences(\n    uses: [\"core\"],\n    rules: [\n        {inner}\n    ],\n)\n"


def rule(text, more=""):
    return rules(f'(id: "tri-rule", rule: "{text}", doc: "α𝔸", examples: [("a", "a")], {more}),')


def notation(form, pattern="(tri ?n)"):
    return f'Notations(\n    notations: [\n        (id: "tri", print: "{pattern}", forms: [({form})]),\n    ],\n)\n'


async def test_complaints_are_those_of_check(program, folder):
    text = rule("(add ?𝔸 ?b) => (ad ?b ?𝔸)")
    async with Editor(program, folder) as editor:
        editor.open("a.ron", text)
        found = await editor.complaints("a.ron")
        ids = [(one.code, at(text, one.range)) for one in found]
        assert ("unknown-operator", "ad") in ids, ids
        one = next(one for one in found if one.code == "unknown-operator")
        assert "did you mean `add`?" in one.message and one.severity == 1 and one.source == "mamut-rw"
        page = path_of(one.code_description.href)
        assert page.read_text().startswith("# unknown-operator") and not page.stat().st_mode & 0o222
    assert editor.code == 0, editor.code


async def test_complaints_name_other_places(program, folder):
    (folder / "b.ron").write_text(rules('(id: "mine", rule: "(sin ?x) => (cos ?x)", examples: [("a", "a")]),'))
    async with Editor(program, folder) as editor:
        text = rules('(id: "mine", rule: "(neg ?x) => (cos ?x)", examples: [("a", "a")]),')
        editor.open("a.ron", text)
        await editor.until(lambda: editor.uri("b.ron") in editor.told)
        found = await editor.complaints("a.ron") + editor.told[editor.uri("b.ron")].diagnostics
        twice = [one for one in found if one.code == "duplicate-id"]
        assert len(twice) == 1, found
        places = {one.location.uri for one in twice[0].related_information}
        assert places <= {editor.uri("a.ron"), editor.uri("b.ron")} and len(places) == 1
        # Two in one file.
        editor.set("a.ron", rules('(id: "x", rule: "(neg ?x) => ?x"),\n(id: "x", rule: "(neg ?x) => ?x"),'))
        twice = [one for one in await editor.complaints("a.ron") if one.code == "duplicate-id"]
        related = twice[0].related_information[0]
        assert at(editor.texts[editor.uri("a.ron")], related.location.range) == "x"


async def test_texts_are_those_of_the_editor(program, folder):
    (folder / "a.ron").write_text(rule("(nope ?x) => ?x"))
    (folder / "tri.ron").write_text("Vocabulary()")
    async with Editor(program, folder) as editor:
        await editor.until(lambda: editor.uri("a.ron") in editor.told)
        assert [one.code for one in editor.told[editor.uri("a.ron")].diagnostics][0] == "unknown-operator"
        # The disk is wrong, the editor is right, and the other way round.
        editor.open("a.ron", rule("(tri ?x) => (neg (tri ?x))"))
        assert "unknown-operator" in await editor.ids("a.ron")
        editor.open("tri.ron", OPERATORS)
        await editor.complaints("tri.ron")
        editor.set("a.ron", rule("(tri ?x) => (neg (tri ?x))"))
        assert "unknown-operator" not in await editor.ids("a.ron")
        editor.close("tri.ron")
        editor.set("a.ron", rule("(tri ?x) => (neg (tri ?x))"))
        assert "unknown-operator" in await editor.ids("a.ron")


async def test_changes_count_in_utf_16(program, folder):
    async with Editor(program, folder) as editor:
        editor.open("a.ron", '// αβγ 𝔸𝔹\nStyles(about: "𝔸ℝ", styles: [(id: "𝔸", forms: [(1, "x")])])\n')
        assert await editor.ids("a.ron") == ["bad-id"]
        text = editor.texts[editor.uri("a.ron")]
        place = text.index('id: "𝔸"') + 5
        editor.change("a.ron", [((place, place + 1), "mine"), ((3, 4), "𝔸"), ((0, 0), "// é𝔸\n")])
        assert await editor.ids("a.ron") == []
        assert [one.name for one in await editor.symbols("a.ron")] == ["mine"]
        text = editor.texts[editor.uri("a.ron")]
        place = text.index('"x"')
        editor.change("a.ron", [((place, place + 3), '"𝔸", 3')])
        assert await editor.ids("a.ron") == ["ron"]


async def test_completes_operators_and_variables(program, folder):
    async with Editor(program, folder) as editor:
        editor.open("tri.ron", OPERATORS)
        here = editor.open("a.ron", rule(f"(add ?α𝔸 (ta{CARET} ?b"))
        found = await editor.complete("a.ron", here)
        assert found["tan"].detail == "Num -> Num" and "tri" in found and "subst" in found
        assert "1 + … + n" in found["tri"].documentation.value
        assert '"(add ?α𝔸 (tan ?b' in editor.taken("a.ron", found["tan"])
        here = editor.set("a.ron", rule(f"(add ?a ?b1 ..r) => (add ?{CARET})"))
        found = await editor.complete("a.ron", here)
        assert {"?a", "?b1", "..r"} <= set(found) and "sin" not in found
        assert found["?b1"].detail == "variable of the left side"
        assert "=> (add ?b1)" in editor.taken("a.ron", found["?b1"])
        here = editor.set("a.ron", rule(f"(add ?a ?b) => (mul {CARET}"))
        found = await editor.complete("a.ron", here)
        assert "=> (mul (sin" in editor.taken("a.ron", found["sin"])
        assert "=> (mul pi" in editor.taken("a.ron", found["pi"])
        here = editor.set("a.ron", rule("(add ?a ?b) => ?a", f'when: [Not(NonZero("{CARET}"))]'))
        assert {"?a", "?b"} == set(await editor.complete("a.ron", here))
        here = editor.set("n.ron", notation(f'tex: "#n", when: [Count("{CARET}", 2)]', "(add ..t)"))
        assert "..t" in await editor.complete("n.ron", here)
        here = editor.set("n.ron", notation(f'terms: "{CARET}"', "(add ?x ..t)"))
        assert set(await editor.complete("n.ron", here)) == {"t"}


async def test_completes_fields_and_words(program, folder):
    async with Editor(program, folder, snippets=True) as editor:
        here = editor.open("a.ron", rules(f'(id: "x", ti{CARET} doc: "x"),'))
        found = await editor.complete("a.ron", here)
        assert "tier" in found and "rule" in found and "doc" not in found and "id" not in found
        assert "When it runs." in found["tier"].documentation.value
        assert 'id: "x", tier:  doc' in editor.taken("a.ron", found["tier"])
        here = editor.set("a.ron", rule("(neg ?x) => ?x", f"tier: {CARET}"))
        assert set(await editor.complete("a.ron", here)) == {"Notation", "Structure", "Algebra"}
        here = editor.set("a.ron", rule("(neg ?x) => ?x", f"when: [Non{CARET}]"))
        found = await editor.complete("a.ron", here)
        assert found["IntIn"].text_edit.new_text.startswith("IntIn(${1:") and "Not" in found
        here = editor.set("a.ron", rule("(neg ?x) => ?x", f'kinds: {{"?x": {CARET}}}'))
        assert "Mat" in await editor.complete("a.ron", here)
        here = editor.set("a.ron", f"Vocabulary(reads: [In{CARET}")
        assert {"Infix", "Shape"} <= set(await editor.complete("a.ron", here))
        here = editor.set("a.ron", f"Vocabulary(reads: [Bound(tex: r\"x\", {CARET}")
        assert {"op", "over", "cond", "bare"} == set(await editor.complete("a.ron", here))
        here = editor.set("a.ron", f'Vocabulary(operators: [(name: "x", sig: "Nu{CARET}')
        found = await editor.complete("a.ron", here)
        assert editor.taken("a.ron", found["Num"]).endswith('sig: "Num')
        here = editor.set("a.ron", f"Target(apart: Words, {CARET})")
        found = await editor.complete("a.ron", here)
        assert "identifiers" in found and "apart" not in found
        here = editor.set("a.ron", f'Target(words: {{"si{CARET}": "sin"}})')
        assert "sin" in await editor.complete("a.ron", here)
        here = editor.set("a.ron", f"Equi{CARET}")
        assert "Equivalences" in await editor.complete("a.ron", here)
        here = editor.set("a.ron", f'Styles(uses: ["co{CARET}')
        assert {"core", "styles"} <= set(await editor.complete("a.ron", here))
        here = editor.set("a.ron", f"Styles(\n// accept red{CARET}\n)")
        assert "redundant" in await editor.complete("a.ron", here)


async def test_completes_templates_and_ids(program, folder):
    async with Editor(program, folder) as editor:
        here = editor.open("a.ron", notation(f'tex: r"α𝔸 @l{CARET}#n"'))
        found = await editor.complete("a.ron", here)
        assert {"lparen", "rparen"} <= set(found)
        assert r'r"α𝔸 @lparen#n"' in editor.taken("a.ron", found["lparen"])
        here = editor.set("a.ron", notation(f'tex: r"#{{{CARET}', "(tri ?n ..rest)"))
        assert {"n", "rest"} == set(await editor.complete("a.ron", here))
        here = editor.set("a.ron", notation(f'tex: r"#{{n:{CARET}}}"'))
        found = await editor.complete("a.ron", here)
        assert {"any", "product", "atom"} <= set(found)
        assert found["any"].sort_text < found["atom"].sort_text
        here = editor.set("a.ron", notation(f'level: "{CARET}"'))
        assert "postfix" in await editor.complete("a.ron", here)
        here = editor.set("a.ron", rules(f'(id: "square-of{CARET}'))
        found = await editor.complete("a.ron", here)
        assert "square-of-sum" in found and "(pow (add ?a ?b) 2)" in found["square-of-sum"].detail
        here = editor.set("a.ron", f'Vocabulary(reads: [Constant(tex: "x", op: "{CARET}")])')
        assert editor.taken("a.ron", (await editor.complete("a.ron", here))["pi"]).count('op: "pi"') == 1
        here = editor.set("a.ron", notation(f'tex: r"\\{CARET}"'))
        assert await editor.complete("a.ron", here) == {}


async def test_says_what_things_are(program, folder):
    async with Editor(program, folder) as editor:
        editor.open("tri.ron", OPERATORS)
        here = editor.open("a.ron", rule(f"(add 𝔸 (tri{CARET} ?x)) => ?x"))
        words = await editor.hover("a.ron", here)
        assert "operator `tri`" in words and "Num -> Num" in words and "1 + … + n, in 𝔸" in words
        here = editor.set("a.ron", rule("(neg ?x) => ?x", f"grow{CARET}th: Collects"))
        assert "What it does to size." in await editor.hover("a.ron", here)
        here = editor.set("a.ron", rule("(neg ?x) => ?x", f"growth: Coll{CARET}ects"))
        assert "The result is smaller." in await editor.hover("a.ron", here)
        here = editor.set("a.ron", rule("(neg ?x) => ?x", f'when: [Int{CARET}In("?x", 1, 2)]'))
        assert "literal integer" in await editor.hover("a.ron", here)
        here = editor.set("a.ron", rules(f'(id: "square-of{CARET}-sum"),'))
        assert "The first binomial formula." in await editor.hover("a.ron", here)
        here = editor.set("a.ron", notation(f'tex: r"#{{n:prod{CARET}uct}}"'))
        assert "weaker than `prefix`" in await editor.hover("a.ron", here)
        here = editor.set("a.ron", rule(f"(add ?x) => (nop{CARET}e ?x)"))
        words = await editor.hover("a.ron", here)
        assert "### unknown-operator" in words and "#### Repair" in words
        here = editor.set("a.ron", f"Equiv{CARET}alences()")
        assert "Sound rewrites." in await editor.hover("a.ron", here)


async def test_goes_to_definitions(program, folder):
    async with Editor(program, folder) as editor:
        editor.open("tri.ron", OPERATORS)
        here = editor.open("a.ron", rule(f"(t{CARET}ri ?x) => ?x"))
        assert await editor.definition("a.ron", here) == [(folder / "tri.ron", "tri")]
        here = editor.set("a.ron", rule(f"({CARET}sin ?x) => ?x"))
        (path, text), = await editor.definition("a.ron", here)
        assert text == "sin" and path.parts[-2:] == ("vocabulary", "analysis.ron"), path
        here = editor.set("a.ron", rules(f'(id: "square{CARET}-of-sum", rule: "(neg ?x) => ?x"),'))
        found = await editor.definition("a.ron", here)
        assert [text for _, text in found] == ["square-of-sum"] * 2 and found[0][0] == folder / "a.ron"
        here = editor.set("a.ron", notation(f'tex: r"@rpar{CARET}en"'))
        (path, text), = await editor.definition("a.ron", here)
        assert text == "lparen" and path.name == "styles.ron"
        here = editor.set("a.ron", f'Styles(uses: ["t{CARET}ri"])')
        assert (await editor.definition("a.ron", here))[0][0] == folder / "tri.ron"
        here = editor.set("a.ron", rule(f"(nope{CARET} ?x) => ?x"))
        assert await editor.definition("a.ron", here) == []


async def test_files_of_the_program_are_left_in_peace(program, folder):
    async with Editor(program, folder) as editor:
        here = editor.open("a.ron", rule(f"(s{CARET}in ?x) => ?x"))
        (path, _), = await editor.definition("a.ron", here)
        text = path.read_text()
        editor.open(path.as_uri(), text)
        place = text.index('op: "sin"') + 5
        assert (await editor.hover(path.as_uri(), position(text, place))).startswith("**operator `sin`")
        assert "tan" in [one.name for one in await editor.symbols(path.as_uri())]
        editor.set("a.ron", rule("(nope ?x) => ?x"))
        await editor.complaints("a.ron")
        assert path.as_uri() not in editor.told


async def test_lists_the_entries_of_a_file(program, folder):
    async with Editor(program, folder) as editor:
        editor.open("tri.ron", OPERATORS)
        found = await editor.symbols("tri.ron")
        assert [one.name for one in found] == ["tri", "Shape (tri ?n)"], found
        text = editor.texts[editor.uri("tri.ron")]
        assert at(text, found[0].selection_range) == "tri" and at(text, found[0].range).startswith('(name: "tri"')
        editor.open("a.ron", rules('(id: "x", rule: "(add ?a\n        (id: "y", rule: "(neg ?x) => ?x"),'))
        assert [one.name for one in await editor.symbols("a.ron")] == ["x", "y"]


async def test_repairs_names(program, folder):
    async with Editor(program, folder) as editor:
        editor.open("a.ron", rule("(sin (coss ?x)) => (nothing_like_it ?x)"))
        told = await editor.complaints("a.ron")
        near = next(one for one in told if "coss" in one.message)
        texts = await editor.repairs("a.ron", near)
        assert list(texts) == ["Replace it with `cos`"], texts
        assert "(sin (cos ?x))" in texts["Replace it with `cos`"]
        assert await editor.repairs("a.ron", near, ["refactor"]) == {}
        far = next(one for one in told if "nothing_like_it" in one.message)
        assert await editor.repairs("a.ron", far) == {}
        editor.set("a.ron", texts["Replace it with `cos`"])
        assert not any("coss" in one.message for one in await editor.complaints("a.ron"))


async def test_settings_name_directories_and_packs(program, folder):
    (folder / "low").mkdir()
    (folder / "high").mkdir()
    text = rules('(id: "one", rule: "(sinc ?x) => (cos (neg (sinc ?x)))", examples: [("a", "a")]),')
    for name in ("low", "high"):
        (folder / name / f"{name}.ron").write_text(text)
    options = {"rules": ["low", "./high"], "packs": ["sinc"]}
    async with Editor(program, folder, options) as editor:
        assert editor.server.capabilities.position_encoding == "utf-16"
        here = editor.open("high/high.ron", text.replace("=> (cos (n", f"=> (cos (n{CARET}"))
        ids = await editor.ids("high/high.ron")
        assert "duplicate-id" not in ids and "unknown-operator" not in ids
        assert "sinc" in await editor.complete("high/high.ron", here)
    async with Editor(program, folder) as editor:
        editor.open("high/high.ron", text)
        editor.open("low/low.ron", text)
        both = await editor.ids("low/low.ron") + await editor.ids("high/high.ron")
        assert "duplicate-id" in both and "unknown-operator" in both
    async with Editor(program, folder, {"packs": ["sink"]}) as editor:
        await editor.until(lambda: editor.said)
        assert "did you mean `sinc`?" in editor.said[0]
    arguments = ("--rules", str(folder / "low"), "--rules", str(folder / "high"), "--pack", "sinc")
    async with Editor(program, folder, arguments=arguments) as editor:
        editor.open("high/high.ron", text)
        assert "unknown-operator" not in await editor.ids("high/high.ron")
