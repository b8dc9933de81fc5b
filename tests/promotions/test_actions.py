"""What can be done with a promotion: every order has its fields as the document asks for them, and says why it has to wait."""

import pytest

from croupier.promotions.actions import PrizeAction, actions
from croupier.promotions.asked import AskedKind
from croupier.promotions.claims import ClaimPrize
from croupier.promotions.drafting import DraftPromotion
from croupier.promotions.due import DueKind, dues
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.integrity import PostponePromotion
from croupier.promotions.message import PromotionCommand
from croupier.promotions.offers import OFFERS
from croupier.promotions.opening import AmendTerms
from croupier.promotions.state import PrizeRegister
from croupier.promotions.withdrawals import BarEntry, RetractEntry
from croupier.rules.promotions import PrizeKind
from prize_pages import PrizePlay
from prizes import BEGIN, CLEO, MAX, closed, committing, done, drawing, drawn, opened, prize, register, terms

STAR, ARUZE = "star-craps-2016", "aruze-craps-2024"


def played(rules: str, *lines: str) -> dict[str, PrizeAction]:
    """What is offered after a page, by order."""
    play = PrizePlay(rules)
    play.play("\n".join(lines))
    return {each.order: each for each in actions(play.register, play.promotion, play.now)}


def test_every_order_about_a_promotion_has_an_offer_with_all_its_fields() -> None:
    kinds = [kind for kind in PRIZE_REGISTER.commands if issubclass(kind, PromotionCommand)]
    by_program = {BarEntry, RetractEntry}
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


@pytest.mark.parametrize(("rules", "also"), [(STAR, ARUZE), (ARUZE, STAR)])
def test_the_form_of_an_order_follows_every_document_to_which_the_terms_keep(rules: str, also: str) -> None:
    """Under 2024 and 2016 the page asked neither for the approval nor for the choice of the winner that the order needs."""

    def offered(register: PrizeRegister) -> dict[str, PrizeAction]:
        return {each.order: each for each in actions(register, register.promotions[1], register.clock)}

    found = opened(rules, terms(rules, prize(rules, value=1_000_001), also=(also,)))
    approval = {field.name: field for field in offered(found)["AmendTerms"].fields}["approval"]
    assert (approval.required, approval.label) == (True, "What proves the approval of the Authority")
    vehicle = prize(rules, PrizeKind.VEHICLE, 900_000)
    won = drawn(rules, terms(rules, prize(rules, value=1_000_001), vehicle, also=(also,)))
    claim = ClaimPrize(by=CLEO, promotion=1, prize=1, person=won.promotions[1].wins[1].person, identified="-", present=True)
    pay = offered(done(won, claim))["PayPrize"]
    assert [field.name for field in pay.fields] == ["parts", "chosen"]
    assert [way for way, _ in pay.fields[0].options] == ["cheque", "transfer"]
    car = done(closed(rules, terms(rules, vehicle, also=(also,))), committing(), drawing())
    assert "instead" not in {field.name for field in offered(car)["ClaimPrize"].fields}, "2016 has to state it"


@pytest.mark.parametrize(("rules", "also"), [(STAR, ARUZE), (ARUZE, STAR)])
def test_what_is_due_follows_every_document_to_which_the_terms_keep(rules: str, also: str) -> None:
    """10.12 has the inspectorate told immediately, 5.12 within 48 hours; amended terms go to the NICC alone again (5.9.1)."""
    whole = terms(rules, also=(also,))
    amend = AmendTerms(by=CLEO, second=MAX, promotion=1, terms=whole, why="A better prize", approval="letter 1")
    found = done(opened(rules, whole), amend, PostponePromotion(by=CLEO, promotion=1, why="Entries were copied"))
    told = {due.kind: (due.clause, due.sentence, due.by - found.clock) for due in dues(found, found.clock)}
    assert told[DueKind.RESUBMISSION][:2] == ("5.9.1", "The amended terms have to go to the NICC as soon as possible.")
    assert told[DueKind.INSPECTOR] == (
        "10.12",
        "Tell the inspectorate immediately that the promotion was compromised.",
        0,
    )
    (lodge,) = dues(done(register(), DraftPromotion(at=BEGIN, by=CLEO, rules=rules, terms=whole)), BEGIN)
    first, second = ("the Authority", "the NICC") if rules == STAR else ("the NICC", "the Authority")
    assert lodge.sentence == f"The terms have to go to {first} and {second} 24 hours before the start."


@pytest.mark.parametrize(("rules", "offered"), [(STAR, False), (ARUZE, True)])
def test_money_instead_is_asked_for_only_where_the_document_and_the_terms_give_it(rules: str, *, offered: bool) -> None:
    begin, rest = "draft vehicle $30,000", ("lodge, open, ann enters, close, commit", "draw before Sam Just")
    asked = {field.name for field in played(rules, begin, *rest)["ClaimPrize"].fields}
    assert ("instead" in asked) is offered
    assert "instead" in {field.name for field in played(rules, f"{begin} instead $25,000", *rest)["ClaimPrize"].fields}
