"""Snapshots: the stored state of a table, so that a restart need not replay its journal from the first line."""

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.rules.sign import SettingValue
from croupier.table.core.opening import Heard, TableOpened, document, opened, read_opening, replay_lines
from croupier.table.core.state import MEMORY, ForgottenRoundError, Table

FORM = 23
"""The version of the snapshot format. Increase it with every change to the fields of `Table`."""

LEFT_OUT = ("rules", "editions", "sign", "past", "trail", "memory", "reach", "states_tender")
"""The fields of `Table` that a snapshot does not store.

Rules and sign are rebuilt from `Edition` and `TableSnapshot.sign`. `past` would store many more tables; it fills up again when
the following lines are replayed. `trail` is empty because snapshots are taken right after a round has ended. `reach` and
`states_tender` come from the opening, and `memory` from the caller.
"""
WRITTEN = {field.name: field.type for field in msgspec.structs.fields(Table) if field.name not in LEFT_OUT}
"""All other fields of `Table`, with their types."""


class Edition(msgspec.Struct, frozen=True):
    """One entry of `Table.editions`: the chosen readings and the raised odds."""

    chosen: Mapping[str, str]
    raised: Mapping[str, str]


class SnapshotHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a snapshot that can be read without decoding the table."""

    form: int
    """The value of `FORM` when it was written."""
    line: int = 0
    """The number of the journal line after which it was taken."""
    over: int = 0
    """The number of finished rounds."""
    at: int = 0
    """The table's clock: milliseconds since 1970."""


class TableSnapshot(SnapshotHeader, frozen=True, kw_only=True):
    """A table without its past rounds."""

    editions: tuple[Edition, ...]
    sign: Mapping[str, SettingValue]
    table: Mapping[str, msgspec.Raw]


class OtherFormError(ValueError):
    """The snapshot has another version of the format."""


def encode_snapshot(table: Table, line: int) -> bytes:
    """Encode the table after a line of its journal. A round must just have ended."""
    assert table.trail is None, "a snapshot is taken right after a round has ended"
    return canonical(
        TableSnapshot(
            form=FORM,
            line=line,
            over=table.over,
            at=table.clock,
            editions=tuple(Edition(each.chosen, each.raised) for each in table.editions),
            sign=table.sign.named,
            table={name: msgspec.Raw(_plain(getattr(table, name))) for name in WRITTEN},
        )
    )


def _plain(part: object) -> bytes:
    # Canonical JSON needs text as keys; some mappings have numbers. A `Layered` mapping is written as a dictionary.
    return canonical(msgspec.to_builtins(part, str_keys=True, order="deterministic", enc_hook=dict))


def decode_snapshot(body: bytes, first: TableOpened) -> Table:
    """Decode a snapshot. The table has no past rounds yet."""
    if header(body) is None:
        raise OtherFormError(f"this snapshot is not of the form {FORM}")
    snapshot = msgspec.json.decode(body, type=TableSnapshot)
    new = opened(first)  # raises ChangedRulesError if the rules have changed
    editions = tuple(document(first, each.chosen, each.raised) for each in snapshot.editions)
    parts = {name: msgspec.json.decode(snapshot.table[name], type=kind) for name, kind in WRITTEN.items()}
    return replace(new, rules=editions[-1], sign=editions[-1].sign(snapshot.sign), editions=editions, **parts)


def header(body: bytes) -> SnapshotHeader | None:
    """Decode the header of a snapshot; None if it has another version of the format."""
    found = msgspec.json.decode(body, type=SnapshotHeader)
    return found if found.form == FORM else None


def older_snapshots(snapshots: Iterable[bytes], memory: int) -> Iterator[tuple[int, bytes]]:
    """Yield the snapshots taken at least `memory` rounds before the newest one, each with its line. Expects newest first."""
    newest: int | None = None
    for body in snapshots:
        found = header(body)
        if found is None:
            continue
        newest = found.over if newest is None else newest
        if newest - found.over >= memory:
            yield found.line, body


def rebuild(
    lines: Callable[[int], Iterable[bytes]],
    snapshots: Callable[[], Iterable[bytes]],
    memory: int = MEMORY,
    heard: Heard | None = None,
) -> tuple[Table, int]:
    """Rebuild a table from a snapshot and the lines after it. Return the table and the number of its last line.

    `lines(n)` returns the lines after line n, `snapshots()` the snapshots, newest first. The table keeps at least `memory` past
    rounds. If a correction refers to a round before the snapshot, start again from an older snapshot, or from the first line,
    and `heard` gets the events once more.
    """
    first = read_opening(next(iter(lines(0))))
    while True:
        line, body = next(older_snapshots(snapshots(), memory), (1, None))
        table = opened(first) if body is None else decode_snapshot(body, first)
        try:
            return replay_lines(replace(table, memory=memory), line, lines(line), heard)
        except ForgottenRoundError as error:
            if body is None and error.back < memory:
                raise
            memory = max(2 * memory, error.back + 1)
