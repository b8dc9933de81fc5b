"""The files of the pages: few requests, compressed, and never asked for twice."""

import gzip
import re

import pytest
from starlette.requests import Request

from croupier.server.app import PAGES
from croupier.server.assets import Assets, answer

ASSETS = Assets(PAGES)
PLAY = ASSETS.pages["play"].body.decode()


def asks(**headers: str) -> Request:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": named, "query_string": b""})


def test_a_page_names_every_file_with_the_version_and_all_of_them_are_there() -> None:
    named = re.findall(r'"/static/([^"]+)"', PLAY)
    assert len({name.split("/")[0] for name in named}) == 1
    for name in named:
        found = ASSETS.file(asks(), name)
        assert found is not None, name
        assert found.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_page_asks_for_one_style_sheet_with_the_rules_of_all() -> None:
    sheets = re.findall(r'<link rel="stylesheet" href="/static/([^"]+)">', PLAY)
    assert len(sheets) == 1
    found = ASSETS.file(asks(), sheets[0])
    assert found is not None
    own = re.findall(r'<link rel="stylesheet" href="/static/([^"]+)">', (PAGES / "play.html").read_text())
    assert len(own) > 5
    assert bytes(found.body) == b"\n".join((PAGES / "static" / name).read_bytes() for name in own)


def test_a_page_asks_for_one_module() -> None:
    assert re.findall(r"[\w-]+\.js", PLAY) == ["play-all.js"]


def test_a_file_is_sent_compressed_to_a_browser_that_can_read_that_and_not_again_to_one_that_has_it() -> None:
    plain, packed = answer(asks(), ASSETS.pages["play"]), answer(asks(accept_encoding="br, gzip"), ASSETS.pages["play"])
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(packed.body)) == bytes(plain.body) == PLAY.encode()
    assert "content-encoding" not in plain.headers
    assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
    again = answer(asks(if_none_match=plain.headers["etag"]), ASSETS.pages["play"])
    assert (again.status_code, again.body) == (304, b"")


@pytest.mark.parametrize("path", ["", "nothing.js", "old-version/dom.js", "../play.html", "protocol.d.ts", "x/y/dom.js"])
def test_no_other_path_has_a_file(path: str) -> None:
    found = ASSETS.file(asks(), path)
    assert found is None


def test_a_file_without_the_version_is_asked_for_again_each_time() -> None:
    found = ASSETS.file(asks(), "dom.js")
    assert found is not None
    assert "cache-control" not in found.headers


def test_the_page_of_a_table_loads_its_felt_at_once() -> None:
    page = ASSETS.play("/felt/star.json").body.decode()
    assert '<link rel="preload" href="/felt/star.json" as="fetch" crossorigin>' in page.partition("</head>")[0]
    assert ASSETS.play("/felt/star.json") is ASSETS.play("/felt/star.json")
