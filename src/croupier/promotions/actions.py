"""What can be done with a promotion now: every order with its fields and its clause, and why one cannot be given.

Each order is put before the register with fields to which nobody could object. What the register refuses then is not offered.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.money import Cents
from croupier.promotions.asked import AskedField, PromotionPage
from croupier.promotions.drafting import latest_sent
from croupier.promotions.draw import ENTRY_DIGITS, SECRET_DIGITS
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.message import PROGRAM, Officer, PromotionCommand
from croupier.promotions.offers import OFFERS, PrizeOrder, Subject
from croupier.promotions.paying import PrizePart
from croupier.promotions.state import PrizeRegister, Promotion, Stage
from croupier.promotions.terms import PromotionTerms
from croupier.rules.promotions import PrizeWay

UNTAKEN = "f" * ENTRY_DIGITS
"""The number of an entry that chance gives to nobody."""


ANOTHER = Officer("-", "-")
"""A second person to whom nobody could object."""


class PrizeAction(msgspec.Struct, frozen=True, gc=False):
    """An order about a promotion, and whether it can be given now."""

    order: str
    """The name of the command."""
    part: PromotionPage
    title: str
    values: Mapping[str, Any]
    """The fields that follow from the promotion."""
    fields: tuple[AskedField, ...]
    """The fields that a person fills in."""
    clause: str
    why_two: str
    """Why a second person signs it; empty if one is enough."""
    why_not: str
    """Why it cannot be given now; empty if it can."""


def actions(register: PrizeRegister, promotion: Promotion, at: int) -> tuple[PrizeAction, ...]:
    """Every order about a promotion that makes sense at its stage. Empty if its chapter is not known."""
    if promotion.rules not in register.chapters:
        return ()
    return tuple(
        _action(register, promotion, offer, subject, at)
        for offer in OFFERS
        if promotion.stage in PRIZE_REGISTER.commands[offer.kind].stages
        for subject in offer.subjects(promotion, register.chapters_of(promotion))
    )


def _action(register: PrizeRegister, promotion: Promotion, offer: PrizeOrder, subject: Subject, at: int) -> PrizeAction:
    clause_of = PRIZE_REGISTER.commands[offer.kind].clause
    tried = _tried(register, promotion, offer, subject, at)
    refused = PRIZE_REGISTER.decide(register, tried)
    hinders = refused if isinstance(refused, Refusal) and refused.reason is not offer.mends else None
    return PrizeAction(
        order=offer.kind.__name__,
        part=offer.part,
        title=subject.title,
        values={"promotion": promotion.number, **subject.values},
        fields=subject.fields,
        clause=(hinders and hinders.clause) or (clause_of(register.chapter(promotion)) if clause_of else ""),
        why_two=("" if hinders else PRIZE_REGISTER.why_two(register, tried) or ""),
        why_not=hinders.sentence if hinders else "",
    )


def _later(promotion: Promotion, at: int) -> PromotionTerms:
    """The terms, with times that are not over while entries are open."""
    terms = promotion.terms
    if promotion.stage is not Stage.OPEN or terms.closes is None or terms.closes > at:
        return terms
    return replace(terms, closes=at + 1, drawn=max(terms.drawn or 0, at + 1))


def _tried(register: PrizeRegister, promotion: Promotion, offer: PrizeOrder, subject: Subject, at: int) -> PromotionCommand:
    """The order with fields to which nobody could object: those of the form, and those that the promoter fills in."""
    made = {
        "terms": _later(promotion, at),
        "number": UNTAKEN,
        "commitment": "0" * SECRET_DIGITS,
        "fixed": at + 1,
        "secret": "0" * SECRET_DIGITS,
        "tell_by": at,
        "claim_by": at,
        "sent": latest_sent(register.chapter(promotion), promotion, at),
        "parts": tuple(PrizePart(PrizeWay(each.options[0][0]), Cents(each.total)) for each in subject.fields if each.total),
    }
    known = {name: value for name, value in made.items() if name in offer.kind.__struct_fields__}
    signed = {"promotion": promotion.number, "at": at, "by": PROGRAM, "second": ANOTHER}
    fields = {**known, **offer.tried, **subject.values, **signed}
    return msgspec.convert(fields, offer.kind, from_attributes=True)
