"""An editor without a window: the client of pygls, with the texts that are open."""

import asyncio
import pathlib
import urllib.parse

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

PATIENCE = 20.0
CARET = "▮"


def position(text, offset):
    """The place of a character, counted as the protocol counts."""
    before = text[:offset]
    start = before.rfind("\n") + 1
    units = len(before[start:].encode("utf-16-le")) // 2
    return lsp.Position(line=before.count("\n"), character=units)


def offset(text, place):
    """The character at a place."""
    lines = text.split("\n")
    line = lines[place.line].encode("utf-16-le")[: 2 * place.character].decode("utf-16-le")
    return sum(len(other) + 1 for other in lines[: place.line]) + len(line)


def at(text, places):
    """The text between two places."""
    return text[offset(text, places.start) : offset(text, places.end)]


def path_of(uri):
    return pathlib.Path(urllib.parse.unquote(uri.removeprefix("file://")))


class Editor:
    def __init__(self, program, folder, options=None, arguments=(), snippets=False):
        self.program, self.folder, self.options = program, folder, options
        self.arguments, self.snippets = arguments, snippets
        self.texts, self.versions, self.told, self.said, self.asked = {}, {}, {}, [], []
        self.news = asyncio.Condition()

    async def __aenter__(self):
        self.client = LanguageClient("check", "1")

        @self.client.feature("textDocument/publishDiagnostics")
        async def told(params):
            async with self.news:
                params.diagnostics = list(params.diagnostics)
                self.told[params.uri] = params
                self.news.notify_all()

        @self.client.feature("window/showMessage")
        @self.client.feature("window/logMessage")
        async def said(params):
            async with self.news:
                self.said.append(params.message)
                self.news.notify_all()

        @self.client.feature("client/registerCapability")
        async def asked(params):
            self.asked += [one.method for one in params.registrations]

        await self.client.start_io(self.program, "lsp", *self.arguments)
        capabilities = lsp.ClientCapabilities(
            text_document=lsp.TextDocumentClientCapabilities(
                completion=lsp.CompletionClientCapabilities(
                    completion_item=lsp.ClientCompletionItemOptions(snippet_support=self.snippets)
                )
            ),
            workspace=lsp.WorkspaceClientCapabilities(
                did_change_watched_files=lsp.DidChangeWatchedFilesClientCapabilities(
                    dynamic_registration=True
                )
            ),
        )
        folders = [lsp.WorkspaceFolder(self.folder.as_uri(), "rules")] if self.folder else None
        self.server = await self.client.initialize_async(
            lsp.InitializeParams(
                capabilities=capabilities,
                process_id=None,
                workspace_folders=folders,
                initialization_options=self.options,
            )
        )
        self.client.initialized(lsp.InitializedParams())
        return self

    async def __aexit__(self, *error):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        self.code = await asyncio.wait_for(self.client._server.wait(), PATIENCE)
        await self.client.stop()

    def uri(self, name):
        return name if ":" in name else (self.folder / name).as_uri()

    def open(self, name, text):
        """Opens a text, with or without a file; gives what is written at the caret, and where."""
        uri = self.uri(name)
        caret = text.find(CARET)
        text = text.replace(CARET, "")
        self.texts[uri], self.versions[uri] = text, self.versions.get(uri, 0) + 1
        document = lsp.TextDocumentItem(uri, "ron", self.versions[uri], text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
        return position(text, max(caret, 0))

    def set(self, name, text):
        """Puts another text into a file that is open or not; gives the place of the caret."""
        uri = self.uri(name)
        if uri not in self.texts:
            return self.open(name, text)
        caret = text.find(CARET)
        text = text.replace(CARET, "")
        self.change(name, [(None, text)])
        return position(text, max(caret, 0))

    def change(self, name, edits):
        """Changes parts of a text: pairs of a range, or none for all, and what comes there."""
        uri = self.uri(name)
        self.versions[uri] += 1
        changes = []
        for where, new in edits:
            if where is None:
                self.texts[uri] = new
                changes.append(lsp.TextDocumentContentChangeWholeDocument(new))
                continue
            text = self.texts[uri]
            start, end = where
            changes.append(
                lsp.TextDocumentContentChangePartial(
                    range=lsp.Range(position(text, start), position(text, end)), text=new
                )
            )
            self.texts[uri] = text[:start] + new + text[end:]
        document = lsp.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri])
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, changes))

    def close(self, name):
        uri = self.uri(name)
        del self.texts[uri]
        document = lsp.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))

    async def until(self, done):
        async with self.news:
            await asyncio.wait_for(self.news.wait_for(done), PATIENCE)

    async def complaints(self, name):
        """What is said of the text of a file that is open, as it is now."""
        uri = self.uri(name)
        current = lambda: uri in self.told and self.told[uri].version == self.versions.get(uri)
        await self.until(current)
        return self.told[uri].diagnostics

    async def ids(self, name):
        return [found.code for found in await self.complaints(name)]

    def _where(self, name, place):
        return {"text_document": lsp.TextDocumentIdentifier(self.uri(name)), "position": place}

    async def complete(self, name, place):
        """What may be typed at a place, by label."""
        params = lsp.CompletionParams(**self._where(name, place))
        items = await self.client.text_document_completion_async(params)
        return {item.label: item for item in items}

    def taken(self, name, item):
        """The text when an item is taken."""
        text, edit = self.texts[self.uri(name)], item.text_edit
        start, end = offset(text, edit.range.start), offset(text, edit.range.end)
        return text[:start] + edit.new_text + text[end:]

    async def hover(self, name, place):
        params = lsp.HoverParams(**self._where(name, place))
        found = await self.client.text_document_hover_async(params)
        return found.contents.value if found else ""

    async def definition(self, name, place):
        """Where something is defined: names of files and the texts there."""
        params = lsp.DefinitionParams(**self._where(name, place))
        found = await self.client.text_document_definition_async(params)
        places = []
        for location in found or []:
            path = path_of(location.uri)
            text = self.texts.get(location.uri) or path.read_text(encoding="utf-8")
            places.append((path, at(text, location.range)))
        return places

    async def repairs(self, name, found, kinds=None):
        """What repairs a complaint, by title: the text when it is done."""
        context = lsp.CodeActionContext(diagnostics=[found], only=kinds)
        document = lsp.TextDocumentIdentifier(self.uri(name))
        params = lsp.CodeActionParams(text_document=document, range=found.range, context=context)
        texts = {}
        for action in await self.client.text_document_code_action_async(params) or []:
            text = self.texts[self.uri(name)]
            (uri, edits), = action.edit.changes.items()
            assert uri == self.uri(name) and action.kind == lsp.CodeActionKind.QuickFix
            for edit in edits:
                start, end = offset(text, edit.range.start), offset(text, edit.range.end)
                text = text[:start] + edit.new_text + text[end:]
            texts[action.title] = text
        return texts

    async def symbols(self, name):
        params = lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(self.uri(name)))
        return await self.client.text_document_document_symbol_async(params)
