"""A cage to test with: one that is open, tickets in it, and people who work there."""

import hashlib

from croupier.cage.accounts import Deposit, OpenAccount
from croupier.cage.card_numbers import CardNumbers
from croupier.cage.cards import IssueCard
from croupier.cage.drawer import CountDrawer
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.issuing import PrintTicket
from croupier.cage.message import PROGRAM, CageCommand, Clerk
from croupier.cage.numbers import TicketNumbers
from croupier.cage.opening import OpenCage
from croupier.cage.patron import IdentityDocument
from croupier.cage.patrons import RegisterPatron
from croupier.cage.pins import SetPin
from croupier.cage.state import Cage, TicketRules
from croupier.facts.message import Event
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import VAULT, Account, cage_cash
from croupier.money import Cents
from croupier.rules.coded import Coded

BEGIN = 1_760_000_000_000
DAY = 86_400_000
CAY, SUE, MAX = Clerk("cay", "Cay Rich"), Clerk("sue", "Sue Moss"), Clerk("max", "Max Bell")
HERE, THERE = "craps/terminal-1", "roulette/terminal-2"


NUMBERS = TicketNumbers(b"a key for tests only")
CARDS = CardNumbers(b"another key for tests")


def number(serial: int, house: int = 0, salt: int = 0) -> str:
    """The number of a ticket."""
    return NUMBERS.of(house, serial, salt)


def done(cage: Cage, *commands: CageCommand) -> Cage:
    """The cage after commands that it accepts."""
    for command in commands:
        cage = CAGE_REGISTER.replayed(cage, events(cage, command))
    return cage


def events(cage: Cage, command: CageCommand) -> tuple[Event, ...]:
    """What an accepted command leads to."""
    decided = CAGE_REGISTER.decide(cage, command)
    assert not isinstance(decided, Refusal), decided
    return decided


def refusal(cage: Cage, command: CageCommand) -> Refusal:
    """The refusal of a command."""
    decided = CAGE_REGISTER.decide(cage, command)
    assert isinstance(decided, Refusal), decided
    assert decided.sentence.endswith(".")
    return decided


def refused(cage: Cage, command: CageCommand) -> Coded:
    """Why a command is refused."""
    return refusal(cage, command).reason


def without_drawers(rules: TicketRules | None = None) -> Cage:
    """A cage that is open, and where nobody has a drawer yet."""
    return done(Cage(), OpenCage(at=BEGIN, by=PROGRAM, rules=rules or TicketRules()))


FLOAT = Cents(100_000_000)
"""The cash with which Cay has opened a drawer."""
DRAWER = cage_cash(CAY.login)


OPENER = CountDrawer(by=CAY, second=SUE, is_opener=True, notes={10_000: FLOAT // 10_000})


def opened(rules: TicketRules | None = None) -> Cage:
    """A cage that is open, with the drawer of Cay."""
    return done(without_drawers(rules), OPENER)


def booked(cage: Cage) -> dict[Account, int]:
    """The balances of the cage, without the cash with which the drawer was opened."""
    float_of = {DRAWER: FLOAT, VAULT: -FLOAT}
    after = {each: cage.book.balance(each) + float_of.get(each, 0) for each in {*cage.book.balances, *float_of}}
    return {account: held for account, held in after.items() if held}


def printing(amount: int = 5_000, place: str = HERE, at: int = BEGIN) -> PrintTicket:
    """A ticket comes out of a terminal."""
    return PrintTicket(at=at, place=place, amount=Cents(amount), salt=0)


def card(serial: int, house: int = 0, salt: int = 0) -> str:
    """The number of a card."""
    return CARDS.of(house, serial, salt)


def registering(name: str = "ann") -> RegisterPatron:
    """Somebody shows a passport."""
    return RegisterPatron(by=CAY, digest=hashlib.sha256(name.encode()).hexdigest(), identified=IdentityDocument.PASSPORT)


def with_account(cage: Cage, balance: int = 0, name: str = "ann") -> Cage:
    """The cage with one more patron, who has a card, an account with so much money, and a PIN."""
    patron = len(cage.patrons) + 1
    opened = (registering(name), IssueCard(by=CAY, patron=patron, salt=0), OpenAccount(by=CAY, patron=patron))
    deposits = [Deposit(by=CAY, patron=patron, amount=Cents(balance))] if balance else []
    return done(cage, *opened, SetPin(by=CAY, patron=patron), *deposits)
