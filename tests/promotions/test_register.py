"""The prize register: private data, what is due, bad input, and the end of a promotion."""

from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.money import Cents
from croupier.promotions import claims, disputes, drafting, entering, integrity, notifying
from croupier.promotions.actions import actions
from croupier.promotions.checking import LONGEST_TERM, MOST_PRIZES, faults, warnings
from croupier.promotions.claims import ClaimPrize, RefuseClaim, TellReasons
from croupier.promotions.disputes import RaisePrizeDispute
from croupier.promotions.drafting import DraftPromotion, LodgeTerms, ReviseTerms
from croupier.promotions.due import DueKind, dues
from croupier.promotions.ending import EndPromotion, PromotionEnded
from croupier.promotions.entering import PRIVATE, CloseEntries, EnterDraw
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.integrity import CancelPromotion, PostponePromotion, ResumePromotion, TellInspector
from croupier.promotions.keeping import MOST_ERASED, ErasePeople, KeepPrivateData, erasable
from croupier.promotions.message import PrizeCommand
from croupier.promotions.notifying import NotifyWinner
from croupier.promotions.opening import AmendTerms, OpenPromotion
from croupier.promotions.paying import GivePrize, PayPrize, PrizePart
from croupier.promotions.privacy import SALT_BYTES, sealed
from croupier.promotions.refusals import Reason
from croupier.promotions.state import PrizeRegister, PrizeState, Stage, with_promotion
from croupier.promotions.terms import PromotionTerms, QualifyingPlay
from croupier.promotions.withdrawals import BarEntry
from croupier.rules.moments import DAY, HOUR
from croupier.rules.promotions import PrizeKind, PrizeWay
from prizes import (
    BEGIN,
    CASS,
    CHAPTERS,
    CLAIM_DAYS,
    CLEO,
    CLOSES,
    DRAWN,
    MAX,
    STARTS,
    add,
    closed,
    committing,
    done,
    drawing,
    drawn,
    entry_number,
    events,
    lodged,
    opened,
    prize,
    refused,
    register,
    terms,
)

STAR = "star-craps-2016"


def claiming(register: PrizeRegister) -> ClaimPrize:
    person = register.promotions[1].wins[1].person
    return ClaimPrize(by=CLEO, promotion=1, prize=1, person=person, identified="passport", present=True)


def paid() -> PrizeRegister:
    """A promotion whose only prize was paid."""
    found = drawn(STAR, terms(STAR))
    parts = (PrizePart(PrizeWay.CHEQUE, Cents(50_000)),)
    return done(found, claiming(found), PayPrize(by=CASS, promotion=1, prize=1, parts=parts))


@pytest.mark.parametrize("kind", [PrizeKind.MONEY, PrizeKind.CASINO_DOLLARS, PrizeKind.VEHICLE])
def test_nobody_enters_draws_and_hands_a_prize_out_alone(kind: PrizeKind) -> None:
    """One manager could enter an invented person, draw, and hand over a voucher for casino dollars."""
    found = drawn(STAR, terms(STAR, prize(STAR, kind)))
    found = done(found, claiming(found))
    parts = (PrizePart(PrizeWay.CHEQUE, Cents(50_000)),)
    which: dict[str, Any] = {"promotion": 1, "prize": 1}
    handing = PayPrize(by=CLEO, **which, parts=parts) if kind is PrizeKind.MONEY else GivePrize(by=CLEO, **which)
    assert refused(found, handing).reason is Reason.SECOND_PERSON_NEEDED
    done(found, replace(handing, by=CASS))
    (event,) = events(found, replace(handing, second=CASS))
    assert PRIZE_REGISTER.tell(found, event).startswith("Cleo Marsh (cleo) and Cass Hill (cass) ")
    entry = found.promotions[1].entries[found.promotions[1].wins[1].entry]
    draw = replace(found.promotions[1].draws[0], prepared=MAX, held=MAX)
    drawn_by_max = with_promotion(found, 1, draws=(draw,))
    assert entry.by == CLEO.login
    approved = with_promotion(found, 1, draws=(replace(draw, approved=CASS),))
    for found_then, by in ((drawn_by_max, CLEO), (drawn_by_max, MAX), (approved, CASS)):
        assert refused(found_then, replace(handing, by=by)).reason is Reason.SECOND_PERSON_NEEDED


@pytest.mark.parametrize("kind", [PrizeKind.MONEY, PrizeKind.CASINO_DOLLARS, PrizeKind.VEHICLE])
def test_nobody_alone_takes_the_prize_of_a_winner_whom_nobody_else_has_met(kind: PrizeKind) -> None:
    """A clerk could claim and pay it before the winner was told; a manager could say so, claim it and take it."""
    before = drawn(STAR, terms(STAR, prize(STAR, kind)))
    claim = replace(claiming(before), by=CASS)
    parts = (PrizePart(PrizeWay.CHEQUE, Cents(50_000)),)
    which: dict[str, Any] = {"promotion": 1, "prize": 1}
    handing = PayPrize(by=CASS, **which, parts=parts) if kind is PrizeKind.MONEY else GivePrize(by=CASS, **which)
    tell = NotifyWinner(by=CASS, **which, method="mail", reached=True)
    in_vain = replace(tell, by=MAX, reached=False)
    for found in (done(before, claim), done(before, tell, claim), done(before, in_vain, claim)):
        alone = refused(found, handing)
        assert alone.reason is Reason.SECOND_PERSON_NEEDED
        assert "Nobody but Cass Hill has told the winner or taken the claim." in alone.sentence
        done(found, replace(handing, second=MAX))
    done(before, replace(tell, by=MAX), claim, handing)
    done(before, tell, replace(claim, by=MAX), handing)


@pytest.mark.parametrize("name", sorted(CHAPTERS))
def test_complete_terms_have_no_fault(name: str) -> None:
    assert faults(CHAPTERS, name, terms(name)) == ()
    everything = faults(CHAPTERS, name, terms(name, title="", texts={"x": "y"}, notice=("fax",), prizes=()))
    assert len({fault.place for fault in everything}) == len({*everything}) - 1  # the method of notice is wrong, too


def test_times_of_terms_are_in_order() -> None:
    early = terms(STAR, closes=STARTS, drawn=STARTS - 1)
    assert [(fault.clause, fault.place) for fault in faults(CHAPTERS, STAR, early)] == [
        ("10.7.6", "closing"),
        ("10.7.2", "award"),
    ]


def test_a_prize_says_nothing_that_its_document_does_not_ask() -> None:
    odd = terms(STAR, prize(STAR, particulars={"colour": "red"}, instead=Cents(5)))
    assert [fault.clause for fault in faults(CHAPTERS, STAR, odd)] == ["10.7.11", "10.3"]
    assert not faults(CHAPTERS, STAR, terms(STAR, prize(STAR, contains=dict.fromkeys(prize(STAR).contains, 0))))
    undeclared = faults(CHAPTERS, STAR, terms(STAR, prize(STAR, contains={})))
    assert [fault.clause for fault in undeclared] == ["10.5.1", "10.5.2", "10.5.3", "10.5.4", "10.5.5"]


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (terms(STAR, title="x" * (LONGEST_TERM + 1)), "title: write at most 2,000 characters"),
        (terms(STAR, texts={"manner": "a\x1b[2J"}), "manner: write at most"),
        (terms(STAR, texts={"\u202e": "a"}), "statements: write at most"),
        (terms(STAR, prize(STAR), prize(STAR, details="\n")), "prize 2: details: write at most"),
        (terms(STAR, closes=-1), "closing: a time or an amount is out of range"),
        (terms(STAR, prize(STAR, contains={"liquor": 10**30})), "prize 1: includes: a time or an amount is out of range"),
        (terms(STAR, *[prize(STAR)] * (MOST_PRIZES + 1)), "Terms have at most 100 prizes"),
    ],
)
def test_what_cannot_be_written_down_is_refused_even_in_a_draft(bad: PromotionTerms, said: str) -> None:
    refusal = refused(register(), DraftPromotion(at=BEGIN, by=CLEO, rules=STAR, terms=bad))
    assert refusal.reason is Reason.BAD_TEXT
    assert refusal.sentence.startswith(said)


def test_what_does_not_exist_is_refused() -> None:
    draft = DraftPromotion(at=BEGIN, by=CLEO, rules="adelaide-craps-2003", terms=terms(STAR))
    assert refused(register(), draft).reason is Reason.NO_CHAPTER
    assert refused(register(), CloseEntries(at=BEGIN, by=CLEO, promotion=1)).reason is Reason.UNKNOWN_PROMOTION
    found = opened(STAR, terms(STAR, most=9))
    enter = EnterDraw(by=CLEO, promotion=1, person=1, number=entry_number(1))
    assert refused(found, enter).reason is Reason.UNKNOWN_PERSON
    found = done(found, add("ann"), enter)
    assert refused(found, enter).reason is Reason.NUMBER_TAKEN
    assert refused(found, replace(enter, number="7")).reason is Reason.BAD_NUMBER
    assert refused(found, add("ann")).reason is Reason.PERSON_KNOWN
    assert refused(found, replace(add("bob"), digest="x")).reason is Reason.BAD_NUMBER
    assert refused(found, add("bob", "shoe size")).reason is Reason.BAD_TEXT
    assert refused(found, replace(enter, at=BEGIN)).reason is Reason.BAD_TIME


def test_a_promotion_of_another_chapter_is_not_continued() -> None:
    found = lodged(STAR, terms(STAR))
    other = replace(found, chapters={**CHAPTERS, STAR: CHAPTERS["aruze-craps-2024"]})
    start = OpenPromotion(at=STARTS, by=CLEO, promotion=1, available="Desk", marketing="Radio")
    assert refused(other, start).reason is Reason.CHAPTER_CHANGED
    done(found, start)


def test_a_promotion_cannot_start_once_entries_would_be_closed() -> None:
    start = OpenPromotion(at=CLOSES, by=CLEO, promotion=1, available="Desk", marketing="Radio")
    assert refused(lodged(STAR, terms(STAR)), start).reason is Reason.TOO_LATE


def test_terms_are_not_lodged_in_the_future() -> None:
    found = done(register(), DraftPromotion(at=BEGIN, by=CLEO, rules=STAR, terms=terms(STAR)))
    lodge = LodgeTerms(at=BEGIN, by=CLEO, promotion=1, proof="receipt", sent=BEGIN + 1)
    assert refused(found, lodge).reason is Reason.BAD_TIME


def test_the_time_for_claims_stands_still_while_nobody_can_claim() -> None:
    """One manager postponed a promotion until the claims had lapsed, resumed and ended it."""
    found = drawn(STAR, terms(STAR))
    before = found.promotions[1].wins[1].claim_by
    found = done(found, PostponePromotion(at=before - HOUR, by=CLEO, promotion=1, why="I want to look"))
    claim = replace(claiming(found), at=before + 40 * DAY)
    assert refused(found, claim).reason is Reason.POSTPONED
    resume = ResumePromotion(at=before + 40 * DAY, by=CLEO, promotion=1, found="All is well")
    assert refused(found, resume).reason is Reason.SECOND_PERSON_NEEDED
    (event,) = events(found, replace(resume, second=MAX))
    assert PRIZE_REGISTER.tell(found, event).endswith(" Its prizes can be claimed 41 days longer.")
    after = done(found, replace(resume, second=MAX))
    assert after.promotions[1].wins[1].claim_by == before + 41 * DAY
    done(after, replace(claim, at=before + 40 * DAY + HOUR))


def test_a_claim_that_had_lapsed_does_not_come_back_with_a_postponement() -> None:
    found = drawn(STAR, terms(STAR))
    before = found.promotions[1].wins[1].claim_by
    found = done(found, PostponePromotion(at=before + 1, by=CLEO, promotion=1, why="I want to look"))
    found = done(found, ResumePromotion(at=before + DAY, by=CLEO, second=MAX, promotion=1, found="All is well"))
    assert found.promotions[1].wins[1].claim_by == before


def test_two_who_change_the_same_terms_do_not_undo_each_other() -> None:
    """The second form had the terms as they were before the first: it took back what was approved, or lodged, in between."""
    found = lodged(STAR, terms(STAR))
    read = found.promotions[1].written
    revise = ReviseTerms(at=BEGIN + 2 * HOUR, by=MAX, promotion=1, terms=terms(STAR, title="By Max"), written=read)
    after = done(found, revise)
    second = replace(revise, by=CLEO, terms=terms(STAR, title="By Cleo"), at=BEGIN + 3 * HOUR)
    assert refused(after, second).reason is Reason.TERMS_CHANGED
    done(after, replace(second, written=after.promotions[1].written))
    found = opened(STAR, terms(STAR))
    amend = AmendTerms(by=CLEO, second=MAX, promotion=1, terms=terms(STAR, title="Better"), why="A slip", approval="letter 1")
    amend = replace(amend, written=found.promotions[1].written, at=STARTS + HOUR)
    after = done(found, amend)
    refusal = refused(after, replace(amend, at=STARTS + 2 * HOUR))
    assert (refusal.reason, refusal.clause) == (Reason.TERMS_CHANGED, "10.9.1")


def test_a_promotion_that_resumes_moves_its_times_only_forward() -> None:
    found = done(opened(STAR, terms(STAR)), PostponePromotion(by=CLEO, promotion=1, why="Copies"))
    resume = ResumePromotion(at=STARTS + DAY, by=CLEO, second=MAX, promotion=1, found="Sound")
    for early in ({"closes": CLOSES - 1}, {"drawn": DRAWN - 1}, {"closes": DRAWN + 1}):
        assert refused(found, replace(resume, **early)).reason is Reason.BAD_TIME
    moved = replace(resume, closes=CLOSES + DAY, drawn=DRAWN + DAY, approval="letter 1", second=MAX)
    later = done(found, moved)
    assert later.promotions[1].terms.closes == CLOSES + DAY
    assert done(found, resume).promotions[1].terms.closes == CLOSES


def test_private_data_is_in_no_line_and_its_digest_says_nothing_without_the_salt() -> None:
    data = {"name": "Ann Droste", "address": "Pyrmont Street"}
    one, other = (sealed(salt, data) for salt in (b"a" * SALT_BYTES, b"b" * SALT_BYTES))
    assert one != other
    assert sealed(b"a" * SALT_BYTES, dict(reversed(data.items()))) == one
    with pytest.raises(ValueError, match="a salt has 32 bytes"):
        sealed(b"short", data)
    command = replace(add("ann"), digest=one)
    line = PRIZE_REGISTER.recorded(command, events(register(), command))
    assert not [word for text in data.values() for word in text.split() if word.encode() in line]


def test_private_data_is_kept_for_ever_unless_the_operator_sets_a_period() -> None:
    found = paid()
    erase = ErasePeople(by=CLEO, second=MAX, people=(2,), why="The period is over")
    assert refused(found, erase).reason is Reason.KEPT
    assert erasable(found, found.clock + 9_999 * DAY) == ()
    keep = KeepPrivateData(by=CLEO, second=MAX, days=30)
    assert refused(found, replace(keep, second=CLEO)).reason is Reason.SECOND_PERSON_NEEDED
    assert refused(found, replace(keep, days=0)).reason is Reason.BAD_NUMBER
    found = done(found, keep)
    assert refused(found, erase).clause == "10.10.1"
    found = done(found, EndPromotion(by=CLEO, promotion=1, why="All is paid"))
    over = found.clock + 30 * DAY
    assert refused(found, replace(erase, at=over - 1)).reason is Reason.KEPT
    assert (erasable(found, over - 1), erasable(found, over)) == ((), tuple(range(1, len(found.people) + 1)))
    for alone in (CLEO, None):
        assert refused(found, replace(erase, at=over, second=alone)).reason is Reason.SECOND_PERSON_NEEDED
    for wrong in ((), (2, 2), tuple(range(1, MOST_ERASED + 2))):
        assert refused(found, replace(erase, at=over, people=wrong)).reason is Reason.BAD_NUMBER
    found = done(found, replace(erase, at=over, people=(2, 3)))
    assert not found.knows(2)
    assert refused(found, erase).reason is Reason.UNKNOWN_PERSON
    assert not {2, 3}.intersection(erasable(found, over))


def test_data_for_a_claim_after_the_end_is_kept_for_the_period_too() -> None:
    found = done(paid(), KeepPrivateData(by=CLEO, second=MAX, days=30), EndPromotion(by=CLEO, promotion=1, why="All is paid"))
    late, zoe = found.clock + 40 * DAY, len(found.people) + 1
    found = done(found, replace(add("zoe"), at=late))
    erase = ErasePeople(by=CLEO, second=MAX, people=(zoe,), why="The period is over", at=late + DAY)
    assert "30 days after the person was taken in" in refused(found, erase).sentence
    found = done(found, RefuseClaim(by=CLEO, promotion=1, prize=1, person=zoe, why="Not the winner", at=late + 10 * DAY))
    for at in (late + 31 * DAY, late + 999 * DAY):
        assert refused(found, replace(erase, at=at)).reason is Reason.KEPT, "nobody has told the reasons"
        assert zoe not in erasable(found, at)
    found = done(found, TellReasons(by=CLEO, promotion=1, refusal=1, told="By letter", at=late + 11 * DAY))
    assert refused(found, replace(erase, at=late + 39 * DAY)).clause == "10.10.1"
    assert done(found, replace(erase, at=late + 41 * DAY)).people[zoe].erased


def test_a_promotion_ends_when_nothing_is_open() -> None:
    end = EndPromotion(by=CLEO, promotion=1, why="Over")
    found = closed(STAR, terms(STAR))
    assert refused(found, end).clause == "10.7.2"
    found = drawn(STAR, terms(STAR))
    late = found.promotions[1].wins[1].claim_by + 1
    assert refused(found, replace(end, at=late)).clause == "10.8"
    assert refused(done(found, claiming(found)), end).clause == "10.7.8"
    told = done(found, NotifyWinner(by=CLEO, promotion=1, prize=1, method="mail", reached=True))
    assert refused(told, end).clause == "10.7.8"
    over = done(told, replace(end, second=MAX, at=told.promotions[1].wins[1].claim_by + 1))
    assert (over.promotions[1].stage, over.promotions[1].wins[1].state) == (Stage.ENDED, PrizeState.LAPSED)
    assert over.book.balances == {}
    untold = done(told, add("zoe"), RefuseClaim(by=CLEO, promotion=1, prize=1, person=6, why="Not the winner"))
    assert refused(untold, replace(end, at=over.clock)).clause == "10.10"


def notified(at: int, *, reached: bool) -> NotifyWinner:
    return NotifyWinner(at=at, by=CLEO, promotion=1, prize=1, method="telephone", reached=reached)


def test_a_winner_who_is_told_late_can_claim_for_as_long_as_the_terms_give() -> None:
    """One manager told the winner after the time for claims, and ended the promotion at once."""
    found = drawn(STAR, terms(STAR))
    before = found.promotions[1].wins[1].claim_by
    told_late = notified(before + DAY, reached=True)
    (event,) = events(found, told_late)
    assert PRIZE_REGISTER.tell(found, event).endswith(" by telephone. It can be claimed 15 days longer.")
    after = done(found, told_late)
    win = after.promotions[1].wins[1]
    assert win.claim_by == before + 15 * DAY
    assert win.claim_by - told_late.at >= CLAIM_DAYS * DAY
    end = EndPromotion(at=win.claim_by, by=CLEO, second=MAX, promotion=1, why="Over")
    assert refused(after, end).clause == "10.7.8"
    done(after, replace(claiming(after), at=win.claim_by))
    again = done(after, replace(told_late, at=win.claim_by))
    assert again.promotions[1].wins[1].claim_by == win.claim_by, "the winner knew it already"
    in_time = done(found, notified(found.promotions[1].wins[1].tell_by, reached=True))
    assert in_time.promotions[1].wins[1].claim_by == before


def test_nobody_loses_a_prize_of_which_they_were_not_told() -> None:
    """One manager recorded two attempts within seconds of the draw, and ended the promotion after the time for claims."""
    found = drawn(STAR, terms(STAR))
    win = found.promotions[1].wins[1]
    found = done(found, notified(found.clock, reached=False), notified(found.clock + 1_000, reached=False))
    late = win.claim_by + 1
    end = EndPromotion(at=late, by=CLEO, second=MAX, promotion=1, why="Over")
    again = committing(late, why="Nobody came", second=MAX)
    for order in (end, again):
        refusal = refused(found, order)
        assert (refusal.clause, "try again, 12 hours or more after the first attempt" in refusal.sentence) == ("10.8", True)
    assert [due.kind for due in dues(found, late) if due.overdue] == [DueKind.NOTICE]
    done(found, replace(claiming(found), at=late))
    in_time = done(found, notified(win.drawn + 12 * HOUR, reached=False))
    done(in_time, end)
    done(in_time, again)
    too_late = done(found, notified(late, reached=False))
    for order in (end, again):
        assert "can claim it until" in refused(too_late, replace(order, at=late + 1)).sentence
    by_then = too_late.promotions[1].wins[1].claim_by + 1
    done(too_late, replace(end, at=by_then))
    done(too_late, committing(by_then, why="Nobody came", second=MAX))


def test_a_prize_lapses_by_two_signatures_and_the_inspector_is_told() -> None:
    found = done(drawn(STAR, terms(STAR)), notified(DRAWN + HOUR, reached=True))
    end = EndPromotion(at=found.promotions[1].wins[1].claim_by + 1, by=CLEO, promotion=1, why="Nobody came")
    refusal = refused(found, end)
    assert (refusal.reason, refusal.sentence) == (
        Reason.SECOND_PERSON_NEEDED,
        "Prize 1 of $500.00 lapses: nobody has claimed it. Another person has to sign, too.",
    )
    assert refused(found, replace(end, second=CLEO)).reason is Reason.SECOND_PERSON_NEEDED
    signed = replace(end, second=MAX)
    (event,) = events(found, signed)
    assert PRIZE_REGISTER.tell(found, event) == (
        "Cleo Marsh (cleo) and Max Bell (max) ended promotion 1: Nobody came. Prize 1 of $500.00 lapses: nobody has claimed it."
    )
    over = done(found, signed)
    (due,) = dues(over, over.clock)
    assert (due.kind, due.clause, due.sentence) == (
        DueKind.INSPECTOR,
        "10.12",
        "Tell the inspectorate immediately that prize 1 has lapsed.",
    )
    assert dues(done(over, TellInspector(by=CLEO, promotion=1, how="Mr Lee by telephone")), over.clock) == ()
    (paid_out,) = events(paid(), EndPromotion(by=CLEO, promotion=1, why="All is paid"))
    assert isinstance(paid_out, PromotionEnded)
    assert paid_out.second is None, "one ends a promotion whose prizes are with their winners"


def test_a_promotion_ends_although_no_entry_is_left_for_a_prize() -> None:
    """Nobody entered, or fewer people than there are prizes: it could only be cancelled, as if it had been compromised."""
    end = EndPromotion(at=DRAWN, by=CLEO, promotion=1, why="Nobody entered")
    found = closed(STAR, terms(STAR), entries=0)
    assert dues(found, DRAWN + 2 * HOUR) == ()
    refusal = refused(found, end)
    assert (refusal.reason, refusal.sentence) == (
        Reason.SECOND_PERSON_NEEDED,
        "Prize 1 of $500.00 lapses: no entry was left that could win it. Another person has to sign, too.",
    )
    over = done(found, replace(end, second=MAX))
    (due,) = dues(over, over.clock)
    assert due.sentence == "Tell the inspectorate immediately that prize 1 has lapsed."
    two = terms(STAR, prize(STAR), prize(STAR))
    early = closed(STAR, two, entries=1)
    assert refused(early, replace(end, second=MAX)).sentence == "There are prizes to draw."
    assert DueKind.DRAW in {each.kind for each in dues(early, DRAWN)}
    after = done(early, committing(), drawing())
    assert {each.kind for each in dues(after, DRAWN)} == {DueKind.NOTICE}
    after = done(after, notified(DRAWN + HOUR, reached=True), replace(claiming(after), at=DRAWN + HOUR))
    after = done(
        after, PayPrize(at=DRAWN + HOUR, by=CASS, promotion=1, prize=1, parts=(PrizePart(PrizeWay.CASH, Cents(50_000)),))
    )
    last = done(after, replace(end, at=DRAWN + HOUR, second=MAX)).promotions[1]
    assert (last.stage, {number: win.state for number, win in last.wins.items()}) == (Stage.ENDED, {1: PrizeState.PAID})


def test_only_as_many_prizes_are_offered_to_draw_as_entries_can_win() -> None:
    """Of two entries, one is barred: the page offered both prizes, and each try was refused."""
    two = terms(STAR, prize(STAR), prize(STAR))
    found = closed(STAR, two, entries=2)
    barred = done(found, BarEntry(by=CLEO, promotion=1, number=entry_number(1)))
    for each, prizes in ((found, [1, 2]), (barred, [1])):
        offered = {one.order: one for one in actions(each, each.promotions[1], CLOSES)}
        assert (offered["CommitDraw"].values["prizes"], offered["CommitDraw"].why_not) == (prizes, "")


def test_a_prize_that_was_refused_to_its_winner_stays_refused_at_the_end() -> None:
    found = drawn(STAR, terms(STAR))
    person = found.promotions[1].wins[1].person
    refuse = RefuseClaim(by=CLEO, second=MAX, promotion=1, prize=1, person=person, why="Under age", told="By letter")
    found = done(found, refuse)
    end = EndPromotion(by=CLEO, promotion=1, why="Over")
    assert "its winner was refused it" in refused(found, end).sentence
    assert done(found, replace(end, second=MAX)).promotions[1].wins[1].state is PrizeState.FREE


def test_10_7_9_a_winner_is_told_as_the_terms_say() -> None:
    found = drawn(STAR, terms(STAR))
    refusal = refused(found, replace(notified(DRAWN + HOUR, reached=True), method="face-to-face"))
    assert (refusal.reason, refusal.clause) == (Reason.UNKNOWN_METHOD, "10.7.9")
    assert refusal.sentence == "The terms say that winners are told by mail or telephone, and not by face-to-face."


def test_a_draft_that_is_dropped_tells_no_inspector() -> None:
    found = done(register(), DraftPromotion(at=BEGIN, by=CLEO, rules=STAR, terms=terms(STAR)))
    dropped = done(found, CancelPromotion(by=CLEO, promotion=1, why="Another idea"))
    assert dues(dropped, BEGIN) == ()
    cancelled = done(lodged(STAR, terms(STAR)), CancelPromotion(by=CLEO, promotion=1, why="Copies"))
    assert [due.kind for due in dues(cancelled, cancelled.clock)] == [DueKind.INSPECTOR]


def test_the_paid_prize_left_the_books() -> None:
    assert dict(paid().book.balances) == {"promotions": -50_000, "bank": 50_000}


def test_no_message_has_a_field_for_private_data() -> None:
    """The register knows people by number. Only the private file has their data."""
    for kind in (*PRIZE_REGISTER.commands, *PRIZE_REGISTER.events):
        assert not {*PRIVATE} & {*kind.__struct_fields__}, kind


@pytest.mark.parametrize(
    ("module", "limit", "command"),
    [
        (claims, "MOST_FILES", RefuseClaim(by=CLEO, second=MAX, promotion=1, prize=1, person=1, why="Not the winner")),
        (disputes, "MOST_FILES", RaisePrizeDispute(by=CLEO, promotion=1, about="The end")),
        (notifying, "MOST_FILES", NotifyWinner(by=CLEO, promotion=1, prize=1, method="mail", reached=False)),
        (integrity, "MOST_FILES", PostponePromotion(by=CLEO, promotion=1, why="Copied")),
        (entering, "MOST_PEOPLE", add("zoe")),
        (drafting, "MOST_UNFINISHED", DraftPromotion(by=CLEO, rules=STAR, terms=terms(STAR))),
    ],
)
def test_the_register_cannot_be_overfilled(
    module: ModuleType, limit: str, command: PrizeCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = drawn(STAR, terms(STAR))
    assert events(found, command)
    monkeypatch.setattr(module, limit, 0)
    assert refused(found, command).reason is Reason.TOO_MANY


def test_a_promotion_has_a_limited_number_of_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    found = done(opened(STAR, terms(STAR)), add("ann"))
    monkeypatch.setattr(entering, "MOST_ENTRIES", len(found.promotions[1].entries))
    more = EnterDraw(by=CLEO, promotion=1, person=1, number="f" * 16)
    assert refused(found, more).reason is Reason.TOO_MANY


def test_what_one_of_the_documents_forbids_is_refused_with_its_clause() -> None:
    """Play at a table of 2024 earns entries of a promotion under a document of 2016: no prize is paid in cash (5.4)."""
    aruze = "aruze-craps-2024"
    whole = terms(STAR, prize(STAR, value=1_500_000), also=(aruze,))
    assert not faults(CHAPTERS, STAR, whole)
    found = drawn(STAR, whole)
    found = done(found, claiming(found))
    cash, cheque = ((PrizePart(way, Cents(1_500_000)),) for way in (PrizeWay.CASH, PrizeWay.CHEQUE))
    pay = PayPrize(by=CASS, promotion=1, prize=1, parts=cash, chosen=True)
    assert (refused(found, pay).reason, refused(found, pay).clause) == (Reason.WRONG_WAY, "5.4")
    unchosen = refused(found, replace(pay, parts=cheque, chosen=False))
    assert (unchosen.reason, unchosen.clause) == (Reason.WINNER_CHOOSES, "10.4")
    done(found, replace(pay, parts=cheque))
    slots = prize(aruze, PrizeKind.SLOTS_DOLLARS, instead=Cents(5))
    assert not faults(CHAPTERS, aruze, terms(aruze, slots))
    assert [fault.clause for fault in faults(CHAPTERS, aruze, terms(aruze, slots, also=(STAR,)))] == ["10.3"]
    for odd in ((STAR,), (aruze, aruze), ("adelaide-craps-2003",)):
        assert {fault.place for fault in faults(CHAPTERS, STAR, terms(STAR, also=odd))} == {"also"}


@pytest.mark.parametrize(("rules", "also"), [(STAR, "aruze-craps-2024"), ("aruze-craps-2024", STAR)])
def test_running_terms_change_as_each_of_their_documents_demands(rules: str, also: str) -> None:
    whole = terms(rules, also=(also,))
    amend = AmendTerms(by=CLEO, second=MAX, promotion=1, terms=whole, why="A better prize")
    found = opened(rules, whole)
    refusal = refused(found, amend)
    assert (refusal.reason, refusal.clause) == (Reason.APPROVAL_NEEDED, "10.9.1")
    after = done(found, replace(amend, approval="letter 1"))
    assert DueKind.RESUBMISSION in [due.kind for due in dues(after, after.clock)]


@pytest.mark.parametrize("said", [".", "x", "......... .........", "12 34 56 78"])
def test_a_statement_says_something(said: str) -> None:
    chapter = CHAPTERS[STAR]
    whole = terms(STAR, prize(STAR, details=said), texts={item.id: said for item in chapter.terms if item.id != "wager"})
    found = {fault.place for fault in faults(CHAPTERS, STAR, whole)}
    assert found == {"prize 1: details", *(item.id for item in chapter.terms if item.id != "wager")}
    refusal = refused(done(register(), DraftPromotion(at=BEGIN, by=CLEO, rules=STAR, terms=whole)), lodging(BEGIN))
    assert refusal.reason is Reason.BAD_TERMS


def lodging(sent: int) -> LodgeTerms:
    return LodgeTerms(at=sent, by=CLEO, promotion=1, proof="receipt", sent=sent)


@pytest.mark.parametrize(
    ("stated", "place"),
    [
        ({"wager": "A minimum bet of $50 is compulsory"}, "wager"),
        ({"wager": "Whoever stakes $5 or more"}, "wager"),
        ({"wager": "You have to play roulette"}, "wager"),
        ({"wager": "Nobody wins twice. A bet is required"}, "wager"),
        ({"claiming": "Come to the cage within 30 days"}, "claiming"),
    ],
)
def test_a_statement_that_contradicts_the_terms_is_warned_of_and_can_be_lodged(stated: dict[str, str], place: str) -> None:
    whole = terms(STAR)
    assert warnings(CHAPTERS[STAR], whole) == ()
    doubtful = terms(STAR, texts={**whole.texts, **stated})
    assert [(each.place, each.warning) for each in warnings(CHAPTERS[STAR], doubtful)] == [(place, True)]
    done(register(), DraftPromotion(at=BEGIN, by=CLEO, rules=STAR, terms=doubtful), lodging(BEGIN))


@pytest.mark.parametrize("said", ["No bet is needed.", "No wager is required to enter.", "Entry is free, without any bet"])
def test_a_statement_that_agrees_with_the_terms_is_not_warned_of(said: str) -> None:
    whole = terms(STAR)
    assert warnings(CHAPTERS[STAR], terms(STAR, texts={**whole.texts, "wager": said})) == ()


def test_amounts_in_statements_and_names_are_compared() -> None:
    play = QualifyingPlay(least=Cents(1_000))
    for said, warned in (("A bet of $10.00 or more", []), ("A bet of $50, or more.", ["wager"]), ("Any bet will do", [])):
        whole = terms(STAR, wager=True, play=play, texts={**terms(STAR).texts, "wager": said})
        assert [each.place for each in warnings(CHAPTERS[STAR], whole)] == warned
    for title, warned in (("$500", []), ("$15,000 in money", ["prize 1: title"]), ("First prize", [])):
        assert [each.place for each in warnings(CHAPTERS[STAR], terms(STAR, prize(STAR, title=title)))] == warned
