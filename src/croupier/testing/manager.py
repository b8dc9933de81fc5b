"""A bot that acts as the management: it changes days, signs, limits, rules and staff at random."""

import random
from collections.abc import Callable

from croupier.floor.purse import NOTES
from croupier.floor.roles import attendant, holder
from croupier.ledger.accounts import DROP
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.rules.sign import SettingValue
from croupier.table.authority.crew import RelieveDealer
from croupier.table.bets.refusing import RefuseBet
from croupier.table.core.desk import Posted
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.boxes import EmptyDrop, EmptyStacker
from croupier.table.money.cards import HoldToOneTerminal
from croupier.table.money.colour_change import ChangeColour
from croupier.table.money.debts import DemandReturn, place_of
from croupier.table.money.debts_elsewhere import CountReturn, RecordDebt
from croupier.table.money.float import CreditFloat, FillFloat
from croupier.table.money.stackers import stacked_notes, stackers
from croupier.table.money.vacating import VacateSeat
from croupier.table.pit.amending import AmendRules
from croupier.table.pit.bars import SHUTTING_OUT, LiftBar, RecordBar
from croupier.table.pit.conduct import MEASURES, Sanction
from croupier.table.pit.days import AnnounceClose, CloseTable, OpenDay
from croupier.table.pit.ending_wagers import EndWager
from croupier.table.pit.limits import SetPlayerLimits
from croupier.table.pit.signs import ChangeSign, PostNotice

MINUTE = 60_000
CLOSING_TIME = "It is time to close."
MINIMA = (100, 200, 500)
OTHER = "table-2"
"""The other table of a floor, of which the evening knows only what it says."""


class Manager:
    """Makes every change that a document allows at a table, and carries out what a posted sign announced."""

    def __init__(self, chance: random.Random) -> None:
        """Decide at random, reproducibly for a seed."""
        self._chance = chance
        self._followed: set[tuple[Act, int]] = set()

    def due(self, table: Table) -> Command | None:
        """The command that is due now: end or open a day, or carry out what a sign announced for this time."""
        desk = table.desk
        if desk.closed:
            by = holder(table, Act.CLOSE_TABLE)
            return OpenDay(day=f"after {desk.day or 'the first'}", by=by) if by else None
        if desk.closing and table.round.phase is Phase.DONE:
            return self._close(table)
        for posted in desk.posted.values():
            sign = (posted.act, posted.takes_effect)
            if table.clock >= posted.takes_effect and sign not in self._followed and table.round.phase is Phase.DONE:
                self._followed.add(sign)
                return self._announced(table, posted)
        return None

    def next(self, table: Table) -> Command | None:
        """A random change; None if the document does not allow it."""
        orders: list[Callable[[Table], Command | None]] = [
            self._leave_off,
            self._raise,
            self._lower,
            self._end,
            self._limits,
            self._punish,
            self._people,
            self._rules,
            self._vacate,
            self._float,
            self._empty,
        ]
        if table.rules.procedures.powers_to[Act.WITHHOLD]:
            orders.append(self._debt)
        return self._chance.choice(orders)(table)

    def _announced(self, table: Table, posted: Posted) -> Command | None:
        by = holder(table, posted.act)
        if by is None:
            return None
        if posted.act is Act.CHANGE_SIGN:
            return ChangeSign(values=posted.values, by=by, why="As the sign says.")
        if posted.act is Act.END_WAGER:
            return EndWager(wager=posted.wager, by=by, why="As the sign says.")
        return AnnounceClose(by=by, why=CLOSING_TIME)

    def _leave_off(self, table: Table) -> Command | None:
        by = holder(table, Act.CLOSE_TABLE)
        if by is None or any(each.act is Act.CLOSE_TABLE for each in table.desk.posted.values()):
            return None
        return self._sign(table, Act.CLOSE_TABLE, by)

    def _close(self, table: Table) -> Command | None:
        by, second = (
            holder(table, Act.CLOSE_TABLE),
            holder(table, Act.CLOSE_TABLE, name="second") if table.states_tender else None,
        )
        return CloseTable(refund=True, by=by, second=second, why=CLOSING_TIME) if by else None

    def _raise(self, table: Table) -> Command | None:
        by = holder(table, Act.CHANGE_SIGN)
        return self._sign(table, Act.CHANGE_SIGN, by, values={"minimum": self._chance.choice(MINIMA)}) if by else None

    def _lower(self, table: Table) -> Command | None:
        by = holder(table, Act.CHANGE_SIGN)
        return ChangeSign(values={"minimum": MINIMA[0]}, by=by, why="The table is quiet.") if by else None

    def _end(self, table: Table) -> Command | None:
        by = holder(table, Act.END_WAGER)
        kinds = [kind for power in table.rules.procedures.powers_to[Act.END_WAGER] for kind in power.wagers]
        return self._sign(table, Act.END_WAGER, by, wager=self._chance.choice(kinds)) if by else None

    def _sign(
        self, table: Table, act: Act, by: Person, *, values: dict[str, SettingValue] | None = None, wager: str = ""
    ) -> Command:
        clock = next((each for each in table.rules.procedures.clocks if each.act is act), None)
        at = table.clock + (clock.minutes + 1 if clock else 1) * MINUTE
        return PostNotice(act=act, takes_effect=at, values=values or {}, wager=wager, by=by, why="So that all can read it.")

    def _limits(self, table: Table) -> Command | None:
        by, seat = holder(table, Act.PLAYER_LIMITS), self._seat(table)
        if by is None or not seat:
            return None
        return SetPlayerLimits(seat=seat, minimum=Cents(100), maximum=Cents(100_000), by=by, why="A regular guest.")

    def _punish(self, table: Table) -> Command | None:
        measure, seat = self._chance.choice(MEASURES), self._seat(table)
        for power in table.rules.procedures.powers_to[measure]:
            if seat and power.grounds:
                ground = self._chance.choice(power.grounds)
                by, second = (Person(name, power.held_by[0]) for name in ("manager", "second"))
                second = second if table.states_tender else None
                return Sanction(seat=seat, measure=measure, by=by, second=second, why=ground.id)
        return None

    def _people(self, table: Table) -> Command | None:
        seat = self._seat(table)
        return self._chance.choice((self._relieve, self._refuse, self._hold, self._bar))(table, seat) if seat else None

    def _relieve(self, table: Table, _: str) -> Command:
        return RelieveDealer(by=self._anybody(table), why="The shift is over.")

    def _vacate(self, table: Table) -> Command | None:
        for power in table.rules.procedures.powers_to[Act.VACATE_SEAT]:
            idlest = max(sorted(table.layout), key=lambda seat: table.desk.idle.get(seat, 0), default="")
            ground = power.grounds[0].id if power.grounds else "The place is wanted."
            return VacateSeat(seat=idlest, by=Person("manager", power.held_by[0]), why=ground)
        return None

    def _refuse(self, table: Table, seat: str) -> Command | None:
        for power in table.rules.procedures.powers_to[Act.REFUSE_PLAYER]:
            ground = power.grounds[0].id if power.grounds else "Warned twice."
            return RefuseBet(seat=seat, by=Person("manager", power.held_by[0]), why=ground)
        return None

    def _bar(self, table: Table, seat: str) -> Command:
        """Another table has barred or excluded the person, or an exclusion has ended."""
        ended = next((person for person, bar in table.desk.bars.items() if bar.measure is Act.EXCLUDE), None)
        if ended and self._chance.random() < 0.5:
            return LiftBar(person=ended, by=attendant(table, "manager"), why="The exclusion has ended.")
        measure, by = self._chance.choice(SHUTTING_OUT), attendant(table, "manager")
        return RecordBar(person=seat, measure=measure, table=OTHER, since=table.clock, by=by, why="device")

    def _debt(self, table: Table) -> Command | None:
        """Money is demanded back of a player, here or at another table; or some of it has come back there."""
        seat = self._seat(table)
        if not seat:
            return None
        return self._chance.choice((self._demand, self._record, self._count))(table, seat)

    def _demand(self, table: Table, seat: str) -> Command | None:
        by, place = holder(table, Act.WITHHOLD), self._chance.choice(sorted(table.meters.terminals) or [seat])
        if by is None:
            return None
        player = table.desk.cards.get(seat, f"player of {seat}")
        return DemandReturn(seat=place, amount=self._cents(), player=player, by=by, why="A ticket was paid twice.")

    def _record(self, table: Table, seat: str) -> Command:
        """A new debt at another table, or the rest of a known one."""
        if table.desk.debts_elsewhere and self._chance.random() < 0.7:
            known = self._chance.choice(list(table.desk.debts_elsewhere.values()))
            counted, debtor, player = self._chance.randint(0, known.total), known.debtor, known.player
        else:
            counted, debtor, player = 0, seat, table.desk.cards.get(seat, f"player of {seat}")
        amount = Cents(self._chance.choice((0, self._cents())))
        return RecordDebt(table=OTHER, debtor=debtor, player=player, amount=amount, counted=Cents(counted))

    def _count(self, table: Table, seat: str) -> Command | None:
        """Another table has withheld more of a debt, or less after a correction."""
        debts = [(each, debt.player) for each, debt in table.desk.debts.items() if debt.player]
        if not debts:
            return self._demand(table, seat)
        place, player = self._chance.choice(debts)
        counted = table.desk.counted.get(place_of(OTHER, place, player), 0)
        total = Cents(max(0, counted + self._chance.choice((-1, 1, 1)) * self._cents()))
        return CountReturn(seat=place, table=OTHER, player=player, total=total)

    def _cents(self) -> Cents:
        return Cents(100 * self._chance.randint(1, 30))

    def _hold(self, table: Table, seat: str) -> Command | None:
        by = holder(table, Act.ONE_TERMINAL)
        player = table.desk.cards.get(seat, seat)
        return HoldToOneTerminal(player=player, by=by, why="Terminals are scarce.") if by else None

    def _rules(self, table: Table) -> Command | None:
        """Choose another reading of one clause, or go back to the printed readings."""
        by = holder(table, Act.AMEND_RULES)
        open_ones = [reading for reading in table.rules.readings if reading.default]
        if by is None or table.round.phase is not Phase.DONE:
            return None
        reading = self._chance.choice(open_ones)
        chosen: dict[str, str] = {reading.id: self._chance.choice(list(reading.values))} if self._chance.random() < 0.5 else {}
        return AmendRules(readings=chosen, by=by, why="Approved for tonight.")

    def _float(self, table: Table) -> Command:
        """Move chips from or to the cage, or change those of a player; a table of terminals refuses this."""
        kind = self._chance.choice((FillFloat, CreditFloat, None))
        by, why = attendant(table, "manager"), "The tray is counted."
        if kind is None:
            return ChangeColour(seat=self._seat(table), given={100: 5}, received={500: 1}, by=by)
        return kind(amount=Cents(100_000), by=by, second=_second(table), why=why)

    def _empty(self, table: Table) -> Command | None:
        """Empty a stacker or the drop box to the cage; now and then a note is missing."""
        by, why, short = attendant(table, "manager"), "The count of the day.", self._chance.random() < 0.1
        if not table.rules.procedures.is_electronic:
            amount = Cents(max(0, -table.book.balance(DROP) - short * NOTES[-1]))
            return EmptyDrop(amount=amount, by=by, second=_second(table), why=why)
        full = [terminal for terminal in sorted(stackers(table)) if stacked_notes(table, terminal)]
        if not full:
            return None
        terminal = self._chance.choice(full)
        notes = dict(stacked_notes(table, terminal))
        if short:
            notes.popitem()
        return EmptyStacker(stacker=terminal, notes=notes, by=by, why=why)

    def _seat(self, table: Table) -> str:
        return self._chance.choice(sorted(table.layout)) if table.layout else ""

    def _anybody(self, table: Table) -> Person:
        return Person("manager", next(iter(table.rules.procedures.roles)))


def _second(table: Table) -> Person | None:
    """The second person whom a live floor asks for."""
    return attendant(table, "second") if table.states_tender else None
