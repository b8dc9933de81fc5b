"""The round of an electronic table, and the money on its terminals: what the rules say to each wish."""

from croupier.ledger import OUTSIDE, Transfer, rack
from croupier.money import dollars
from croupier.rules.terms import Collecting
from croupier.table.commands import CloseBetting, Collect, InsertMoney, OpenBetting, ShootDice, TakeSeat
from croupier.table.events import BettingClosed, BettingOpened, DiceShot, MoneyCollected, MoneyInserted, SeatTaken
from croupier.table.refusals import Reason, Refusal
from croupier.table.state import Phase, Table

BETS_ARE_OPEN = (Phase.UNTIMED, Phase.BETTING)
NOTHING_IS_OUT = (*BETS_ARE_OPEN, Phase.DONE)
"""No roll or spin is under way."""


def take_seat(table: Table, wish: TakeSeat) -> SeatTaken | Refusal:
    """Let a player sit down with what they bring."""
    if wish.seat in table.layout:
        return Refusal(Reason.SEAT_TAKEN, f"{wish.seat} sits at this table already.")
    if wish.chips < 0:
        return Refusal(Reason.BAD_AMOUNT, f"{wish.seat} cannot bring {dollars(wish.chips)}.")
    transfers = (Transfer(OUTSIDE, rack(wish.seat), wish.chips),) if wish.chips else ()
    return SeatTaken(seat=wish.seat, transfers=transfers)


def insert_money(table: Table, wish: InsertMoney) -> MoneyInserted | Refusal:
    """Credit money to a terminal, at any time."""
    if wish.seat not in table.layout:
        return Refusal(Reason.UNKNOWN_PLAYER, f"There is no player {wish.seat} at this table.")
    if wish.amount < 1:
        return Refusal(Reason.BAD_AMOUNT, f"{dollars(wish.amount)} is not an amount to put in.", table.rules.payment)
    return MoneyInserted(seat=wish.seat, transfers=(Transfer(OUTSIDE, rack(wish.seat), wish.amount),))


def collect(table: Table, wish: Collect) -> MoneyCollected | Refusal:
    """Pay a terminal's credit out, when the document lets a player collect."""
    if wish.seat not in table.layout:
        return Refusal(Reason.UNKNOWN_PLAYER, f"There is no player {wish.seat} at this table.")
    period, credit = table.rules.period, table.book.balance(rack(wish.seat))
    clause = period.collecting_clause if period else table.rules.payment
    if not credit:
        return Refusal(Reason.CANNOT_COLLECT, "There is nothing to collect.", clause)
    if table.round.phase not in NOTHING_IS_OUT:
        return Refusal(Reason.CANNOT_COLLECT, f"Credits can be collected when this {table.rules.game.turn} is settled.", clause)
    if period and period.collecting is Collecting.NO_BET_DOWN and table.layout[wish.seat]:
        return Refusal(Reason.CANNOT_COLLECT, "Credits can be collected when no bet is down.", clause)
    return MoneyCollected(seat=wish.seat, transfers=(Transfer(rack(wish.seat), OUTSIDE, credit),))


def open_betting(table: Table, wish: OpenBetting) -> BettingOpened | Refusal:
    """Begin the next round."""
    if table.round.phase not in (Phase.UNTIMED, Phase.DONE):
        return Refusal(Reason.OUT_OF_SEQUENCE, "The round in play is not over.")
    return BettingOpened(round=table.round.number + 1, deadline=wish.deadline)


def close_betting(table: Table, wish: CloseBetting) -> BettingClosed | Refusal:
    """End the wagering period and say who has the dice."""
    if table.round.phase is not Phase.BETTING:
        return Refusal(Reason.OUT_OF_SEQUENCE, "No wagering period is open.")
    shooter, shooting = _shooter(table), table.rules.shooting
    return BettingClosed(shooter=shooter, shoot_by=wish.at + shooting.seconds * 1000 if shooting and shooter else wish.at)


def shoot(table: Table, wish: ShootDice) -> DiceShot | Refusal:
    """Shoot the dice: the shooter does, or the machine."""
    if table.round.phase is not Phase.CLOSED or table.rules.shooting is None:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The dice cannot be shot now.")
    if wish.seat and wish.seat != table.round.shooter:
        return Refusal(Reason.NOT_THE_SHOOTER, f"{wish.seat} does not have the dice.", table.rules.shooting.clause)
    return DiceShot(seat=wish.seat)


def bets_are_closed(table: Table) -> Refusal | None:
    """Why no bet can be made or changed now, where none can."""
    if table.round.phase in BETS_ARE_OPEN:
        return None
    clause = table.rules.period.clause if table.rules.period else ""
    return Refusal(Reason.BETTING_CLOSED, "No more bets: the wagering period has ended.", clause)


def outcome_is_early(table: Table) -> Refusal | None:
    """Why what fell does not count now, where it does not."""
    waits_for = Phase.SHOT if table.rules.shooting else Phase.CLOSED
    if table.round.phase in (Phase.UNTIMED, waits_for):
        return None
    return Refusal(Reason.OUT_OF_SEQUENCE, "Nothing can fall now: the round is not at that point.")


def void_is_late(table: Table) -> Refusal | None:
    """Why a round cannot be declared void now, where it cannot: bets may be open or closed, but not settled."""
    if table.round.phase is not Phase.DONE:
        return None
    return Refusal(Reason.OUT_OF_SEQUENCE, "The round is settled and can no longer be declared void.")


def _shooter(table: Table) -> str:
    """The player with the dice, or the next one clockwise who has the bet for it; nobody if there is none."""
    shooting = table.rules.shooting
    if shooting is None:
        return ""
    seats = sorted(table.layout)
    entitled = [seat for seat in seats if any(wager in table.layout[seat] for wager in shooting.with_one_of)]
    last = table.round.dice_at
    if last in entitled and not table.round.dice_pass:
        return last
    after = [seat for seat in entitled if seat > last]
    return (after or entitled or [""])[0]
