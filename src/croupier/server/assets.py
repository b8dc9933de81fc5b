"""The files of the pages, kept in memory and compressed once, so that a page loads with few and short answers.

Pages name their files with a version, so a browser that has them asks for none of them again.
"""

import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from croupier.server.joined import joined

KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
STATIC = "/static/"
ONCE = {"cache-control": "public, max-age=31536000, immutable"}
"""The headers of a file whose address changes with its content."""
_SHEETS = re.compile(r'(?: *<link rel="stylesheet" href="/static/[\w-]+\.css">\n)+')
_SHEET = re.compile(r"/static/([\w-]+\.css)")
_PRELOADS = re.compile(r' *<link rel="modulepreload" href="[^"]+">\n')
_SCRIPT = re.compile(r'<script type="module" src="/static/([\w-]+\.js)">')


class Asset(NamedTuple):
    """A file as it is sent."""

    body: bytes
    compressed: bytes
    """The same with gzip."""
    kind: str
    tag: str
    """Identifies the content."""


def asset(body: bytes, kind: str) -> Asset:
    """A file with this content."""
    return Asset(body, gzip.compress(body, mtime=0), kind, f'"{_digest(body)}"')


def answer(request: Request, sent: Asset, headers: Mapping[str, str] | None = None) -> Response:
    """Send a file, compressed if the browser can read that; or say that the browser has it already."""
    named = {"etag": sent.tag, "vary": "accept-encoding", **(headers or {})}
    if sent.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=named)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(sent.body, media_type=sent.kind, headers=named)
    return Response(sent.compressed, media_type=sent.kind, headers={**named, "content-encoding": "gzip"})


@cache
def assets_in(folder: Path) -> "Assets":
    """The pages in a folder, read once in a process."""
    return Assets(folder)


class Assets:
    """The pages in a folder, and the files in its folder `static`. They are read once."""

    def __init__(self, folder: Path) -> None:
        """Read the files."""
        files = {file.name: file.read_bytes() for file in sorted((folder / "static").iterdir()) if file.suffix in KINDS}
        self._version = _digest(b"".join(name.encode() + body for name, body in files.items()))
        self._files = {name: asset(body, KINDS[Path(name).suffix]) for name, body in files.items()}
        self._joined: dict[str, Asset] = {}
        self._plays: dict[str, Asset] = {}
        self.pages = {page.stem: self._page(page) for page in sorted(folder.glob("*.html"))}
        self._files |= self._joined

    def play(self, felt: str) -> Asset:
        """The page of a table, which loads the felt at this address together with its files and not after them."""
        if felt not in self._plays:
            first = f'<link rel="preload" href="{escape(felt)}" as="fetch" crossorigin>\n  </head>'
            self._plays[felt] = asset(self.pages["play"].body.replace(b"</head>", first.encode(), 1), KINDS[".html"])
        return self._plays[felt]

    def sent(self, name: str) -> Asset:
        """A file as it is sent."""
        return self._files[name]

    def file(self, request: Request, path: str) -> Response | None:
        """Answer a request for a file, with or without the version in its path; None if there is no such file."""
        version, _, name = path.rpartition("/")
        if name not in self._files or version not in ("", self._version):
            return None
        return answer(request, self._files[name], ONCE if version else None)

    def _page(self, page: Path) -> Asset:
        """A page that names its files with their version, all of its style sheets as one, and all of its modules as one."""
        text = _PRELOADS.sub("", page.read_text(encoding="utf-8"))
        if found := _SHEETS.search(text):
            sheets = b"\n".join(self._files[name].body for name in _SHEET.findall(found[0]))
            text = text.replace(found[0], f'    <link rel="stylesheet" href="{self._add(f"{page.stem}-all.css", sheets)}">\n')
        if script := _SCRIPT.search(text):
            modules = {name: each.body.decode() for name, each in self._files.items() if name.endswith(".js")}
            module = joined(script[1], modules).encode()
            text = text.replace(f"{STATIC}{script[1]}", self._add(f"{page.stem}-all.js", module))
        return asset(text.replace(f'"{STATIC}', f'"{STATIC}{self._version}/').encode(), KINDS[".html"])

    def _add(self, name: str, body: bytes) -> str:
        """Add a file that is made of others, and return its address."""
        self._joined[name] = asset(body, KINDS[Path(name).suffix])
        return f"{STATIC}{name}"


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]
