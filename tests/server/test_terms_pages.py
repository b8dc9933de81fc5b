"""The public page of terms: everything that the document asks for, and nothing that a browser would run."""

import pytest
from msgspec.structs import replace

from croupier.audit.local_time import local_time
from croupier.money import Cents
from croupier.promotions import opening
from croupier.promotions.integrity import PostponePromotion, ResumePromotion
from croupier.promotions.opening import AmendTerms
from croupier.promotions.refusals import Reason
from croupier.promotions.state import Promotion, Stage
from croupier.promotions.terms import QualifyingPlay
from croupier.rulebook.html import html
from croupier.rules.moments import DAY, HOUR
from croupier.rules.promotions import PrizeKind
from croupier.server.api.promotion_views import public_terms
from croupier.server.terms_pages import terms_document
from prizes import CHAPTERS, CLEO, DRAWN, MAX, STARTS, done, drawn, lodged, opened, prize, refused, terms

STAR, ARUZE = "star-craps-2016", "aruze-craps-2024"


def page(promotion: Promotion) -> str:
    return html(terms_document(promotion, CHAPTERS[STAR], "Australia/Sydney"))


def test_every_statement_and_every_particular_is_on_the_page() -> None:
    car = prize(STAR, PrizeKind.VEHICLE, 900_000, instead=Cents(800_000), title="A car")
    shown = page(drawn(STAR, terms(STAR, car)).promotions[1])
    chapter = CHAPTERS[STAR]
    for item in (*chapter.terms, *chapter.particulars_of(PrizeKind.VEHICLE)):
        assert item.id == "wager" or f"({item.clause})" in shown, item
    assert "$9,000.00" in shown
    assert "$8,000.00" in shown
    assert "2025-10-19" in shown


def test_the_page_names_every_document_and_the_tables_at_which_play_counts() -> None:
    """Play at "any table" earned nothing at a table of another document."""
    play, texts = QualifyingPlay(least=Cents(1_000)), {**terms(STAR).texts, "wager": "A bet of $10 or more"}
    for also, where in (((), "at any table of this document"), ((ARUZE,), "at any table of these documents")):
        shown = page(lodged(STAR, terms(STAR, play=play, wager=True, texts=texts, also=also)).promotions[1])
        assert where in shown
        assert ("Aruze Craps" in shown) is bool(also)


def test_the_draw_is_on_the_page_once_it_was_held() -> None:
    promotion = drawn(STAR, terms(STAR)).promotions[1]
    (draw,) = promotion.draws
    assert draw.winners[0] in page(promotion)
    prepared = replace(promotion, draws=(replace(draw, secret=None, value=None, winners=()),))
    assert draw.commitment in page(prepared)
    assert draw.winners[0] not in page(prepared)


def test_amended_terms_say_so_with_what_was_changed() -> None:
    """Who had entered under other terms could not read that they had changed."""
    running = opened(STAR, terms(STAR))
    assert "amended" not in page(running.promotions[1])
    before = running.promotions[1].terms
    first = replace(before, title="Spring", most=3)
    amend = AmendTerms(at=STARTS + HOUR, by=CLEO, second=MAX, promotion=1, terms=first, why="Secret", approval="letter 1")
    once = done(running, amend)
    shown = page(once.promotions[1])
    at = local_time(STARTS + HOUR, "Australia/Sydney")
    assert f"The terms were amended on {at} (Australia/Sydney)." in shown
    assert "These are the terms in force. What was changed stands under Amendments." in shown
    assert f"entries of a person: 3, until then {before.most}" in shown
    assert f"name of the promotion: Spring, until then {before.title}" in shown
    assert "Secret" not in shown, "the reason is for the record"
    assert public_terms(once.promotions[1]).amended == (STARTS + HOUR,)
    again = replace(amend, at=STARTS + 2 * HOUR, terms=replace(first, most=4))
    twice = done(once, again)
    shown = page(twice.promotions[1])
    last = local_time(STARTS + 2 * HOUR, "Australia/Sydney")
    assert f"The terms were amended 2 times, the last time on {last} (Australia/Sydney)." in shown
    assert shown.index("entries of a person: 4, until then 3") < shown.index("entries of a person: 3, until then")


def test_other_times_of_a_resumed_promotion_are_amended_terms() -> None:
    found = done(opened(STAR, terms(STAR)), PostponePromotion(at=STARTS + HOUR, by=CLEO, promotion=1, why="Copied"))
    resume = ResumePromotion(
        at=STARTS + 2 * HOUR, by=CLEO, second=MAX, promotion=1, found="Sound", drawn=DRAWN + DAY, approval="letter 1"
    )
    same = done(found, ResumePromotion(at=STARTS + 2 * HOUR, by=CLEO, second=MAX, promotion=1, found="Sound"))
    assert "amended" not in page(same.promotions[1])
    shown = page(done(found, resume).promotions[1])
    was, now = (local_time(each, "Australia/Sydney") for each in (DRAWN, DRAWN + DAY))
    assert f"time of the draw: {now}, until then {was}" in shown


def test_terms_are_amended_a_limited_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "MOST_AMENDMENTS", 1)
    running = opened(STAR, terms(STAR))
    amend = AmendTerms(by=CLEO, second=MAX, promotion=1, terms=terms(STAR, most=3), why="More", approval="letter 1")
    assert refused(done(running, amend), amend).reason is Reason.TOO_MANY


def test_what_a_clerk_wrote_is_text() -> None:
    evil = "<script>alert(1)</script>"
    whole = terms(STAR, prize(STAR, title=evil, details=evil), title=evil, texts={"manner": evil})
    shown = page(Promotion(number=1, rules=STAR, chapter="", terms=whole, stage=Stage.OPEN, written=0))
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown
