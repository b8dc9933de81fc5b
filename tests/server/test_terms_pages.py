"""The public page of terms: everything that the document asks for, and nothing that a browser would run."""

from msgspec.structs import replace

from croupier.money import Cents
from croupier.promotions.state import Promotion, Stage
from croupier.rulebook.html import html
from croupier.rules.promotions import PrizeKind
from croupier.server.terms_pages import terms_document
from prizes import CHAPTERS, drawn, prize, terms

STAR = "star-craps-2016"


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


def test_the_draw_is_on_the_page_once_it_was_held() -> None:
    promotion = drawn(STAR, terms(STAR)).promotions[1]
    (draw,) = promotion.draws
    assert draw.winners[0] in page(promotion)
    prepared = replace(promotion, draws=(replace(draw, secret=None, value=None, winners=()),))
    assert draw.commitment in page(prepared)
    assert draw.winners[0] not in page(prepared)


def test_what_a_clerk_wrote_is_text() -> None:
    evil = "<script>alert(1)</script>"
    whole = terms(STAR, prize(STAR, title=evil, details=evil), title=evil, texts={"manner": evil})
    shown = page(Promotion(number=1, rules=STAR, chapter="", terms=whole, stage=Stage.OPEN, written=0))
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown
