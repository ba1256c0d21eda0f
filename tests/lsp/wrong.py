"""What clients ought not to do, and what happens to files behind the editor's back."""

import json
import os
import subprocess

from editor import CARET, Editor, position
from features import OPERATORS, rule, rules
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException


def framed(body):
    if not isinstance(body, (str, bytes)):
        body = json.dumps({"jsonrpc": "2.0", **body})
    if isinstance(body, str):
        body = body.encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


INITIALIZE = {"id": 0, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}}


def talk(program, *messages):
    """Sends bytes, closes stdin; gives the exit code, the answers and what stderr says."""
    run = subprocess.run([program, "lsp"], input=b"".join(messages), capture_output=True, timeout=60)
    out, answers = run.stdout, []
    while out:
        head, _, rest = out.partition(b"\r\n\r\n")
        length = int(head.split(b":")[1])
        answers.append(json.loads(rest[:length]))
        out = rest[length:]
    return run.returncode, answers, run.stderr.decode()


def errors(answers):
    return {answer.get("id"): answer["error"]["code"] for answer in answers if "error" in answer}


async def test_exit_codes(program, folder):
    shutdown, exit = framed({"id": 1, "method": "shutdown"}), framed({"method": "exit"})
    code, answers, _ = talk(program, framed(INITIALIZE), shutdown, exit)
    assert code == 0 and answers[-1] == {"jsonrpc": "2.0", "id": 1, "result": None}
    assert talk(program, framed(INITIALIZE), exit)[0] == 1
    assert talk(program, exit)[0] == 1
    assert talk(program, framed(INITIALIZE))[0] == 1
    assert talk(program)[0] == 1
    assert talk(program, framed(INITIALIZE), shutdown)[0] == 0


async def test_order_of_messages(program, folder):
    hover = {"id": 5, "method": "textDocument/hover", "params": {}}
    shutdown = {"id": 6, "method": "shutdown"}
    early = framed({"method": "textDocument/didOpen", "params": {}})
    code, answers, _ = talk(program, framed(hover), early, framed(INITIALIZE))
    assert errors(answers) == {5: -32002}
    _, answers, _ = talk(program, framed(INITIALIZE), framed({**INITIALIZE, "id": 9}), framed(shutdown), framed(hover))
    assert errors(answers) == {9: -32600, 5: -32600}


async def test_what_is_no_message_is_answered(program, folder):
    wrong = [
        b"Content-Length: 3\r\n\r\n{x}",
        framed("[1, 2]"),
        framed({"id": 3}),
        framed({"id": {}, "method": "shutdown"}),
        framed(b'{"method": "\xff"}'),
        framed("[" * 100_000),
        b"Content-Length: x\r\n\r\n",
        b"no header\r\n\r\n",
        framed({"id": 7, "method": "textDocument/hover", "params": {"position": {"line": -1}}}),
        framed({"id": 8, "method": "textDocument/completion", "params": [1]}),
        framed({"id": 13, "method": "textDocument/hover", "params": {"textDocument": {"uri": 3}, "position": {"line": 0, "character": 0}}}),
        framed({"id": 14, "method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": "%"}}}),
        framed({"id": 9, "method": "no/such"}),
        framed({"id": "a", "method": "$/no"}),
        framed({"id": 10, "method": "initialize", "params": 3}),
        framed({"method": "$/cancelRequest", "params": {"id": 1}}),
        framed({"method": "no/such", "params": 1}),
        framed({"method": "textDocument/didChange", "params": {"contentChanges": 1}}),
        framed({"method": "textDocument/didOpen"}),
        framed({"id": 12, "result": None}),
        framed({"id": 11, "method": "shutdown"}),
    ]
    code, answers, said = talk(program, framed(INITIALIZE), *wrong)
    assert code == 0 and said == "", said
    assert {answer["id"]: 0 for answer in answers if "result" in answer} == {0: 0, 11: 0}
    found = errors(answers)
    assert (found[13], found[14]) == (-32602, -32602), found
    assert (found[7], found[8], found[9], found["a"], found[10]) == (-32602, -32602, -32601, -32601, -32600), found
    codes = [answer["error"]["code"] for answer in answers if answer.get("id", 0) is None]
    assert codes == [-32700, -32600, -32600, -32700, -32700, -32700, -32700], codes
    assert found[3] == -32600
    huge = b"Content-Length: 99999999999\r\n\r\n" + b"x" * 1000
    assert talk(program, framed(INITIALIZE), huge)[0] == 1


async def test_unknown_methods_and_files(program, folder):
    async with Editor(program, folder) as editor:
        nowhere = lsp.TextDocumentIdentifier("file:///no/such.ron")
        hover = lsp.HoverParams(nowhere, lsp.Position(0, 0))
        asked = [
            ("textDocument/noSuch", {}, -32601),
            ("textDocument/hover", hover, -32602),
            ("textDocument/documentSymbol", lsp.DocumentSymbolParams(nowhere), -32602),
        ]
        for method, params, code in asked:
            try:
                await editor.client.protocol.send_request_async(method, params)
            except JsonRpcException as error:
                assert error.code == code, (method, error.code)
            else:
                raise AssertionError(method)
        document = lsp.VersionedTextDocumentIdentifier(uri=editor.uri("not-open.ron"), version=1)
        change = lsp.TextDocumentContentChangeWholeDocument("x")
        editor.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        await editor.until(lambda: any("neither open" in said for said in editor.said))


async def test_files_outside_of_the_folders(program, folder):
    inside, outside = folder / "inside", folder / "outside"
    inside.mkdir()
    outside.mkdir()
    (inside / "tri.ron").write_text(OPERATORS)
    async with Editor(program, inside) as editor:
        name = (outside / "a b%é.ron").as_uri()
        here = editor.open(name, rule(f"(t{CARET}ri ?x) => (nope ?x)"))
        assert "unknown-operator" in await editor.ids(name)
        assert (await editor.definition(name, here))[0][0] == inside / "tri.ron"
        editor.close(name)
        await editor.until(lambda: editor.told[name].diagnostics == [])
        # Something that was never saved, and RON of another program.
        editor.open("untitled:Untitled-1", rule("(nope ?x) => ?x"))
        assert "unknown-operator" in await editor.ids("untitled:Untitled-1")
        editor.open("game.ron", "(speed: 1.5, name: \"𝔸\")")
        editor.set("untitled:Untitled-1", rule("(nope ?x) => ?y"))
        await editor.complaints("untitled:Untitled-1")
        assert editor.uri("game.ron") not in editor.told
    async with Editor(program, None) as editor:
        name = (outside / "a.ron").as_uri()
        editor.open(name, rule("(nope ?x) => ?x"))
        assert "unknown-operator" in await editor.ids(name)


async def test_files_that_are_renamed_or_changed_by_others(program, folder):
    old, new = folder / "old.ron", folder / "new.ron"
    old.write_text(rule("(nope ?x) => ?x"))
    async with Editor(program, folder) as editor:
        await editor.until(lambda: editor.uri("old.ron") in editor.told)
        assert "workspace/didChangeWatchedFiles" in editor.asked
        editor.open("old.ron", old.read_text())
        await editor.complaints("old.ron")
        os.rename(old, new)
        editor.close("old.ron")
        editor.open("new.ron", new.read_text())
        renamed = lsp.FileRename(editor.uri("old.ron"), editor.uri("new.ron"))
        editor.client.workspace_did_rename_files(lsp.RenameFilesParams([renamed]))
        ids = await editor.ids("new.ron")
        assert "unknown-operator" in ids and "duplicate-id" not in ids
        assert editor.told[editor.uri("old.ron")].diagnostics == []
        editor.close("new.ron")
        new.write_text(rule("(neg ?x) => (mul -1 ?x)"))
        event = lsp.FileEvent(editor.uri("new.ron"), lsp.FileChangeType.Changed)
        editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
        codes = lambda: [one.code for one in editor.told[editor.uri("new.ron")].diagnostics]
        await editor.until(lambda: "unknown-operator" not in codes())
        os.remove(new)
        editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
        await editor.until(lambda: codes() == [])


async def test_folders_that_come_and_go(program, folder):
    first, second = folder / "first", folder / "second"
    for path in (first, second):
        path.mkdir()
        (path / "x.ron").write_text(rule("(nope ?x) => ?x"))
    async with Editor(program, first) as editor:
        uri = (second / "x.ron").as_uri()
        await editor.until(lambda: editor.told)
        assert uri not in editor.told
        one = lsp.WorkspaceFolder(second.as_uri(), "second")
        change = lambda added, removed: editor.client.workspace_did_change_workspace_folders(
            lsp.DidChangeWorkspaceFoldersParams(lsp.WorkspaceFoldersChangeEvent(added=added, removed=removed))
        )
        change([one], [])
        await editor.until(lambda: uri in editor.told)
        change([], [one])
        await editor.until(lambda: editor.told[uri].diagnostics == [])
        settings = {"mamut-rw": {"rules": ["../second"]}}
        editor.client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(settings))
        await editor.until(lambda: editor.told[editor.uri("x.ron")].diagnostics == [])
        await editor.until(lambda: editor.told[uri].diagnostics != [])


async def test_places_that_are_none(program, folder):
    async with Editor(program, folder) as editor:
        text = rule("(add ?𝔸 ?b) => (sin 𝔸)")
        editor.open("a.ron", text)
        inside = position(text, text.index("𝔸"))
        inside.character += 1
        places = [inside, lsp.Position(2, 10_000), lsp.Position(10_000, 0), lsp.Position(2**31 - 1, 2**31 - 1)]
        for place in places:
            await editor.hover("a.ron", place)
            await editor.definition("a.ron", place)
            await editor.complete("a.ron", place)
        # An edit within a character, one behind the end, and one whose end is before its start.
        uri = editor.uri("a.ron")
        after = lsp.Position(inside.line, inside.character + 1)
        for version, (start, end) in enumerate([(inside, inside), (places[2], places[3]), (after, inside)], 2):
            change = lsp.TextDocumentContentChangePartial(range=lsp.Range(start, end), text=" ")
            document = lsp.VersionedTextDocumentIdentifier(uri=uri, version=version)
            editor.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
            editor.versions[uri] = version
            await editor.complaints("a.ron")


async def test_every_place_of_a_broken_file(program, folder):
    async with Editor(program, folder) as editor:
        text = OPERATORS + rules('(id: "𝔸", rule: "(add ?a\n, when: [NonZero("?a), ]] }')
        for cut in range(0, len(text), 7):
            here = editor.set("a.ron", text[:cut] + CARET + text[cut + 3 :])
            await editor.complete("a.ron", here)
            await editor.hover("a.ron", here)
            await editor.definition("a.ron", here)
            await editor.symbols("a.ron")
