"""The rules of each table as a page, and the operator's copy of the approved document."""

import asyncio
import os
from collections.abc import Collection, Mapping
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

import croupier
from croupier.rulebook.attached import Attached
from croupier.rulebook.html import Served, html
from croupier.rulebook.table_page import table_document
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign
from croupier.server.hub import Hub

STYLE = Path(croupier.__file__).parent / "rulebook" / "book.css"
STYLE_URL = "/rules.css"
ICON_URL = "/static/icon.svg"
NO_TABLE = "There is no table {table} here."
NO_COPY = "No copy of the approved document is on record at this table. Ask the staff for one."
CHANGED_COPY = "The copy of the approved document is missing, or is no longer the one on record."


class RulesPages:
    """The rules of the tables of a house. A page is built once for each rule set and sign."""

    def __init__(self, hubs: Mapping[str, Hub], documents: Mapping[str, Attached]) -> None:
        """`documents` are the operator's copies of approved documents, by rule set."""
        self._hubs = hubs
        self._documents = documents
        self._built: dict[str, tuple[Ruleset, Sign, asyncio.Future[bytes]]] = {}
        self._compared: dict[Attached, tuple[tuple[int, int], bool]] = {}
        """The copies that were compared with their record: what identified the file then, and whether it was the same."""
        self._comparing = asyncio.Lock()

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/rules/{table}", self._rules),
            Route("/document/{table}", self._document),
            Route(STYLE_URL, self._style),
        ]

    def document_url(self, table: str) -> str:
        """The address of the approved document of a table; empty if no copy is on record."""
        return document_url(table, self._hubs[table].dealer.durable.rules, self._documents)

    async def _rules(self, request: Request) -> Response:
        name = request.path_params["table"]
        if name not in self._hubs:
            return _plain(NO_TABLE.format(table=name))
        return Response(await asyncio.shield(self._page(name)), media_type="text/html")

    def _page(self, name: str) -> asyncio.Future[bytes]:
        """The page of a table. It takes up to a second to build, so a thread does it while the tables play on."""
        table = self._hubs[name].dealer.durable
        rules, sign, page = self._built.get(name, (None, None, None))
        if page is None or rules is not table.rules or sign is not table.sign or _failed(page):
            building = asyncio.to_thread(_built, name, table.rules, table.sign, self.document_url(name))
            page = asyncio.ensure_future(building)
            self._built[name] = table.rules, table.sign, page
        return page

    async def _document(self, request: Request) -> Response:
        name = request.path_params["table"]
        if name not in self._hubs:
            return _plain(NO_TABLE.format(table=name))
        attached = self._documents.get(self._hubs[name].dealer.durable.rules.id)
        if attached is None:
            return _plain(NO_COPY)
        found = await self._unchanged(attached)
        return (
            FileResponse(attached.file, media_type=_kind(attached.file), stat_result=found) if found else _plain(CHANGED_COPY)
        )

    async def _unchanged(self, attached: Attached) -> os.stat_result | None:
        """The file of a copy; None if it is missing or not the one on record. It is read again only if it has changed."""
        async with self._comparing:
            try:
                found = await asyncio.to_thread(os.stat, attached.file)
                version, is_same = self._compared.get(attached, (None, False))
                if version != (found.st_mtime_ns, found.st_size):
                    is_same = not await asyncio.to_thread(attached.problem)
                    self._compared[attached] = (found.st_mtime_ns, found.st_size), is_same
            except OSError:
                return None
        return found if is_same else None

    async def _style(self, _: Request) -> Response:
        return FileResponse(STYLE)


def document_url(table: str, rules: Ruleset, documents: Collection[str]) -> str:
    """The address of the approved document of a table; empty if these documents have no copy of it."""
    return f"/document/{table}" if rules.id in documents else ""


def _built(name: str, rules: Ruleset, sign: Sign, document_url: str) -> bytes:
    links = [(f"/play/{name}", "To the table"), ("/", "All tables")]
    return html(table_document(rules, sign, document_url), Served(STYLE_URL, ICON_URL, links)).encode()


def _failed(page: asyncio.Future[bytes]) -> bool:
    return page.done() and (page.cancelled() or page.exception() is not None)


def _kind(file: str) -> str:
    return guess_type(file)[0] or "application/octet-stream"


def _plain(sentence: str) -> Response:
    return Response(f"{sentence}\n", 404, media_type="text/plain")
