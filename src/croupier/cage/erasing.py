"""Erasing a patron: the private details are deleted from their file. What the journal has says nothing without them."""

from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, patron_and_card
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.patron import CardState, Patron
from croupier.cage.patrons import known_patron
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage, with_card, with_patron
from croupier.cage.texts import because
from croupier.facts.refusal import Refusal
from croupier.money import dollars


class ErasePatron(CageOrder):
    """Erase a patron who is owed nothing. The card is cancelled and the account closed."""

    patron: int
    why: str
    second: Clerk
    """Who approves it."""


class PatronErased(CageEvent):
    """The private details of a patron and the PIN were erased, the card cancelled and the account closed."""

    patron: int
    card: int | None = None
    """The serial of the card that was cancelled."""
    why: str
    by: Clerk
    second: Clerk


def erase_patron(cage: Cage, command: ErasePatron) -> PatronErased | Refusal:
    """Erase a patron. One who is excluded stays excluded: the file of patrons keeps marks of the document and the name."""
    patron = known_patron(cage, command.patron)
    if isinstance(patron, Refusal):
        return patron
    if refusal := signed_alone(command.by, command.second, "Another person has to approve that a patron is erased."):
        return refusal
    return _still_here(patron) or PatronErased(
        patron=patron.number, card=patron.card, why=command.why, by=command.by, second=command.second
    )


def _still_here(patron: Patron) -> Refusal | None:
    """Refuse to erase a patron who has money in the account, or a card in a terminal."""
    if patron.account and patron.account.balance:
        sentence = f"The account of patron {patron.number} has {dollars(patron.account.balance)}: pay it out first."
        return Refusal(Reason.ACCOUNT_NOT_EMPTY, sentence)
    if patron.places:
        sentence = f"The card of patron {patron.number} is in {patron.places[0].place}: take it out first."
        return Refusal(Reason.CARD_ELSEWHERE, sentence)
    return None


def _erase(cage: Cage, event: PatronErased) -> Cage:
    after = with_patron(cage, event.patron, card=None, account=None, is_erased=True)
    return after if event.card is None else with_card(after, event.card, state=CardState.CANCELLED, changed=event.at)


CAGE_REGISTER.declare(
    CageRow(kind=ErasePatron, decide=erase_patron),
    CageEventRow(
        kind=PatronErased,
        apply=_erase,
        tell=lambda _, e: f"{e.by} and {e.second} erased the details of patron {e.patron}{because(e.why)}",
        moves_money=False,
        changes=patron_and_card,
    ),
)
