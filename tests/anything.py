"""Anything that can be asked of a table: every command there is, with fields that fit and fields that do not."""

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from croupier.devices import SoftwareGenerator
from croupier.floor.player import Player
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName, shown
from croupier.rules.powers import Act
from croupier.rules.terms import PayMethod
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.decide import decide
from croupier.table.core.desk import Concern
from croupier.table.core.hand_pays import HandPayCause
from croupier.table.core.message import Command, SeatKind
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.rows import COMMANDS
from croupier.table.core.state import Table
from croupier.table.money.device_faults import DeviceFault
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.money.vouchers import ShownVoucher
from croupier.table.pit.days import OpenDay
from croupier.table.rounds.calls import OpenBetting, ShakeDice
from croupier.table.rounds.results import EnterOutcome
from croupier.testing.device import PromptDealer
from croupier.testing.staff import Mischief, Supervisor

SEATS = ("ann", "bob", "cat")
STRANGERS = ("zed", "")
AMOUNTS = (100, 100, 200, 500, 500, 600, 1000, 1200, 2500, 6000, 40_000, 1, 3, 0, -100, -1, 2**62)
TEXTS = ("The screen did not answer.", "It was seen.", "2026-01-01", "", " ")
SECOND, MINUTE = 1000, 60_000
TRIES = 12
"""How often something else is tried instead of what would be refused, so that rare things happen too."""
CARDS_ARE_NEEDED = 1_760_000_000_000


class Anything:
    """Generates arbitrary commands. Half of them are what bots would send, so that play continues."""

    def __init__(self, chance: random.Random, *, rounds: bool) -> None:
        """Everything asked depends on chance alone. Without rounds, nobody opens one."""
        self._chance, self._rounds = chance, rounds
        self._kinds = [kind for kind in COMMANDS if rounds or kind not in (OpenBetting, ShakeDice)]
        self._device = SoftwareGenerator(lambda count: bytes(chance.randrange(256) for _ in range(count)))
        self._dealer, self._supervisor, self._mischief = (
            PromptDealer(self._device),
            Supervisor(),
            Mischief(chance),
        )
        self._players = [Player(seat, chance) for seat in SEATS]

    def next(self, table: Table) -> Command:
        """What is asked now, and when."""
        at, luck = self._time(table), self._chance.random()
        command = (self._sensibly(table) if luck < 0.5 else None) or self._anything(table)
        for _ in range(TRIES if luck > 0.75 else 0):
            if not isinstance(decide(table, replace(command, at=at)), Refusal):
                break
            command = self._anything(table)
        return replace(command, at=at)

    def _sensibly(self, table: Table) -> Command | None:
        chance = self._chance
        if len(table.layout) < 2:
            return TakeSeat(seat=chance.choice(SEATS), chips=Cents(50_000))
        luck = chance.random()
        if luck < 0.04:
            return self._mischief.next(table)
        if supervised := self._supervisor.next(table):
            return supervised
        if table.desk.closed:
            return OpenDay(day="tomorrow", by=self.person(table))
        if luck > 0.6 and not self._rounds:
            return EnterOutcome(outcome=self._device.draw(table.rules.game.space))
        called = (self._dealer.next(table) or (self._dealer.hurry(table) if luck > 0.95 else None)) if luck > 0.5 else None
        return called or chance.choice(self._players).next(table)

    def _anything(self, table: Table) -> Command:
        kind = self._chance.choice(self._kinds)
        return kind(**self._fields(kind, table))

    def _fields(self, kind: type[Command], table: Table) -> Mapping[str, Any]:
        return {field.name: self._field(field, table) for field in _asked(kind)}

    def _field(self, field: msgspec.structs.FieldInfo, table: Table) -> Any:
        if field.type is bool:
            return self._chance.random() < 0.5
        if not field.required and self._chance.random() < 0.3:
            return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        make = FIELDS.get(field.name) or next(BY_TYPE[kind] for kind in (field.type, *get_args(field.type)) if kind in BY_TYPE)
        return make(self, table)

    def _time(self, table: Table) -> int:
        """Mostly a little later; at times much later, at no time, or before what has happened."""
        clock, chance = table.clock, self._chance
        luck = chance.random()
        if luck < 0.7:
            return clock + chance.randrange(1, 40 * SECOND)
        if luck < 0.85:
            return clock + 20 * MINUTE
        if luck < 0.86:
            return max(clock, CARDS_ARE_NEEDED)
        return chance.choice((0, 0, 0, clock, clock - 1, -1))

    def seat(self, table: Table) -> str:
        seats = [*table.layout, *SEATS]
        return self._chance.choice(STRANGERS if self._chance.random() < 0.1 else seats)

    def wager(self, table: Table) -> str:
        standing = [wager for bets in table.layout.values() for wager in bets]
        luck = self._chance.random()
        if standing and luck < 0.4:
            return self._chance.choice(standing)
        return self._chance.choice(list(table.rules.addresses) if luck < 0.9 else ["super-streak", "no-such-wager", ""])

    def voucher(self, table: Table) -> ShownVoucher:
        way = self._chance.choice((Way.TOKENS, Way.RESTRICTED, Way.UNRESTRICTED, Way.CHIPS))
        return ShownVoucher(self.small(table), way, Cents(self.amount(table)))

    def concern(self, _: Table) -> Concern:
        return self._chance.choice(list(Concern))

    def kind(self, _: Table) -> SeatKind:
        return self._chance.choice(list(SeatKind))

    def amount(self, _: Table) -> int:
        return self._chance.choice(AMOUNTS)

    def tokens(self, table: Table) -> int:
        return self._chance.choice((0, 0, 0, self.amount(table)))

    def person(self, table: Table) -> Person:
        roles = [*table.rules.procedures.roles, "player"]
        return Person(self._chance.choice(("mia", "leo")), self._chance.choice(roles))

    def outcome(self, table: Table) -> OutcomeName:
        strange = [OutcomeName(""), OutcomeName("7-7"), OutcomeName("37"), OutcomeName("1-2-x")]
        ways = [table.round.announced or OutcomeName("1-1"), *table.rules.game.space.ways]
        return self._chance.choice(strange if self._chance.random() < 0.15 else ways)

    def numbers(self, table: Table) -> tuple[int, ...]:
        return self._chance.choice(
            [shown(each) for each in table.rules.game.space.ways] + [(), (6, 1), (3, 2, 1), (0, 0, 0), (-1,)]
        )

    def dice(self, _: Table) -> tuple[int, ...]:
        return self._chance.choice(((1, 2), (3, 4), (4, 5), (), (1, 1), (0, 9), (1, 2, 3)))

    def ground(self, table: Table) -> str:
        grounds = [ground.id for power in table.rules.procedures.powers for ground in power.grounds]
        return self._chance.choice([*grounds, "It was unfair.", "It was unfair.", "", " "])

    def text(self, _: Table) -> str:
        return self._chance.choice(TEXTS)

    def small(self, _: Table) -> int:
        return self._chance.choice((1, 1, 2, 3, 3, 0, -1, 7))

    def round(self, table: Table) -> int:
        return self._chance.choice((0, table.round.number, max(0, table.round.number - self._chance.randrange(5)), 999, -1))

    def moment(self, table: Table) -> int:
        later = self._chance.choice((1, 30 * SECOND, 20 * MINUTE, 40 * MINUTE, -1, 2**61))
        return table.clock + later

    def act(self, _: Table) -> Act:
        return self._chance.choice(list(Act))

    def values(self, table: Table) -> dict[str, int | bool]:
        setting = self._chance.choice([*(each.name for each in table.rules.all_settings), "minimum", "colour"])
        return self._chance.choice(({}, {setting: self._chance.choice((0, 1, 100, 200, 500, -5, True, 2**60))}))

    def readings(self, table: Table) -> dict[str, str]:
        reading = self._chance.choice(table.rules.readings)
        return self._chance.choice(({}, {reading.id: self._chance.choice([*reading.values, "x"])}, {"XX-1": "y"}))

    def raised(self, table: Table) -> dict[str, str]:
        rows = [line.clause for offer in table.rules.offers for line in offer.wager.odds]
        written = self._chance.choice(("900 to 1", "1 to 100", "nothing", "", "1 to 0"))
        return self._chance.choice(({}, {self._chance.choice([*rows, "0.0"]): written}))

    def bets(self, table: Table) -> dict[str, Cents]:
        return {self.wager(table): Cents(self.amount(table)) for _ in range(self._chance.randrange(3))}

    def wish(self, table: Table) -> Command:
        kind = self._chance.choice((PlaceBet, PlaceBet, TakeDown, MoveBet, CallBet))
        return kind(**self._fields(kind, table))

    def seats(self, table: Table) -> tuple[str, ...]:
        return tuple(self.seat(table) for _ in range(self._chance.randrange(3)))

    def tender(self, _: Table) -> Tender:
        notes: dict[int, int] = self._chance.choice(({}, {5000: 1}, {5000: 8}, {100: 1}, {100: -1}, {0: 5}, {2**70: 2**70}))
        return Tender(self._chance.choice(list(Way)), notes)

    def notes(self, table: Table) -> dict[int, int]:
        return dict(self.tender(table).notes)

    def method(self, _: Table) -> PayMethod:
        return self._chance.choice(list(PayMethod))

    def fault(self, _: Table) -> DeviceFault:
        return self._chance.choice([*DeviceFault])

    def faults(self, _: Table) -> tuple[DeviceFault, ...]:
        return tuple(self._chance.sample([*DeviceFault], self._chance.randrange(3)))

    def cause(self, _: Table) -> HandPayCause:
        return self._chance.choice(list(HandPayCause))

    def form(self, table: Table) -> int | None:
        return self._chance.choice((None, table.desk.forms, table.desk.forms, max(0, table.desk.forms - 1), 7))

    def other_table(self, _: Table) -> str:
        return self._chance.choice(("wheel-2", "wheel-2", "wheel-2", ""))

    def player(self, _: Table) -> str:
        return self._chance.choice(("mia's card", "leo's card", ""))


@cache
def _asked(kind: type[Command]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return tuple(field for field in msgspec.structs.fields(kind) if field.name != "at")


FIELDS: Mapping[str, Callable[[Anything, Table], Any]] = {
    **dict.fromkeys(("seat", "person", "debtor"), Anything.seat),
    "table": Anything.other_table,
    **dict.fromkeys(("wager", "to"), Anything.wager),
    **dict.fromkeys(("stake", "amount", "minimum", "maximum", "counted", "others"), Anything.amount),
    **dict.fromkeys(("by", "second"), Anything.person),
    **dict.fromkeys(("ground", "why"), Anything.ground),
    **dict.fromkeys(("detail", "about", "decision", "how", "day", "clause"), Anything.text),
    **dict.fromkeys(("times", "count", "total", "dispute", "notice"), Anything.small),
    **dict.fromkeys(("deadline", "takes_effect", "since", "until"), Anything.moment),
    **dict.fromkeys(("measure", "act"), Anything.act),
    "concern": Anything.concern,
    "outcome": Anything.outcome,
    "numbers": Anything.numbers,
    "dice": Anything.dice,
    "round": Anything.round,
    "values": Anything.values,
    "readings": Anything.readings,
    "raised": Anything.raised,
    "bets": Anything.bets,
    "wish": Anything.wish,
    **dict.fromkeys(("forfeit", "terminals", "passed_over"), Anything.seats),
    "player": Anything.player,
    "tender": Anything.tender,
    "tokens": Anything.tokens,
    "form": Anything.form,
    "notes": Anything.notes,
    "faults": Anything.faults,
    "voucher": Anything.voucher,
}

BY_TYPE: Mapping[Any, Callable[[Anything, Table], Any]] = {
    str: Anything.text,
    int: Anything.small,
    Cents: Anything.amount,
    Mapping[int, int]: Anything.notes,
    OutcomeName: Anything.outcome,
    Person: Anything.person,
    Tender: Anything.tender,
    SeatKind: Anything.kind,
    PayMethod: Anything.method,
    HandPayCause: Anything.cause,
    DeviceFault: Anything.fault,
}
"""For a field of another name, so that a new command needs nothing here."""
