"""Who sits where, with what money, and with whose card."""

from croupier.ledger.accounts import restricted, tokens
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.rules.terms import Collecting
from croupier.table.authority import authority, clause_of
from croupier.table.cashier import hand_pay, unfit_to_bring, unfit_to_take
from croupier.table.commands import Collect, InsertCard, InsertMoney, LeaveSeat, RemoveCard, TakeSeat
from croupier.table.events import (
    CardInserted,
    CardRemoved,
    Event,
    HandPayCalled,
    MoneyCollected,
    MoneyInserted,
    SeatLeft,
    SeatTaken,
)
from croupier.table.locks import locked, unsound
from croupier.table.orders import HoldToOneTerminal, VacateSeat
from croupier.table.refusals import Reason, Refusal
from croupier.table.rulings import PlayerHeld, SeatOrdered
from croupier.table.state import Table
from croupier.table.tender import Tender, Way, account, purse
from croupier.table.till import cashable, forfeit, pay_out


def unknown_player(table: Table, seat: str) -> Refusal | None:
    """Nobody of that name is here."""
    return None if seat in table.layout else Refusal(Reason.UNKNOWN_PLAYER, f"There is no player {seat} at this table.")


def nobody(person: str) -> Refusal | None:
    """Nobody is named, player or not."""
    return None if person.strip() else Refusal(Reason.UNKNOWN_PLAYER, "Say who it is.")


def take_seat(table: Table, wish: TakeSeat) -> SeatTaken | Refusal:
    """Let a player sit down with what they bring."""
    if wish.seat in table.layout:
        return Refusal(Reason.SEAT_TAKEN, f"{wish.seat} sits at this table already.")
    if wish.seat in table.desk.refused:
        return Refusal(Reason.BETS_REFUSED, f"{wish.seat} may not play here.", table.desk.refused[wish.seat])
    if table.desk.closed:
        return Refusal(Reason.TABLE_CLOSED, "The table is closed.", clause_of(table, Act.CLOSE_TABLE))
    if table.seats and len(table.layout) >= table.seats:
        return Refusal(Reason.TABLE_FULL, f"All {table.seats} places are taken.")
    if wish.chips < 0:
        return Refusal(Reason.BAD_AMOUNT, f"{wish.seat} cannot bring {dollars(wish.chips)}.")
    if refusal := unfit_to_bring(table, wish.tender, wish.chips):
        return refusal
    transfers = _brought(wish.seat, wish.chips, wish.tender) if wish.chips else ()
    return SeatTaken(seat=wish.seat, amount=wish.chips, tender=wish.tender, transfers=transfers)


def _brought(seat: str, amount: int, tender: Tender | None) -> tuple[Transfer, ...]:
    return (Transfer(account(tender, seat), purse(tender, seat), Cents(amount)),)


def leave_seat(table: Table, wish: LeaveSeat) -> SeatLeft | Refusal:
    """Let a player go, who has no bets left; whoever leaves a terminal collects, and may leave when they may collect."""
    if refusal := unknown_player(table, wish.seat):
        return refusal
    credit, only_to_stake = cashable(table.book, wish.seat), table.book.balance(restricted(wish.seat))
    of_tokens = table.book.balance(tokens(wish.seat))
    faulty = wish.seat in table.desk.faulty
    if table.layout[wish.seat] and not faulty:
        return Refusal(Reason.BETS_STANDING, f"{wish.seat} still has bets on the layout.")
    if table.rules.procedures.period and (credit or faulty) and (refusal := _kept(table, wish.seat)):
        return refusal
    if wish.tender and wish.tender.way is Way.HAND_PAY:
        return Refusal(Reason.BAD_TENDER, "Whoever is paid by hand leaves when it is paid.", table.rules.payment)
    if refusal := locked(table, wish.seat) or unsound(table, wish.seat) or unfit_to_take(table, wish.tender):
        return refusal
    return SeatLeft(
        seat=wish.seat,
        amount=credit,
        forfeited=only_to_stake,
        tokens=of_tokens,
        tender=wish.tender if credit else None,
        transfers=(
            *pay_out(table.book, wish.seat, account(wish.tender, wish.seat), credit),
            *forfeit(wish.seat, only_to_stake, of_tokens),
        ),
    )


def insert_money(table: Table, wish: InsertMoney) -> MoneyInserted | Refusal:
    """Credit money to a terminal, at any time."""
    if refusal := unknown_player(table, wish.seat):
        return refusal
    if table.desk.closed:
        return Refusal(Reason.TABLE_CLOSED, "The table is closed.", clause_of(table, Act.CLOSE_TABLE))
    if wish.amount < 1:
        return Refusal(Reason.BAD_AMOUNT, f"{dollars(wish.amount)} is not an amount to put in.", table.rules.payment)
    if refusal := locked(table, wish.seat) or unfit_to_bring(table, wish.tender, wish.amount):
        return refusal
    transfers = _brought(wish.seat, wish.amount, wish.tender)
    return MoneyInserted(seat=wish.seat, amount=wish.amount, tender=wish.tender, transfers=transfers)


def collect(table: Table, wish: Collect) -> MoneyCollected | HandPayCalled | Refusal:
    """Pay a terminal's credit out, when the document lets a player collect."""
    if refusal := unknown_player(table, wish.seat):
        return refusal
    credit = cashable(table.book, wish.seat)
    only_to_stake = Cents(table.book.balance(restricted(wish.seat)) + table.book.balance(tokens(wish.seat)))
    if not credit:
        rest = f": {dollars(only_to_stake)} can only be staked" if only_to_stake else ""
        return Refusal(Reason.CANNOT_COLLECT, f"There is nothing to collect{rest}.", _collecting_clause(table))
    stopped = _kept(table, wish.seat) or locked(table, wish.seat) or unsound(table, wish.seat)
    if refusal := stopped or unfit_to_take(table, wish.tender):
        return refusal
    if wish.tender and wish.tender.way is Way.HAND_PAY:
        return hand_pay(table, wish.seat, credit)
    transfers = pay_out(table.book, wish.seat, account(wish.tender, wish.seat), credit)
    return MoneyCollected(seat=wish.seat, amount=credit, tender=wish.tender, transfers=transfers)


def _collecting_clause(table: Table) -> str:
    period = table.rules.procedures.period
    return period.collecting_clause if period else table.rules.payment


def _kept(table: Table, seat: str) -> Refusal | None:
    """Why the credit of a terminal cannot be paid out now, where it cannot."""
    procedures, phase, clause = table.rules.procedures, table.round.phase, _collecting_clause(table)
    if seat in table.desk.faulty:
        return Refusal(Reason.TERMINAL_FAULTY, f"The terminal of {seat} is being looked into.", clause)
    if phase not in procedures.takes_bets and phase is not Phase.DONE:
        return Refusal(Reason.CANNOT_COLLECT, f"Credits can be collected when this {table.rules.game.turn} is settled.", clause)
    if procedures.period and procedures.period.collecting is Collecting.NO_BET_DOWN and table.layout[seat]:
        return Refusal(Reason.CANNOT_COLLECT, "Credits can be collected when no bet is down.", clause)
    return None


def insert_card(table: Table, wish: InsertCard) -> CardInserted | Refusal:
    """A player's card opens a session at a terminal: at one, or at several where the document lets it."""
    if refusal := unknown_player(table, wish.seat):
        return refusal
    if not wish.player.strip():
        return Refusal(Reason.UNKNOWN_PLAYER, "The card belongs to nobody.")
    desk, seating = table.desk, table.rules.procedures.seating
    if wish.player in desk.refused:
        return Refusal(Reason.BETS_REFUSED, f"{wish.player} may not play here.", desk.refused[wish.player])
    elsewhere = sorted(seat for seat, player in desk.cards.items() if player == wish.player and seat != wish.seat)
    if elsewhere and seating and (not seating.several or wish.player in desk.held):
        sentence = f"{wish.player} plays at {elsewhere[0]} already, and may use one terminal only."
        return Refusal(Reason.ONE_TERMINAL, sentence, seating.clause)
    return CardInserted(seat=wish.seat, player=wish.player)


def remove_card(table: Table, wish: RemoveCard) -> CardRemoved | Refusal:
    """The card is taken out; bets stand."""
    if wish.seat not in table.desk.cards:
        return Refusal(Reason.CARD_NEEDED, f"There is no card in the terminal of {wish.seat}.")
    return CardRemoved(seat=wish.seat)


def hold_to_one(table: Table, order: HoldToOneTerminal) -> PlayerHeld | Refusal:
    """A player may use one terminal only from now on."""
    if refusal := nobody(order.player):
        return refusal
    power = authority(table, order.by, Act.ONE_TERMINAL, order.why)
    if isinstance(power, Refusal):
        return power
    return PlayerHeld(player=order.player, by=order.by, why=order.why, clause=power.clause)


def vacate(table: Table, order: VacateSeat) -> tuple[Event, ...] | Refusal:
    """Require somebody to give up a place: who abstains at a full table, or is held to be in the way, player or not."""
    abstaining = table.rules.procedures.abstaining
    if refusal := unknown_player(table, order.seat) if abstaining else nobody(order.seat):
        return refusal
    power = authority(table, order.by, Act.VACATE_SEAT, order.why)
    if isinstance(power, Refusal):
        return power
    if abstaining:
        rounds = max(0, table.desk.idle.get(order.seat, 0))
        full = table.seats and len(table.layout) >= table.seats
        if rounds < abstaining.rounds or not full:
            what = f"has abstained for {rounds} rounds" if full else "could sit elsewhere: places are free"
            return Refusal(Reason.NOT_IDLE, f"{order.seat} {what}.", abstaining.clause)
    ground = power.ground(order.why)
    ordered = SeatOrdered(seat=order.seat, by=order.by, why=order.why, clause=ground.clause if ground else power.clause)
    # Who cannot leave yet, because of a bet or a fault, does so afterwards.
    gone = leave_seat(table, LeaveSeat(seat=order.seat))
    return (ordered,) if isinstance(gone, Refusal) else (ordered, gone)
