"""A mapping of millions of entries that changes one entry at a time: a new version shares all but a few hundred of them."""

from collections import defaultdict
from collections.abc import ItemsView, Iterable, Iterator, Mapping, ValuesView
from typing import Any, Generic, TypeVar, cast, overload

K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D")

FAN = 64
"""The branches of a map, and the leaves of a branch."""
SLOTS = FAN * FAN

Leaf = dict[K, V]
"""Never changed once it is in a branch."""
Branch = tuple[Leaf[K, V], ...]

_NOTHING: Leaf[Any, Any] = {}
_EMPTY: Branch[Any, Any] = (_NOTHING,) * FAN


class Spread(Mapping[K, V], Generic[K, V]):
    """Entries spread by their hash over 64 branches of 64 leaves. A change copies one leaf, one branch and the root.

    With a million entries that is a leaf of about 250 entries and twice 64 references: some microseconds.
    """

    __slots__ = ("_branches", "_count")

    def __init__(self, entries: Iterable[tuple[K, V]] = ()) -> None:
        """Spread these entries."""
        leaves: defaultdict[int, Leaf[K, V]] = defaultdict(dict)
        for key, value in entries:
            leaves[hash(key) % SLOTS][key] = value
        branches = [_EMPTY] * FAN
        for branch in {slot // FAN for slot in leaves}:
            branches[branch] = tuple(leaves.get(slot, _NOTHING) for slot in range(branch * FAN, (branch + 1) * FAN))
        self._branches: tuple[Branch[K, V], ...] = tuple(branches)
        self._count = sum(map(len, leaves.values()))

    def having(self, key: K, value: V) -> "Spread[K, V]":
        """The mapping with one entry changed or added."""
        at, leaf = divmod(hash(key) % SLOTS, FAN)
        branch = self._branches[at]
        before = branch[leaf]
        changed = (*branch[:leaf], {**before, key: value}, *branch[leaf + 1 :])
        after: Spread[K, V] = object.__new__(type(self))
        after._branches = (*self._branches[:at], changed, *self._branches[at + 1 :])
        after._count = self._count + (key not in before)
        return after

    def _leaf(self, key: object) -> Mapping[K, V]:
        at, leaf = divmod(hash(key) % SLOTS, FAN)
        return self._branches[at][leaf]

    def __getitem__(self, key: K) -> V:
        """The value of a key."""
        return self._leaf(key)[key]

    @overload
    def get(self, key: K, default: None = None, /) -> V | None: ...
    @overload
    def get(self, key: K, default: V | D, /) -> V | D: ...
    def get(self, key: K, default: object = None, /) -> object:
        """The value of a key, or the default."""
        return self._leaf(key).get(key, default)

    def __contains__(self, key: object) -> bool:
        """Whether a key has a value."""
        return key in self._leaf(key)

    def __len__(self) -> int:
        """The number of keys."""
        return self._count

    def __iter__(self) -> Iterator[K]:
        """The keys, in no particular order."""
        return iter(self._whole())

    def items(self) -> ItemsView[K, V]:
        """The entries, in no particular order."""
        return self._whole().items()

    def values(self) -> ValuesView[V]:
        """The values, in no particular order."""
        return self._whole().values()

    def _whole(self) -> dict[K, V]:
        whole: dict[K, V] = {}
        for branch in self._branches:
            if branch is not _EMPTY:
                for leaf in branch:
                    whole |= leaf
        return whole

    def __eq__(self, other: object) -> bool:
        """Whether both have the same entries. Leaves that two versions share are not compared."""
        if not isinstance(other, Spread):
            return super().__eq__(other)
        return self._branches == cast("Spread[Any, Any]", other)._branches

    __hash__ = None  # as of every mapping that can be compared

    def __repr__(self) -> str:
        """As a dictionary."""
        return repr(self._whole())
