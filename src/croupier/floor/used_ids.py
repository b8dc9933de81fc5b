"""Which ids a sender has used, in little memory: a Bloom filter. It saves a lookup in the journal for nearly every command."""

from collections.abc import Iterable

BITS = 1 << 16
"""The size of a filter, so that two bytes of a hash are a position in it."""


class UsedIds:
    """The ids of one sender. It never says that a used id is new; up to 5,000 ids, it takes one new id in 200 for used."""

    __slots__ = ("_bits",)

    def __init__(self, ids: Iterable[str] = ()) -> None:
        """Start with the ids used so far."""
        self._bits = bytearray(BITS // 8)
        for id in ids:
            self.add(id)

    def add(self, id: str) -> None:
        """Note that an id is used."""
        for position in _positions(id):
            self._bits[position >> 3] |= 1 << (position & 7)

    def __contains__(self, id: str) -> bool:
        """Whether an id may be used."""
        return all(self._bits[position >> 3] & 1 << (position & 7) for position in _positions(id))


def _positions(id: str) -> Iterable[int]:
    return memoryview((hash(id) & (1 << 64) - 1).to_bytes(8)).cast("H")
