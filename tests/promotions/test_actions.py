"""What can be done with a promotion: every order has its fields as the document asks for them, and says why it has to wait."""

import pytest

from croupier.promotions.actions import PrizeAction, actions
from croupier.promotions.asked import AskedKind
from croupier.promotions.message import PromotionCommand
from croupier.promotions.offers import OFFERS
from croupier.promotions.rows import PRIZE_COMMANDS
from croupier.promotions.withdrawals import RetractEntry
from prize_pages import PrizePlay

STAR, ARUZE = "star-craps-2016", "aruze-craps-2024"


def played(rules: str, *lines: str) -> dict[str, PrizeAction]:
    """What is offered after a page, by order."""
    play = PrizePlay(rules)
    play.play("\n".join(lines))
    return {each.order: each for each in actions(play.register, play.promotion, play.now)}


def test_every_order_about_a_promotion_has_an_offer_with_all_its_fields() -> None:
    kinds = [kind for kind in PRIZE_COMMANDS if issubclass(kind, PromotionCommand)]
    by_program = {RetractEntry}
    assert sorted(offer.kind.__name__ for offer in OFFERS) == sorted(kind.__name__ for kind in kinds if kind not in by_program)


def test_what_cannot_be_done_yet_says_why_with_its_clause() -> None:
    drafted = played(STAR, "draft money $500 without closing")
    assert drafted["LodgeTerms"].why_not == "The terms do not say when entries close."
    assert drafted["LodgeTerms"].clause == "10.7.6"
    lodged = played(STAR, "draft money $500", "lodge")
    assert lodged["OpenPromotion"].why_not.startswith("The promotion starts at ")
    assert "LodgeTerms" not in lodged
    assert not played(ARUZE, "draft money $500", "lodge", "open")["EnterDraw"].why_not


def test_the_form_of_an_order_follows_the_document() -> None:
    drawn = ("draft money $10,000.01", "lodge, open, ann enters, close, commit", "draw before Sam Just", "the winner claims")
    by_star, by_aruze = (played(rules, *drawn)["PayPrize"] for rules in (STAR, ARUZE))
    assert [field.name for field in by_star.fields] == ["parts", "chosen"]
    assert [way for way, _ in by_star.fields[0].options] == ["cash", "cheque", "transfer"]
    assert [field.name for field in by_aruze.fields] == ["parts"]
    assert [way for way, _ in by_aruze.fields[0].options] == ["cheque", "transfer"]
    assert by_aruze.fields[0].total == 1_000_001
    amend = played(STAR, "draft money $500", "lodge", "open")["AmendTerms"]
    assert [(field.name, field.kind) for field in amend.fields] == [
        ("terms", AskedKind.TERMS),
        ("why", AskedKind.TEXT),
        ("approval", AskedKind.TEXT),
    ]
    assert "approval" not in {field.name for field in played(ARUZE, "draft money $500", "lodge", "open")["AmendTerms"].fields}
    refuse = played(STAR, "draft money $100", "lodge", "open")["RefuseClaim"]
    assert [field.required for field in refuse.fields if field.name == "person"] == [False]


@pytest.mark.parametrize(("rules", "offered"), [(STAR, False), (ARUZE, True)])
def test_money_instead_is_asked_for_only_where_the_document_and_the_terms_give_it(rules: str, *, offered: bool) -> None:
    begin, rest = "draft vehicle $30,000", ("lodge, open, ann enters, close, commit", "draw before Sam Just")
    asked = {field.name for field in played(rules, begin, *rest)["ClaimPrize"].fields}
    assert ("instead" in asked) is offered
    assert "instead" in {field.name for field in played(rules, f"{begin} instead $25,000", *rest)["ClaimPrize"].fields}
