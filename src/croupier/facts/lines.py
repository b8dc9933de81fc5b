"""Lines of the journal that state their format. A line of another format is refused, and not misread."""

from collections.abc import Iterable
from types import UnionType
from typing import Generic, Protocol, TypeVar

import msgspec


class _Formatted(Protocol):
    @property
    def format(self) -> int: ...


class Resting(_Formatted, Protocol):
    """A snapshot after a line that rests on another one."""

    @property
    def line(self) -> int:
        """The line after which it was taken."""
        ...

    @property
    def since(self) -> int:
        """The line of the snapshot on which it rests; 0 for none."""
        ...


L = TypeVar("L", bound=_Formatted)
S = TypeVar("S", bound=Resting)


class _Format(msgspec.Struct, frozen=True, gc=False):
    format: int


_FORMAT = msgspec.json.Decoder(_Format)


class OtherFormatError(ValueError):
    """Another version of croupier wrote the line, which this one cannot read."""


class LineReader(Generic[L]):
    """Decodes the lines of a stream, which are written in one format. Older ones are read as long as they can be."""

    def __init__(self, kind: type[L] | UnionType, format: int) -> None:
        """Read lines of this type."""
        self._decoder: msgspec.json.Decoder[L] = msgspec.json.Decoder(kind)
        self._format = format

    def read(self, line: bytes) -> L:
        """Decode a line. Raise `OtherFormatError` for another format."""
        try:
            found = self._decoder.decode(line)
        except msgspec.ValidationError:
            if (format := _FORMAT.decode(line).format) != self._format:
                raise self._other(format) from None
            raise
        if found.format > self._format:
            raise self._other(found.format)
        return found

    def _other(self, format: int) -> OtherFormatError:
        up_to = f"up to {self._format}" if format > self._format else f"{self._format}"
        read = f"this croupier reads {up_to}; use the croupier that wrote it"
        return OtherFormatError(f"this journal has format {format}, and {read}")


class SnapshotReader(Generic[S]):
    """Decodes snapshots that rest on each other: each has what changed after the line `since`, that of another one; 0 for none.

    A server whose last snapshot was not signed yet when it stopped begins with an older one, or with none.
    """

    def __init__(self, kind: type[S], format: int) -> None:
        """Read snapshots of this type. The format is their first field."""
        self._decoder, self._format, self._own = msgspec.json.Decoder(kind), format, b'{"format":%d,' % format

    def read(self, body: bytes) -> S | None:
        """Decode a snapshot; None if it has another format."""
        # The format comes first. Reading all of a snapshot only to find it would take a third of the time of a start.
        if body.startswith(self._own) or _FORMAT.decode(body).format == self._format:
            return self._decoder.decode(body)
        return None

    def chain(self, newest_first: Iterable[bytes]) -> list[S]:
        """The newest snapshot, the one before it and so on to one that has all records; empty if one of them is missing."""
        chain: list[S] = []
        for body in newest_first:
            each = self.read(body)
            if each is None:
                return []
            if not chain or chain[-1].since == each.line:
                chain.append(each)
            if not chain[-1].since:
                return chain
        return []
