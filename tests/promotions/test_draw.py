"""Draws: every entry has the same chance, the winner follows from what is published, and whatever is changed is found."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from command import croupier
from croupier.audit.draw import draw_words
from croupier.promotions.claims import ClaimPrize, RefuseClaim
from croupier.promotions.disputes import DecidePrizeDispute, PrizeDisputeDecided, RaisePrizeDispute
from croupier.promotions.draw import DrawRecord, TakenPrize, commitment_to, draw_faults, drawn, list_digest
from croupier.promotions.drawing import draw_record
from croupier.promotions.due import DueKind, dues
from croupier.promotions.ending import EndPromotion, PromotionEnded
from croupier.promotions.entering import CloseEntries, EnterDraw, Namesakes
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.message import Officer
from croupier.promotions.notifying import NotifyWinner
from croupier.promotions.refusals import Reason
from croupier.promotions.reinstatement import ReinstateWinner
from croupier.promotions.state import PrizeRegister, PrizeState
from croupier.promotions.withdrawals import WithdrawEntry
from croupier.rulebook.html import html
from croupier.rules.moments import DAY, HOUR
from croupier.server.api.promotion_views import public_terms
from croupier.server.promotion_documents import draw_paper
from croupier.server.terms_pages import terms_document
from prizes import (
    CHAPTERS,
    CLEO,
    CLOSES,
    DRAWN,
    MAX,
    SAM,
    SECRET,
    STARTS,
    add,
    closed,
    committing,
    digest,
    done,
    drawing,
    entry_number,
    events,
    opened,
    prize,
    refused,
    terms,
)
from prizes import drawn as after_draw

STAR = "star-craps-2016"
NUMBERS = st.sets(st.from_regex(r"[0-9a-f]{16}", fullmatch=True), min_size=3, max_size=40)


def record_of(register: PrizeRegister) -> DrawRecord:
    promotion = register.promotions[1]
    return draw_record(promotion, promotion.draws[-1])


def test_a_draw_as_anyone_can_work_it_out() -> None:
    """Written again from the description alone."""
    record = record_of(after_draw(STAR, terms(STAR), entries=7))
    entries = sorted(record.entries)
    digest = hashlib.sha256("".join(f"{each}\n" for each in entries).encode()).hexdigest()
    assert record.digest == digest
    assert record.commitment == hashlib.sha256(bytes.fromhex(record.secret)).hexdigest()
    mixed = hmac.new(bytes.fromhex(record.secret), f"{digest}\n{record.value}\n1\n0\n".encode(), hashlib.sha256)
    assert record.winners == (entries[int(mixed.hexdigest(), 16) % 7],)


@given(NUMBERS, st.integers(0, 2**32), st.text(min_size=1, max_size=20))
def test_winners_are_entries_each_once(numbers: set[str], chance: int, value: str) -> None:
    excluded = sorted(numbers)[:1]
    winners = drawn(numbers, excluded, digest(str(chance)), value, (1, 2))
    assert len(set(winners)) == 2
    assert set(winners) <= numbers - set(excluded)
    assert winners == drawn(sorted(numbers, reverse=True), excluded, digest(str(chance)), value, (1, 2))


def test_every_entry_has_the_same_chance() -> None:
    numbers = [entry_number(each) for each in range(7)]
    won = Counter(drawn(numbers, (), SECRET, str(value), (1,))[0] for value in range(7_000))
    assert all(abs(won[number] - 1_000) < 150 for number in numbers)  # five standard deviations


CHANGES: dict[str, Callable[[DrawRecord], DrawRecord]] = {
    "the list of entries": lambda r: replace(r, entries=(*r.entries[:-1], "f" * 16)),
    "the list of": lambda r: replace(r, entries=r.entries[:-1]),
    "the secret is": lambda r: replace(r, secret=digest("another")),
    "the public value was known": lambda r: replace(r, fixed=r.committed),
    "prize 1 was won by": lambda r: replace(r, winners=(next(each for each in r.entries if each not in r.winners),)),
    "prize 1 was": lambda r: replace(r, value=other_value(r)),
    "an entry is in the list twice": lambda r: replace(r, entries=(*r.entries, r.entries[0])),
    "entry ": lambda r: replace(r, excluded=("0" * 16,)),
    "every prize": lambda r: replace(r, winners=()),
    "there are fewer": lambda r: replace(r, excluded=r.entries),
    "the record has format 2": lambda r: replace(r, format=2),
    "the secret, the commitment": lambda r: replace(r, secret=r.secret[:2]),
}
"""What is changed in a record, by how the fault begins that has to be found."""


def other_value(record: DrawRecord) -> str:
    """A public value with another winner."""
    values = map(str, range(100))
    return next(value for value in values if drawn(record.entries, (), record.secret, value, record.prizes) != record.winners)


def test_a_draw_cannot_be_put_off_by_a_public_value_that_nobody_will_know() -> None:
    """One manager named a value that is known in 200 years: no draw was due, and no other could be prepared."""
    found, week = closed(STAR, terms(STAR)), DRAWN + 7 * DAY
    refusal = refused(found, committing(fixed=week + 1))
    assert (refusal.reason, refusal.clause) == (Reason.BAD_TIME, "10.7.2")
    done(found, committing(fixed=week))
    late = week + DAY
    assert refused(found, committing(late, fixed=late + 8 * DAY)).reason is Reason.BAD_TIME
    after = done(found, committing(late, fixed=late + 7 * DAY))
    (due,) = dues(after, after.clock)
    assert (due.kind, due.by, due.overdue) == (DueKind.DRAW, DRAWN + HOUR, True), "the terms say when"


@pytest.mark.parametrize("found", CHANGES)
def test_whatever_is_changed_is_found(found: str) -> None:
    record = record_of(after_draw(STAR, terms(STAR)))
    assert draw_faults(record) == []
    assert any(fault.startswith(found) for fault in draw_faults(CHANGES[found](record)))


def test_the_command_checks_a_published_record(tmp_path: Path) -> None:
    record, file = record_of(after_draw(STAR, terms(STAR))), tmp_path / "draw.json"
    file.write_bytes(msgspec.json.encode(record))
    ran = croupier("audit", "draw", str(file))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"prize 1 was won by entry {record.winners[0]}" in ran.stdout
    assert ran.stdout.endswith("everything holds\n")
    file.write_bytes(msgspec.json.encode(replace(record, secret=digest("another"))))
    ran = croupier("audit", "draw", str(file))
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "the secret is not the one that was committed to" in ran.stderr


@pytest.mark.parametrize("body", [b"", b"{}", b"\xff", b'{"format":1,"promotion":"x"}'])
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, body: bytes) -> None:
    file = tmp_path / "draw.json"
    file.write_bytes(body)
    ran = croupier("audit", "draw", str(file))
    assert (ran.returncode, len(ran.stderr.splitlines())) == (2, 1)
    assert "is no record of a draw" in ran.stderr
    assert croupier("audit", "draw", str(tmp_path / "none")).returncode == 2


def test_a_draw_needs_its_commitment_and_comes_after_the_public_value() -> None:
    register = closed(STAR, terms(STAR))
    assert refused(register, drawing()).reason is Reason.NO_DRAW_PENDING
    assert refused(register, committing(fixed=CLOSES)).reason is Reason.BAD_TIME
    assert refused(register, committing(prizes=())).reason is Reason.UNKNOWN_PRIZE
    assert refused(register, committing(prizes=(1, 1))).reason is Reason.UNKNOWN_PRIZE
    assert refused(register, committing(prizes=(2,))).reason is Reason.UNKNOWN_PRIZE
    assert refused(register, committing(commitment="x")).reason is Reason.BAD_NUMBER
    register = done(register, committing(fixed=DRAWN + HOUR))
    assert refused(register, committing()).reason is Reason.DRAW_PENDING
    assert refused(register, drawing()).reason is Reason.TOO_EARLY
    late = drawing(DRAWN + HOUR)
    assert refused(register, replace(late, secret=digest("another"))).reason is Reason.WRONG_SECRET
    assert refused(register, replace(late, secret=SECRET[:-1])).reason is Reason.WRONG_SECRET
    assert refused(register, replace(late, tell_by=late.at + DAY)).reason is Reason.BAD_TIME
    assert refused(register, replace(late, tell_by=late.at + 4 * DAY)).reason is Reason.BAD_TIME
    assert refused(register, replace(late, claim_by=late.at + 13 * DAY)).clause == "10.7.8"
    assert refused(register, replace(late, claim_by=late.at + 16 * DAY)).clause == "10.7.8"
    done(register, late)


def test_nobody_wins_where_nobody_entered() -> None:
    assert refused(closed(STAR, terms(STAR), entries=0), committing()).reason is Reason.NO_ENTRIES
    two = terms(STAR, prize(STAR), prize(STAR))
    assert refused(closed(STAR, two, entries=1), committing(prizes=(1, 2))).reason is Reason.NO_ENTRIES


def test_a_second_draw_is_public_with_its_reason_and_its_former_winner() -> None:
    register = after_draw(STAR, terms(STAR))
    first = register.promotions[1].wins[1]
    refuse = RefuseClaim(by=CLEO, second=MAX, promotion=1, prize=1, person=first.person, why="Under age", told="By letter")
    register = done(register, refuse)
    again = committing(DRAWN, secret=digest("two"), why="The winner is under age", second=MAX)
    register = done(register, again)
    draw = register.promotions[1].draws[-1]
    assert (draw.prepared, draw.approved, draw.taken) == (CLEO, MAX, (TakenPrize(1, first.entry, refused=True),))
    assert register.promotions[1].wins[1].state is PrizeState.FREE
    assert register.book.balances == {}
    assert [(due.kind, due.clause) for due in dues(register, DRAWN) if due.kind is DueKind.INSPECTOR] == [
        (DueKind.INSPECTOR, "10.12")
    ]
    register = done(register, drawing(DRAWN + HOUR, secret=digest("two")))
    second = register.promotions[1].wins[1]
    assert second.entry != first.entry
    record = record_of(register)
    assert (record.excluded, record.why) == ((first.entry,), "The winner is under age")
    said = f"prize 1 was taken from entry {first.entry}, whose claim was refused: The winner is under age"
    assert said in [*draw_words(record)]
    assert said in html(terms_document(register.promotions[1], CHAPTERS[STAR], "Australia/Sydney"))
    assert draw_faults(record) == []
    assert commitment_to(digest("two")) == record.commitment
    assert draw_faults(replace(record, why=None)) == ["a prize was drawn again without a reason"]
    assert draw_faults(replace(record, taken=(TakenPrize(1, second.entry, refused=True),)))


def test_nobody_who_entered_people_or_prepared_the_draw_oversees_it() -> None:
    """Also where another person holds it."""
    big = terms(STAR, prize(STAR, value=1_500_000))
    opened_by_max = done(opened(STAR, big), add("ann"), EnterDraw(by=MAX, promotion=1, person=1, number=entry_number(1)))
    register = done(opened_by_max, CloseEntries(at=CLOSES, by=CLEO, promotion=1), committing())
    zoe = Officer("zoe", "Zoe Hart")
    for second, hand in ((CLEO, "prepared the draw"), (MAX, "entered people into it"), (zoe, "holds the draw")):
        refusal = refused(register, drawing(by=zoe, second=second))
        assert (refusal.reason, refusal.clause) == (Reason.SCRUTINEER_NEEDED, "10.2")
        assert f"{second.name} {hand}" in refusal.sentence
    held = done(register, drawing(by=zoe, second=SAM)).promotions[1].draws[0]
    assert (held.prepared, held.held, held.overseen) == (CLEO, zoe, "Sam Just (sam)")


def test_whoever_has_countersigned_an_entry_or_a_draw_does_not_oversee_it() -> None:
    """A second signature is a hand in it, as the first is."""
    big, zoe = terms(STAR, prize(STAR, value=1_500_000)), Officer("zoe", "Zoe Hart")
    namesake = Namesakes(staff=("dora",))
    enter = EnterDraw(by=CLEO, second=zoe, promotion=1, person=1, number=entry_number(1), similar=namesake, why="Another Dora")
    entered = done(opened(STAR, big), add("ann"), enter)
    found = done(entered, CloseEntries(at=CLOSES, by=CLEO, promotion=1), committing(by=MAX))
    assert "Zoe Hart entered people into it" in refused(found, drawing(by=MAX, second=zoe)).sentence
    withdraw = WithdrawEntry(at=STARTS, by=CLEO, second=MAX, promotion=1, number=entry_number(1), why="It was the dealer")
    without = done(
        entered, withdraw, add("bob"), replace(enter, by=MAX, second=None, person=2, number=entry_number(2), similar=None)
    )
    without = done(without, CloseEntries(at=CLOSES, by=CLEO, promotion=1), committing())
    assert done(without, drawing(second=zoe)).promotions[1].draws[0].overseen == "Zoe Hart (zoe)", (
        "her entry is not in the draw"
    )
    first = done(closed(STAR, big), committing(), drawing(second=SAM))
    person = first.promotions[1].wins[1].person
    refuse = RefuseClaim(at=DRAWN, by=CLEO, second=MAX, promotion=1, prize=1, person=person, why="Under age", told="By letter")
    again = done(first, refuse, committing(DRAWN + HOUR, secret=digest("two"), why="Under age", second=zoe))
    held = drawing(DRAWN + 3 * HOUR, secret=digest("two"), by=CLEO, second=zoe)
    assert "Zoe Hart prepared the draw" in refused(again, held).sentence


def test_a_prize_is_not_drawn_again_while_a_dispute_may_be_about_it() -> None:
    first = done(closed(STAR, terms(STAR)), committing(), drawing())
    person = first.promotions[1].wins[1].person
    refuse = RefuseClaim(at=DRAWN, by=CLEO, second=MAX, promotion=1, prize=1, person=person, why="Under age", told="By letter")
    again = committing(DRAWN + HOUR, secret=digest("two"), why="Under age", second=MAX)
    for about in (person, None):
        dispute = RaisePrizeDispute(at=DRAWN, by=CLEO, promotion=1, about="I am of age", person=about)
        found = done(first, refuse, dispute)
        waits = refused(found, again)
        assert (waits.reason, waits.clause) == (Reason.STILL_WON, "10.11")
        assert waits.sentence == "Dispute 1 is not decided, and prize 1 may be that of its winner: decide it first."
        decide = DecidePrizeDispute(at=DRAWN, by=CLEO, promotion=1, dispute=1, decision="Under age", satisfied=False)
        done(found, decide, again)
    other = add("zed")
    stranger = RaisePrizeDispute(at=DRAWN, by=CLEO, promotion=1, about="The weather", person=len(first.people) + 1)
    done(first, refuse, replace(other, at=DRAWN), stranger, again)


def test_10_11_a_prize_is_not_drawn_again_after_a_dispute_was_decided_for_its_winner() -> None:
    """Only an open dispute stopped the second draw: the winner who was right lost the prize."""
    first = done(closed(STAR, terms(STAR)), committing(), drawing())
    win = first.promotions[1].wins[1]
    refuse = RefuseClaim(
        at=DRAWN, by=CLEO, second=MAX, promotion=1, prize=1, person=win.person, why="Under age", told="By letter"
    )
    dispute = RaisePrizeDispute(at=DRAWN, by=CLEO, promotion=1, about="I am of age", person=win.person)
    decide = DecidePrizeDispute(
        at=DRAWN, by=CLEO, second=MAX, promotion=1, dispute=1, decision="Of age", satisfied=True, prize=1
    )
    found = done(first, refuse, dispute)
    (event,) = events(found, decide)
    assert isinstance(event, PrizeDisputeDecided)
    assert (event.prize, event.entry) == (1, win.entry)
    assert PRIZE_REGISTER.tell(found, event).endswith(f"Of age. Entry {win.entry} keeps prize 1 or gets it back.")
    found = done(found, decide)
    again = committing(DRAWN + HOUR, secret=digest("two"), why="Under age", second=MAX)
    stays = refused(found, again)
    assert (stays.reason, stays.clause) == (Reason.DECIDED_FOR_WINNER, "10.11")
    assert stays.sentence == (
        "Dispute 1 was decided for the winner of prize 1: it is not drawn again. Give it back to its winner."
    )
    end = refused(found, EndPromotion(at=DRAWN + 99 * DAY, by=CLEO, second=MAX, promotion=1, why="Nobody came"))
    assert (end.reason, end.clause) == (Reason.DECIDED_FOR_WINNER, "10.11")
    assert end.sentence == "Dispute 1 was decided for the winner of prize 1: give it back to its winner first."
    found = done(found, ReinstateWinner(at=DRAWN, by=CLEO, second=MAX, promotion=1, prize=1, why="Of age"))
    final = refused(found, replace(refuse, why="Under age after all"))
    assert (final.reason, final.clause) == (Reason.DECIDED_FOR_WINNER, "10.11")
    assert final.sentence == "Dispute 1 was decided for the winner of prize 1: they are not refused it any more."
    late = replace(again, at=win.claim_by + DAY, fixed=win.claim_by + 2 * DAY)
    told = NotifyWinner(at=DRAWN, by=CLEO, promotion=1, prize=1, method="mail", reached=True)
    assert (
        refused(done(found, told), late).sentence == "Dispute 1 was decided for the winner of prize 1: it is not drawn again."
    )
    claim = ClaimPrize(at=DRAWN, by=CLEO, promotion=1, prize=1, person=win.person, identified="passport", present=True)
    done(found, claim)


def test_10_11_a_dispute_that_is_decided_after_the_time_for_claims_gives_the_prize_back() -> None:
    """It was drawn again while that dispute was open, because nobody had refused the winner."""
    first = done(closed(STAR, terms(STAR)), committing(), drawing())
    win = first.promotions[1].wins[1]
    told = NotifyWinner(at=DRAWN, by=CLEO, promotion=1, prize=1, method="mail", reached=True)
    late = win.claim_by + DAY
    dispute = RaisePrizeDispute(at=late, by=CLEO, promotion=1, about="The desk was shut", person=win.person)
    again = committing(late, fixed=late + HOUR, secret=digest("two"), why="Nobody came", second=MAX)
    done(first, told, again)
    found = done(first, told, dispute)
    assert refused(found, again).sentence == "Dispute 1 is not decided, and prize 1 may be that of its winner: decide it first."
    decide = DecidePrizeDispute(
        at=late, by=CLEO, second=MAX, promotion=1, dispute=1, decision="It was", satisfied=True, prize=1
    )
    found = done(found, decide)
    assert refused(found, again).reason is Reason.DECIDED_FOR_WINNER
    end = EndPromotion(at=late + 99 * DAY, by=CLEO, second=MAX, promotion=1, why="Nobody came")
    assert refused(found, end).sentence == "Dispute 1 was decided for the winner of prize 1: give it back to its winner first."
    back = ReinstateWinner(at=late, by=CLEO, second=MAX, promotion=1, prize=1, why="The desk was shut")
    after = done(found, back)
    assert after.book.balances == found.book.balances
    claim = ClaimPrize(at=late + DAY, by=CLEO, promotion=1, prize=1, person=win.person, identified="passport", present=True)
    assert refused(found, claim).reason is Reason.TOO_LATE
    done(after, claim)
    assert refused(after, back).reason is Reason.NOT_WON, "once"
    (lapsed,) = events(after, end)
    assert isinstance(lapsed, PromotionEnded), "the winner has not claimed it"
    another = replace(dispute, at=late + 99 * DAY)
    over = done(after, end, another)
    kept = replace(decide, at=late + 99 * DAY, dispute=2)
    assert refused(over, kept).sentence == "The promotion is over: nobody gets prize 1 back. Decide it without."
    done(over, replace(kept, prize=None, second=None))


def test_a_dispute_is_decided_for_a_winner_only_if_it_can_be_theirs() -> None:
    two = done(closed(STAR, terms(STAR, prize(STAR), prize(STAR))), committing(), drawing())
    win = two.promotions[1].wins[1]
    other = RaisePrizeDispute(at=DRAWN, by=CLEO, promotion=1, about="The weather", person=len(two.people) + 1)
    found = done(two, replace(add("zed"), at=DRAWN), other)
    decide = DecidePrizeDispute(
        at=DRAWN, by=CLEO, second=MAX, promotion=1, dispute=1, decision="Of age", satisfied=True, prize=1
    )
    assert refused(found, decide).reason is Reason.NOT_THE_WINNER
    assert refused(found, replace(decide, prize=2)).reason is Reason.NOT_WON
    assert refused(found, replace(decide, prize=3)).reason is Reason.UNKNOWN_PRIZE
    refuse = RefuseClaim(
        at=DRAWN, by=CLEO, second=MAX, promotion=1, prize=1, person=win.person, why="Under age", told="By letter"
    )
    again = committing(DRAWN + HOUR, secret=digest("two"), why="Under age", second=MAX)
    mine = RaisePrizeDispute(at=DRAWN + HOUR, by=CLEO, promotion=1, about="I am of age", person=win.person)
    prepared = done(two, refuse, again, mine)
    late = replace(decide, at=DRAWN + HOUR)
    assert refused(prepared, late).reason is Reason.DRAW_PENDING
    done(prepared, replace(late, second=None, prize=None))


def test_nobody_alone_leaves_a_prize_to_its_winner_for_good() -> None:
    """Two people refuse a winner who may not have the prize: one could have said before that it stays theirs."""
    first = done(closed(STAR, terms(STAR)), committing(), drawing())
    dispute = RaisePrizeDispute(at=DRAWN, by=CLEO, promotion=1, about="Whether the winner is of age")
    decide = DecidePrizeDispute(at=DRAWN, by=CLEO, promotion=1, dispute=1, decision="They are", satisfied=True, prize=1)
    found = done(first, dispute)
    for second in (None, CLEO):
        alone = refused(found, replace(decide, second=second))
        assert alone.reason is Reason.SECOND_PERSON_NEEDED
    assert "Cleo Marsh (cleo) and Max" in PRIZE_REGISTER.tell(found, events(found, replace(decide, second=MAX))[0])
    done(found, replace(decide, prize=None))


def test_a_scrutineer_from_outside_is_no_member_of_staff() -> None:
    """Also none who has not signed: the program says which staff have that name."""
    big = terms(STAR, prize(STAR, value=1_500_000))
    found = done(closed(STAR, big), committing())
    outside = drawing(outside="Dora Lee")
    refusal = refused(found, replace(outside, staff=("dora",)))
    assert (refusal.reason, refusal.clause) == (Reason.SCRUTINEER_NEEDED, "10.2")
    assert done(found, outside).promotions[1].draws[0].overseen == "Dora Lee, beside Sam Just (sam)"


def test_a_prize_that_nobody_gets_is_public() -> None:
    """In place of the entry that had won it."""
    found = after_draw(STAR, terms(STAR))
    win = found.promotions[1].wins[1]

    def said(register: PrizeRegister) -> str:
        return html(terms_document(register.promotions[1], CHAPTERS[STAR], "Australia/Sydney"))

    assert f"won by entry {win.entry}" in said(found)
    refuse = RefuseClaim(by=CLEO, second=MAX, promotion=1, prize=1, person=win.person, why="Under age", told="By letter")
    refused_it = done(found, refuse)
    tell = NotifyWinner(by=CLEO, promotion=1, prize=1, method="mail", reached=True)
    end = EndPromotion(at=win.claim_by + 1, by=CLEO, second=MAX, promotion=1, why="Nobody came")
    lapsed = done(found, tell, end)
    again = done(refused_it, committing(DRAWN, secret=digest("two"), why="Under age", second=MAX))
    drawn_again = done(again, drawing(DRAWN + HOUR, secret=digest("two")))
    for register, words, refused_now, lapsed_now in (
        (found, "", (), ()),
        (refused_it, "refused to its winner", (1,), ()),
        (lapsed, "lapsed: nobody got it", (), (1,)),
        (drawn_again, "drawn again", (), ()),
    ):
        public = public_terms(register.promotions[1])
        assert (public.refused, public.lapsed) == (refused_now, lapsed_now)
        if words:
            assert words in said(register)
            assert f"won by entry {win.entry}" not in said(register)
        paper = draw_paper(register.promotions[1], CHAPTERS[STAR], 1, "Australia/Sydney")
        assert f"entry {win.entry}{words and f'; {words}'}" in str(paper)


def test_a_prize_for_which_no_entry_was_left_is_public() -> None:
    """Two prizes, and one entry."""
    found = done(closed(STAR, terms(STAR, prize(STAR), prize(STAR)), entries=1), committing(), drawing())
    win = found.promotions[1].wins[1]
    tell = NotifyWinner(by=CLEO, promotion=1, prize=1, method="mail", reached=True)
    over = done(found, tell, EndPromotion(at=win.claim_by + 1, by=CLEO, second=MAX, promotion=1, why="Nobody came"))
    pages = [html(terms_document(each.promotions[1], CHAPTERS[STAR], "Australia/Sydney")) for each in (found, over)]
    assert ["lapsed: no entry was left that could win it" in page for page in pages] == [False, True]


def test_the_digest_is_published_before_the_draw() -> None:
    register = closed(STAR, terms(STAR))
    promotion = register.promotions[1]
    assert promotion.digest == list_digest(promotion.entries)
    assert not promotion.draws
