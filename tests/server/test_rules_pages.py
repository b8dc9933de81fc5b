"""The rules of a table, as every terminal can open them."""

import asyncio
import contextlib
import hashlib
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from starlette.applications import Starlette
from starlette.types import Message

from croupier.catalogue import names, ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.timetable import Timing
from croupier.journal.memory import MemoryStore
from croupier.journal.threaded import ThreadedJournal
from croupier.rulebook.attached import Attached
from croupier.server import rules_pages
from croupier.server.app import web
from croupier.server.hub import Hub
from croupier.table.core.person import Person
from croupier.table.pit.signs import ChangeSign

STAR = "star-craps-2016"


class Got(NamedTuple):
    """The answer to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    largest: int
    """The size of the largest piece of the body."""

    @property
    def text(self) -> str:
        return self.body.decode()


async def get(app: Starlette, path: str) -> Got:
    """Ask without a network."""
    sent: list[Message] = []
    asks = iter(({"type": "http.request"},))

    async def receive() -> Message:
        for ask in asks:
            return ask
        await asyncio.Event().wait()  # the client stays
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    asked = {"type": "http", "method": "GET", "path": path, "headers": [(b"host", b"localhost")], "query_string": b""}
    await app(asked, receive, send)
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    pieces = [part.get("body", b"") for part in sent[1:]]
    return Got(sent[0]["status"], headers, b"".join(pieces), max(map(len, pieces)))


def served(
    scene: Callable[[Starlette, Dealer], Awaitable[None]],
    name: str = STAR,
    documents: Mapping[str, Attached] | None = None,
) -> None:
    """Play a scene with the pages of one table."""

    async def play() -> None:
        rules = ruleset(name)
        to_confirm = [reading.id for reading in rules.readings if reading.to_confirm]
        with contextlib.closing(ThreadedJournal(MemoryStore())) as journal:
            house = House(journal, SoftwareGenerator(), Timing())
            dealer = await house.open(name, rules, {"minimum": 500}, confirmed=to_confirm)
            await scene(web({name: Hub(dealer)}, documents), dealer)

    asyncio.run(play())


@pytest.mark.parametrize("name", names())
def test_the_whole_rules_open_at_every_table_and_every_wager_has_its_place(name: str) -> None:
    """9.14, 14(n), 7.16, 9.14, 8.16: the rules may be inspected."""

    async def scene(app: Starlette, _: Dealer) -> None:
        got = await get(app, f"/rules/{name}")
        assert (got.status, got.headers["content-type"]) == (200, "text/html; charset=utf-8")
        ids = re.findall(r" id='([^']*)'", got.text)
        assert len(ids) == len(set(ids))
        assert {f"wager-{wager}" for wager in ruleset(name).addresses} <= set(ids)
        for reading in ruleset(name).readings:
            assert reading.id in ids
        assert "minimum</dt><dd>$5.00. " in got.text
        assert len(got.body) < 400_000

    served(scene, name)


def test_a_page_keeps_the_content_security_policy() -> None:
    async def scene(app: Starlette, _: Dealer) -> None:
        got = await get(app, f"/rules/{STAR}")
        assert got.headers["content-security-policy"].startswith("default-src 'self'")
        assert not re.search(r"<style|<script|\sstyle=|\son\w+=|javascript:", got.text)
        (style,) = re.findall(r"<link rel=stylesheet href='([^']*)'", got.text)
        styled = await get(app, style)
        assert (styled.status, styled.headers["content-type"]) == (200, "text/css; charset=utf-8")
        assert b"tr:target" in styled.body

    served(scene)


def test_a_page_is_built_once_for_each_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[int] = []

    def page(name: str, rules: object, sign: object, url: str) -> bytes:  # noqa: ARG001 - as the builder
        built.append(1)
        return f"page {len(built)}".encode()

    monkeypatch.setattr(rules_pages, "_built", page)

    async def scene(app: Starlette, dealer: Dealer) -> None:
        both = await asyncio.gather(get(app, f"/rules/{STAR}"), get(app, f"/rules/{STAR}"))
        assert [each.body for each in both] == [b"page 1"] * 2
        by = Person("sue", "casino-supervisor")
        assert (await dealer.ask(ChangeSign(values={"minimum": 200}, by=by, why="It is quiet."))).ok
        assert (await get(app, f"/rules/{STAR}")).body == b"page 2"

    served(scene)


def test_the_readings_in_force_at_the_table_are_shown() -> None:
    async def scene(app: Starlette, dealer: Dealer) -> None:
        chosen = dealer.durable.rules.chosen
        assert chosen, "a live table of this rule set reads some clauses otherwise"
        text = (await get(app, "/rules/aruze-craps-2024")).text
        for reading, value in chosen.items():
            assert f"{reading} as {value}" in text

    served(scene, "aruze-craps-2024")


def test_the_operators_copy_of_the_document_is_linked_and_served(tmp_path: Path) -> None:
    copy = tmp_path / "rules.pdf"
    copy.write_bytes(b"%PDF the rules")
    documents = {STAR: Attached(str(copy), hashlib.sha256(copy.read_bytes()).hexdigest())}

    async def scene(app: Starlette, _: Dealer) -> None:
        assert f"<a href='/document/{STAR}'>{ruleset(STAR).title}</a>" in (await get(app, f"/rules/{STAR}")).text
        assert f'"document_url":"/document/{STAR}"' in (await get(app, f"/felt/{STAR}.json")).text
        got = await get(app, f"/document/{STAR}")
        assert (got.status, got.headers["content-type"], got.body) == (200, "application/pdf", b"%PDF the rules")
        for change in (lambda: copy.write_bytes(b"%PDF other rules"), copy.unlink):
            change()
            got = await get(app, f"/document/{STAR}")
            assert (got.status, got.text) == (404, f"{rules_pages.CHANGED_COPY}\n")

    served(scene, documents=documents)


def test_without_a_copy_the_title_of_the_document_is_said() -> None:
    async def scene(app: Starlette, _: Dealer) -> None:
        assert f"<dt>document</dt><dd class='document'>{ruleset(STAR).title}</dd>" in (await get(app, f"/rules/{STAR}")).text
        assert '"document_url":""' in (await get(app, f"/felt/{STAR}.json")).text
        assert (await get(app, f"/document/{STAR}")).text == f"{rules_pages.NO_COPY}\n"

    served(scene)


@pytest.mark.parametrize("path", ["/rules/baccarat", "/document/baccarat"])
def test_a_table_that_is_not_here_has_no_rules(path: str) -> None:
    async def scene(app: Starlette, _: Dealer) -> None:
        got = await get(app, path)
        assert (got.status, got.body) == (404, b"There is no table baccarat here.\n")

    served(scene)


def test_a_copy_is_compared_once_until_its_file_changes_and_sent_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, compared = tmp_path / "rules.pdf", list[str]()
    copy.write_bytes(b"%PDF" * 500_000)
    documents = {STAR: Attached(str(copy), hashlib.sha256(copy.read_bytes()).hexdigest())}
    problem = Attached.problem

    def compare(attached: Attached) -> str:
        compared.append(attached.file)
        return problem(attached)

    monkeypatch.setattr(Attached, "problem", compare)

    async def scene(app: Starlette, _: Dealer) -> None:
        several = await asyncio.gather(*(get(app, f"/document/{STAR}") for _ in range(5)))
        assert {each.body for each in several} == {copy.read_bytes()}
        assert {each.largest < 100_000 for each in several} == {True}
        assert len(compared) == 1
        copy.write_bytes(b"%PDf" * 500_000)
        os.utime(copy, ns=(0, 0))
        assert (await get(app, f"/document/{STAR}")).text == f"{rules_pages.CHANGED_COPY}\n"
        assert len(compared) == 2

    served(scene, documents=documents)


def test_a_page_that_could_not_be_built_is_built_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = list[int]()

    def page(*_: object) -> bytes:
        tries.append(1)
        if len(tries) == 1:
            raise MemoryError
        return b"page"

    monkeypatch.setattr(rules_pages, "_built", page)

    async def scene(app: Starlette, _: Dealer) -> None:
        with pytest.raises(MemoryError):
            await get(app, f"/rules/{STAR}")
        assert (await get(app, f"/rules/{STAR}")).body == b"page"

    served(scene)
