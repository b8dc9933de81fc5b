"""The papers of a promotion: what goes to the regulator, and the record of a draw."""

from collections.abc import Iterator

from croupier.audit.local_time import local_time
from croupier.money import dollars
from croupier.promotions.draw import DrawRecord, could_not_win, draw_faults
from croupier.promotions.drawing import draw_record
from croupier.promotions.due import regulators_of
from croupier.promotions.state import Promotion
from croupier.rulebook.blocks import Block, Document, Entries, Heading, Paragraph
from croupier.rules.outcomes import listed
from croupier.rules.promotions import Forbidden, Promotions
from croupier.server.terms_pages import prize_went, rulesets_of, terms_blocks

MOST_LISTED = 2_000
"""How many entries are printed. The record as a file has all of them."""


def lodgement(promotion: Promotion, chapter: Promotions, zone: str) -> Document:
    """The terms as they go to the regulator, with what each prize includes of what is forbidden."""
    lodged, lodging = promotion.lodged, chapter.lodging
    chapters = [chapter, *(found for each in rulesets_of(promotion)[1:] if (found := each.promotions))]
    sent = f"{local_time(lodged.sent, zone)}: {lodged.proof}" if lodged else "not yet"
    facts = [
        ("to", listed(regulators_of(chapters), "and")),
        ("promotion", str(promotion.number)),
        ("rule set", ", ".join((promotion.rules, *promotion.terms.also))),
        ("chapter", promotion.chapter),
        (f"lodged ({lodging.clause})", sent),
    ]
    included: list[Block] = [Heading("What the prizes include", 2, note=chapter.forbidden_clause)]
    for number, prize in enumerate(promotion.terms.prizes, 1):
        pairs = [(f"{each.words} ({each.clause})", _amount(each, prize.contains.get(each.id))) for each in chapter.forbidden]
        included += [Heading(f"{number}. {prize.title}", 3), Entries(pairs)]
    return Document(promotion.terms.title, facts, [*terms_blocks(promotion, chapter, zone), *included])


def _amount(thing: Forbidden, amount: int | None) -> str:
    unit = "" if thing.millilitres is None else " ml"
    return "not stated" if amount is None else "none" if amount == 0 else f"{amount:,}{unit}"


def draw_paper(promotion: Promotion, chapter: Promotions, number: int, zone: str) -> Document:
    """The record of a draw that was held: who oversaw it, what decided it, and who has won."""
    draw = [each for each in promotion.draws if each.secret][number - 1]
    record = draw_record(promotion, draw)
    facts = [
        ("promotion", f"{promotion.number}, {promotion.rules}"),
        ("draw", str(number)),
        ("prepared by", str(draw.prepared)),
        ("held by", str(draw.held)),
        (f"scrutineer ({chapter.scrutineer.clause})", draw.overseen or "none signed"),
        ("entries", f"{len(record.entries)}{could_not_win(record)}"),
        ("digest of the list", record.digest),
        ("committed", local_time(record.committed, zone)),
        ("commitment", record.commitment),
        ("public value", f"{record.value}: {record.source}, known from {local_time(record.fixed, zone)} on"),
        ("secret", record.secret),
    ]
    facts += [("drawn again", f"{taken}: {draw.why}; signed by {draw.prepared} and {draw.approved}") for taken in draw.taken]
    return Document(f"Draw {number}: {promotion.terms.title}", facts, list(_found(promotion, record)))


def _won(promotion: Promotion, prize: int, winner: str) -> str:
    """Which entry the draw has found, and what has become of the prize if that did not get it."""
    went = prize_went(promotion, prize, winner)
    return f"entry {winner}{f'; {went}' if went else ''}"


def _found(promotion: Promotion, record: DrawRecord) -> Iterator[Block]:
    """Who has won, whether that is what the list, the secret and the value lead to, and the list."""
    yield Heading("Winners", 2)
    yield Entries(
        [
            (
                f"prize {prize}: {promotion.prize(prize).title}, {dollars(promotion.value(prize))}",
                _won(promotion, prize, winner),
            )
            for prize, winner in zip(record.prizes, record.winners, strict=True)
        ]
    )
    yield Paragraph(
        "; ".join(draw_faults(record)) or "The winners were found again from the list, the secret and the public value."
    )
    yield Heading("List of entries", 2)
    entries = (
        " ".join(record.entries)
        if len(record.entries) <= MOST_LISTED
        else "The list is in the record that is published as a file."
    )
    yield Paragraph(entries)
