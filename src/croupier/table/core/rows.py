"""Rows: each kind of message is declared once, with everything that the rest of the program needs to know about it.

A subject module ends with a call of `declare`. The columns are required: a module that leaves one out does not import.
`decide`, `apply`, the journal, the audit, the reference pages and the server read these rows.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from croupier.facts.rows import RowError, check_all_declared, check_new, check_transfers
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.core.desk import Desk
from croupier.table.core.message import Command, Decided, Event, Order, PlayerCommand, Ruling
from croupier.table.core.meters import Meters
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

Verdict = Event | tuple[Event, ...] | Refusal
"""What a command leads to: one event, several, or a refusal."""


@dataclass(frozen=True, slots=True)
class Deferred:
    """A command is accepted, and its events take long to compute. `decide` computes them, `actions` does not."""

    events: Callable[[], tuple[Event, ...]]
    again: bool = False
    """Whether it settles a finished round again."""


def computed(decided: Verdict | Deferred) -> tuple[Event, ...]:
    """The events of an accepted command."""
    assert not isinstance(decided, Refusal), "a refused command has no events"
    if isinstance(decided, Deferred):
        return decided.events()
    return decided if isinstance(decided, tuple) else (decided,)


@dataclass(frozen=True, slots=True)
class Partly:
    """What is left of an event in a corrected history, and why the rest of it is not possible."""

    events: tuple[Event, ...]
    refusal: Refusal


class Sender(Enum):
    """Who gives a command."""

    PLAYER = auto()
    """A player at a terminal, for the own seat. At a table that a dealer runs, the staff do it for a player at a seat."""
    STAFF = auto()
    """A member of staff, at every table."""
    MACHINE = auto()
    """The program itself, or a device."""
    CAGE = auto()
    """A clerk of the cage, on the pages of the cage."""


FROM_PLAYERS = frozenset({Sender.PLAYER})
FROM_STAFF = frozenset({Sender.STAFF})
FROM_MACHINE = frozenset({Sender.MACHINE})
FROM_CAGE = frozenset({Sender.CAGE})


class Audience(Enum):
    """Who receives an event as it happens. Everybody else sees only the resulting table."""

    OWNER = auto()
    """The player at the seat that the event names."""
    TABLE = auto()
    """Every terminal, without the bets of other players."""
    STAFF = auto()
    """The staff. Terminals must not show who decided it, about whom and why."""
    CAGE = auto()
    """The cage, the pit and inspectors: what goes between the table and the cage. Dealers do not see the takings."""
    PIT = auto()
    """The pit and inspectors: notices and disputes."""

    @property
    def is_for_terminals(self) -> bool:
        """Whether terminals receive it, beside the staff."""
        return self in (Audience.OWNER, Audience.TABLE)


class History(Enum):
    """How an event relates to the rounds that a table remembers."""

    CONTINUES = auto()
    """It belongs to the round in play."""
    ENDS_ROUND = auto()
    """It ends the round in play. The events before it belong to a round that is over."""
    REWRITES = auto()
    """It replaces recent rounds. Its `apply` makes the whole table, meters and trail included."""


Rule = Act | Phase | None
"""What the document says about a command: a power to act, a step of the round, or nothing."""
NOBODY_SITS = Refusal(Reason.UNKNOWN_PLAYER, "Nobody sits at this table.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRow(Generic[C]):
    """How a command is decided and worded, who gives it, and in which forms it could be given now."""

    kind: type[C]
    decide: Callable[[Table, C], Verdict | Deferred]
    wish: Callable[[C], str]
    """The command in words, to put before the reason of a refusal."""
    senders: frozenset[Sender]
    under: Rule | Callable[[Table, C], Rule]
    """The power or the step of the document under which it is given; None if the document is silent about it."""
    chosen: tuple[str, ...]
    """The fields whose value is picked from `forms`. All other fields are free.

    `why` is free, too, where the document lists no grounds for the act.
    """
    forms: Callable[[Table, Person | None], Iterator[C]]
    """The forms that the command could take now, given by this person: one for everything that it could name, as far as the
    table knows. Free fields hold an example; several forms with the same chosen values are several examples. A form may be
    refused. See `core.forms`, also for its bounds."""
    nothing: Refusal = NOBODY_SITS
    """The answer if there is no form, because there is nothing to name."""
    also_under: tuple[Act | Phase, ...] = ()
    """The rules from which a varying `under` picks, and further powers that a field needs."""
    prepares: Phase | None = None
    """The step of a round that it makes possible without being a step itself; None if it prepares none."""
    previewed: bool = True
    """Whether a person may see beforehand what it would change. A count, and whatever is refused for lack of chips, is not
    previewed: the preview would tell what is to be counted."""
    tenders: Callable[[Table], tuple[str, ...]] = lambda _: ()
    """The payment methods of which it has to state one at this table if it moves money; empty if it need not."""
    without: Callable[[Table], tuple[str, ...]] = lambda _: ()
    """The free fields that mean nothing at this table. A console does not ask for them."""

    @property
    def rules(self) -> frozenset[Act | Phase]:
        """Every power and step of a document under which it may be given."""
        fixed = () if self.under is None or callable(self.under) else (self.under,)
        return frozenset((*fixed, *self.also_under))

    @property
    def subject(self) -> str:
        """The package in which it is declared."""
        return self.kind.__module__.split(".")[2]

    @property
    def is_call(self) -> bool:
        """Whether it is one of the calls of a round: a step, or what a step waits for."""
        return self.prepares is not None or any(isinstance(rule, Phase) for rule in self.rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow(Generic[E]):
    """What an event does to the table and its meters, how it is told and to whom, and what a correction makes of it."""

    kind: type[E]
    apply: Callable[[Table, E], Table]
    """Return the table after the event. `apply.apply` updates meters, clock and trail."""
    meter: Callable[[Table, E], Meters]
    """Return the meters after the event, given the table before it; `unmetered` if no meter counts it."""
    tell: Callable[[Table, E], str | list[str]]
    """Describe the event, given the table before it. Lines about consequences are indented by two spaces."""
    again: Callable[[Table, E], Verdict | Partly]
    """Return what replaces the event when an earlier round is corrected; `stands` if nothing does."""
    audience: Audience
    moves_money: bool
    """Whether the event has transfers."""
    history: History
    """How it relates to the rounds that the table remembers."""
    shares: Callable[[E], tuple[E, Mapping[str, E]]] | None = None
    """Split the event: as everybody is told of it, and by seat as the players whom it concerns are told of it.

    An event for the whole table that names bets or transfers needs one.
    """
    redecides: Callable[[E], tuple[Decided, ...]] | None = None
    """The bets of the last finished round that the event decides anew; None if it never does. See `rounds.revisions`."""
    private_reason: bool = False
    """Whether only the pit and inspectors are told why: the reason is a player's own affair."""
    refuses: Callable[[E], Refusal] | None = None
    """The refusal with which the command is answered, if the event only puts a refused attempt on record."""


BASES = frozenset({Command, PlayerCommand, Order, Event, Ruling})
"""The classes of messages that are no messages themselves."""
COMMANDS: dict[type[Command], CommandRow[Any]] = {}
"""Every command, by its class."""
EVENTS: dict[type[Event], EventRow[Any]] = {}
"""Every event, by its class."""


def declare(*rows: CommandRow[Any] | EventRow[Any]) -> None:
    """Register the rows of a module. Raise `RowError` if one is declared twice or contradicts its fields."""
    for row in rows:
        name = row.kind.__name__
        check_new(row.kind, BASES, COMMANDS, EVENTS)
        if isinstance(row, CommandRow):
            _check_command(row)
            COMMANDS[row.kind] = row
            continue
        check_transfers(row.kind, moves_money=row.moves_money)
        if row.audience is Audience.OWNER and "seat" not in row.kind.__struct_fields__:
            raise RowError(f"{name}: is told to the player at a seat, but names no seat")
        private = {"decided", "transfers"}.intersection(row.kind.__struct_fields__)
        if row.audience is Audience.TABLE and private and row.shares is None:
            raise RowError(
                f"{name}: is told to every terminal and names {', '.join(sorted(private))}; give it a shares function"
            )
        EVENTS[row.kind] = row


def _check_command(row: CommandRow[Any]) -> None:
    """Raise `RowError` if nobody gives a command, if it has no such field to choose, or if its varying rule is open."""
    if not row.senders:
        raise RowError(f"{row.kind.__name__}: nobody sends it")
    if strange := [name for name in row.chosen if name not in row.kind.__struct_fields__]:
        raise RowError(f"{row.kind.__name__}: has no field {strange[0]} to choose")
    if callable(row.under) and not row.also_under:
        raise RowError(f"{row.kind.__name__}: its rule varies; say in also_under between which")


def check_complete() -> None:
    """Raise `RowError` if a command or an event has no row."""
    check_all_declared(BASES, COMMANDS, EVENTS)


def unchanged(table: Table, _: Event) -> Table:
    """For `apply`: the event changes nothing and is only recorded."""
    return table


def move_money(table: Table, event: Any) -> Table:
    """For `apply`: the event moves money and changes nothing else."""
    return replace(table, book=table.book.after(event.transfers))


def on_desk(change: Callable[[Table, E], Desk]) -> Callable[[Table, E], Table]:
    """For `apply`: the event changes only the desk."""
    return lambda table, event: replace(table, desk=change(table, event))


def goes_to(phase: Phase) -> Callable[[Table, Event], Table]:
    """For `apply`: the event only sets the phase of the round."""
    return lambda table, _: replace(table, round=replace(table.round, phase=phase))


def unmetered(table: Table, _: Event) -> Meters:
    """For `meter`: no meter counts the event."""
    return table.meters


def stands(_: Table, event: Event) -> Event:
    """For `again`: a correction of an earlier round does not change the event."""
    return event


def by_name(command: Command) -> str:
    """For `wish`: word the command by the name of its class."""
    what = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(command).__name__).lower()
    by: Person | None = getattr(command, "by", None)
    asks: str = by.name if by else getattr(command, "seat", "") or "somebody"
    return f"{asks} asks to {what}"


def recorded_refusal(events: Sequence[Event]) -> Refusal | None:
    """The refusal that some events put on record; None if they put none."""
    of = ((EVENTS[type(event)].refuses, event) for event in events)
    return next((refuses(event) for refuses, event in of if refuses), None)


def event_without_money(
    *,
    kind: type[E],
    apply: Callable[[Table, E], Table],
    tell: Callable[[Table, E], str | list[str]],
    audience: Audience,
    private_reason: bool = False,
    refuses: Callable[[E], Refusal] | None = None,
) -> EventRow[E]:
    """The row of an event of the round in play that touches no money: no meter counts it, and no correction changes it."""
    return EventRow(
        kind=kind,
        apply=apply,
        meter=unmetered,
        tell=tell,
        again=stands,
        audience=audience,
        moves_money=False,
        history=History.CONTINUES,
        private_reason=private_reason,
        refuses=refuses,
    )
