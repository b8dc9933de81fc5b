"""Payment methods: how money comes to a table and leaves it."""

from collections.abc import Callable, Mapping
from enum import StrEnum

import msgspec

from croupier.ledger.accounts import (
    CAGE,
    CASHLESS,
    DROP,
    HAND_PAYS,
    OUTSIDE,
    PROMOTIONS,
    TICKETS,
    Account,
    rack,
    restricted,
    stacker,
    tokens,
    unrestricted,
)
from croupier.money import MOST_CENTS, Cents, dollars
from croupier.rules.outcomes import listed
from croupier.table.core.forms import AMOUNT, Choices
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table


class Way(StrEnum):
    """A payment method."""

    NOTES = "notes"
    TICKET = "ticket"
    CASHLESS = "cashless"
    RESTRICTED = "restricted"
    UNRESTRICTED = "unrestricted"
    HAND_PAY = "hand-pay"
    TOKENS = "tokens"
    """Promotional tokens, which a dealer gives for a voucher."""
    CASH = "cash"
    CHIPS = "chips"

    @property
    def words(self) -> str:
        """What staff and players call it."""
        return PROMOTIONAL.get(self, self.value.replace("-", " "))


PROMOTIONAL = {
    Way.RESTRICTED: "promotional credits to stake only",
    Way.UNRESTRICTED: "promotional credits",
    Way.TOKENS: "promotional tokens",
}


class Tender(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A payment method, and the notes that were counted."""

    way: Way
    notes: Mapping[int, int] = {}
    """The number of notes, by denomination in cents; empty for other methods."""
    ticket: int | None = None
    """The serial of the ticket, if a cage issues tickets; None for other methods."""
    printer: bool = False
    """Whether the printer of the terminal prints the ticket, and confirms it. Else a page shows it."""
    account: int | None = None
    """The patron whose account it is, if a cage keeps accounts; None for other methods."""
    transfer: int | None = None
    """The number of the transfer from or to the account."""
    voucher: int | None = None
    """The serial of the voucher that was exchanged; None for other methods."""
    asked: Cents | None = None
    """How much the player asked for, if that is known. Of a partial transfer, it is more than the amount."""


ACCOUNTS = {
    Way.TICKET: TICKETS,
    Way.CASHLESS: CASHLESS,
    Way.RESTRICTED: PROMOTIONS,
    Way.UNRESTRICTED: PROMOTIONS,
    Way.TOKENS: PROMOTIONS,
    Way.HAND_PAY: HAND_PAYS,
    Way.CASH: DROP,
    Way.CHIPS: CAGE,
}
"""The account on the other side of a payment, by method. Notes go to the stacker of the terminal."""

CREDITED = {Way.RESTRICTED: restricted, Way.UNRESTRICTED: unrestricted, Way.TOKENS: tokens}
"""The account of the player for methods that do not go to the rack."""


def purse(tender: Tender | None, seat: str) -> Account:
    """The account of a player that receives the money."""
    return CREDITED.get(tender.way, rack)(seat) if tender else rack(seat)


def account(tender: Tender | None, terminal: str) -> Account:
    """The account on the other side of a payment at a terminal. Without a tender it is the outside."""
    if tender is None:
        return OUTSIDE
    return stacker(terminal) if tender.way is Way.NOTES else ACCOUNTS[tender.way]


def counted_value(counts: Mapping[int, int]) -> int:
    """The value of notes or chips in cents: how many there are, by denomination."""
    return sum(value * count for value, count in counts.items())


def valid_counts(counts: Mapping[int, int]) -> bool:
    """Whether all numbers are positive integers and the value is within bounds. A Python caller can pass values of any type."""
    whole = all(type(number) is int and number > 0 for pair in counts.items() for number in pair)
    return whole and counted_value(counts) <= MOST_CENTS


def counts_in_words(counts: Mapping[int, int]) -> str:
    """Notes or chips, by denomination, in words."""
    return listed([f"{count} x {dollars(Cents(value))}" for value, count in sorted(counts.items())], "and")


def tendered(tender: Tender | None) -> str:
    """The payment method in words, for the end of a sentence; empty without a tender."""
    if tender is None:
        return ""
    notes = counts_in_words(tender.notes)
    number = next((each for each in (tender.transfer, tender.ticket, tender.voucher) if each is not None), None)
    which = "" if number is None else f" {number}"
    return f" ({tender.way.words}{which}{f': {notes}' if notes else ''})"


TO_A_TERMINAL = (Way.NOTES, Way.TICKET, Way.CASHLESS, Way.RESTRICTED, Way.UNRESTRICTED)
FROM_A_TERMINAL = (Way.TICKET, Way.CASHLESS, Way.HAND_PAY)
TO_A_DEALER = (Way.CASH, Way.CHIPS)
FROM_A_DEALER = (Way.CHIPS,)


def ways_to_bring(table: Table) -> tuple[Way, ...]:
    """The methods by which players may bring money to this table."""
    procedures = table.rules.procedures
    ways = TO_A_TERMINAL if procedures.is_electronic else TO_A_DEALER
    return (*ways, Way.TOKENS) if procedures.takes_tokens else ways


def ways_by_hand(table: Table) -> tuple[Way, ...]:
    """The methods of which a person states one. On a live floor nobody alone makes money.

    There, notes come from the acceptor of the terminal, and promotional credits and tokens come with a voucher.
    """
    ways = ways_to_bring(table)
    return tuple(way for way in ways if way is not Way.NOTES and way not in CREDITED) if table.states_tender else ways


def ways_to_take(table: Table) -> tuple[Way, ...]:
    """The methods by which players may take money away from this table."""
    return FROM_A_TERMINAL if table.rules.procedures.is_electronic else FROM_A_DEALER


def ways_to_leave(table: Table) -> tuple[Way, ...]:
    """The methods by which players may take money away when they leave. A player with a hand pay leaves once it is paid."""
    return tuple(way for way in ways_to_take(table) if way is not Way.HAND_PAY)


Ways = Callable[[Table], tuple[Way, ...]]


def if_stated(ways: Ways) -> Ways:
    """These methods at a table where money has to state one; none at any other."""
    return lambda table: ways(table) if table.states_tender else ()


def example_of(ways: Ways) -> Choices:
    """For `forms`: an example of a tender, if the table asks for one."""

    def tenders(table: Table) -> tuple[Mapping[str, Tender | None]]:
        way = next(iter(if_stated(ways)(table)), None)
        return ({"tender": Tender(way, {AMOUNT: 1} if way is Way.NOTES else {}) if way else None},)

    return tenders


def bringing_refused(table: Table, tender: Tender | None, amount: int) -> Refusal | None:
    """Refuse a method that is missing, that no person may state at this table, and notes that do not add up."""
    if tender is None:
        return _unstated_refused(table, ways_by_hand(table), "brought", amount)
    if table.states_tender and tender.way is Way.NOTES:
        return Refusal(
            Reason.BAD_TENDER, "Notes go into the acceptor of the terminal: nobody enters them.", table.rules.payment
        )
    if table.states_tender and tender.way in CREDITED:
        return Refusal(Reason.VOUCHER_NEEDED, "Promotional money comes with a voucher: type its number.", table.rules.payment)
    return stacking_refused(table, tender, amount)


def stacking_refused(table: Table, tender: Tender, amount: int) -> Refusal | None:
    """Refuse a method by which no money comes to this table, and notes that do not add up. Devices state any method."""
    return _method_refused(table, tender, ways_to_bring(table), "brought") or _notes_refused(table, tender, amount)


def taking_refused(table: Table, tender: Tender | None, amount: int) -> Refusal | None:
    """Refuse a method that is missing, or by which money cannot leave this table."""
    if tender is None:
        return _unstated_refused(table, ways_to_take(table), "taken away", amount)
    if tender.notes:
        return Refusal(Reason.BAD_TENDER, "Notes are counted where they are put in.", table.rules.payment)
    return _method_refused(table, tender, ways_to_take(table), "taken away")


def _unstated_refused(table: Table, ways: tuple[Way, ...], what: str, amount: int) -> Refusal | None:
    if not amount or not table.states_tender:
        return None
    sentence = f"Say how the {dollars(Cents(amount))} is {what}: as {listed([each.words for each in ways], 'or')}."
    return Refusal(Reason.BAD_TENDER, sentence, table.rules.payment)


def _method_refused(table: Table, tender: Tender, ways: tuple[Way, ...], what: str) -> Refusal | None:
    if (tender.ticket is not None or tender.printer) and tender.way is not Way.TICKET:
        return Refusal(Reason.BAD_TENDER, f"A payment by {tender.way.words} is no ticket.", table.rules.payment)
    if any(each is not None for each in (tender.account, tender.transfer, tender.asked)) and tender.way is not Way.CASHLESS:
        return Refusal(Reason.BAD_TENDER, f"A payment by {tender.way.words} has no account.", table.rules.payment)
    if tender.voucher is not None:
        return Refusal(Reason.BAD_TENDER, "A voucher is exchanged by its number.", table.rules.payment)
    if tender.way in ways:
        return None
    sentence = f"At this table money is {what} as {listed([each.words for each in ways], 'or')}, not as {tender.way.words}."
    return Refusal(Reason.BAD_TENDER, sentence, table.rules.payment)


def _notes_refused(table: Table, tender: Tender, amount: int) -> Refusal | None:
    """Refuse notes whose value is not the amount, and notes with any other method."""
    clause = table.rules.payment
    if tender.way is not Way.NOTES:
        return (
            Refusal(Reason.BAD_TENDER, f"A payment by {tender.way.words} has no notes to count.", clause)
            if tender.notes
            else None
        )
    if not valid_counts(tender.notes):
        return Refusal(Reason.BAD_TENDER, "There are no such notes.", clause)
    counted = counted_value(tender.notes)
    if counted == amount:
        return None
    return Refusal(Reason.BAD_TENDER, f"The notes come to {dollars(counted)}, not to {dollars(amount)}.", clause)
