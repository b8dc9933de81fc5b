"""Bets refused, voided or invalid, people barred, money withheld: each by whom the document names."""

from croupier.ledger.accounts import HOUSE, owed, rack, withheld
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.machine import Result
from croupier.rules.moments import clock_time
from croupier.rules.powers import Act
from croupier.table.authority import authority, demanded
from croupier.table.events import Event
from croupier.table.orders import DeclareInvalid, NoteBreach, RefuseBet, Release, Sanction, Withhold
from croupier.table.refusals import Reason, Refusal
from croupier.table.returning import give_back, refused, unwind_last
from croupier.table.rulings import (
    BetRefused,
    BetsInvalidated,
    BetsVoided,
    BreachNoted,
    MoneyReleased,
    MoneyWithheld,
    PlayerRefused,
    PlayerSanctioned,
)
from croupier.table.seats import nobody, unknown_player
from croupier.table.state import Table
from croupier.table.till import cashable, pay_out

MEASURES = (Act.VOID_BETS, Act.BAR, Act.EXCLUDE, Act.RECOMMEND_EXCLUSION, Act.DETAIN)


def refuse_bet(table: Table, order: RefuseBet) -> Event | Refusal:
    """A bet is refused and comes down, where it could still come down; or no more bets of a player are taken."""
    if refusal := unknown_player(table, order.seat):
        return refusal
    power = authority(table, order.by, Act.REFUSE_BET if order.wager else Act.REFUSE_PLAYER, order.why)
    if isinstance(power, Refusal):
        return power
    if not order.wager:
        ground, noted = power.ground(order.why), table.desk.breaches.get(order.seat, 0)
        if ground and noted < ground.after_breaches:
            sentence = f"Breaches of {order.seat} were written down {noted} times, and {ground.after_breaches} is the least."
            return Refusal(Reason.NOTICE_NEEDED, sentence, ground.clause)
        return PlayerRefused(seat=order.seat, by=order.by, why=order.why, clause=power.clause)
    returned = refused(table, order.seat, order.wager, power.clause)
    if isinstance(returned, Refusal):
        return returned
    decided, transfers = returned
    return BetRefused(
        seat=order.seat,
        wager=order.wager,
        decided=decided,
        transfers=transfers,
        by=order.by,
        why=order.why,
        clause=power.clause,
    )


def sanction(table: Table, order: Sanction) -> tuple[Event, ...] | Refusal:
    """One of the measures against somebody who contravened a clause that calls for it, whether they play or not."""
    if refusal := unknown_player(table, order.seat) if order.measure is Act.VOID_BETS else nobody(order.seat):
        return refusal
    if order.measure not in MEASURES:
        return Refusal(Reason.NO_SUCH_POWER, f"To {order.measure} is no measure against a person.")
    power = authority(table, order.by, order.measure, order.why)
    if isinstance(power, Refusal):
        return power
    by, why, clause = order.by, order.why, power.clause
    taken: list[Event] = [PlayerSanctioned(seat=order.seat, measure=order.measure, by=by, why=why, clause=clause)]
    if order.measure is Act.VOID_BETS:
        decided, transfers = give_back(table, order.seat, table.layout[order.seat], Result.VOID)
        taken.append(BetsVoided(seat=order.seat, decided=decided, transfers=transfers, by=by, why=why, clause=clause))
    return *taken, *demanded(table, order.measure, f"{order.seat}: {order.measure}")


def note_breach(table: Table, order: NoteBreach) -> BreachNoted | Refusal:
    """A breach is written down, and nothing else follows."""
    if refusal := nobody(order.seat):
        return refusal
    power = authority(table, order.by, Act.NOTE_BREACH, order.why)
    if isinstance(power, Refusal):
        return power
    return BreachNoted(seat=order.seat, by=order.by, why=order.why, clause=order.clause or power.clause)


def declare_invalid(table: Table, order: DeclareInvalid) -> BetsInvalidated | Refusal:
    """Bets made without one's own card: those of the last round go back without winnings, standing ones come down."""
    undone = unwind_last(table, order.seat)
    # Whoever has left since is reached as well: what they were paid is owed.
    if not undone.settled and (refusal := unknown_player(table, order.seat)):
        return refusal
    power = authority(table, order.by, Act.DECLARE_INVALID, order.why)
    if isinstance(power, Refusal):
        return power
    cards = table.rules.procedures.cards
    if cards and order.at and order.at < cards.since:
        return Refusal(Reason.TOO_SOON, f"Nobody needed a card before {clock_time(cards.since)}.", cards.clause)
    standing, down = give_back(table, order.seat, table.layout.get(order.seat, {}), Result.VOID)
    return BetsInvalidated(
        seat=order.seat,
        standing=standing,
        settled=undone.settled,
        forfeited=undone.forfeited,
        tokens=undone.tokens,
        transfers=(*down, *undone.transfers),
        by=order.by,
        why=order.why,
        clause=power.clause,
    )


def withhold(table: Table, order: Withhold) -> tuple[Event, ...] | Refusal:
    """Money is kept from a player, or taken back, until it has been looked into; somebody has to be told."""
    if refusal := unknown_player(table, order.seat):
        return refusal
    power = authority(table, order.by, Act.WITHHOLD, order.why)
    if isinstance(power, Refusal):
        return power
    there = cashable(table.book, order.seat)
    if not 1 <= order.amount <= there:
        sentence = f"{dollars(order.amount)} cannot be withheld: {order.seat} has {dollars(there)}."
        return Refusal(Reason.BAD_AMOUNT, sentence, power.clause)
    kept = MoneyWithheld(
        seat=order.seat,
        amount=order.amount,
        transfers=pay_out(table.book, order.seat, withheld(order.seat), order.amount),
        by=order.by,
        why=order.why,
        clause=power.clause,
    )
    return kept, *demanded(table, Act.WITHHOLD, f"{dollars(order.amount)} withheld from {order.seat}")


def release(table: Table, order: Release) -> MoneyReleased | Refusal:
    """An investigation ends: the money goes to the player, or to the house."""
    power = authority(table, order.by, Act.RELEASE, order.why)
    if isinstance(power, Refusal):
        return power
    there = table.book.balance(withheld(order.seat))
    if not 1 <= order.amount <= there:
        sentence = f"{dollars(order.amount)} cannot be released: {dollars(there)} is withheld from {order.seat}."
        return Refusal(Reason.BAD_AMOUNT, sentence, power.clause)
    # Nobody can collect from a place that is no longer theirs: whoever has left is owed it.
    player = rack(order.seat) if order.seat in table.layout else owed(order.seat)
    target = player if order.to_player else HOUSE
    transfers = (Transfer(withheld(order.seat), target, Cents(order.amount)),)
    return MoneyReleased(
        seat=order.seat,
        amount=order.amount,
        to_player=order.to_player,
        transfers=transfers,
        by=order.by,
        why=order.why,
        clause=power.clause,
    )
