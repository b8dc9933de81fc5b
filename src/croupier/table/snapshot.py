"""A table written down whole, so that its journal need not be read from the first line."""

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from croupier.canonical import canonical
from croupier.rules.sign import SettingValue
from croupier.table.chips import REMEMBERED
from croupier.table.opening import TableOpened, document, events, gone_on, opened, replayed
from croupier.table.state import ForgottenRoundError, Table

FORM = 3
"""The form of snapshots that are written now: another for every change to what a table is made of, or to how it comes about."""

LEFT_OUT = ("rules", "editions", "sign", "past", "trail")
"""What of a table is not written as it is.

Rules and sign are made again from what was chosen. The rounds that a table remembers are twenty more tables: they come back
with the lines that follow, and so do the events since the last of them.
"""
WRITTEN = {field.name: field.type for field in msgspec.structs.fields(Table) if field.name not in LEFT_OUT}
"""Everything else, also what a table will be made of tomorrow."""


class Edition(msgspec.Struct, frozen=True):
    """Rules, as what was chosen and raised over those of the document."""

    chosen: Mapping[str, str]
    raised: Mapping[str, str]


class Stated(msgspec.Struct, frozen=True, kw_only=True):
    """What a snapshot says of itself: its form, the line it was taken after, and how many rounds were over by then."""

    form: int
    line: int = 0
    over: int = 0


class Snapshot(Stated, frozen=True, kw_only=True):
    """A whole table, but for what it remembers."""

    editions: tuple[Edition, ...]
    sign: Mapping[str, SettingValue]
    table: Mapping[str, msgspec.Raw]


class OtherFormError(ValueError):
    """A snapshot of another form than is written now."""


def frozen(table: Table, line: int) -> bytes:
    """A table as of a line of its journal, right after a settlement."""
    assert table.trail is None, "the events since the last settlement are not written down"
    return canonical(
        Snapshot(
            form=FORM,
            line=line,
            over=table.over,
            editions=tuple(Edition(each.chosen, each.raised) for each in table.editions),
            sign=table.sign.named,
            table={name: msgspec.Raw(_plain(getattr(table, name))) for name in WRITTEN},
        )
    )


def _plain(part: object) -> bytes:
    # Canonical JSON has words for keys, and files have numbers.
    return canonical(msgspec.to_builtins(part, str_keys=True, order="deterministic"))


def thawed(body: bytes, first: TableOpened) -> Table:
    """The table that a snapshot holds, under the rules of its opening; it remembers nothing yet."""
    if stated(body) is None:
        raise OtherFormError(f"this snapshot is not of the form {FORM}")
    snapshot = msgspec.json.decode(body, type=Snapshot)
    opened(first)  # the rules at hand are those of then, or this says so
    editions = tuple(document(first, each.chosen, each.raised) for each in snapshot.editions)
    parts = {name: msgspec.json.decode(snapshot.table[name], type=kind) for name, kind in WRITTEN.items()}
    return Table(rules=editions[-1], sign=editions[-1].sign(snapshot.sign), editions=editions, **parts)


def stated(body: bytes) -> Stated | None:
    """What a snapshot says of itself, if it has the form that is written now."""
    found = msgspec.json.decode(body, type=Stated)
    return found if found.form == FORM else None


def far_enough(snapshots: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Of snapshots, newest first, those after which as many rounds were over as a table remembers, each with its line."""
    newest: int | None = None
    for body in snapshots:
        found = stated(body)
        if found is None:
            continue
        newest = found.over if newest is None else newest
        if newest - found.over >= REMEMBERED:
            yield found.line, body


def rebuilt(lines: Callable[[int], Iterable[bytes]], snapshots: Iterable[bytes]) -> tuple[Table, int]:
    """The table that a whole journal tells of, and its last line, from the newest snapshot that will do.

    Lines are those after a number, snapshots come newest first. A ruling soon after a snapshot may reach behind it, to a round
    that this snapshot does not hold: then an older one will do, and at last all the lines.
    """
    first = msgspec.json.decode(next(iter(lines(0))), type=TableOpened)
    for line, body in far_enough(snapshots):
        try:
            return gone_on(thawed(body, first), line, events(first, lines(line)))
        except ForgottenRoundError:
            continue
    return replayed(lines(0))
