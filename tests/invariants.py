"""What holds at every table after every command, whoever asks for it: watched by a witness with books of their own."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from croupier.ledger.accounts import COMMISSION, HAND_PAYS, felt, rack, restricted, stacker, tokens, unrestricted
from croupier.ledger.book import Transfer
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.bets.calling import BetsCalled
from croupier.table.bets.placing import BetPlaced
from croupier.table.bets.refusing import BetRefused
from croupier.table.bets.relaxing import FreezeRelaxed
from croupier.table.bets.taking_down import BetTakenDown
from croupier.table.bets.voided import BetsVoided
from croupier.table.core.apply import apply
from croupier.table.core.message import Command, Decided, Event
from croupier.table.core.meters import Terminal
from croupier.table.core.person import Person
from croupier.table.core.promotional import Promotional
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Past, Table, trail_events
from croupier.table.core.words import told, wish
from croupier.table.money.metering import disagreement
from croupier.table.money.releasing import SeatReleased
from croupier.table.money.seats import SeatLeft, SeatTaken
from croupier.table.money.tender import counted_value
from croupier.table.pit.days import TableClosed
from croupier.table.pit.invalid import BetsInvalidated
from croupier.table.rounds.correcting import SettledAgain
from croupier.table.rounds.lights import LightsFailed
from croupier.table.rounds.memory import table_before_round
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.terminals import TerminalRestored
from croupier.table.rounds.void_settlement import RoundVoided
from croupier.table.rounds.void_terminals import TerminalsVoided
from promotional import assert_restricted_credits_are_played, assert_tokens_stay_tokens

Stakes = dict[str, dict[str, int]]
"""What lies where, as a witness has counted it."""

EITHER_SIDE = ("house", "outside", "owed", "cage", "paid-by-hand", "tickets", "cashless", "float")
"""A table may return more chips to the cage than came from there: players bring them, too."""
IN_HAND = ("stacker", "drop", "promotions")
"""Accounts that are below zero by what is there."""

PAYING = (Phase.UNTIMED, Phase.SETTLED, Phase.LIT)


def assert_the_books_are_in_order(table: Table) -> None:
    """Nothing is lost, every account stands on its side of zero, chips on the felt are on the felt."""
    balances = table.book.balances
    assert sum(balances.values()) == 0
    for account, balance in balances.items():
        kind = account.partition(":")[0]
        assert kind in EITHER_SIDE or (balance < 0) is (kind in IN_HAND), (account, balance)
    purses = {of(seat) for seat in table.layout for of in (rack, restricted, unrestricted, tokens)}
    names = ("rack:", "restricted:", "unrestricted:", "tokens:")
    assert {account for account, held in balances.items() if held and account.startswith(names)} <= purses, "left behind"
    on_felt = {felt(seat): sum(bet.stake for bet in bets.values()) for seat, bets in table.layout.items()}
    assert {account: cents for account, cents in balances.items() if account.startswith("felt:") and cents} == {
        account: cents for account, cents in on_felt.items() if cents
    }
    held = sum(bet.commission for bets in table.layout.values() for bet in bets.values())
    assert table.book.balance(COMMISSION) >= held >= 0
    for bets in table.layout.values():
        for bet in bets.values():
            fresh = table.fresh(bet)
            assert bet.stake > 0
            assert 0 <= fresh.stake <= bet.stake
            assert 0 <= fresh.commission <= bet.commission
            of = bet.promotional
            assert of is None or (min(of.restricted, of.unrestricted, of.tokens) >= 0 < of.total <= bet.stake), bet


def assert_the_meters_agree(before: Table, after: Table) -> None:
    """The meters of every terminal come to the money it has, and none has fallen. What has not changed agrees as before."""
    if after.meters is before.meters and after.book is before.book and after.desk.hand_pays is before.desk.hand_pays:
        return
    assert before.meters.terminals.keys() <= after.meters.terminals.keys()
    for seat in after.meters.terminals.keys() | after.layout.keys():
        assert disagreement(after, seat) == "", f"{seat}: {disagreement(after, seat)}"
    for terminal, each in after.meters.stackers.items():
        assert counted_value(each.stacked) == -after.book.balance(stacker(terminal)), terminal
    assert _none_fell(msgspec.to_builtins(before.meters), msgspec.to_builtins(after.meters))
    waiting = {seat: _by_hand(each) for seat, each in after.meters.terminals.items()}
    assert {seat: amount for seat, amount in waiting.items() if amount} == after.desk.hand_pays
    assert after.book.balance(HAND_PAYS) == sum(after.desk.hand_pays.values())
    assert after.desk.pay_files.keys() == after.desk.hand_pays.keys()


def _by_hand(terminal: Terminal) -> int:
    """What waits to be paid by hand at a terminal, by its meters."""
    called = terminal.taken.get("hand-pay", 0) + terminal.taken.get("large-win", 0)
    return called - terminal.paid_by_hand - terminal.taken_back


def _none_fell(before: Any, after: Any) -> bool:
    """Whether no figure is lower than before. Most are equal: an event moves few meters."""
    if before == after:
        return True
    if isinstance(before, dict):
        figures = cast("dict[str, Any]", before)
        return all(_none_fell(figure, after[name]) for name, figure in figures.items())
    return before < after


class Witness:
    """Counts every bet from the events alone: what was placed stands, or has ended once."""

    def __init__(self, table: Table) -> None:
        """Begin with what lies on a table now."""
        self._stakes = _laid(table)
        self._before: dict[int, Stakes] = {}

    def saw(self, before: Table, event: Event, after: Table) -> None:
        """Count an event, and compare with what the table says."""
        if isinstance(event, SettledAgain):
            self._stakes = {seat: dict(bets) for seat, bets in self._before[event.round].items()}
            other = table_before_round(before, event.round)
            for each in event.again:
                self._count(other, each)
                earlier, other = other, apply(other, each)
                assert_restricted_credits_are_played(earlier, each, other)
                assert_tokens_stay_tokens(earlier, each, other)
        else:
            self._count(before, event)
            assert_restricted_credits_are_played(before, event, after)
            assert_tokens_stay_tokens(before, event, after)
        assert self._stakes == _laid(after), event
        assert_the_meters_agree(before, after)

    def _count(self, before: Table, event: Event) -> None:
        stakes = self._stakes
        match event:
            case SeatTaken():
                assert event.seat not in stakes, event
                stakes[event.seat] = {}
            case SeatLeft() | SeatReleased():
                assert not stakes.pop(event.seat), event
            case BetPlaced():
                stakes[event.seat][event.wager] = stakes[event.seat].get(event.wager, 0) + event.stake
            case BetTakenDown():
                self._less(event.seat, event.wager, event.amount)
                for odds in event.trimmed:
                    self._less(event.seat, odds.wager, odds.amount)
            case RoundSettled():
                self._settled(before, event)
            case RoundVoided():
                self._remember(before)
                self._ended(event.decided, event.transfers)
            case TerminalsVoided():
                self._ended(event.decided, event.transfers)
            case BetsVoided():
                self._ended(event.decided, event.transfers, whole=not event.only_fresh)
            case BetRefused() | LightsFailed() | TableClosed():
                self._ended(event.decided, event.transfers, whole=True)
            case BetsInvalidated():
                self._ended(event.standing, event.transfers, whole=True, paid=False)
            case _:
                pass

    def _settled(self, before: Table, event: RoundSettled) -> None:
        self._remember(before)
        self._ended(event.decided, event.transfers, whole=True)
        lifted = [(each.seat, each.to, self._stakes[each.seat].pop(each.wager)) for each in event.moved]
        for seat, to, stake in lifted:
            assert to not in self._stakes[seat], event
            self._stakes[seat][to] = stake

    def _remember(self, before: Table) -> None:
        number = before.round.number + (before.round.phase is Phase.UNTIMED)
        self._before[number] = {seat: dict(bets) for seat, bets in self._stakes.items()}

    def _ended(
        self, decided: Sequence[Decided], transfers: Sequence[Transfer], *, whole: bool = False, paid: bool = True
    ) -> None:
        """Bets end once each, and what goes to their owners is what is said to."""
        ended = Counter((each.seat, each.wager) for each in decided)
        assert not ended or max(ended.values()) == 1, decided
        for each in decided:
            assert not whole or each.stake == self._stakes[each.seat][each.wager], each
            self._less(each.seat, each.wager, each.stake)
        if paid:
            said, given = Counter[str](), Counter[str]()
            for each in decided:
                of = each.promotional or Promotional()
                said[rack(each.seat)] += each.paid - of.total
                said[restricted(each.seat)] += of.restricted
                said[unrestricted(each.seat)] += of.unrestricted
                said[tokens(each.seat)] += of.tokens
            for transfer in transfers:
                if transfer.target.startswith(("rack:", "restricted:", "unrestricted:", "tokens:")):
                    given[transfer.target] += transfer.amount
            assert +said == +given

    def _less(self, seat: str, wager: str, amount: int) -> None:
        left = self._stakes[seat][wager] - amount
        assert amount > 0 <= left
        if left:
            self._stakes[seat][wager] = left
        else:
            del self._stakes[seat][wager]


def _laid(table: Table) -> Stakes:
    return {seat: {wager: bet.stake for wager, bet in bets.items()} for seat, bets in table.layout.items()}


def assert_bets_stay_closed(before: Table, command: Command, events: Sequence[Event]) -> None:
    """Check that bets are placed and changed only while betting is open, or in a case that the rules allow."""
    changes = [each for each in events if isinstance(each, BetPlaced | BetTakenDown | BetsCalled)]
    round, procedures = before.round, before.rules.procedures
    late = bool(round.deadline) and command.at >= round.deadline and round.phase is not Phase.UNTIMED
    if not changes or (round.phase in procedures.takes_bets and not late):
        return
    match events[0]:
        case FreezeRelaxed(by=by, second=second):
            assert _holds(before, by, Act.RELAX_FREEZE), by
            dice_wait = round.phase is Phase.CLOSED
            assert dice_wait or (second and second.name != by.name and _holds(before, second, Act.RELAX_FREEZE)), second
        case TerminalRestored(by=by, bets=bets):
            assert _holds(before, by, Act.CONFIRM_RECORD if bets is not None else Act.VOID_UNCONFIRMED), by
        case BetPlaced(confirmed=Person() as by):
            assert _holds(before, by, Act.CONFIRM_BET), by
        case BetPlaced(left_up=True):
            assert round.phase in PAYING
        case RoundSettled():
            assert all(isinstance(each, BetPlaced) and each.left_up and each.entailed for each in changes), changes
        case _:
            raise AssertionError(f"{events[0]} while bets are closed")


def _holds(table: Table, by: Person, act: Act) -> bool:
    procedures, phase = table.rules.procedures, table.round.phase
    return any(
        procedures.acting(by.role) & set(power.held_by) and (not power.during or phase in power.during)
        for power in procedures.powers
        if power.act is act
    )


def assert_it_is_said_well(before: Table, command: Command, outcome: tuple[Event, ...] | Refusal) -> None:
    """A refusal has a code and a sentence; what happened can be told."""
    if isinstance(outcome, Refusal):
        assert isinstance(outcome.reason, Reason)
        assert outcome.sentence.endswith("."), outcome
        assert outcome.message.endswith("."), outcome
        assert wish(command)
        return
    assert outcome
    for event in outcome:
        lines = told(before, event)
        assert lines, event
        assert all(line.strip() for line in lines), event
        before = apply(before, event)


def drawn(table: Table) -> str:
    """Everything that a table is at this moment, but for how it came to be: to see that nothing has changed in place."""
    return repr(
        [getattr(table, name) for name in table.__struct_fields__ if name not in ("rules", "editions", "past", "trail")]
    )


def same(one: Table, other: Table) -> bool:
    """Whether two tables are equal, however long nothing has been settled at them.

    One that was rebuilt from a snapshot may keep more rounds at hand. Those that both have to keep are compared.
    """
    memory = min(one.memory, other.memory)
    return (
        list(trail_events(one.trail)) == list(trail_events(other.trail))
        and _kept(one, memory) == _kept(other, memory)
        and _bare(one) == _bare(other)
    )


def _kept(table: Table, memory: int) -> list[Past]:
    return [replace(each, before=_bare(each.before)) for each in table.past[-memory:]]


def _bare(table: Table) -> Table:
    """A table without its rounds."""
    return replace(table, past=(), trail=None, memory=0)


def counted(table: Table) -> Mapping[str, int]:
    """What each player owns: in front of them, on the layout, withheld, and taken away; less what they owe."""
    found = Counter[str]()
    for account, cents in table.book.balances.items():
        kind, _, seat = account.partition(":")
        if seat and kind in ("rack", "restricted", "unrestricted", "tokens", "felt", "withheld", "owed"):
            found[seat] += cents
    return found
