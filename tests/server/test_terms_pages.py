"""The public page of terms: everything that the document asks for, and nothing that a browser would run."""

from msgspec.structs import replace

from croupier.money import Cents
from croupier.promotions.state import Promotion, Stage
from croupier.promotions.terms import QualifyingPlay
from croupier.rulebook.html import html
from croupier.rules.promotions import PrizeKind
from croupier.server.terms_pages import terms_document
from prizes import CHAPTERS, drawn, lodged, prize, terms

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


def test_what_a_clerk_wrote_is_text() -> None:
    evil = "<script>alert(1)</script>"
    whole = terms(STAR, prize(STAR, title=evil, details=evil), title=evil, texts={"manner": evil})
    shown = page(Promotion(number=1, rules=STAR, chapter="", terms=whole, stage=Stage.OPEN, written=0))
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown
