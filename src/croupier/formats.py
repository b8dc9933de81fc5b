"""Lines of the journal that state their format. A line of another format is refused, and not misread."""

from types import UnionType
from typing import Generic, Protocol, TypeVar

import msgspec


class _Formatted(Protocol):
    @property
    def format(self) -> int: ...


L = TypeVar("L", bound=_Formatted)


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
