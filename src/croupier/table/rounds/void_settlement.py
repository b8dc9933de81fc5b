"""Void rounds, and the bets that are returned for them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from croupier.ledger.book import Transfer
from croupier.rules.machine import Decision, Result
from croupier.rules.outcomes import OutcomeName
from croupier.rules.payout import awake
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.rules.terms import Voided
from croupier.table.bets.returning import layout_without
from croupier.table.core.bet import Bet
from croupier.table.core.message import Decided, Event, by_seat
from croupier.table.core.meters import Meters
from croupier.table.core.person import Person
from croupier.table.core.rows import Audience, EventRow, History, declare
from croupier.table.core.state import Table
from croupier.table.core.words import by_whom, ends
from croupier.table.money.metering import EndedBets
from croupier.table.money.till import Till
from croupier.table.rounds.memory import past_after, round_over
from croupier.table.rounds.settling import RoundSettled, settle_as, settlement


class RoundVoided(Event, frozen=True, kw_only=True, tag=True):
    """A round was voided, or its outcome invalidated."""

    by: Person | None = None
    ground: str = ""
    """The id of the ground in the document."""
    clause: str = ""
    outcome: OutcomeName = OutcomeName("")
    """The outcome that was invalidated; empty if there was none."""
    forfeit: tuple[str, ...] = ()
    """The seats whose bets the house keeps."""
    pucks: Mapping[str, str] | None = None
    """The state of each puck, if later rounds were played from where the outcome had put it; null if no puck moved."""
    dice_pass: bool = False
    """Whether the dice passed to the next player, who threw in a later round."""
    advised: tuple[tuple[str, str], ...] = ()
    """The seats that the invalidated outcome had advised, each with the wager. What a player was told stays told."""
    decided: tuple[Decided, ...]
    transfers: tuple[Transfer, ...]


NOTHING_FELL = OutcomeName("")


@dataclass(frozen=True, slots=True)
class Voiding:
    """How to void a round."""

    voids: Voided
    """Which bets are returned."""
    outcome: OutcomeName = NOTHING_FELL
    """The outcome that is invalidated."""
    advised: tuple[tuple[str, str], ...] = ()
    """Whom that outcome had advised about bets below the minimum."""
    forfeit: tuple[str, ...] = ()
    """The seats whose bets the house keeps."""
    by: Person | None = None
    ground: str = ""
    clause: str = ""
    late: bool = False
    """Whether later rounds have ended. They stand as they were thrown, and no bet that the outcome had decided or moved may
    meet them: such bets go back too."""


def void_round(table: Table, how: Voiding) -> RoundVoided:
    """Void a round, and return the bets that the document says."""
    decided, transfers = void_bets(table, how, table.layout)
    fell = settlement(table, how.outcome) if how.late else None
    return RoundVoided(
        pucks=fell.pucks if fell else None,
        dice_pass=bool(fell and fell.dice_pass),
        by=how.by,
        ground=how.ground,
        clause=how.clause,
        outcome=how.outcome,
        advised=how.advised,
        forfeit=how.forfeit,
        decided=decided,
        transfers=transfers,
    )


def void_bets(table: Table, how: Voiding, seats: Collection[str]) -> tuple[tuple[Decided, ...], tuple[Transfer, ...]]:
    """Return the bets of these seats that the document says, and forfeit those of a fraud."""
    till, decided = Till(), list[Decided]()
    # Bets of an invalidated outcome are refunded; bets of a round without a result are void.
    result = Result.REFUND if how.voids is Voided.THAT_RESULT else Result.VOID
    touched = _touched(table, how.outcome) if how.late else frozenset[tuple[str, str]]()
    for seat, wager, bet in table.bets():
        if seat not in seats:
            continue
        if (seat, wager) in touched:
            stake, commission = bet.stake, bet.commission
        else:
            stake, commission = _voided_part(table, how, seat, wager, bet)
        if stake and seat in how.forfeit:
            decided.append(till.forfeit(seat, wager, stake))
        elif stake:
            decided.append(till.give_back(seat, wager, bet, (stake, commission), result))
    return tuple(decided), till.transfers()


def _touched(table: Table, outcome: OutcomeName) -> frozenset[tuple[str, str]]:
    """The bets that an outcome decides or moves, by seat and wager. A run that outlives void rounds only misses a count."""
    fell = settlement(table, outcome)
    moved = (each for each in fell.moved if not table.offer_of(each.wager, table.layout[each.seat][each.wager]).outlives_voids)
    return frozenset((each.seat, each.wager) for each in (*fell.decided, *moved))


def _voided_part(table: Table, how: Voiding, seat: str, wager: str, bet: Bet) -> tuple[int, int]:
    """The stake and the commission of a bet to return."""
    match how.voids:
        case Voided.NOTHING:
            return 0, 0
        case Voided.ALL_BETS:
            return (0, 0) if table.offer_of(wager, bet).outlives_voids else (bet.stake, bet.commission)
        case Voided.FRESH_BETS:
            return table.fresh(bet)
        case Voided.THAT_RESULT:
            offer = table.offer_of(wager, bet)
            counts = how.outcome and seat not in table.round.void_at
            effect = offer.wager.effects[bet.state].get(how.outcome) if counts else None
            if isinstance(effect, Decision) and awake(offer, effect, table.pucks, called=bet.called):
                return bet.stake, bet.commission
            return table.fresh(bet)


def void_again(table: Table, event: RoundVoided) -> RoundVoided:
    """Void a round for the same reason as `event`, with the bets on the layout of this table."""
    late = event.pucks is not None
    how = Voiding(
        voids_of(table, event.ground),
        event.outcome,
        event.advised,
        event.forfeit,
        event.by,
        event.ground,
        event.clause,
        late,
    )
    return void_round(table, how)


def voids_of(table: Table, ground: str) -> Voided:
    """Which bets go back when a round is voided on a ground."""
    powers = (power for power in table.rules.procedures.powers if power.ground(ground))
    return next((power.voids for power in powers if power.voids), table.rules.voided)


def end_round_as(table: Table, event: Event | None) -> tuple[Event, ...]:
    """End a round as `event` did, with the bets on the layout of this table. Without an event the round is still in play."""
    match event:
        case RoundSettled():
            return settle_as(table, event)
        case RoundVoided():
            return (void_again(table, event),)
        case _:
            return ()


def _apply_voided(table: Table, event: RoundVoided) -> Table:
    return replace(
        table,
        pucks=table.pucks if event.pucks is None else event.pucks,
        round=round_over(table, dice_pass=event.dice_pass, to=Phase.DONE),
        over=table.over + 1,
        advised=table.advised.union(event.advised),
        won={},
        staying={},
        layout=layout_without(table, event.decided),
        book=table.book.after(event.transfers),
        past=past_after(table, event),
    )


def _meter_voided(table: Table, event: RoundVoided) -> Meters:
    ends = EndedBets(table, event.clause or event.ground or table.rules.void_clause)
    ends.count(event.decided)
    return ends.meters()


def _tell_voided(table: Table, event: RoundVoided) -> list[str]:
    said = table.rules.game.void_call.replace("-", " ")
    procedures = table.rules.procedures
    ground = procedures.ground(event.ground)
    why = f": {ground.words} ({event.clause})" if ground else ""
    power = next((each for each in procedures.powers_to[Act.VOID_ROUND] if each.ground(event.ground)), None)
    # Invalidating an outcome and calling "no roll" are different decisions, so they are worded differently.
    if power and power.voids is Voided.THAT_RESULT:
        called = "The outcome is invalidated"
    elif power and procedures.is_electronic:
        called = "The round is declared void"
    else:
        called = f'"{said.capitalize()}" is called'
    return [f"{called}{by_whom(event.by)}{why}.", *ends(table, event.decided)]


def _shares(event: RoundVoided) -> tuple[RoundVoided, dict[str, RoundVoided]]:
    """A player is told of their own bets only, and not who decided it and whose bets were forfeited."""
    common = replace(event, by=None, advised=(), forfeit=(), decided=(), transfers=())
    return common, {seat: replace(common, decided=tuple(own)) for seat, own in by_seat(event.decided).items()}


declare(
    EventRow(
        kind=RoundVoided,
        apply=_apply_voided,
        meter=_meter_voided,
        tell=_tell_voided,
        again=void_again,
        audience=Audience.TABLE,
        moves_money=True,
        history=History.ENDS_ROUND,
        shares=_shares,
    ),
)
