"""Player cards: one for each patron, issued, replaced and cancelled at the cage, and put into terminals."""

from msgspec.structs import replace

from croupier.cage.card_numbers import CARD_SALTS, CARD_SERIALS
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, Key, Record, one_patron
from croupier.cage.message import CageCommand, CageEvent, CageOrder, Clerk
from croupier.cage.patron import Card, CardPlace, CardState, Patron
from croupier.cage.patrons import excluded_refused, known_patron, unknown_patron
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage, with_card, with_patron
from croupier.cage.texts import because
from croupier.facts.refusal import Refusal


class IssueCard(CageOrder):
    """Issue the card of a patron who has none."""

    patron: int
    salt: int
    """A random number below `CARD_SALTS`, for the number of the card."""


class ReplaceCard(CageOrder):
    """Issue another card to a patron. The one before is not valid any more."""

    patron: int
    salt: int
    """A random number below `CARD_SALTS`, for the number of the card."""
    why: str


class CancelCard(CageOrder):
    """Cancel the card of a patron."""

    patron: int
    why: str


class ReadCard(CageCommand):
    """Let a card into a terminal."""

    place: str
    """The table and the seat."""
    patron: int
    card: int
    """The serial of the card that the reader read."""
    alone: bool
    """Whether the document of the table lets its players use one terminal only."""
    restored: bool = False
    """Whether a correction at the table has put it back. That is a fact, and not refused."""


class ReturnCard(CageCommand):
    """Take a card out of a terminal."""

    place: str
    patron: int


class CardIssued(CageEvent):
    """A card was issued to a patron."""

    card: int
    salt: int
    patron: int
    instead_of: int | None = None
    """The serial of the card that it replaces."""
    why: str | None = None
    """Why the card before was replaced."""
    by: Clerk


class CardCancelled(CageEvent):
    """The card of a patron was cancelled."""

    card: int
    patron: int
    why: str
    by: Clerk


class CardRead(CageEvent):
    """A card is in a terminal."""

    place: str
    patron: int
    card: int
    alone: bool = False


class CardReturned(CageEvent):
    """A card is no longer in a terminal."""

    place: str
    patron: int


def issue_card(cage: Cage, command: IssueCard) -> CardIssued | Refusal:
    """Issue a card to a patron who has none."""
    patron = known_patron(cage, command.patron)
    if isinstance(patron, Refusal):
        return patron
    if patron.card is not None:
        sentence = f"Patron {patron.number} has card {patron.card}; replace it."
        return Refusal(Reason.CARD_THERE, sentence)
    return _issued(cage, patron, command.salt, command.by)


def replace_card(cage: Cage, command: ReplaceCard) -> CardIssued | Refusal:
    """Issue a card in place of the one that a patron has."""
    patron = known_patron(cage, command.patron)
    if isinstance(patron, Refusal):
        return patron
    issued = _issued(cage, patron, command.salt, command.by)
    if isinstance(issued, Refusal):
        return issued
    return _no_card(patron) or replace(issued, instead_of=patron.card, why=command.why)


def _issued(cage: Cage, patron: Patron, salt: int, by: Clerk) -> CardIssued | Refusal:
    if refusal := excluded_refused(patron):
        return refusal
    serial = len(cage.cards) + 1
    if not 0 <= salt < CARD_SALTS or serial >= CARD_SERIALS:
        return Refusal(Reason.BAD_SALT, "No number can be made for this card.")
    return CardIssued(card=serial, salt=salt, patron=patron.number, by=by)


def cancel_card(cage: Cage, command: CancelCard) -> CardCancelled | Refusal:
    """Cancel the card that a patron has."""
    patron = known_patron(cage, command.patron)
    if isinstance(patron, Refusal):
        return patron
    if patron.card is None:
        return _no_card(patron) or Refusal(Reason.CARD_NOT_VALID, "There is no card to cancel.")
    return CardCancelled(card=patron.card, patron=patron.number, why=command.why, by=command.by)


def _no_card(patron: Patron) -> Refusal | None:
    if patron.card is not None:
        return None
    return Refusal(Reason.CARD_NOT_VALID, f"Patron {patron.number} has no valid card.")


def read_card(cage: Cage, command: ReadCard) -> CardRead | Refusal:
    """Let a valid card into a terminal, unless its owner may use one terminal only and the card is in another."""
    patron = known_patron(cage, command.patron)
    if not command.restored:
        if isinstance(patron, Refusal):
            return patron
        if refusal := _not_let_in(cage, patron, command):
            return refusal
    elif command.patron not in cage.patrons:
        return unknown_patron(command.patron)
    return CardRead(place=command.place, patron=command.patron, card=command.card, alone=command.alone)


def _not_let_in(cage: Cage, patron: Patron, command: ReadCard) -> Refusal | None:
    if refusal := excluded_refused(patron):
        return refusal
    if patron.card != command.card:
        return Refusal(Reason.CARD_NOT_VALID, "This card is not valid any more; the cage issues another one.")
    others = [each for each in patron.places if each.place != command.place]
    since = cage.patron_rules.one_terminal_since
    by_law = since is not None and command.at >= since
    if others and (by_law or command.alone or patron.is_held or any(each.alone for each in others)):
        sentence = f"This card is in {others[0].place} already, and may be in one terminal only."
        return Refusal(Reason.CARD_ELSEWHERE, sentence)
    return None


def return_card(cage: Cage, command: ReturnCard) -> CardReturned | Refusal | None:
    """Take a card out of a terminal. Nothing has to be recorded if it is not in."""
    patron = cage.patrons.get(command.patron)
    if patron is None:
        return unknown_patron(command.patron)
    return CardReturned(place=command.place, patron=patron.number) if patron.place(command.place) else None


def _issue(cage: Cage, event: CardIssued) -> Cage:
    assert event.card == len(cage.cards) + 1, "cards are counted without gaps"
    if event.instead_of is not None:
        cage = with_card(cage, event.instead_of, state=CardState.REPLACED, changed=event.at)
    card = Card(event.card, event.salt, event.patron, CardState.VALID, event.at, event.at)
    after = with_patron(cage, event.patron, card=event.card)
    return replace(after, cards=after.cards.having(event.card, card))


def _cancel(cage: Cage, event: CardCancelled) -> Cage:
    after = with_card(cage, event.card, state=CardState.CANCELLED, changed=event.at)
    return with_patron(after, event.patron, card=None)


def _without(cage: Cage, patron: int, place: str) -> tuple[CardPlace, ...]:
    return tuple(each for each in cage.patrons[patron].places if each.place != place)


def _cards_and_patron(event: CardIssued | CardCancelled) -> tuple[Key, ...]:
    keys = ((Record.PATRON, event.patron), (Record.CARD, event.card))
    before = event.instead_of if isinstance(event, CardIssued) else None
    return keys if before is None else (*keys, (Record.CARD, before))


CAGE_REGISTER.declare(
    CageRow(kind=IssueCard, decide=issue_card),
    CageRow(kind=ReplaceCard, decide=replace_card),
    CageRow(kind=CancelCard, decide=cancel_card),
    CageRow(kind=ReadCard, decide=read_card),
    CageRow(kind=ReturnCard, decide=return_card),
    CageEventRow(
        kind=CardIssued,
        apply=_issue,
        tell=lambda _, e: (
            f"{e.by} issued card {e.card} to patron {e.patron}"
            + ("." if e.instead_of is None else f" instead of card {e.instead_of}{because(e.why or '')}")
        ),
        moves_money=False,
        changes=_cards_and_patron,
    ),
    CageEventRow(
        kind=CardCancelled,
        apply=_cancel,
        tell=lambda _, e: f"{e.by} cancelled card {e.card} of patron {e.patron}{because(e.why)}",
        moves_money=False,
        changes=_cards_and_patron,
    ),
    CageEventRow(
        kind=CardRead,
        apply=lambda cage, e: with_patron(
            cage, e.patron, places=(*_without(cage, e.patron, e.place), CardPlace(e.place, e.alone))
        ),
        tell=lambda _, e: f"{e.place}: card {e.card} of patron {e.patron} is in.",
        moves_money=False,
        changes=one_patron,
    ),
    CageEventRow(
        kind=CardReturned,
        apply=lambda cage, e: with_patron(cage, e.patron, places=_without(cage, e.patron, e.place)),
        tell=lambda _, e: f"{e.place}: the card of patron {e.patron} is out.",
        moves_money=False,
        changes=one_patron,
    ),
)
