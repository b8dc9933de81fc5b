"""What an order would change, before it is given: derived from `decide` and `apply`, and written nowhere."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.floor.asked import late
from croupier.floor.dealer import Dealer
from croupier.floor.dealers_words import dealers_words
from croupier.floor.favoured import favoured
from croupier.floor.happened import Happened, applied
from croupier.ledger.book import Transfer
from croupier.ledger.chart import kind_of
from croupier.table.core.decide import decide, judge
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import COMMANDS
from croupier.table.core.state import Past, Table
from croupier.table.rounds.correcting import NOT_POSSIBLE, SettledAgain
from croupier.table.rounds.settling import RoundSettled

RECALLS = 3
"""How often older rounds are read again because a round has ended meanwhile."""
REASON_TO_COME = "the reason is still to be given"
"""The reason in the sentences of a preview that was asked for without one."""
HAND_PAY, DEBT = "hand-pay", "debt"
"""What is open with a player beside the accounts: an amount to pay by hand, and money that was demanded back."""


class BalanceChange(msgspec.Struct, frozen=True):
    """How much of something there is before and after. Amounts are cents."""

    of: str
    """A kind of account of the chart, or `hand-pay` or `debt`."""
    title: str
    """What people call it."""
    seat: str | None
    """Whose it is; null if it is the table's."""
    before: int
    after: int


class BetChange(msgspec.Struct, frozen=True):
    """The stake of a bet before and after. Amounts are cents."""

    seat: str
    wager: str
    before: int
    after: int


class RoundResult(msgspec.Struct, frozen=True):
    """How a round ended. Amounts are cents."""

    outcome: str | None
    """What fell; null if the round was called off."""
    won: Mapping[str, int]
    """What each player has won in it, by seat; below zero if they have lost."""


class RoundTwice(msgspec.Struct, frozen=True):
    """A round in both histories."""

    round: int
    entered: RoundResult | None
    """As it is in the books; null if it is not."""
    corrected: RoundResult | None
    """As it would be after the order."""


class Preview(msgspec.Struct, frozen=True):
    """What an order would change. Nothing was written."""

    number: int
    """The number of the last event at the table."""
    words: tuple[str, ...]
    """What would happen, in sentences. Consequences are indented."""
    dropped: tuple[str, ...]
    """What players did since that would not be possible then, in sentences: they have to be told."""
    balances: tuple[BalanceChange, ...]
    """Every balance that would change: those of the seats, then those of the table."""
    bets: tuple[BetChange, ...]
    """Every bet that would change."""
    rounds: tuple[RoundTwice, ...]
    """The rounds that would be settled again."""
    digest: str
    """Stands for all of these changes. A command that is given with it is refused if it would change anything else."""
    missing: str
    """What the command lacks before it can be given: a reason. Empty if nothing. A reason changes no digest."""


async def preview(dealer: Dealer, command: Command, *, round: int | None = None) -> Preview | Refusal:
    """What a command would change at a table now, or why it would be refused.

    A second person is taken as signed, and a missing reason as still to come. A command meant for a round that is over is
    refused.
    """
    if not COMMANDS[type(command)].previewed:
        return Refusal(Reason.NO_PREVIEW, "What is counted is not shown beforehand: give the order.")
    table, command = dealer.durable, replace(command, at=dealer.now())
    refusal = late(table, round) or favoured(table, command)
    order, missing = _completed(table, command)
    outcome = refusal or decide(table, order)
    happened = applied(table, outcome)
    if isinstance(outcome, Refusal) and outcome.reason is Reason.ROUND_FORGOTTEN:
        outcome, happened, missing = await _recalled(dealer, command)
    if isinstance(outcome, Refusal):
        return outcome
    words = tuple(line for each in happened for line in dealers_words(each.before, each.event))
    dropped = tuple(line.removeprefix(NOT_POSSIBLE) for line in words if line.startswith(NOT_POSSIBLE))
    return Preview(table.events, words, dropped, *_changes(happened), digest(happened), missing)


def digest(happened: Sequence[Happened]) -> str:
    """Stands for what changes. It stays the same while other players bet."""
    balances, bets, rounds = _changes(happened)
    differences = [(each.of, each.seat, each.after - each.before) for each in balances]
    return hashlib.sha256(canonical((differences, bets, rounds))).hexdigest()


def as_previewed(expected: str, happened: Sequence[Happened]) -> Refusal | None:
    """Refuse a command that would change something else than its preview has shown."""
    if digest(happened) == expected:
        return None
    return Refusal(Reason.OTHER_PREVIEW, "The table has changed since the preview. Look again at what would change.")


def _completed(table: Table, command: Command) -> tuple[Command, str]:
    """The command with the reason and the second person that are still to come, and what it lacks of its own."""
    reasoned, missing = _reasoned(table, command)
    return _countersigned(table, reasoned), missing


def _reasoned(table: Table, command: Command) -> tuple[Command, str]:
    """The command as if its reason had been given, if it lacks one, and the sentence that asks for it; empty if it has all."""
    if getattr(command, "why", None) != "":
        return command, ""
    verdict = judge(table, command)
    if isinstance(verdict, Refusal) and verdict.reason is Reason.REASON_NEEDED:
        return replace(command, why=REASON_TO_COME), verdict.message
    return command, ""


def _countersigned(table: Table, command: Command) -> Command:
    """The command as if a second person had signed it, if one has to."""
    by: Person | None = getattr(command, "by", None)
    if by is None or "second" not in command.__struct_fields__:
        return command
    verdict = judge(table, command)
    is_needed = isinstance(verdict, Refusal) and verdict.reason is Reason.SECOND_PERSON_NEEDED
    return replace(command, second=Person("a second person", by.role)) if is_needed else command


async def _recalled(dealer: Dealer, command: Command) -> tuple[tuple[Event, ...] | Refusal, list[Happened], str]:
    """Decide a command with older rounds from the journal, once no round has ended while they were read.

    What it lacks is known only at the table with these rounds: who has to agree depends on how they ended.
    """
    for _ in range(RECALLS):
        table = dealer.durable
        recalled, outcome, happened = await dealer.recalled(table, command)
        order, missing = _completed(recalled, command)
        if order is not command:
            _, outcome, happened = await dealer.recalled(table, order)
        if dealer.durable.past[-1:] == table.past[-1:]:
            return outcome, happened, missing
    return Refusal(Reason.ROUND_FORGOTTEN, "The table is too busy to read so old a round. Try again."), [], ""


def _changes(
    happened: Sequence[Happened],
) -> tuple[tuple[BalanceChange, ...], tuple[BetChange, ...], tuple[RoundTwice, ...]]:
    if not happened:
        return (), (), ()
    before, after = happened[0].before, happened[-1].after
    rounds = (twice for each in happened if isinstance(each.event, SettledAgain) for twice in _rounds(each, each.event.round))
    return tuple(_balances(before, after)), tuple(_bets(before, after)), tuple(rounds)


def _balances(before: Table, after: Table) -> Iterator[BalanceChange]:
    """The changed balances, those of the seats first. Money in hand counts above zero here."""
    found = list[BalanceChange]()
    for account in {*before.book.balances, *after.book.balances}:
        kind = kind_of(account)
        assert kind, "every account is in the chart"
        seat = account.partition(":")[2] if kind.per_seat else None
        held = (kind.shown(table.book.balance(account)) for table in (before, after))
        found.append(BalanceChange(kind.name, kind.title, seat, *held))
    for seat in {*before.desk.hand_pays, *after.desk.hand_pays}:
        waits = (table.desk.hand_pays.get(seat, 0) for table in (before, after))
        found.append(BalanceChange(HAND_PAY, "To be paid by hand", seat, *waits))
    for seat in {*before.desk.debts, *after.desk.debts}:
        debts = (table.desk.debts.get(seat) for table in (before, after))
        found.append(BalanceChange(DEBT, "Demanded back", seat, *(debt.amount if debt else 0 for debt in debts)))
    found.sort(key=lambda each: (each.seat is None, each.seat or "", each.of))
    yield from (each for each in found if each.before != each.after)


def _bets(before: Table, after: Table) -> Iterator[BetChange]:
    stakes = [{(seat, wager): bet.stake for seat, wager, bet in table.bets()} for table in (before, after)]
    for seat, wager in sorted({*stakes[0], *stakes[1]}):
        first, second = (each.get((seat, wager), 0) for each in stakes)
        if first != second:
            yield BetChange(seat, wager, first, second)


def _rounds(again: Happened, since: int) -> Iterator[RoundTwice]:
    """Every round since the corrected one, as it was and as it is then."""
    first, second = (
        {past.round: _result(past) for past in table.past if past.round >= since} for table in (again.before, again.after)
    )
    for number in sorted({*first, *second}):
        yield RoundTwice(number, first.get(number), second.get(number))


def _result(past: Past) -> RoundResult:
    outcome = past.event.outcome if isinstance(past.event, RoundSettled) else None
    return RoundResult(outcome, _won(getattr(past.event, "transfers", ())))


def _won(transfers: Sequence[Transfer]) -> Mapping[str, int]:
    """What transfers add to all that players have, by seat."""
    won: dict[str, int] = {}
    for transfer in transfers:
        for account, amount in ((transfer.source, -transfer.amount), (transfer.target, transfer.amount)):
            kind = kind_of(account)
            if kind and kind.per_seat:
                seat = account.partition(":")[2]
                won[seat] = won.get(seat, 0) + amount
    return {seat: amount for seat, amount in sorted(won.items()) if amount}
