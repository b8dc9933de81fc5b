"""A journal as a text file of JSON lines: a header, then every line of the journal with its body unchanged."""

import contextlib
import itertools
import shutil
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

import msgspec

from croupier.canonical import canonical
from croupier.journal.port import START, BrokenLineError, Head, JournalError, Line, Reader, Row

FORM = 1
"""The format version of the text file."""
INDEX_INTERVAL = 1000
"""Lines between two remembered file offsets of a stream, so that reading can start in the middle."""


class Header(msgspec.Struct, frozen=True):
    """The first line of the file. It lists the head of every stream, so that a truncated file is detected."""

    journal: str
    form: int
    heads: Mapping[str, tuple[int, str]]


class ExportedLine(msgspec.Struct, frozen=True):
    """A line of the journal in the file. The body is embedded byte for byte."""

    stream: str
    number: int
    epoch: int
    name: str
    hash: str
    body: msgspec.Raw


_WRITTEN = msgspec.json.Decoder(ExportedLine)


def header(source: Reader) -> bytes:
    """Encode the first line of the file."""
    heads = {stream: (number, hash.hex()) for stream, (number, hash) in source.heads().items()}
    return canonical(Header("croupier", FORM, heads)) + b"\n"


def row(line: Line) -> bytes:
    """Encode a line of the journal for the file."""
    stream, number, epoch, name, body, hash = line
    try:
        is_json = bytes(msgspec.json.decode(body, type=msgspec.Raw)) == body and b"\n" not in body
    except msgspec.DecodeError:
        is_json = False
    if not is_json:
        raise BrokenLineError(stream, number, "is not one line of JSON, and cannot be exported")
    return msgspec.json.encode(ExportedLine(stream, number, epoch, name, hash.hex(), msgspec.Raw(body))) + b"\n"


class JsonLinesReader:
    """Reads an exported journal. The file must not change meanwhile."""

    def __init__(self, path: Path) -> None:
        """Open the file and read it once, to check that it is complete and to index it."""
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
        """The head of every stream, as listed in the header."""
        return self._heads

    def head(self, stream: str) -> Head:
        """The head of a stream."""
        return self._heads.get(stream, START)

    def lines(self, stream: str, after: int = 0) -> Iterator[Line]:
        """The lines of a stream, in order, after a number."""
        marks = self._marks.get(stream, [])
        mark = min(after // INDEX_INTERVAL, len(marks) - 1)
        if mark < 0:
            return
        at = marks[mark]
        for _ in range(self.head(stream).number - mark * INDEX_INTERVAL):
            self._file.seek(at)  # another iterator may have moved the file position
            line = _read(self._file.readline())
            at = self._file.tell()
            if line.number > after:
                yield line

    def rows(self, stream: str, after: int = 0) -> Iterator[Row]:
        """The same lines: a `Line` is a tuple."""
        return self.lines(stream, after)

    def find(self, stream: str, name: str) -> Line | None:
        """The line with this name."""
        return next((line for line in self.lines(stream) if name and line.name == name), None)

    def names(self, stream: str, prefix: str, most: int) -> Sequence[str]:
        """Return at most `most` line names that start with `prefix`, in line order."""
        return [*itertools.islice((line.name for line in self.lines(stream) if line.name.startswith(prefix)), most)]

    def faults(self) -> Iterator[str]:
        """Report names that occur more than once in a stream."""
        for stream in self._heads:
            seen: set[str] = set()
            for line in self.lines(stream):
                if line.name in seen:
                    yield f"{stream}, line {line.number}: an earlier line has its name {line.name}"
                if line.name:
                    seen.add(line.name)

    @contextlib.contextmanager
    def steady(self) -> Generator[None]:
        """Nothing to do: the file does not change."""
        yield

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _header(self) -> dict[str, Head]:
        try:
            found = msgspec.json.decode(self._file.readline(), type=Header)
        except (msgspec.DecodeError, UnicodeDecodeError):
            found = None
        if found is None or found.journal != "croupier":
            raise JournalError(f"{self._path}: is not a journal; name the file that croupier journal export wrote")
        if found.form > FORM:
            raise JournalError(f"{self._path}: has the form {found.form}, and this croupier reads up to {FORM}")
        try:
            return {stream: Head(number, bytes.fromhex(hash)) for stream, (number, hash) in found.heads.items()}
        except ValueError:
            raise BrokenLineError(str(self._path), 1, "has a hash that is not hexadecimal") from None

    def _look_through(self) -> None:
        """Check that every line is where the header says, in exactly the bytes that an export writes."""
        promised = ((stream, number) for stream, head in self._heads.items() for number in range(1, head.number + 1))
        where = itertools.count(2)
        at = self._file.tell()
        for (stream, number), place in zip(promised, where, strict=False):
            text = self._file.readline()
            if not text.endswith(b"\n"):
                raise BrokenLineError(str(self._path), place, f"the text is cut off; line {number} of {stream} should be here")
            if number % INDEX_INTERVAL == 1:
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
    """Open a file for random access. A pipe is copied to a temporary file first."""
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
