"""Two patrons of the demonstration, with cards and accounts, so that a visitor can try them."""

import msgspec

from croupier.cage.accounts import Deposit, OpenAccount
from croupier.cage.card_numbers import in_card_groups
from croupier.cage.cards import IssueCard
from croupier.cage.message import PROGRAM, CageOrder
from croupier.cage.patron import IdentityDocument
from croupier.cage.patrons import RegisterPatron
from croupier.cage.pins import SetPin
from croupier.floor.keeper import Keeper
from croupier.floor.patron_file import Details, PatronRecords
from croupier.money import Cents

BALANCE = Cents(50_000)
VISITORS = (
    (Details("Vera Example", "1985-03-14", IdentityDocument.PASSPORT, "EXAMPLE-1"), "2580"),
    (Details("Omar Sample", "1979-11-02", IdentityDocument.PASSPORT, "EXAMPLE-2"), "1379"),
)
"""The visitors: who they are, and the PIN. They are the first patrons of a demonstration, and nobody of them is real."""


class DemonstrationCard(msgspec.Struct, frozen=True):
    """A card of the demonstration. On a live floor nobody is told a PIN."""

    number: str
    """The number, in groups of digits."""
    name: str
    """The name on it."""
    pin: str


async def register_visitors(keeper: Keeper, records: PatronRecords) -> list[DemonstrationCard]:
    """Register the visitors unless they are in the register. Return their cards that are valid."""
    found: list[DemonstrationCard] = []
    for patron, (details, pin) in enumerate(VISITORS, 1):
        if patron not in keeper.cage.patrons:
            await _register(keeper, records, details, patron, pin)
        if card := keeper.cage.patrons[patron].card:
            found.append(DemonstrationCard(in_card_groups(keeper.card_number(card)), details.name, pin))
    return found


async def _register(keeper: Keeper, records: PatronRecords, details: Details, patron: int, pin: str) -> None:
    digest = await records.keep(details)
    orders: tuple[CageOrder, ...] = (
        RegisterPatron(by=PROGRAM, digest=digest, identified=details.identified),
        IssueCard(by=PROGRAM, patron=patron, salt=keeper.card_salt()),
        OpenAccount(by=PROGRAM, patron=patron),
        SetPin(by=PROGRAM, patron=patron),
        Deposit(by=PROGRAM, patron=patron, amount=BALANCE),
    )
    await records.set_pin(patron, pin)
    for order in orders:
        reply = await keeper.ask(order)
        assert reply.ok, reply.message
    await records.details(digest, patron)
