"""Promotions as the API shows them. People are numbers; only the operations about claimants show who they are."""

import msgspec

from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.promotions.checking import faults, warnings
from croupier.promotions.due import PrizeDue, dues_of
from croupier.promotions.refusals import TermsFault
from croupier.promotions.state import (
    Attempt,
    Lodgement,
    PrizeDispute,
    PrizeDraw,
    PrizeNotice,
    PrizeRegister,
    PrizeState,
    Promotion,
    RefusedClaim,
    Stage,
)
from croupier.promotions.terms import PromotionTerms
from croupier.server.api.cage_done import IssuedVoucher
from croupier.server.receipt_views import ReceiptView


class PublicTerms(msgspec.Struct, frozen=True):
    """The terms of a promotion that has started, for everybody."""

    promotion: int
    rules: str
    """The rule set under whose document it runs."""
    stage: Stage
    terms: PromotionTerms
    amended: tuple[int, ...]
    """When the terms were amended after the start: milliseconds since 1970."""
    digest: str | None
    """The digest of the list of entries, once they are closed."""
    draws: int
    """How many draws were held. The record of each is public."""
    refused: tuple[int, ...]
    """The prizes that were refused to whom a draw has found, and not drawn again."""
    lapsed: tuple[int, ...]
    """The prizes that were drawn and that nobody has got, because the promotion is over."""


class WinView(msgspec.Struct, frozen=True):
    """A prize that was drawn."""

    prize: int
    entry: str
    person: int
    state: PrizeState
    owed: Cents
    tell_by: int
    """Until when the winner is to be told: milliseconds since 1970."""
    claim_by: int
    """Until when the winner can claim it."""
    attempts: tuple[Attempt, ...]


class PromotionView(msgspec.Struct, frozen=True):
    """A promotion, with everything that is open."""

    number: int
    rules: str
    document: str
    """The title of the document under which it runs."""
    stage: Stage
    postponed: bool
    terms: PromotionTerms
    faults: tuple[TermsFault, ...]
    """Everything that the terms leave out, or have and must not have."""
    written: int
    """When these terms were written. An order that changes them says so, and is refused if somebody else was faster."""
    lodged: Lodgement | None
    opened: bool
    """Whether it has started, so that its terms are public."""
    entries: int
    digest: str | None
    draws: tuple[PrizeDraw, ...]
    wins: tuple[WinView, ...]
    refused: tuple[RefusedClaim, ...]
    disputes: tuple[PrizeDispute, ...]
    notices: tuple[PrizeNotice, ...]
    """What the inspector has to be told, or was."""
    dues: tuple[PrizeDue, ...]
    """What is due or overdue."""
    entry: str | None
    """The number of the entry that the order has made, for the person who entered; null after other orders."""
    voucher: IssuedVoucher | None
    """The voucher to print for a prize in casino dollars that the order has handed over; null after other orders."""
    receipt: ReceiptView | None
    """The receipt of the cash or the voucher that the order has given for a prize; null after other orders."""


def public_terms(promotion: Promotion) -> PublicTerms:
    """What everybody may read of a promotion."""
    return PublicTerms(
        promotion=promotion.number,
        rules=promotion.rules,
        stage=promotion.stage,
        terms=promotion.terms,
        amended=tuple(each.until for each in promotion.former),
        digest=promotion.digest,
        draws=sum(draw.secret is not None for draw in promotion.draws),
        refused=_prizes_of(promotion, PrizeState.FREE),
        lapsed=_prizes_of(promotion, PrizeState.LAPSED),
    )


def _prizes_of(promotion: Promotion, state: PrizeState) -> tuple[int, ...]:
    return tuple(sorted(prize for prize, win in promotion.wins.items() if win.state is state))


class EntryView(msgspec.Struct, frozen=True):
    """An entry, as the officer sees it."""

    number: str
    person: int
    at: int
    by: str
    """The login of whoever made it."""
    earned: str | None
    why: str | None
    """Why it does not count; null if it does."""


def entry_views(promotion: Promotion, first: int, count: int) -> list[EntryView]:
    """Some entries of a promotion in the order in which they were made, from the first of these on."""
    every = sorted(promotion.entries.items(), key=lambda item: (item[1].at, item[0]))[first : first + count]
    return [EntryView(number, each.person, each.at, each.by, each.earned, each.why) for number, each in every]


def promotion_view(
    register: PrizeRegister,
    promotion: Promotion,
    at: int,
    entry: str | None = None,
    voucher: IssuedVoucher | None = None,
    receipt: ReceiptView | None = None,
) -> PromotionView:
    """A promotion at a time, after an order that has made an entry or another one."""
    chapter = register.chapters.get(promotion.rules)
    wins = (
        WinView(prize, win.entry, win.person, win.state, win.owed, win.tell_by, win.claim_by, win.attempts)
        for prize, win in sorted(promotion.wins.items())
    )
    return PromotionView(
        number=promotion.number,
        rules=promotion.rules,
        document=ruleset(promotion.rules).title if chapter else promotion.rules,
        stage=promotion.stage,
        postponed=promotion.postponed,
        terms=promotion.terms,
        faults=_faults(register, promotion),
        written=promotion.written,
        lodged=promotion.lodged,
        opened=promotion.opened is not None,
        entries=len(promotion.listed),
        digest=promotion.digest,
        draws=promotion.draws,
        wins=tuple(wins),
        refused=promotion.refused,
        disputes=promotion.disputes,
        notices=promotion.notices,
        dues=dues_of(register.chapters_of(promotion), promotion, at) if chapter else (),
        entry=entry,
        voucher=voucher,
        receipt=receipt,
    )


def _faults(register: PrizeRegister, promotion: Promotion) -> tuple[TermsFault, ...]:
    chapter, terms = register.chapters.get(promotion.rules), promotion.terms
    return (*faults(register.chapters, promotion.rules, terms), *warnings(chapter, terms)) if chapter else ()
