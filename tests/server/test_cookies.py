"""Cookies are read by an exact pattern, in linear time, whatever the client sends."""

import ast
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import croupier
from croupier.server.cookies import SESSION, read_cookie

SOURCES = sorted(Path(croupier.__file__).parent.rglob("*.py"))
HOSTILE = SESSION + '="' + "\\" * 15_000 + '"'


def steps(work: Callable[[], object]) -> int:
    """How many functions, also those written in C, some work calls."""
    counted = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted


def test_a_quoted_cookie_of_backslashes_costs_as_much_as_any() -> None:
    """CVE-2024-7592: `http.cookies` of this Python calls a function for every backslash, each over the whole rest."""
    plain = steps(lambda: read_cookie([f"{SESSION}=abc"], SESSION, "http"))
    assert steps(lambda: read_cookie([HOSTILE], SESSION, "http")) <= plain
    assert read_cookie([HOSTILE], SESSION, "http") == ""


def test_nothing_in_croupier_reads_cookies_in_another_way() -> None:
    """Neither `http.cookies` nor Starlette's `request.cookies`, which uses it."""
    found: list[str] = []
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            named = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                named = [node.module or ""]
            is_asked = isinstance(node, ast.Attribute) and node.attr == "cookies" and ast.unparse(node.value) == "request"
            if "http.cookies" in named or is_asked:
                found.append(f"{source.name}:{getattr(node, 'lineno', 0)}")
    assert found == []


@pytest.mark.parametrize(
    ("headers", "scheme", "value"),
    [
        (["croupier_session=abc-_9"], "http", "abc-_9"),
        (["a=b; croupier_session=abc; c=d"], "http", "abc"),
        (["a=b", "croupier_session=abc"], "http", "abc"),
        ([" croupier_session=abc ;"], "http", "abc"),
        (["croupier_session=first; croupier_session=planted"], "http", "first"),
        (['croupier_session="abc"'], "http", ""),
        (["xcroupier_session=abc"], "http", ""),
        (["croupier_session"], "http", ""),
        (["croupier_session=" + "a" * 129], "http", ""),
        ([], "http", ""),
        (["croupier_session=planted; __Host-croupier_session=own"], "https", "own"),
        (["croupier_session=planted"], "https", ""),
        (["__Host-croupier_session=own"], "http", ""),
    ],
)
def test_the_cookie_that_we_set_is_found_and_no_other(headers: list[str], scheme: str, value: str) -> None:
    assert read_cookie(headers, SESSION, scheme) == value
