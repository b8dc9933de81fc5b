"""A large mapping that changes a little at a time: versions of it share the entries that did not change."""

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Generic, TypeVar, overload

K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D")

WHOLE = 256
"""Mappings up to this size are copied as a whole, which is faster."""
CHANGES = 32
"""How many changes are kept apart from their base, before both become a new base."""

_MISSING = object()


def updated(mapping: Mapping[K, V], changes: Mapping[K, V]) -> Mapping[K, V]:
    """The mapping with changed or new entries, in the order of `{**mapping, **changes}`. Neither argument may change later."""
    if not isinstance(mapping, dict) and isinstance(mapping, Layered):  # the first question is faster than the second
        over = {**mapping.over, **changes}
        return Layered(mapping.base, over) if len(over) <= CHANGES else {**mapping.base, **over}
    if len(mapping) <= WHOLE or len(changes) > CHANGES:
        return {**mapping, **changes}
    return Layered(mapping, changes)


class Layered(Mapping[K, V], Generic[K, V]):
    """A base, which is shared, and the few entries that differ from it."""

    __slots__ = ("base", "over")

    def __init__(self, base: Mapping[K, V], over: Mapping[K, V]) -> None:
        """Show the entries of `over` before those of `base`."""
        self.base = base
        self.over = over

    def __getitem__(self, key: K) -> V:
        """The value of a key."""
        return self.over[key] if key in self.over else self.base[key]

    @overload
    def get(self, key: K, default: None = None, /) -> V | None: ...
    @overload
    def get(self, key: K, default: V | D, /) -> V | D: ...
    def get(self, key: K, default: object = None, /) -> object:
        """The value of a key, or the default."""
        found = self.over.get(key, _MISSING)
        return self.base.get(key, default) if found is _MISSING else found

    def __contains__(self, key: object) -> bool:
        """Whether a key has a value."""
        return key in self.over or key in self.base

    def __len__(self) -> int:
        """The number of keys."""
        return len(self.base) + sum(key not in self.base for key in self.over)

    def __iter__(self) -> Iterator[K]:
        """The keys, in the order of a dictionary."""
        return iter(self._whole())

    def keys(self) -> KeysView[K]:
        """The keys, in the order of a dictionary."""
        return self._whole().keys()

    def items(self) -> ItemsView[K, V]:
        """The entries, in the order of a dictionary."""
        return self._whole().items()

    def values(self) -> ValuesView[V]:
        """The values, in the order of a dictionary."""
        return self._whole().values()

    def __repr__(self) -> str:
        """As a dictionary."""
        return repr(self._whole())

    def _whole(self) -> dict[K, V]:
        return {**self.base, **self.over}
