"""The commands that the wishes of a terminal stand for, and the tickets that it prints."""

from croupier.cage.barcodes import bars, squares
from croupier.cage.numbers import in_groups
from croupier.cage.refusals import CageReason, CageRefusal
from croupier.cage.state import opened_rules
from croupier.floor.automatic import marker
from croupier.floor.counter import inserting
from croupier.floor.keeper import Keeper
from croupier.money import Cents
from croupier.server.messages import PrintedTicket
from croupier.server.wishes import (
    AcceptDiceWish,
    BetWish,
    CallWish,
    CollectWish,
    DeclineDiceWish,
    InsertWish,
    LeaveUpWish,
    MoveWish,
    PassDiceWish,
    ShootWish,
    TableWish,
    TakeDownWish,
    TicketWish,
)
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import LeaveUp, PlaceBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.hand_pays import HandPayCause
from croupier.table.core.message import Command
from croupier.table.core.state import Table
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.tender import Tender, Way
from croupier.table.money.till import cashable
from croupier.table.rounds.dice import AcceptDice, DeclineDice, PassDice
from croupier.table.rounds.shooting import ShootDice

NO_CAGE = CageRefusal(CageReason.CAGE_CLOSED, "There is no cage on this floor, and so there are no tickets.")


def command_of(
    wish: TableWish, seat: str, table: Table, keeper: Keeper | None, *, is_attended: bool, is_live: bool
) -> Command | CageRefusal:
    """The command that a wish stands for, or why there is none: a ticket that is not known."""
    match wish:
        case AcceptDiceWish():
            return AcceptDice(seat=seat, dice=_first_dice(table))
        case DeclineDiceWish():
            return DeclineDice(seat=seat)
        case PassDiceWish():
            return PassDice(seat=seat)
        case CallWish():
            return CallBet(seat=seat, wager=wish.wager, on=wish.on, by=marker(table, is_attended=is_attended))
        case LeaveUpWish():
            return LeaveUp(seat=seat, wager=wish.wager)
        case MoveWish():
            return MoveBet(seat=seat, wager=wish.wager, to=wish.to, amount=Cents(wish.amount) if wish.amount else None)
        case BetWish():
            return PlaceBet(seat=seat, wager=wish.wager, stake=Cents(wish.amount))
        case TakeDownWish():
            return TakeDown(seat=seat, wager=wish.wager, amount=None if wish.amount is None else Cents(wish.amount))
        case InsertWish():
            return InsertMoney(seat=seat, amount=Cents(wish.amount))
        case TicketWish():
            return inserting(keeper.found(wish.number), seat) if keeper else NO_CAGE
        case CollectWish():
            tender = _way_out(table, seat, keeper, is_live=is_live)
            by_hand = tender and tender.way is Way.HAND_PAY
            return Collect(seat=seat, tender=tender, cause=HandPayCause.OVER_TICKET_LIMIT if by_hand else None)
        case ShootWish():
            return ShootDice(seat=seat)


def _first_dice(table: Table) -> tuple[int, ...]:
    """The dice that a terminal takes: the first ones of the set, because a player cannot choose on a screen."""
    shooting = table.rules.procedures.shooting
    return tuple(range(1, shooting.dice.chosen + 1)) if shooting and shooting.dice else ()


def _way_out(table: Table, seat: str, keeper: Keeper | None, *, is_live: bool) -> Tender | None:
    """How credit leaves a terminal: on a ticket, or by hand if it is too much for one. A demonstration pays no one by hand."""
    if keeper is None or not table.rules.procedures.is_electronic:
        return None
    if cashable(table.book, seat) <= opened_rules(keeper.cage).most_out:
        return Tender(Way.TICKET)
    return Tender(Way.HAND_PAY) if is_live else None


def printed_ticket(keeper: Keeper, serial: int) -> PrintedTicket:
    """A ticket as a terminal prints it."""
    ticket, number = keeper.durable.tickets[serial], keeper.number(serial)
    table, _, seat = ticket.place.partition("/")
    return PrintedTicket(
        serial=serial,
        number=in_groups(number),
        amount=ticket.amount,
        table=table,
        seat=seat,
        issued=ticket.issued,
        expires=ticket.expires,
        bars=bars(number),
        squares=squares(number),
    )
