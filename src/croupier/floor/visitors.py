"""Two patrons of the demonstration, with cards and accounts, so that a visitor can try them."""

import msgspec

from croupier.cage.accounts import Deposit, OpenAccount
from croupier.cage.card_numbers import card_number, in_card_groups
from croupier.cage.cards import IssueCard
from croupier.cage.message import PROGRAM, CageOrder
from croupier.cage.patron import CardState, IdentityDocument
from croupier.cage.patrons import RegisterPatron
from croupier.cage.pins import SetPin
from croupier.floor.keeper import Keeper
from croupier.floor.patron_file import Details, PatronRecords
from croupier.money import Cents

BALANCE = Cents(50_000)
VISITORS = (
    (Details("Vera Example", "1985-03-14", "EXAMPLE-1"), 3_141_592_653, "2580"),
    (Details("Omar Sample", "1979-11-02", "EXAMPLE-2"), 2_718_281_828, "1379"),
)
"""The visitors: who they are, the chance in the number of the card, and the PIN. Nobody of them is real."""


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
    for details, chance, pin in VISITORS:
        number = card_number(0, chance)
        if number not in keeper.cage.card_numbers:
            await _register(keeper, records, details, number, pin)
        card = keeper.cage.cards[keeper.cage.card_numbers[number]]
        if card.state is CardState.VALID:
            found.append(DemonstrationCard(in_card_groups(number), details.name, pin))
    return found


async def _register(keeper: Keeper, records: PatronRecords, details: Details, number: str, pin: str) -> None:
    digest, patron = await records.keep(details), len(keeper.cage.patrons) + 1
    orders: tuple[CageOrder, ...] = (
        RegisterPatron(by=PROGRAM, digest=digest, identified=IdentityDocument.PASSPORT),
        IssueCard(by=PROGRAM, patron=patron, number=number),
        OpenAccount(by=PROGRAM, patron=patron),
        SetPin(by=PROGRAM, patron=patron),
        Deposit(by=PROGRAM, patron=patron, amount=BALANCE),
    )
    await records.set_pin(patron, pin)
    for order in orders:
        reply = await keeper.ask(order)
        assert reply.ok, reply.message
    await records.details(digest, patron)
