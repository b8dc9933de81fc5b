"""Patrons as staff at the cage see them: with the name, and without the number of the card."""

import msgspec

from croupier.cage.accounts import Deposit, OpenAccount, Withdraw
from croupier.cage.cards import CancelCard, IssueCard, ReplaceCard
from croupier.cage.coins import SMALLEST_COIN
from croupier.cage.erasing import ErasePatron
from croupier.cage.exclusions import ExcludePatron, LiftExclusion
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.message import CageOrder, Clerk
from croupier.cage.patron import CardState, Exclusion, IdentityDocument, MovementKind, Patron
from croupier.cage.patrons import CorrectPatron, Detail
from croupier.cage.pins import SetPin
from croupier.cage.state import Cage
from croupier.floor.keeper import Keeper
from croupier.floor.patron_file import Details
from croupier.money import Cents
from croupier.server.blindness import seen_refusal

SECOND = Clerk("-", "-")
"""Stands for the second person of an order that was not given yet."""


class CardView(msgspec.Struct, frozen=True):
    """The valid card of a patron."""

    serial: int
    ends: str
    """The last four digits of its number."""
    state: CardState
    issued: int
    """When it was issued: milliseconds since 1970."""


class MovementView(msgspec.Struct, frozen=True):
    """Money that came to an account, or left it. Amounts are cents."""

    at: int
    """Milliseconds since 1970."""
    move: MovementKind
    amount: int
    place: str
    """A table and a seat, or the cage."""
    balance: int
    """What was in the account after it."""


class PatronAccountView(msgspec.Struct, frozen=True):
    """The account of a patron."""

    balance: int
    """Cents."""
    has_pin: bool
    is_locked: bool
    """Whether terminals take no PIN after wrong ones, until a new one is set."""
    last: tuple[MovementView, ...]
    """The last movements, newest first."""


class ExclusionView(msgspec.Struct, frozen=True):
    """The exclusion of a patron."""

    since: int
    """When it was decided: milliseconds since 1970."""
    by: str
    second: str | None
    """Who signed it, too; null if a table decided it."""
    why: str | None
    """The reason; null for whoever is not told: it is for the pit and for inspectors."""
    place: str
    """The table where it was decided, or the cage."""


class OrderView(msgspec.Struct, frozen=True):
    """An order about a patron, and whether the cage accepts it now."""

    order: str
    why_not: str
    """Why it is refused now, in a sentence; empty if it is not."""


class PatronView(msgspec.Struct, frozen=True):
    """A patron: who they are, their card and their account, and what may be done now."""

    number: int
    name: str | None
    """Null if the private details were deleted."""
    born: str | None
    document: str | None
    """The number of the document that was seen."""
    issuer: str | None
    """Who issued it; null if that was not entered."""
    expires: str | None
    """Until when it is valid; null if that was not entered."""
    address: str | None
    occupation: str | None
    registered: int
    """When: milliseconds since 1970."""
    checked_by: str
    """Who has seen the document."""
    identified: IdentityDocument
    card: CardView | None
    places: tuple[str, ...]
    """The terminals that the card is in."""
    is_held: bool
    """Whether the patron was ordered to use one terminal only."""
    exclusion: ExclusionView | None
    account: PatronAccountView | None
    orders: tuple[OrderView, ...]
    """Every order about a patron, in the order in which a console offers them."""


def patron_view(keeper: Keeper, patron: Patron, details: Details | None, by: Clerk, *, knows_why: bool) -> PatronView:
    """A patron as staff see them. `by` would give the orders, now, and perhaps knows why somebody was excluded."""
    cage = keeper.durable
    card = cage.cards[patron.card] if patron.card is not None else None
    excluded, account = cage.exclusions.get(patron.number), patron.account
    return PatronView(
        number=patron.number,
        name=details.name if details else None,
        born=details.born if details else None,
        document=details.document if details else None,
        issuer=details.issuer if details else None,
        expires=details.expires if details else None,
        address=details.address if details else None,
        occupation=details.occupation if details else None,
        registered=patron.registered,
        checked_by=patron.checked_by,
        identified=patron.identified,
        card=CardView(card.serial, keeper.card_number(card.serial)[-4:], card.state, card.issued) if card else None,
        places=tuple(each.place for each in patron.places),
        is_held=patron.is_held,
        exclusion=_exclusion_view(excluded, knows_why=knows_why) if excluded else None,
        account=PatronAccountView(
            account.balance,
            account.has_pin,
            account.is_locked,
            tuple(MovementView(each.at, each.move, each.amount, each.place, each.balance) for each in reversed(account.last)),
        )
        if account
        else None,
        orders=tuple(_order_view(cage, order) for order in _orders(patron, by, keeper.now())),
    )


def _exclusion_view(exclusion: Exclusion, *, knows_why: bool) -> ExclusionView:
    why = exclusion.why if knows_why else None
    return ExclusionView(exclusion.since, exclusion.by, exclusion.second, why, exclusion.place)


def _order_view(cage: Cage, order: CageOrder) -> OrderView:
    return OrderView(type(order).__name__, seen_refusal(CAGE_REGISTER.decide(cage, order)) or "")


def _orders(patron: Patron, by: Clerk, at: int) -> tuple[CageOrder, ...]:
    number, coin = patron.number, Cents(SMALLEST_COIN)
    least = min(coin, patron.account.balance) if patron.account and patron.account.balance else coin
    return (
        IssueCard(at=at, by=by, patron=number, salt=0),
        OpenAccount(at=at, by=by, patron=number),
        SetPin(at=at, by=by, patron=number),
        Deposit(at=at, by=by, patron=number, amount=coin),
        Withdraw(at=at, by=by, patron=number, amount=least, identified="-"),
        CorrectPatron(
            at=at,
            by=by,
            patron=number,
            digest=patron.digest,
            identified=patron.identified,
            changed=(Detail.ADDRESS,),
            why="-",
        ),
        ReplaceCard(at=at, by=by, patron=number, salt=0, why="-"),
        CancelCard(at=at, by=by, patron=number, why="-"),
        ExcludePatron(at=at, by=by, patron=number, why="-", second=SECOND),
        LiftExclusion(at=at, by=by, patron=number, why="-", second=SECOND),
        ErasePatron(at=at, by=by, patron=number, why="-", second=SECOND),
    )
