"""Operations for the pages of promotions: chapters, what can be done, what is due, what play has earned, and papers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

import croupier
from croupier.audit.document_paper import DocumentJob, sections
from croupier.audit.eligibility import EarnedEntry
from croupier.audit.local_time import local_time, shown_in_zone
from croupier.catalogue import ruleset
from croupier.floor.house import House
from croupier.floor.papers import PaperError, Papers, file_name
from croupier.floor.plan import Plan
from croupier.floor.promoter import Promoter
from croupier.promotions.actions import PrizeAction, actions
from croupier.promotions.checking import has_alternative
from croupier.promotions.due import PrizeDue, dues
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.state import Promotion
from croupier.rules.promotions import Fact, ListedItem, PrizeKind, Promotions
from croupier.server.api.earned import EarnedEntries
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.prize_register import found_promotion, officer, register_of
from croupier.server.api.problem import ApiError, missing
from croupier.server.api.promotion_views import EntryView, entry_views
from croupier.server.api.promotions import duties_of
from croupier.server.front_desk import FrontDesk
from croupier.server.promotion_documents import draw_paper, lodgement

MOST_ENTRIES_SHOWN = 200
"""The most entries of one list."""


class StatementView(msgspec.Struct, frozen=True):
    """A statement that the terms have to make, or a method of notice."""

    clause: str
    id: str
    words: str
    facts: tuple[Fact, ...]
    """What the register has to know besides a text."""


class KindView(msgspec.Struct, frozen=True):
    """A kind of prize, and what the terms also state about such prizes."""

    kind: PrizeKind
    words: str
    particulars: tuple[StatementView, ...]
    instead: bool
    """Whether money can be given instead."""


class ForbiddenView(msgspec.Struct, frozen=True):
    """What no prize may include."""

    clause: str
    id: str
    words: str
    millilitres: int | None
    """How much of it is allowed; null if nothing is."""


class ChapterView(msgspec.Struct, frozen=True):
    """The chapter of a document, as a form follows it."""

    rules: str
    """The rule set."""
    title: str
    terms_clause: str
    terms: tuple[StatementView, ...]
    prizes: str
    """The clause about the details and the value of prizes."""
    kinds: tuple[KindView, ...]
    forbidden: tuple[ForbiddenView, ...]
    methods: tuple[StatementView, ...]
    alternative: str
    """The clause about money instead of a prize."""


class EarnedView(msgspec.Struct, frozen=True):
    """A bet that earned an entry."""

    player: str
    """The name on the card."""
    table: str
    line: int
    """The line of the table's journal that decided it."""
    bet: str
    """The bet in words."""
    at: int
    entered: str | None
    """The number of the entry; null if it was not made."""
    why: str | None
    """Why the entry does not count; null if it does."""


class EnteredView(msgspec.Struct, frozen=True):
    """What play has earned, and what became of it now."""

    entered: int
    """How many bets were entered now."""
    retracted: int
    """How many entries were retracted now: play does not earn them any more."""
    bets: tuple[EarnedView, ...]


class PromotionPaper(msgspec.Struct, frozen=True):
    """A file about a promotion to print: PDF, or a page in HTML where the server has no typst."""

    name: str
    """How to name the file."""
    content: bytes
    """The file, in base64."""


class PromotionDesk:
    """What the pages of promotions ask."""

    def __init__(self, house: House, desk: FrontDesk, plan: Plan, earned: EarnedEntries) -> None:
        """Serve the register of this house. Times in sentences are in the time zone of the plan."""
        self._house, self._desk, self._plan, self._zone, self._earned = house, desk, plan, plan.time_zone, earned
        self._papers = Papers()

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        every = "/api/v1/promotions"
        chapters = "List the chapters on promotional prizes of the documents of this floor, as a form follows them."
        doing = (
            "List the orders that this person can give about a promotion, with their fields, and why one cannot be given now."
        )
        due = "List what is due and overdue of all promotions, the most urgent first."
        paper = (
            "Export the terms as they are lodged, or the record of a draw, on paper. The export of an inspector is recorded."
        )
        which = {"draw": "The number of a draw that was held; 0 for the terms."}
        see = Right.SEE_PROMOTIONS
        finding = "List the bets that have earned an entry under the terms, as the journal of the tables has them."
        entering = "Enter what play has earned, each bet once, and retract what it does not earn any more."
        entries = f"List up to {MOST_ENTRIES_SHOWN} entries in the order in which they were made; people are numbers."
        some = {"first": "How many entries to pass over."}
        one = f"{every}/{{number}}"
        rows: tuple[tuple[str, str, str, Right, Mapping[str, str], Any, Any], ...] = (
            ("GET", f"{every}/chapters", chapters, see, {}, list[ChapterView], self._chapters),
            ("GET", f"{every}/due", due, Right.SEE_DUE_PRIZES, {}, list[PrizeDue], self._due),
            ("GET", f"{one}/actions", doing, see, {}, list[PrizeAction], self._actions),
            ("GET", f"{one}/earned", finding, see, {}, list[EarnedView], self._show_earned),
            ("POST", f"{one}/earned", entering, Right.RUN_PROMOTIONS, {}, EnteredView, self._enter_earned),
            ("GET", f"{one}/entries", entries, Right.RUN_PROMOTIONS, some, list[EntryView], self._entries),
            ("GET", f"{one}/paper", paper, see, which, PromotionPaper, self._paper),
        )
        return [
            Operation(
                method=method,
                path=path,
                summary=summary,
                right=right,
                takes=Nothing,
                queries=queries,
                gives=gives,
                refuses=(404, 409),
                handle=handle,
            )
            for method, path, summary, right, queries, gives, handle in rows
        ]

    @property
    def _promoter(self) -> Promoter:
        return register_of(self._house)

    async def _chapters(self, _: Call[Nothing]) -> list[ChapterView]:
        return [_chapter(name, chapter) for name, chapter in self._promoter.durable.chapters.items()]

    async def _due(self, _: Call[Nothing]) -> list[PrizeDue]:
        if self._house.promoter is None:
            return []
        return [*dues(self._promoter.durable, self._promoter.now())]

    async def _actions(self, call: Call[Nothing]) -> list[PrizeAction]:
        promotion, promoter = found_promotion(self._house, call), self._promoter
        held = self._desk.register
        may = {kind.__name__ for kind in PRIZE_REGISTER.commands if held.may(call.signed_in.login, *duties_of(kind))}
        every = actions(promoter.durable, promotion, promoter.now())
        return [replace(each, why_not=shown_in_zone(each.why_not, self._zone)) for each in every if each.order in may]

    async def _entries(self, call: Call[Nothing]) -> list[EntryView]:
        return entry_views(found_promotion(self._house, call), call.number("first", 0), MOST_ENTRIES_SHOWN)

    async def _show_earned(self, call: Call[Nothing]) -> list[EarnedView]:
        promotion = found_promotion(self._house, call)
        found = await self._earned.found(promotion)
        return earned_views(self._promoter.durable.promotions[promotion.number], found)

    async def _enter_earned(self, call: Call[Nothing]) -> EnteredView:
        promotion = found_promotion(self._house, call)
        done = await self._earned.enter(officer(self._desk.author(call.signed_in)), promotion)
        bets = earned_views(self._promoter.durable.promotions[promotion.number], done.found)
        return EnteredView(done.entered, done.retracted, tuple(bets))

    async def _paper(self, call: Call[Nothing]) -> PromotionPaper:
        promotion, draw = found_promotion(self._house, call), call.number("draw", 0)
        chapter = self._promoter.durable.chapters.get(promotion.rules)
        if chapter is None or draw > sum(each.secret is not None for each in promotion.draws):
            raise missing("unknown-draw", "No such draw was held.")
        document = draw_paper(promotion, chapter, draw, self._zone) if draw else lodgement(promotion, chapter, self._zone)
        job = DocumentJob(
            floor=self._plan.name,
            title=document.title,
            facts=tuple(document.facts),
            sections=sections(document),
            zone=self._zone,
            exported=f"{self._desk.author(call.signed_in).name}, {local_time(self._promoter.now(), self._zone)}",
            software=f"croupier {croupier.__version__}",
        )
        try:
            is_inspectors = self._desk.is_inspector(call.signed_in)
            content = await call.unless_left(self._papers.file(job, call.signed_in.login, is_inspectors=is_inspectors))
        except PaperError as error:
            raise ApiError(409, "no-paper", str(error)) from None
        name = f"promotion-{promotion.number}-{f'draw-{draw}' if draw else 'lodgement'}"
        await self._desk.viewed(call.signed_in, f"{name}, on paper", is_export=True)
        return PromotionPaper(file_name(name, content), content)


def _chapter(name: str, chapter: Promotions) -> ChapterView:
    return ChapterView(
        rules=name,
        title=ruleset(name).title,
        terms_clause=chapter.terms_clause,
        terms=_statements(chapter.terms),
        prizes=chapter.prizes,
        kinds=tuple(_kinds(chapter)),
        forbidden=tuple(ForbiddenView(each.clause, each.id, each.above, each.millilitres) for each in chapter.forbidden),
        methods=_statements(chapter.telling.methods),
        alternative=chapter.alternative.clause,
    )


def earned_views(promotion: Promotion, found: Sequence[EarnedEntry]) -> list[EarnedView]:
    """What play has earned, each bet with its entry, and why that does not count if it was withdrawn since."""

    def view(bet: EarnedEntry) -> EarnedView:
        entered = promotion.bets.get(bet.words)
        why = promotion.entries[entered].why if entered else None
        return EarnedView(bet.player, bet.table, bet.line, bet.words, bet.at, entered, why)

    return [view(each) for each in found]


def _statements(items: Sequence[ListedItem]) -> tuple[StatementView, ...]:
    return tuple(StatementView(each.clause, each.id, each.words, tuple(each.facts)) for each in items)


def _kinds(chapter: Promotions) -> Iterator[KindView]:
    for kind in PrizeKind:
        yield KindView(kind, kind.words, _statements(chapter.particulars_of(kind)), has_alternative(chapter, kind))
