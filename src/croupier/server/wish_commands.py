"""The commands that the wishes of a terminal stand for, and the tickets that it prints."""

from collections.abc import Callable

from croupier.cage.barcodes import bars, squares
from croupier.cage.numbers import in_groups
from croupier.cage.refusals import Reason
from croupier.cage.state import opened_rules
from croupier.facts.refusal import Refusal
from croupier.floor.automatic import marker
from croupier.floor.counter import Transferred, card_inserting, inserting
from croupier.floor.keeper import Keeper
from croupier.money import Cents
from croupier.server.messages import AccountView, PrintedTicket, TransferView
from croupier.server.wishes import (
    AcceptDiceWish,
    AttendantWish,
    BetWish,
    CallWish,
    CardOutWish,
    CardWish,
    CollectWish,
    DeclineDiceWish,
    Disputed,
    DisputeWish,
    InsertWish,
    LeaveUpWish,
    MoneyWish,
    MoveWish,
    PassDiceWish,
    ShootWish,
    TableWish,
    TakeDownWish,
    TicketWish,
    TransferOutWish,
)
from croupier.table.authority.attendants import CallAttendant
from croupier.table.authority.disputes import OpenDispute
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import LeaveUp, PlaceBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.hand_pays import HandPayCause
from croupier.table.core.message import Command
from croupier.table.core.state import Table
from croupier.table.money.cards import RemoveCard
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.tender import Tender, Way
from croupier.table.money.till import cashable
from croupier.table.rounds.dice import AcceptDice, DeclineDice, PassDice
from croupier.table.rounds.shooting import ShootDice

DISPUTED = {
    Disputed.RESULT: "The result, as the player says at the terminal.",
    Disputed.PAYMENT: "What was paid, as the player says at the terminal.",
    Disputed.BET: "A bet that was taken or refused, as the player says at the terminal.",
}
NO_CAGE = Refusal(Reason.CAGE_CLOSED, "There is no cage on this floor, and so there are no tickets and no cards.")


def command_of(
    wish: TableWish,
    seat: str,
    table: Table,
    keeper: Keeper | None,
    *,
    is_attended: bool,
    is_live: bool,
    prints: Callable[[str], bool],
) -> Command | Refusal:
    """The command that a wish stands for, or why there is none: a ticket or a card that is not known.

    `prints` tells whether the printer of a seat could print now.
    """
    match wish:
        case AcceptDiceWish():
            return AcceptDice(seat=seat, dice=_first_dice(table))
        case DeclineDiceWish():
            return DeclineDice(seat=seat)
        case PassDiceWish():
            return PassDice(seat=seat)
        case CallWish():
            return CallBet(seat=seat, wager=wish.wager, on=wish.on, by=marker(table, is_attended=is_attended))
        case AttendantWish():
            return CallAttendant(seat=seat, concern=wish.concern)
        case DisputeWish():
            return OpenDispute(seat=seat, round=wish.disputed_round, about=DISPUTED[wish.about])
        case LeaveUpWish():
            return LeaveUp(seat=seat, wager=wish.wager)
        case MoveWish():
            return MoveBet(seat=seat, wager=wish.wager, to=wish.to, amount=Cents(wish.amount) if wish.amount else None)
        case BetWish():
            return PlaceBet(seat=seat, wager=wish.wager, stake=Cents(wish.amount))
        case TakeDownWish():
            return TakeDown(seat=seat, wager=wish.wager, amount=None if wish.amount is None else Cents(wish.amount))
        case ShootWish():
            return ShootDice(seat=seat)
        case _:
            return _money_command(wish, seat, table, keeper, prints, is_live=is_live)


def _money_command(
    wish: MoneyWish, seat: str, table: Table, keeper: Keeper | None, prints: Callable[[str], bool], *, is_live: bool
) -> Command | Refusal:
    """The command of a wish about credit or a card."""
    match wish:
        case InsertWish():
            return InsertMoney(seat=seat, amount=Cents(wish.amount))
        case TicketWish():
            return inserting(keeper.found(wish.number), seat) if keeper else NO_CAGE
        case CollectWish():
            return _collect(table, seat, keeper, prints, is_live=is_live)
        case CardWish():
            return card_inserting(keeper.found_card(wish.number), seat) if keeper else NO_CAGE
        case CardOutWish():
            return RemoveCard(seat=seat)
        case TransferOutWish():
            return Collect(seat=seat, tender=Tender(Way.CASHLESS)) if keeper else NO_CAGE


def _first_dice(table: Table) -> tuple[int, ...]:
    """The dice that a terminal takes: the first ones of the set, because a player cannot choose on a screen."""
    shooting = table.rules.procedures.shooting
    return tuple(range(1, shooting.dice.chosen + 1)) if shooting and shooting.dice else ()


def _collect(table: Table, seat: str, keeper: Keeper | None, prints: Callable[[str], bool], *, is_live: bool) -> Collect:
    """Collect on a ticket, or by hand if it is too much for one or the printer cannot print."""
    if keeper is None or not table.rules.procedures.is_electronic:
        return Collect(seat=seat)
    has_devices, by_hand = seat in table.desk.devices, Tender(Way.HAND_PAY)
    if cashable(table.book, seat) > opened_rules(keeper.cage).most_out:
        is_paid = is_live or has_devices
        return Collect(
            seat=seat, tender=by_hand if is_paid else None, cause=HandPayCause.OVER_TICKET_LIMIT if is_paid else None
        )
    if has_devices and not prints(seat):
        return Collect(seat=seat, tender=by_hand, cause=HandPayCause.PRINTER_FAULT)
    return Collect(seat=seat, tender=Tender(Way.TICKET, printer=has_devices))


def printed_ticket(keeper: Keeper, serial: int) -> PrintedTicket:
    """A ticket as a terminal prints it."""
    ticket, number = keeper.durable.tickets[serial], keeper.number(serial)
    table, _, terminal = ticket.place.partition("/")
    return PrintedTicket(
        serial=serial,
        number=in_groups(number),
        amount=ticket.amount,
        table=table,
        terminal=terminal,
        issued=ticket.issued,
        expires=ticket.expires,
        bars=bars(number),
        squares=squares(number),
    )


def transfer_view(transfer: Transferred) -> TransferView:
    """A transfer as a terminal shows it."""
    return TransferView(transfer.number, transfer.state, transfer.amount, transfer.asked)


def account_view(keeper: Keeper, patron: int) -> AccountView | None:
    """The account of a patron as a terminal shows it; None if there is none."""
    cage = keeper.durable
    account = cage.patrons[patron].account
    return AccountView(account.balance, cage.patron_rules.most_in) if account else None
