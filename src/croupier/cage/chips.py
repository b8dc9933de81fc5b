"""Chips: the cage sells and redeems them, and keeps account of all that go between it and the tables."""

from collections.abc import Mapping
from enum import StrEnum

from croupier.cage.cash import cash_by_name, cash_for, cash_into, from_vault
from croupier.cage.coins import CASH, handed, payment
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, nothing
from croupier.cage.message import CageCommand, CageOrder, Clerk, CounterEvent
from croupier.cage.receipt import ReceiptKind
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage, no_amount, opened_rules
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import CAGE, CAGE_CHIPS, CHIPS, PAID_BY_HAND, VAULT, Account
from croupier.ledger.book import Transfer
from croupier.money import MOST_CENTS, Cents, dollars
from croupier.rules.outcomes import listed


class CageWay(StrEnum):
    """How money goes between a table and the cage."""

    CHIPS_OUT = "chips-out"
    """A player takes value chips away from a table."""
    CHIPS_IN = "chips-in"
    """A player brings value chips to a table."""
    COLOUR_CHECKS = "colour-checks"
    """The cage pays colour checks of a closed table in cash."""
    FILL = "fill"
    CREDIT = "credit"
    HAND_PAY = "hand-pay"
    """An attendant pays in cash, without a form: on a floor that is not live, and has no drawers."""


FROM: Mapping[CageWay, tuple[Account, Account]] = {
    CageWay.CHIPS_OUT: (CAGE, CHIPS),
    CageWay.CHIPS_IN: (CHIPS, CAGE),
    CageWay.FILL: (CAGE, CAGE_CHIPS),
    CageWay.CREDIT: (CAGE_CHIPS, CAGE),
    CageWay.HAND_PAY: (CAGE, VAULT),
}
"""The accounts of the cage between which it moves what goes to a table or comes from one. A drawer pays colour checks."""


class SellChips(CageOrder):
    """Sell value chips for cash."""

    chips: Mapping[int, int]
    """How many chips of each value, in cents."""


class RedeemChips(CageOrder):
    """Redeem value chips for cash."""

    chips: Mapping[int, int]
    """How many chips of each value, in cents."""
    identified: str | None = None
    """Which identification was seen, if one was asked for; not its number."""


class ExchangeWithTable(CageCommand):
    """Keep account of money that a table gave to the cage, or had from it."""

    place: str
    """The table, and the seat if it was a player's."""
    way: CageWay
    amount: Cents
    slip: int | None = None
    """The number of the slip at the table, of a fill or a credit."""
    by: str | None = None
    """The name of the member of staff who pays colour checks in cash or takes chips of a player; None for other ways."""
    second: str | None = None
    """The name of the second person before whom colour checks are paid; None for other ways."""


class ChipsSold(CounterEvent):
    """The cage sold value chips for cash."""

    by: Clerk
    chips: Mapping[int, int]
    amount: Cents
    transfers: tuple[Transfer, ...]


class ChipsRedeemed(CounterEvent):
    """The cage redeemed value chips for cash."""

    by: Clerk
    chips: Mapping[int, int]
    amount: Cents
    identified: str | None = None
    transfers: tuple[Transfer, ...]


class ExchangedWithTable(CounterEvent):
    """Money went between a table and the cage."""

    place: str
    way: CageWay
    amount: Cents
    slip: int | None = None
    by: str | None = None
    second: str | None = None
    transfers: tuple[Transfer, ...]


def sell_chips(cage: Cage, command: SellChips) -> ChipsSold | Refusal:
    """Take cash, and owe chips that the player carries."""
    amount = value_of(command.chips)
    if amount is None:
        return BAD_CHIPS
    if amount > (most := opened_rules(cage).most_chips):
        return Refusal(Reason.OVER_COUNTER_LIMIT, f"Chips are sold for at most {dollars(most)} at once.")
    drawer = cash_into(cage, command.by, amount)
    if isinstance(drawer, Refusal):
        return drawer
    transfers = (Transfer(drawer, CHIPS, amount),)
    return ChipsSold(by=command.by, chips=command.chips, amount=amount, transfers=transfers)


def redeem_chips(cage: Cage, command: RedeemChips) -> ChipsRedeemed | Refusal:
    """Pay cash for chips, at most for as many as players can have."""
    amount = value_of(command.chips)
    if amount is None:
        return BAD_CHIPS
    if amount > cage.book.balance(CHIPS):
        return TOO_MANY
    drawer = cash_for(cage, command.by, amount)
    if isinstance(drawer, Refusal):
        return drawer
    transfers = payment(CHIPS, drawer, amount)
    return ChipsRedeemed(by=command.by, chips=command.chips, amount=amount, identified=command.identified, transfers=transfers)


def exchange_with_table(cage: Cage, command: ExchangeWithTable) -> ExchangedWithTable | Refusal:
    """Do what the table has decided, but take no more chips of players than they can have."""
    if refusal := no_amount(command.amount):
        return refusal
    if command.way is CageWay.CHIPS_IN and command.amount > cage.book.balance(CHIPS):
        return NOT_ISSUED
    pair = FROM.get(command.way)
    if pair is None:
        if command.second in (None, command.by):
            return Refusal(Reason.SECOND_PERSON_NEEDED, "Colour checks are paid in cash before two people.")
        drawer = cash_by_name(cage, command.by or "", command.amount)
        if isinstance(drawer, Refusal):
            return drawer
        pair = (PAID_BY_HAND, drawer)
    if VAULT in pair and isinstance(refusal := from_vault(cage, command.amount), Refusal):
        return refusal
    return ExchangedWithTable(
        place=command.place,
        way=command.way,
        amount=command.amount,
        slip=command.slip,
        by=command.by,
        second=command.second,
        transfers=payment(*pair, command.amount),
    )


TOO_MANY = Refusal(
    Reason.TOO_MANY_CHIPS, "By the books players do not have so many chips; look into it first. This is on record."
)
NOT_ISSUED = Refusal(
    Reason.TOO_MANY_CHIPS, "Players cannot have as many chips: look into where these come from. This is on record."
)
BAD_CHIPS = Refusal(Reason.BAD_AMOUNT, "Say how many chips of each value, one at least.")


def value_of(pieces: Mapping[int, int]) -> Cents | None:
    """What chips or notes are worth; None if some of the numbers are not positive, or it is more than can be."""
    if not pieces or not all(number > 0 for pair in pieces.items() for number in pair):
        return None
    value = sum(each * count for each, count in pieces.items())
    return Cents(value) if value <= MOST_CENTS else None


def cash_refused(notes: Mapping[int, int]) -> Refusal | None:
    """Refuse a count of notes and coins with a number or a value that cannot be."""
    if strange := next((value for value in notes if value not in CASH), None):
        return Refusal(Reason.BAD_AMOUNT, f"There is no note or coin of {dollars(Cents(strange))}.")
    if notes and value_of(notes) is None:
        return Refusal(Reason.BAD_AMOUNT, "Say how many notes and coins of each value.")
    return None


def in_words(pieces: Mapping[int, int]) -> str:
    """Chips or notes, by denomination, in words."""
    return listed([f"{count} x {dollars(Cents(value))}" for value, count in sorted(pieces.items())], "and") or "nothing"


def _tell_exchanged(event: ExchangedWithTable) -> str:
    slip = "" if event.slip is None else f", slip {event.slip}"
    return f"{handed(event.amount, event.transfers)} at {event.place}: {event.way.replace('-', ' ')}{slip}."


CAGE_REGISTER.declare(
    CageRow(kind=SellChips, decide=sell_chips),
    CageRow(kind=RedeemChips, decide=redeem_chips),
    CageRow(kind=ExchangeWithTable, decide=exchange_with_table),
    CageEventRow(
        kind=ChipsSold,
        apply=lambda cage, _: cage,
        tell=lambda _, e: f"{e.by} sold chips for {dollars(e.amount)}: {in_words(e.chips)}.",
        moves_money=True,
        changes=nothing,
        receipt=lambda _: ReceiptKind.CHIPS_SOLD,
    ),
    CageEventRow(
        kind=ChipsRedeemed,
        apply=lambda cage, _: cage,
        tell=lambda _, e: f"{e.by} redeemed chips for {handed(e.amount, e.transfers)}: {in_words(e.chips)}.",
        moves_money=True,
        changes=nothing,
        receipt=lambda _: ReceiptKind.CHIPS_REDEEMED,
    ),
    CageEventRow(
        kind=ExchangedWithTable,
        apply=lambda cage, _: cage,
        tell=lambda _, e: _tell_exchanged(e),
        moves_money=True,
        changes=nothing,
        receipt=lambda e: ReceiptKind.COLOUR_CHECKS if e.way is CageWay.COLOUR_CHECKS else None,
    ),
)
