"""The terms of promotions as public pages, for the screen and for print."""

from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.audit.local_time import local_time
from croupier.catalogue import names, ruleset
from croupier.floor.house import House
from croupier.money import dollars
from croupier.promotions.changes import changes
from croupier.promotions.integrity import NO_ENTRY_LEFT
from croupier.promotions.state import PrizeState, Promotion, Stage
from croupier.promotions.terms import Prize, QualifyingPlay
from croupier.rulebook.blocks import Block, Bullets, Document, Entries, Heading, Paragraph
from croupier.rulebook.html import Served, html
from croupier.rulebook.passages import sentence
from croupier.rules.outcomes import listed
from croupier.rules.promotions import Promotions
from croupier.rules.ruleset import Ruleset
from croupier.server.rules_pages import ICON_URL, STYLE_URL

MADE = "Published from the prize register"
NO_PROMOTION = "There is no such promotion here.\n"
STAGES = {
    Stage.OPEN: "Entries are received.",
    Stage.CLOSED: "Entries are closed.",
    Stage.ENDED: "The promotion is over.",
    Stage.CANCELLED: "The promotion was cancelled.",
}
"""What is said of promotions that have started. Others are not shown."""


class TermsPages:
    """The public pages of the promotions of a house. Times are in the time zone of the floor."""

    def __init__(self, house: House, zone: str) -> None:
        """Show the promotions of this house."""
        self._house, self._zone = house, zone

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [Route("/promotions", self._list), Route("/promotions/{number:int}", self._show)]

    def _public(self) -> dict[int, tuple[Promotion, Promotions]]:
        """The promotions that have started, each with its chapter."""
        promoter = self._house.promoter
        if promoter is None:
            return {}
        found, chapters = promoter.durable.promotions.values(), promoter.durable.chapters
        return {each.number: (each, chapters[each.rules]) for each in found if each.opened and each.rules in chapters}

    async def _list(self, _: Request) -> Response:
        items = [
            " ".join(filter(None, (f"{number}: {each.terms.title}. {_stage(each)}", amended_words(each, self._zone))))
            for number, (each, _) in self._public().items()
        ]
        blocks: list[Block] = [Bullets(items)] if items else [Paragraph("No promotion has started.")]
        links = [("/", "All tables"), *((f"/promotions/{number}", f"Promotion {number}") for number in self._public())]
        return _page(Document("Promotions", [], blocks, made=MADE), links)

    async def _show(self, request: Request) -> Response:
        found = self._public().get(request.path_params["number"])
        if found is None:
            return Response(NO_PROMOTION, 404, media_type="text/plain")
        held = sum(draw.secret is not None for draw in found[0].draws)
        links = [("/promotions", "All promotions"), ("/", "All tables")]
        links += [(_record(found[0], number), f"Record of draw {number}") for number in range(1, held + 1)]
        return _page(terms_document(*found, self._zone), links)


def running_promotions(house: House) -> dict[int, str]:
    """The titles of the promotions that have started and are not over."""
    found = house.promoter.durable.promotions.values() if house.promoter else ()
    return {each.number: each.terms.title for each in found if each.stage in (Stage.OPEN, Stage.CLOSED)}


def _page(document: Document, links: list[tuple[str, str]]) -> Response:
    return Response(html(document, Served(STYLE_URL, ICON_URL, links)).encode(), media_type="text/html")


def _stage(promotion: Promotion) -> str:
    return "It is postponed." if promotion.postponed else STAGES.get(promotion.stage, "")


def rulesets_of(promotion: Promotion) -> list[Ruleset]:
    """The rule sets of the documents to which a promotion keeps, its own first. A draft may name others that there are not."""
    return [ruleset(each) for each in (promotion.rules, *promotion.terms.also) if each in names()]


def terms_document(promotion: Promotion, chapter: Promotions, zone: str) -> Document:
    """The terms of a promotion, clause by clause, and what has become of it."""
    titles = [each.title for each in rulesets_of(promotion)]
    facts = [("promotion", str(promotion.number)), ("document" if len(titles) == 1 else "documents", "; ".join(titles))]
    blocks: list[Block] = [Paragraph(_stage(promotion))]
    if promotion.former:
        blocks.append(Paragraph(f"These are the terms in force. {_WHAT_CHANGED}", lead=amended_words(promotion, zone)))
    blocks += [*terms_blocks(promotion, chapter, zone), *_amendments(promotion, chapter, zone), *_results(promotion, zone)]
    blocks.append(Heading("Disputes", 2, "disputes", note=chapter.disputes, listed=True))
    blocks.append(Paragraph("The operator decides disputes. Whoever is not satisfied may complain to an inspector."))
    return Document(promotion.terms.title, facts, blocks, made=MADE)


_WHAT_CHANGED = "What was changed stands under Amendments."


def amended_words(promotion: Promotion, zone: str) -> str:
    """When the terms were amended after the start, the last time; empty if they were not."""
    if not promotion.former:
        return ""
    often = "" if len(promotion.former) == 1 else f" {len(promotion.former)} times, the last time"
    return f"The terms were amended{often} on {local_time(promotion.former[-1].until, zone)} ({zone})."


def _amendments(promotion: Promotion, chapter: Promotions, zone: str) -> Iterator[Block]:
    """What every amendment has changed, the newest first."""
    if not promotion.former:
        return
    yield Heading("Amendments", 2, "amendments", note=chapter.amending.clause, listed=True)
    ran = [each.terms for each in promotion.former]
    amended = zip(promotion.former, ran, [*ran[1:], promotion.terms], strict=True)
    for each, before, after in reversed([*amended]):
        changed = changes(before, after, lambda at: local_time(at, zone))
        yield Heading(f"{local_time(each.until, zone)} ({zone})", 3)
        yield Bullets([f"{field}: {now}, until then {was}" for field, was, now in changed] or ["Nothing was changed."])


def terms_blocks(promotion: Promotion, chapter: Promotions, zone: str) -> Iterator[Block]:
    """The times, the statements and the prizes of the terms."""
    yield Entries(list(_times(promotion, zone)))
    terms = promotion.terms
    closes = "" if terms.closes is None else f"{local_time(terms.closes, zone)} ({zone})"
    stated = [
        (f"{sentence(item.words)} ({item.clause})", terms.texts.get(item.id) or (closes if item.is_time else ""))
        for item in chapter.terms
    ]
    yield Heading("Terms", 2, "terms", listed=True)
    yield Entries([(words, text) for words, text in stated if text])
    yield Heading("Prizes", 2, "prizes", note=chapter.prizes, listed=True)
    for number, prize in enumerate(terms.prizes, 1):
        yield Heading(f"{number}. {prize.title}", 3, f"prize-{number}")
        yield Entries(list(_prize(chapter, prize)))


def _times(promotion: Promotion, zone: str) -> Iterator[tuple[str, str]]:
    terms = promotion.terms
    for words, at in (("starts", terms.starts), ("entries close", terms.closes), ("prizes are drawn", terms.drawn)):
        yield words, f"{local_time(at, zone)} ({zone})" if at is not None else "not stated"
    yield "presence", "The winner has to be present at the draw." if terms.present else "The winner need not be present."
    if terms.claim_days is not None:
        yield "claims", f"until the end of day {terms.claim_days} after the draw"
    yield "entries of a person", "one" if terms.most == 1 else f"{terms.most:,} at most"
    if terms.play:
        yield "bets that earn an entry", _bets(terms.play, "these documents" if terms.also else "this document")


def _bets(play: QualifyingPlay, documents: str) -> str:
    """Which bets earn an entry."""
    wagers, places = listed(play.wagers, "or") or "any wager", listed(play.tables, "or") or f"any table of {documents}"
    return f"{dollars(play.least)} or more on {wagers} at {places}, with your player card"


def _prize(chapter: Promotions, prize: Prize) -> Iterator[tuple[str, str]]:
    yield "value", dollars(prize.value or 0)
    yield "details", prize.details
    for item in chapter.particulars_of(prize.kind):
        yield f"{item.words} ({item.clause})", prize.particulars.get(item.id, "")
    if prize.instead is not None:
        yield f"money instead ({chapter.alternative.clause})", dollars(prize.instead)


def _results(promotion: Promotion, zone: str) -> Iterator[Block]:
    """What was published of the draws, so that anyone can check them."""
    if promotion.digest is None:
        return
    yield Heading("Draw", 2, "draw", listed=True)
    entries = [("entries", str(len(promotion.listed))), ("digest of the list", promotion.digest)]
    for number, draw in enumerate(promotion.draws, 1):
        prizes = listed(map(str, draw.prizes), "and")
        entries.append((f"draw {number}: prize", prizes))
        entries += [(f"draw {number}: again", f"{taken}: {draw.why}") for taken in draw.taken]
        entries.append((f"draw {number}: commitment", draw.commitment))
        entries.append((f"draw {number}: decided by", f"{draw.source}, known at {local_time(draw.fixed, zone)}"))
        if draw.secret:
            entries.append((f"draw {number}: public value", draw.value or ""))
            entries += [
                (f"draw {number}: prize {prize}", prize_went(promotion, prize, entry) or f"won by entry {entry}")
                for prize, entry in zip(draw.prizes, draw.winners, strict=True)
            ]
    if promotion.stage is Stage.ENDED:
        entries += [(f"prize {prize}", f"lapsed: {NO_ENTRY_LEFT}") for prize in promotion.undrawn]
    yield Entries(entries)
    if any(draw.secret for draw in promotion.draws):
        yield Paragraph("Anyone can find the winners again: save the record of a draw, and run “croupier audit draw FILE”.")


def prize_went(promotion: Promotion, prize: int, entry: str) -> str:
    """What has become of a prize that an entry had won and did not get; empty if it is still theirs."""
    win = promotion.wins[prize]
    if win.entry != entry:
        return "drawn again"
    return {PrizeState.FREE: "refused to its winner", PrizeState.LAPSED: "lapsed: nobody got it"}.get(win.state, "")


def _record(promotion: Promotion, number: int) -> str:
    """The address of the record of a draw."""
    return f"/api/v1/promotions/{promotion.number}/draws/{number}"
