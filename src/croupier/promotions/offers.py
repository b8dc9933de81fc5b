"""How people give the orders about a promotion: about what, with which fields, and on which page."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.promotions.asked import AskedField, AskedKind, PromotionPage
from croupier.promotions.checking import has_alternative
from croupier.promotions.claims import ON_FILE, ClaimPrize, RefuseClaim, TellReasons
from croupier.promotions.disputes import AdviseClaimant, DecidePrizeDispute, RaisePrizeDispute, is_unadvised, may_be_about
from croupier.promotions.drafting import LodgeTerms, ReviseTerms
from croupier.promotions.drawing import CommitDraw, DrawPrizes
from croupier.promotions.due import regulators_of, soonest_told
from croupier.promotions.ending import EndPromotion
from croupier.promotions.entering import CloseEntries, EnterDraw
from croupier.promotions.fold import UNFINISHED
from croupier.promotions.integrity import CancelPromotion, PostponePromotion, ResumePromotion, TellInspector
from croupier.promotions.message import PromotionCommand
from croupier.promotions.notifying import NotifyWinner
from croupier.promotions.opening import AmendTerms, OpenPromotion
from croupier.promotions.paying import GivePrize, PayPrize
from croupier.promotions.refusals import Reason
from croupier.promotions.reinstatement import ReinstateWinner, decided_too_late
from croupier.promotions.state import PrizeState, Promotion
from croupier.promotions.withdrawals import WithdrawEntry
from croupier.rules.outcomes import listed
from croupier.rules.promotions import PrizeWay, Promotions


@dataclass(frozen=True, slots=True)
class Subject:
    """What an order is about, as far as the state of the promotion says it."""

    title: str
    values: Mapping[str, Any]
    fields: tuple[AskedField, ...] = ()


Chapters = Sequence[Promotions]
"""Those to which a promotion keeps, its own first. A form asks for what any of them demands, and offers what all allow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeOrder:
    """How an order is given."""

    kind: type[PromotionCommand]
    part: PromotionPage
    subjects: Callable[[Promotion, Chapters], Iterable[Subject]]
    tried: Mapping[str, Any]
    """Fields to which nobody could object. With them the register is asked whether the order can be given at all."""
    mends: Reason | None = None
    """A refusal that the fields can still avoid."""


def _plain(title: str, *fields: AskedField) -> Callable[[Promotion, Chapters], Iterable[Subject]]:
    """An order that is about the whole promotion."""
    return lambda _, __: (Subject(title, {}, fields),)


def _lodging(promotion: Promotion, chapters: Chapters) -> Iterator[Subject]:
    if promotion.lodged is not None and promotion.amended is None:
        return
    fields = (
        AskedField("proof", "Proof, such as the number of a receipt"),
        AskedField("sent", "When they were sent", AskedKind.TIME),
    )
    regulators = regulators_of(chapters)
    yield Subject(f"Record that {listed(regulators, 'and')} {'has' if len(regulators) == 1 else 'have'} the terms", {}, fields)


def _opening(promotion: Promotion, _: Chapters) -> Iterator[Subject]:
    fields = AskedField("available", "Where the terms can be read"), AskedField("marketing", "Advertising that refers to them")
    yield Subject(f"Open promotion {promotion.number}", {}, fields)


def _amending(_: Promotion, chapters: Chapters) -> Iterator[Subject]:
    approving = [each for each in chapters if each.amending.needs_approval]
    approval = [AskedField("approval", f"What proves the approval of {each.lodging.to}") for each in approving[:1]]
    fields = AskedField("terms", "Terms", AskedKind.TERMS), AskedField("why", "Reason"), *approval
    yield Subject("Amend the terms", {}, fields)


def _entering(promotion: Promotion, _: Chapters) -> Iterator[Subject]:
    bet = (AskedField("earned", "The bet that earned the entry"),) if promotion.terms.wager else ()
    yield Subject("Enter a person", {}, (AskedField("person", "Who enters", AskedKind.PERSON, needed=ON_FILE), *bet))


SOURCE = AskedField("source", "Public value that nobody knows yet, and how it is written: “closing ASX 200, two decimals”")
FIXED = AskedField("fixed", "When it will be known", AskedKind.TIME)


def _committing(promotion: Promotion, _: Chapters) -> Iterator[Subject]:
    if promotion.pending:
        return
    undrawn = promotion.undrawn[: max(promotion.left(len(promotion.terms.prizes)), 1)]
    if undrawn:
        yield Subject(f"Prepare the draw of prize {listed(map(str, undrawn), 'and')}", {"prizes": undrawn}, (SOURCE, FIXED))
    again = AskedField("why", "Why it is drawn again; everybody can read it")
    for prize, win in promotion.wins.items():
        if win.state in (PrizeState.WON, PrizeState.FREE):
            yield Subject(f"Draw prize {prize} again", {"prizes": [prize]}, (again, SOURCE, FIXED))


def _drawing(promotion: Promotion, chapters: Chapters) -> Iterator[Subject]:
    if promotion.pending:
        value = AskedField("value", f"The public value ({promotion.pending.source})")
        clause = chapters[0].scrutineer.clause
        label = f"Scrutineer from outside ({clause}); nothing if the second person is the scrutineer"
        yield Subject("Draw", {}, (value, AskedField("outside", label, required=False)))


def _telling(promotion: Promotion, chapters: Chapters) -> Iterator[Subject]:
    listed_methods = chapters[0].telling.methods
    stated = promotion.terms.notice or [each.id for each in listed_methods]
    methods = tuple((each.id, each.words) for each in listed_methods if each.id in stated)
    fields = (
        AskedField("method", "How", AskedKind.CHOICE, options=methods),
        AskedField("reached", "The winner knows now", AskedKind.YES_OR_NO),
    )
    for prize, win in promotion.wins.items():
        if win.is_open:
            yield Subject(f"Tell the winner of prize {prize}", {"prize": prize}, fields)


def _claiming(promotion: Promotion, chapters: Chapters) -> Iterator[Subject]:
    for prize, win in promotion.wins.items():
        if win.state is not PrizeState.WON:
            continue
        fields = [AskedField("identified", "How the winner was identified")]
        if promotion.terms.present:
            fields.append(AskedField("present", "The winner was present at the draw", AskedKind.YES_OR_NO))
        stated = promotion.prize(prize).instead is not None
        kind = promotion.prize(prize).kind
        if all(has_alternative(each, kind) and (stated or not each.alternative.stated) for each in chapters):
            fields.append(AskedField("instead", "The winner takes money instead of the prize", AskedKind.YES_OR_NO))
        values = {"prize": prize, "person": win.person, **({} if promotion.terms.present else {"present": False})}
        yield Subject(f"The winner claims prize {prize}", values, tuple(fields))


def _refusing(promotion: Promotion, chapters: Chapters) -> Iterator[Subject]:
    for prize in range(1, len(promotion.terms.prizes) + 1):
        kept = any(each.is_kept(promotion.worth(prize)) for each in chapters)
        fields = (
            AskedField("why", "Reasons"),
            AskedField("person", "The claimant", AskedKind.PERSON, required=kept, needed=ON_FILE if kept else ()),
            AskedField("told", "How the claimant was told the reasons, if that was done", required=False),
        )
        yield Subject(f"Refuse somebody prize {prize}", {"prize": prize}, fields)
        win = promotion.wins.get(prize)
        if win and win.is_open:
            yield Subject(f"Refuse the winner prize {prize}", {"prize": prize, "person": win.person}, (fields[0], fields[2]))


def _paying(promotion: Promotion, chapters: Chapters) -> Iterator[Subject]:
    ways = tuple((way.value, way.words) for way in PrizeWay if all(way in each.payment.ways for each in chapters))
    for prize, win in promotion.wins.items():
        if win.state is PrizeState.CLAIMED and win.owed:
            chooses = any(each.winner_chooses(win.owed) for each in chapters)
            payment = AskedField("parts", "Payment", AskedKind.PAYMENT, options=ways, total=win.owed)
            chosen = (AskedField("chosen", "The winner chose how it is paid", AskedKind.YES_OR_NO),) if chooses else ()
            yield Subject(f"Pay prize {prize}", {"prize": prize}, (payment, *chosen))


def _giving(promotion: Promotion, _: Chapters) -> Iterator[Subject]:
    for prize, win in promotion.wins.items():
        if win.state is PrizeState.CLAIMED and not win.owed:
            yield Subject(f"Hand prize {prize} over", {"prize": prize})


def _reasons(promotion: Promotion, _: Chapters) -> Iterator[Subject]:
    for number, claim in enumerate(promotion.refused, 1):
        if claim.told is None:
            title = f"Tell the claimant of refusal {number} the reasons"
            yield Subject(title, {"refusal": number}, (AskedField("told", "How the claimant was told"),))


def _reinstating(promotion: Promotion, _: Chapters) -> Iterator[Subject]:
    for prize, win in promotion.wins.items():
        if win.state is PrizeState.FREE or decided_too_late(promotion, prize):
            yield Subject(f"Give prize {prize} back to its winner", {"prize": prize}, (WHY,))


def _deciding(promotion: Promotion, _: Chapters) -> Iterator[Subject]:
    fields = AskedField("decision", "Decision"), AskedField("satisfied", "The person is satisfied with it", AskedKind.YES_OR_NO)
    for number, file in enumerate(promotion.disputes, 1):
        if file.decision is not None:
            continue
        yield Subject(f"Decide dispute {number}", {"dispute": number}, fields)
        for prize, win in promotion.wins.items() if promotion.stage in UNFINISHED else ():
            if win.state is not PrizeState.PAID and may_be_about(file, win):
                title = f"Decide dispute {number} for the winner of prize {prize}"
                yield Subject(title, {"dispute": number, "prize": prize}, fields)


def _advising(promotion: Promotion, _: Chapters) -> Iterator[Subject]:
    for number, file in enumerate(promotion.disputes, 1):
        if is_unadvised(file):
            title = f"Advise the person of dispute {number} of the right to complain"
            yield Subject(title, {"dispute": number}, (AskedField("how", "How the person was advised"),))


def _inspector(promotion: Promotion, chapters: Chapters) -> Iterator[Subject]:
    if any(notice.told is None for notice in promotion.notices):
        yield Subject(f"Record that {soonest_told(chapters).to} was told", {}, (AskedField("how", "Whom, and how"),))


def _postponing(promotion: Promotion, _: Chapters) -> Iterator[Subject]:
    if not promotion.postponed:
        yield Subject("Postpone: its integrity is in doubt", {}, (WHY,))


def _resuming(promotion: Promotion, chapters: Chapters) -> Iterator[Subject]:
    if not promotion.postponed:
        return
    found = AskedField("found", "How it was found sound")
    yield Subject("Resume as the terms stand", {}, (found,))
    if promotion.opened is not None:
        times = (
            AskedField("closes", "When entries close; nothing if that stays", AskedKind.TIME, required=False),
            AskedField("drawn", "When the prizes are drawn; nothing if that stays", AskedKind.TIME, required=False),
        )
        to = next((each for each in chapters if each.amending.needs_approval), chapters[0]).lodging.to
        approval = AskedField("approval", f"What proves the approval of {to}", required=False)
        yield Subject("Resume with other times", {}, (found, *times, approval))


WHY = AskedField("why", "Reason")
TERMS = AskedField("terms", "Terms", AskedKind.TERMS)
PERSON = AskedField("person", "The person", AskedKind.PERSON, required=False)

OFFERS = (
    PrizeOrder(kind=ReviseTerms, part=PromotionPage.TERMS, subjects=_plain("Revise the terms", TERMS), tried={}),
    PrizeOrder(kind=LodgeTerms, part=PromotionPage.TERMS, subjects=_lodging, tried={"proof": "-"}),
    PrizeOrder(kind=OpenPromotion, part=PromotionPage.TERMS, subjects=_opening, tried={"available": "-", "marketing": "-"}),
    PrizeOrder(
        kind=AmendTerms,
        part=PromotionPage.TERMS,
        subjects=_amending,
        tried={"why": "-", "approval": "-"},
        mends=Reason.BAD_TERMS,
    ),
    PrizeOrder(
        kind=EnterDraw,
        part=PromotionPage.TERMS,
        subjects=_entering,
        tried={"person": 0, "earned": "-"},
        mends=Reason.UNKNOWN_PERSON,
    ),
    PrizeOrder(
        kind=WithdrawEntry,
        part=PromotionPage.TERMS,
        subjects=_plain("Withdraw an entry", AskedField("number", "The number of the entry"), AskedField("why", "Reason")),
        tried={"why": "-"},
        mends=Reason.UNKNOWN_ENTRY,
    ),
    PrizeOrder(
        kind=CloseEntries,
        part=PromotionPage.TERMS,
        subjects=_plain("Close entries, and publish the digest of their list"),
        tried={},
    ),
    PrizeOrder(kind=CommitDraw, part=PromotionPage.DRAW, subjects=_committing, tried={"source": "-", "why": "-"}),
    PrizeOrder(
        kind=DrawPrizes,
        part=PromotionPage.DRAW,
        subjects=_drawing,
        tried={"value": "-"},
        mends=Reason.WRONG_SECRET,
    ),
    PrizeOrder(
        kind=NotifyWinner,
        part=PromotionPage.CLAIMS,
        subjects=_telling,
        tried={"method": "mail", "reached": True},
        mends=Reason.UNKNOWN_METHOD,
    ),
    PrizeOrder(kind=ClaimPrize, part=PromotionPage.CLAIMS, subjects=_claiming, tried={"identified": "-", "present": True}),
    PrizeOrder(kind=PayPrize, part=PromotionPage.CLAIMS, subjects=_paying, tried={"chosen": True}),
    PrizeOrder(kind=GivePrize, part=PromotionPage.CLAIMS, subjects=_giving, tried={}),
    PrizeOrder(
        kind=RefuseClaim, part=PromotionPage.CLAIMS, subjects=_refusing, tried={"why": "-"}, mends=Reason.DETAILS_NEEDED
    ),
    PrizeOrder(kind=ReinstateWinner, part=PromotionPage.CLAIMS, subjects=_reinstating, tried={"why": "-"}),
    PrizeOrder(kind=TellReasons, part=PromotionPage.CLAIMS, subjects=_reasons, tried={"told": "-"}),
    PrizeOrder(
        kind=RaisePrizeDispute,
        part=PromotionPage.CLAIMS,
        subjects=_plain("Open a file about a dispute", AskedField("about", "What is disputed"), PERSON),
        tried={"about": "-"},
    ),
    PrizeOrder(
        kind=DecidePrizeDispute, part=PromotionPage.CLAIMS, subjects=_deciding, tried={"decision": "-", "satisfied": True}
    ),
    PrizeOrder(kind=AdviseClaimant, part=PromotionPage.CLAIMS, subjects=_advising, tried={"how": "-"}),
    PrizeOrder(
        kind=PostponePromotion,
        part=PromotionPage.DRAW,
        subjects=_postponing,
        tried={"why": "-"},
    ),
    PrizeOrder(kind=ResumePromotion, part=PromotionPage.DRAW, subjects=_resuming, tried={"found": "-"}),
    PrizeOrder(kind=CancelPromotion, part=PromotionPage.DRAW, subjects=_plain("Cancel the promotion", WHY), tried={"why": "-"}),
    PrizeOrder(kind=TellInspector, part=PromotionPage.DRAW, subjects=_inspector, tried={"how": "-"}),
    PrizeOrder(kind=EndPromotion, part=PromotionPage.TERMS, subjects=_plain("End the promotion", WHY), tried={"why": "-"}),
)
"""Every order about a promotion, in the order in which a page shows them."""
