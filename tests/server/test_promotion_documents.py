"""The papers of a promotion: the terms as they are lodged, and the record of a draw."""

from msgspec.structs import replace

from croupier.audit.document_paper import DocumentJob, sections
from croupier.audit.paper import pdf
from croupier.money import Cents
from croupier.promotions.state import Promotion
from croupier.promotions.withdrawals import BarEntry
from croupier.rulebook.blocks import Document
from croupier.rulebook.html import Served, html
from croupier.rules.promotions import PrizeKind
from croupier.server.promotion_documents import draw_paper, lodgement
from croupier.server.terms_pages import terms_document
from prizes import BEGIN, CHAPTERS, CLEO, SAM, closed, committing, done, drawing, drawn, entry_number, prize, terms

STAR, ZONE = "star-craps-2016", "Australia/Sydney"
CHAPTER = CHAPTERS[STAR]
STATEMENTS = [item.id for item in CHAPTER.terms]
PARTICULARS = [item.id for item in CHAPTER.particulars_of(PrizeKind.VEHICLE)]


def vehicle() -> Promotion:
    car = prize(STAR, PrizeKind.VEHICLE, 3_000_000, instead=Cents(2_500_000), title="A car")
    return drawn(STAR, terms(STAR, car)).promotions[1]


def words(document: Document) -> str:
    """Everything that is printed."""
    printed = [document.title, *(f"{name}: {fact}" for name, fact in document.facts)]
    for section in sections(document):
        printed += [section.heading, *section.paragraphs, *(f"{name}: {said}" for name, said in section.pairs)]
    return "\n".join(printed)


def printed(document: Document) -> DocumentJob:
    return DocumentJob(
        floor="Test floor",
        title=document.title,
        facts=tuple(document.facts),
        sections=sections(document),
        zone=ZONE,
        exported="Ines Vogt",
        software="croupier",
    )


def test_the_lodgement_has_every_statement_and_what_is_forbidden() -> None:
    said = words(lodgement(vehicle(), CHAPTER, ZONE))
    for item in (*CHAPTER.terms, *CHAPTER.particulars_of(PrizeKind.VEHICLE), *CHAPTER.forbidden):
        assert item.id == "wager" or f"({item.clause})" in said, item
    assert "to: the Authority" in said
    assert "lodged (10.9): 2025-" in said
    assert "$30,000.00" in said


def test_the_lodgement_names_every_document_and_every_regulator() -> None:
    draft = Promotion(
        number=1, rules=STAR, chapter="", terms=terms(STAR, also=("aruze-craps-2024", "no document")), written=BEGIN
    )
    said = words(lodgement(draft, CHAPTER, ZONE))
    assert "to: the Authority and the NICC" in said
    assert "rule set: star-craps-2016, aruze-craps-2024, no document" in said


def test_the_record_of_a_draw_does_not_say_that_marked_entries_had_won() -> None:
    closed_now = closed(STAR, terms(STAR))
    barred = BarEntry(by=CLEO, promotion=1, number=entry_number(1))
    promotion = done(closed_now, barred, committing(), drawing()).promotions[1]
    said = words(draw_paper(promotion, CHAPTER, 1, ZONE))
    assert "entries: 5, of which 1 could not win: they had won before or were marked" in said


def test_an_incomplete_draft_is_printed_as_it_is() -> None:
    said = words(
        lodgement(Promotion(number=1, rules=STAR, chapter="", terms=terms(STAR, starts=None), written=BEGIN), CHAPTER, ZONE)
    )
    assert "starts: not stated" in said
    assert "lodged (10.9): not yet" in said


def test_the_record_of_a_draw_names_its_scrutineer_and_is_set_in_type() -> None:
    promotion = vehicle()
    document = draw_paper(promotion, CHAPTER, 1, ZONE)
    said = words(document)
    (draw,) = promotion.draws
    for part in (
        draw.commitment,
        draw.secret,
        promotion.digest,
        draw.winners[0],
        f"scrutineer (10.2): {SAM}",
        f"prepared by: {CLEO}",
    ):
        assert part in said, part
    assert "The winners were found again" in said
    assert pdf(printed(document)).startswith(b"%PDF")


def test_markup_in_terms_is_text_on_the_page_and_on_paper() -> None:
    bad = "<img src=x onerror=alert(1)> #panic() $x$ *y*"
    hostile = prize(STAR, PrizeKind.VEHICLE, 3_000_000, title=bad, details=bad, particulars=dict.fromkeys(PARTICULARS, bad))
    whole = terms(STAR, hostile, title=bad, texts=dict.fromkeys(STATEMENTS, bad))
    promotion = replace(vehicle(), terms=whole)
    page = html(terms_document(promotion, CHAPTER, ZONE), Served("", "", []))
    assert "<img" not in page
    assert page.count("&lt;img src=x onerror=alert(1)&gt;") > len(STATEMENTS)
    document = lodgement(promotion, CHAPTER, ZONE)
    assert pdf(printed(document)).startswith(b"%PDF")
