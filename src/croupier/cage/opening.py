"""Opening the cage, and its settings for tickets."""

from msgspec.structs import replace

from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, nothing
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.numbers import HOUSES
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage, TicketRules, opened_rules
from croupier.facts.refusal import Refusal
from croupier.money import MOST_CENTS, dollars

MOST_DAYS = 36_500


class OpenCage(CageOrder):
    """Open the cage of a floor."""

    rules: TicketRules = TicketRules()


class ChangeTicketRules(CageOrder):
    """Change the settings for tickets. They hold for tickets that are issued from now on."""

    rules: TicketRules
    second: Clerk
    """Who approves it."""


class CageOpened(CageEvent):
    """The cage was opened."""

    by: Clerk
    rules: TicketRules


class TicketRulesChanged(CageEvent):
    """The settings for tickets were changed."""

    by: Clerk
    second: Clerk
    rules: TicketRules


def open_cage(_: Cage, command: OpenCage) -> CageOpened | Refusal:
    """Open the cage, once."""
    return _bad_rules(command.rules) or CageOpened(by=command.by, rules=command.rules)


def change_ticket_rules(cage: Cage, command: ChangeTicketRules) -> TicketRulesChanged | Refusal | None:
    """Change the settings, signed by two people."""
    if refusal := signed_alone(command.by, command.second, "Another person has to approve the settings."):
        return refusal
    if refusal := _bad_rules(command.rules) or _strands(cage, command.rules):
        return refusal
    if command.rules == cage.rules:
        return None
    return TicketRulesChanged(by=command.by, second=command.second, rules=command.rules)


def _bad_rules(rules: TicketRules) -> Refusal | None:
    if not 0 <= rules.house < HOUSES:
        return Refusal(Reason.BAD_SETTING, f"The number of a casino is from 0 to {HOUSES - 1}.")
    if rules.days is not None and not 1 <= rules.days <= MOST_DAYS:
        return Refusal(Reason.BAD_SETTING, f"A ticket expires after 1 to {MOST_DAYS:,} days, or never.")
    if not all(1 <= most <= MOST_CENTS for most in (rules.most_in, rules.most_out, rules.most_chips, rules.most_moved)):
        return Refusal(Reason.BAD_SETTING, f"A limit for tickets is from 1 cent to {dollars(MOST_CENTS)}.")
    return None


def _strands(cage: Cage, rules: TicketRules) -> Refusal | None:
    """Refuse another number of the casino once a ticket, a voucher or a card has the one before: it would be a stranger's."""
    if rules.house == opened_rules(cage).house or not (cage.issued or cage.cards or cage.vouchers):
        return None
    sentence = "Tickets, vouchers or cards have the number of this casino already: it stays as it is."
    return Refusal(Reason.BAD_SETTING, sentence)


NO_HOUSE_NUMBER = (
    "the number of this casino is 00, with which all its tickets, vouchers and cards will begin: two people set it on the page "
    "of settings, under Tickets and the counter, before the first one is issued; then it stays"
)


def has_no_number(cage: Cage) -> bool:
    """Whether the casino still has the number that nobody chose, and can have another."""
    return cage.rules is not None and cage.rules.house == 0 and not (cage.issued or cage.cards or cage.vouchers)


def _in_words(rules: TicketRules) -> str:
    expire = "never expire" if rules.days is None else f"expire after {rules.days} days"
    limits = f"up to {dollars(rules.most_out)} out and {dollars(rules.most_in)} in"
    counter = f"chips up to {dollars(rules.most_chips)}, and {dollars(rules.most_moved)} to or from the vault"
    return f"tickets of house {rules.house:02}, {limits}, {expire}; {counter}"


CAGE_REGISTER.declare(
    CageRow(kind=OpenCage, decide=open_cage, opens=True),
    CageRow(kind=ChangeTicketRules, decide=change_ticket_rules),
    CageEventRow(
        kind=CageOpened,
        apply=lambda cage, e: replace(cage, rules=e.rules),
        tell=lambda _, e: f"{e.by} opened the cage: {_in_words(e.rules)}.",
        moves_money=False,
        changes=nothing,
    ),
    CageEventRow(
        kind=TicketRulesChanged,
        apply=lambda cage, e: replace(cage, rules=e.rules),
        tell=lambda _, e: f"{e.by} and {e.second} changed the settings: {_in_words(e.rules)}.",
        moves_money=False,
        changes=nothing,
    ),
)
