"""What holds at every table after every command, whoever asks for it: watched by a witness with books of their own."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.ledger.accounts import COMMISSION, felt, rack, restricted, stacker, tokens, unrestricted
from croupier.ledger.book import Transfer
from croupier.rules.machine import Result
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.apply import apply, rewound
from croupier.table.commands import Command
from croupier.table.events import (
    MOVE_MONEY,
    BetPlaced,
    BetsCalled,
    BetTakenDown,
    Event,
    MoneyInserted,
    RoundSettled,
    RoundVoided,
    SeatLeft,
    SeatTaken,
    SettledAgain,
)
from croupier.table.fact import Decided
from croupier.table.metering import disagreement
from croupier.table.meters import Terminal
from croupier.table.person import Person
from croupier.table.promotional import Promotional
from croupier.table.refusals import Reason, Refusal
from croupier.table.rulings import (
    BetRefused,
    BetsInvalidated,
    BetsVoided,
    FreezeRelaxed,
    LightsFailed,
    TableClosed,
    TerminalRestored,
)
from croupier.table.state import Table, unrolled
from croupier.table.tender import worth
from croupier.table.words import told, wish

Stakes = dict[str, dict[str, int]]
"""What lies where, as a witness has counted it."""

EITHER_SIDE = ("house", "outside", "owed", "cage", "tickets", "cashless")
IN_HAND = ("stacker", "drop", "float", "promotions")
"""Accounts that are below zero by what is there."""

PAYING = (Phase.UNTIMED, Phase.SETTLED, Phase.LIT)


def assert_the_books_are_in_order(table: Table) -> None:
    """Nothing is lost, every account stands on its side of zero, chips on the felt are on the felt."""
    balances = table.book.balances
    assert sum(balances.values()) == 0
    for account, balance in balances.items():
        kind = account.partition(":")[0]
        assert kind in EITHER_SIDE or (balance < 0) is (kind in IN_HAND), (account, balance)
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


def assert_restricted_credits_are_played(before: Table, event: Event, after: Table) -> None:
    """They are staked, come back as what they were, are used up by a bet that was decided, or end with a visit."""
    for transfer in event.transfers if isinstance(event, MOVE_MONEY) else ():
        assert not transfer.source.startswith("restricted:") or transfer.target.startswith(("felt:", "promotions")), event
    used_up = Counter[str]()
    for each in getattr(event, "decided", ()):
        if each.result in (Result.WIN, Result.LOSE, Result.FORFEIT):
            made_of = before.layout[each.seat][each.wager].promotional or Promotional()
            used_up[each.seat] += made_of.restricted - (each.promotional or Promotional()).restricted
    if isinstance(event, SeatLeft):
        used_up[event.seat] += event.forfeited
    for seat in {*before.layout, *after.layout}:
        lost = _only_to_stake(before, seat) - _only_to_stake(after, seat)
        if isinstance(event, SeatTaken | MoneyInserted | BetsInvalidated):
            assert lost <= 0, event
        else:
            assert lost == used_up[seat], (seat, event)


def _only_to_stake(table: Table, seat: str) -> int:
    bets = table.layout.get(seat, {}).values()
    return table.book.balance(restricted(seat)) + sum(bet.promotional.restricted for bet in bets if bet.promotional)


def assert_tokens_stay_tokens(before: Table, event: Event, after: Table) -> None:
    """They are staked, and come back as tokens unless their bet was decided; then they are gone, or when somebody leaves."""
    for transfer in event.transfers if isinstance(event, MOVE_MONEY) else ():
        assert not transfer.source.startswith("tokens:") or transfer.target.startswith(("felt:", "promotions")), event
    gone = Counter[str]()
    for each in getattr(event, "decided", ()):
        bet, back = before.layout[each.seat][each.wager], (each.promotional or Promotional()).tokens
        taken = (bet.promotional or Promotional()).tokens - back
        gone[each.seat] += taken if each.result in (Result.WIN, Result.LOSE, Result.FORFEIT) else 0
    if isinstance(event, SeatLeft):
        gone[event.seat] += event.tokens
    for seat in {*before.layout, *after.layout}:
        lost = _in_tokens(before, seat) - _in_tokens(after, seat)
        if isinstance(event, SeatTaken | MoneyInserted | BetsInvalidated):
            assert lost <= 0, event
        else:
            assert lost == gone[seat], (seat, event)


def _in_tokens(table: Table, seat: str) -> int:
    bets = table.layout.get(seat, {}).values()
    return table.book.balance(tokens(seat)) + sum(bet.promotional.tokens for bet in bets if bet.promotional)


def assert_the_meters_agree(before: Table, after: Table) -> None:
    """The meters of every terminal come to the money it has, and none has fallen."""
    assert before.meters.terminals.keys() <= after.meters.terminals.keys()
    for seat in after.meters.terminals.keys() | after.layout.keys():
        assert disagreement(after, seat) == "", seat
        assert worth(after.meters.terminal(seat).stacked) == -after.book.balance(stacker(seat)), seat
    assert _none_fell(msgspec.to_builtins(before.meters), msgspec.to_builtins(after.meters))
    waiting = {seat: _by_hand(each) - each.paid_by_hand - each.taken_back for seat, each in after.meters.terminals.items()}
    assert {seat: amount for seat, amount in waiting.items() if amount} == after.desk.hand_pays


def _by_hand(terminal: Terminal) -> int:
    return terminal.taken.get("hand-pay", 0) + terminal.taken.get("large-win", 0)


def _none_fell(before: Any, after: Any) -> bool:
    if isinstance(before, Mapping):
        figures = cast("Mapping[str, Any]", before)
        return all(_none_fell(figure, after[name]) for name, figure in figures.items())
    return before <= after


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
            other = rewound(before, event.round)
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
            case SeatLeft():
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
    """Bets are made and changed while they are open, or because somebody who may lets them be."""
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
    """Whether two tables are equal, however long nothing has been settled at them."""
    return list(unrolled(one.trail)) == list(unrolled(other.trail)) and replace(one, trail=None) == replace(other, trail=None)


def lines_of(events: Sequence[Event]) -> list[bytes]:
    """Events as they stand in a journal."""
    return [canonical(event) for event in events]


def counted(table: Table) -> Mapping[str, int]:
    """What each player owns: in front of them, on the layout, withheld, and taken away; less what they owe."""
    found = Counter[str]()
    for account, cents in table.book.balances.items():
        kind, _, seat = account.partition(":")
        if seat and kind in ("rack", "restricted", "unrestricted", "tokens", "felt", "withheld", "owed"):
            found[seat] += cents
    return found
