"""The files of the pages: few requests, compressed, and never asked for twice."""

import gzip
import re
from functools import cache

import pytest
from starlette.requests import Request

from croupier.server.app import PAGES
from croupier.server.assets import Assets, answer


@cache
def assets() -> Assets:
    """The files, joined and compressed. Not made when tests are only collected, as every worker does."""
    return Assets(PAGES)


def play() -> str:
    return assets().pages["play"].body.decode()


def asks(**headers: str) -> Request:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": named, "query_string": b""})


def test_a_page_names_every_file_with_the_version_and_all_of_them_are_there() -> None:
    named = re.findall(r'"/static/([^"]+)"', play())
    assert len({name.split("/")[0] for name in named}) == 1
    for name in named:
        found = assets().file(asks(), name)
        assert found is not None, name
        assert found.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_page_asks_for_one_style_sheet_with_the_rules_of_all() -> None:
    sheets = re.findall(r'<link rel="stylesheet" href="/static/([^"]+)">', play())
    assert len(sheets) == 1
    found = assets().file(asks(), sheets[0])
    assert found is not None
    own = re.findall(r'<link rel="stylesheet" href="/static/([^"]+)">', (PAGES / "play.html").read_text())
    assert len(own) > 5
    assert bytes(found.body) == b"\n".join((PAGES / "static" / name).read_bytes() for name in own)


def test_a_page_asks_for_one_module() -> None:
    assert re.findall(r"[\w-]+\.js", play()) == ["play-all.js"]


def test_a_file_is_sent_compressed_to_a_browser_that_can_read_that_and_not_again_to_one_that_has_it() -> None:
    plain, packed = answer(asks(), assets().pages["play"]), answer(asks(accept_encoding="br, gzip"), assets().pages["play"])
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(packed.body)) == bytes(plain.body) == play().encode()
    assert "content-encoding" not in plain.headers
    assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
    again = answer(asks(if_none_match=plain.headers["etag"]), assets().pages["play"])
    assert (again.status_code, again.body) == (304, b"")


@pytest.mark.parametrize("path", ["", "nothing.js", "old-version/dom.js", "../play.html", "protocol.d.ts", "x/y/dom.js"])
def test_no_other_path_has_a_file(path: str) -> None:
    found = assets().file(asks(), path)
    assert found is None


def test_a_file_without_the_version_is_asked_for_again_each_time() -> None:
    found = assets().file(asks(), "dom.js")
    assert found is not None
    assert "cache-control" not in found.headers


def test_the_page_of_a_table_loads_its_felt_at_once() -> None:
    page = assets().play("/felt/star.json").body.decode()
    assert '<link rel="preload" href="/felt/star.json" as="fetch" crossorigin>' in page.partition("</head>")[0]
    assert assets().play("/felt/star.json") is assets().play("/felt/star.json")
