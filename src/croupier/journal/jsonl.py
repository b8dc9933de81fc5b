"""A journal as a text: a line that says what follows, then every line of the journal, each as it is."""

import contextlib
import itertools
import shutil
import tempfile
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import IO

import msgspec

from croupier.canonical import canonical
from croupier.journal.port import START, BrokenLineError, Head, JournalError, Line, Reader, Row

FORM = 1
MARKED = 1000
"""Of so many lines one is remembered by its place, so that a line can be found again without reading all before it."""


class Header(msgspec.Struct, frozen=True):
    """What a text says of itself, so that one that was cut off anywhere is noticed."""

    journal: str
    form: int
    heads: Mapping[str, tuple[int, str]]


class Written(msgspec.Struct, frozen=True):
    """A line of a journal. Its body stands there as it was written, byte for byte."""

    stream: str
    number: int
    epoch: int
    name: str
    hash: str
    body: msgspec.Raw


_WRITTEN = msgspec.json.Decoder(Written)


def header(source: Reader) -> bytes:
    """The first line of a text."""
    heads = {stream: (number, hash.hex()) for stream, (number, hash) in source.heads().items()}
    return canonical(Header("croupier", FORM, heads)) + b"\n"


def row(line: Line) -> bytes:
    """A line of a text."""
    stream, number, epoch, name, body, hash = line
    try:
        is_json = bytes(msgspec.json.decode(body, type=msgspec.Raw)) == body and b"\n" not in body
    except msgspec.DecodeError:
        is_json = False
    if not is_json:
        raise BrokenLineError(stream, number, "is no line of JSON, and cannot be written as one")
    return msgspec.json.encode(Written(stream, number, epoch, name, hash.hex(), msgspec.Raw(body))) + b"\n"


class JsonLinesReader:
    """A text to look at. Nobody is writing it."""

    def __init__(self, path: Path) -> None:
        """Open a text, and look through it once: whether it is whole, and where everything stands."""
        self._path = path
        self._marks: dict[str, list[int]] = {}
        try:
            self._file: IO[bytes] = _seekable(path)
        except OSError as error:
            raise JournalError(f"{path}: cannot be read ({error.strerror})") from None
        try:
            self._heads = self._header()
            self._look_through()
        except BaseException:
            self.close()
            raise

    def heads(self) -> Mapping[str, Head]:
        """The head of every stream, as the first line lists them."""
        return self._heads

    def head(self, stream: str) -> Head:
        """The head of a stream."""
        return self._heads.get(stream, START)

    def lines(self, stream: str, after: int = 0) -> Iterator[Line]:
        """The lines of a stream, in order, after a number."""
        marks = self._marks.get(stream, [])
        mark = min(after // MARKED, len(marks) - 1)
        if mark < 0:
            return
        at = marks[mark]
        for _ in range(self.head(stream).number - mark * MARKED):
            self._file.seek(at)  # somebody else may be reading on elsewhere
            line = _read(self._file.readline())
            at = self._file.tell()
            if line.number > after:
                yield line

    def rows(self, stream: str, after: int = 0) -> Iterator[Row]:
        """The same: a line is a tuple."""
        return self.lines(stream, after)

    def find(self, stream: str, name: str) -> Line | None:
        """The line of this name."""
        return next((line for line in self.lines(stream) if name and line.name == name), None)

    def faults(self) -> Iterator[str]:
        """Names that more than one line has."""
        for stream in self._heads:
            seen: set[str] = set()
            for line in self.lines(stream):
                if line.name in seen:
                    yield f"{stream}, line {line.number}: an earlier line has its name {line.name}"
                if line.name:
                    seen.add(line.name)

    @contextlib.contextmanager
    def steady(self) -> Generator[None]:
        """A text does not change."""
        yield

    def close(self) -> None:
        """Look no longer."""
        self._file.close()

    def _header(self) -> dict[str, Head]:
        try:
            found = msgspec.json.decode(self._file.readline(), type=Header)
        except (msgspec.DecodeError, UnicodeDecodeError):
            found = None
        if found is None or found.journal != "croupier":
            raise JournalError(f"{self._path}: is no journal; name the file that croupier journal export wrote")
        if found.form > FORM:
            raise JournalError(f"{self._path}: has the form {found.form}, and this croupier reads up to {FORM}")
        try:
            return {stream: Head(number, bytes.fromhex(hash)) for stream, (number, hash) in found.heads.items()}
        except ValueError:
            raise BrokenLineError(str(self._path), 1, "names a hash that is none") from None

    def _look_through(self) -> None:
        """Every line must stand where the first one says, and be written as we write it."""
        promised = ((stream, number) for stream, head in self._heads.items() for number in range(1, head.number + 1))
        where = itertools.count(2)
        at = self._file.tell()
        for (stream, number), place in zip(promised, where, strict=False):
            text = self._file.readline()
            if not text.endswith(b"\n"):
                raise BrokenLineError(str(self._path), place, f"the text is cut off; line {number} of {stream} should be here")
            if number % MARKED == 1:
                self._marks.setdefault(stream, []).append(at)
            try:
                line = _read(text)
                written = row(line)
            except (msgspec.DecodeError, UnicodeDecodeError, ValueError, BrokenLineError):
                raise BrokenLineError(str(self._path), place, "cannot be read") from None
            if line[:2] != (stream, number):
                raise BrokenLineError(str(self._path), place, f"line {number} of {stream} should be here")
            if written != text:
                raise BrokenLineError(str(self._path), place, "is not as croupier writes it")
            at += len(text)
        if self._file.readline():
            raise BrokenLineError(str(self._path), next(where), "there is more than the first line says")


def _seekable(path: Path) -> IO[bytes]:
    """A text in which every line can be found again; what comes through a pipe is kept aside for that."""
    file = path.open("rb")
    if file.seekable():
        return file
    with file, contextlib.ExitStack() as failing:
        kept = failing.enter_context(tempfile.TemporaryFile())
        shutil.copyfileobj(file, kept)
        failing.pop_all()
    kept.seek(0)
    return kept


def _read(text: bytes) -> Line:
    found = _WRITTEN.decode(text)
    return Line(found.stream, found.number, found.epoch, found.name, bytes(found.body), bytes.fromhex(found.hash))
