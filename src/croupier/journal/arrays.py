"""Pack arrays in PostgreSQL's binary format. This is several times faster than psycopg, which adapts each element."""

import struct
from collections.abc import Sequence

TEXT, NUMBER, BYTES = 25, 20, 17
"""The PostgreSQL type OIDs of text, bigint and bytea."""

_EMPTY, _HEADER, _LENGTH = struct.Struct("!3i"), struct.Struct("!5i"), struct.Struct("!i")


def texts(elements: Sequence[str]) -> bytes:
    """Pack a text[]."""
    return _packed(TEXT, [element.encode() for element in elements])


def numbers(elements: Sequence[int]) -> bytes:
    """Pack a bigint[]."""
    pairs = [part for element in elements for part in (8, element)]
    return _head(NUMBER, len(elements)) + struct.pack("!" + "iq" * len(elements), *pairs)


def blobs(elements: Sequence[bytes]) -> bytes:
    """Pack a bytea[]."""
    return _packed(BYTES, elements)


def _packed(kind: int, elements: Sequence[bytes]) -> bytes:
    parts = [part for element in elements for part in (_LENGTH.pack(len(element)), element)]
    return b"".join((_head(kind, len(elements)), *parts))


def _head(kind: int, length: int) -> bytes:
    return _HEADER.pack(1, 0, kind, length, 1) if length else _EMPTY.pack(0, 0, kind)
