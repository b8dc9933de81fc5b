"""The limits of a promotion: how many entries it takes, one bet for one entry, and prizes that lapse at its end."""

import pytest
from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.ledger.accounts import BANK, PRIZES, PROMOTIONS
from croupier.money import Cents
from croupier.promotions import entering
from croupier.promotions.claims import ClaimPrize, RefuseClaim, TellReasons
from croupier.promotions.disputes import RaisePrizeDispute
from croupier.promotions.drafting import DraftPromotion, ReviseTerms
from croupier.promotions.draw import draw_faults, list_digest
from croupier.promotions.drawing import draw_record
from croupier.promotions.ending import EndPromotion
from croupier.promotions.entering import CloseEntries, EnterDraw, Namesakes
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.integrity import CancelPromotion
from croupier.promotions.keeping import ErasePeople, KeepPrivateData
from croupier.promotions.message import PrizeCommand
from croupier.promotions.notifying import NotifyWinner
from croupier.promotions.opening import AmendTerms
from croupier.promotions.paying import PayPrize, PrizePart
from croupier.promotions.refusals import Reason
from croupier.promotions.reinstatement import ReinstateWinner
from croupier.promotions.state import PrizeRegister, PrizeState, Stage
from croupier.promotions.terms import QualifyingPlay
from croupier.promotions.withdrawals import BarEntry, RetractEntry, WithdrawEntry
from croupier.rules.moments import DAY, HOUR
from croupier.rules.promotions import PrizeKind, PrizeWay
from prizes import (
    BEGIN,
    CASS,
    CLEO,
    CLOSES,
    DRAWN,
    MAX,
    SAM,
    STARTS,
    add,
    closed,
    committing,
    digest,
    done,
    drawing,
    drawn,
    entry_number,
    events,
    opened,
    prize,
    refused,
    register,
    terms,
)

STAR = "star-craps-2016"


def entering_now(number: int, **changes: object) -> EnterDraw:
    return replace(EnterDraw(by=CLEO, promotion=1, person=1, number=entry_number(number)), **changes)


def test_the_last_entry_that_a_promotion_takes_is_taken_and_the_next_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering, "MOST_ENTRIES", 3)
    found = done(opened(STAR, terms(STAR, most=9)), add("ann"), *map(entering_now, range(3)))
    refusal = refused(found, entering_now(3))
    assert (refusal.reason, refusal.sentence) == (Reason.TOO_MANY, "There are 3 entries already.")


def test_two_people_decide_that_an_entrant_is_not_another_of_that_name_and_nobody_decides_it_of_themselves() -> None:
    found = done(opened(STAR, terms(STAR)), add("ann"))
    like = entering_now(1, similar=Namesakes(excluded=(7,), staff=("max", "zoe"), people=(3,)))
    who = "This may be patron 7, who is excluded from the casino, max, a member of staff, zoe, a member of staff or person 3"
    unsaid = refused(found, like)
    assert unsaid.reason is Reason.PERSON_SIMILAR
    assert unsaid.sentence.startswith(who)
    said = replace(like, why="The passport has another date of birth")
    alone = refused(found, said)
    assert alone.reason is Reason.SECOND_PERSON_NEEDED
    assert alone.sentence.startswith(who)
    for by, second in ((CLEO, MAX), (MAX, CLEO)):
        refusal = refused(found, replace(said, by=by, second=second))
        assert (refusal.reason, "This may be max" in refusal.sentence) == (Reason.MAY_NOT_ENTER, True)
    (event,) = events(found, replace(said, second=SAM))
    assert PRIZE_REGISTER.tell(found, event).endswith("or person 3, who has entered: The passport has another date of birth.")
    assert done(found, replace(said, second=SAM)).promotions[1].held[1] == 1


def test_people_are_taken_in_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering, "MOST_PEOPLE", 2)
    found = done(register(), replace(add("ann"), at=BEGIN), add("bob"))
    assert refused(found, add("zoe")).reason is Reason.TOO_MANY


def test_a_bet_earns_one_entry_and_only_play_under_the_terms_earns_one() -> None:
    play = QualifyingPlay(least=Cents(1_000))
    texts = {**terms(STAR).texts, "wager": "A bet of $10"}
    found = done(opened(STAR, terms(STAR, wager=True, most=9, play=play, texts=texts)), add("ann"), add("bob"))
    bet = entering_now(1, at=CLOSES + 5, since=CLOSES - 1, earned="craps, line 4, t1: $10.00 on field")
    found = done(found, bet)
    again = replace(bet, number=entry_number(2))
    for wrong, reason in (
        (again, Reason.BET_COUNTED),
        (replace(again, person=2), Reason.BET_COUNTED),
        (replace(again, since=CLOSES), Reason.TOO_LATE),
        (replace(again, earned="another", since=STARTS - 1), Reason.BAD_TIME),
        (replace(again, earned="another", since=None, at=CLOSES - 1), Reason.BAD_TIME),
        (replace(again, earned=None), Reason.WAGER_NEEDED),
    ):
        assert refused(found, wrong).reason is reason, wrong
    by_hand = done(opened(STAR, terms(STAR, wager=True, play=play, texts=texts)), add("ann"))
    assert refused(by_hand, entering_now(1, earned="a bet")).reason is Reason.WAGER_NEEDED
    done(found, replace(again, earned="craps, line 5, t1: $10.00 on field"))


def claims(found: PrizeRegister, number: int) -> ClaimPrize:
    person = found.promotions[1].wins[number].person
    return ClaimPrize(by=CLEO, promotion=1, prize=number, person=person, identified="passport", present=True)


def pays(number: int) -> PayPrize:
    return PayPrize(by=CASS, promotion=1, prize=number, parts=(PrizePart(PrizeWay.CHEQUE, Cents(50_000)),))


def two_prizes() -> PrizeRegister:
    """One prize was claimed and paid; nobody has claimed the other, whose winner was told."""
    found = closed(STAR, terms(STAR, prize(STAR), prize(STAR, value=70_000)))
    found = done(found, committing(prizes=(1, 2)), drawing())
    tell = NotifyWinner(by=CLEO, promotion=1, prize=2, method="mail", reached=True)
    return done(found, claims(found, 1), pays(1), tell)


@pytest.mark.parametrize(
    ("over", "stage"),
    [
        (EndPromotion(by=CLEO, second=MAX, promotion=1, why="Over", at=DRAWN + 15 * DAY), Stage.ENDED),
        (CancelPromotion(by=CLEO, second=MAX, promotion=1, why="Copied"), Stage.CANCELLED),
    ],
)
def test_10_7_8_unclaimed_prizes_lapse_at_the_end_and_paid_ones_stay_paid(over: PrizeCommand, stage: Stage) -> None:
    found = two_prizes()
    assert found.book.balances == {PROMOTIONS: -120_000, BANK: 50_000, PRIZES: 70_000}
    after = done(found, over)
    wins = after.promotions[1].wins
    assert (after.promotions[1].stage, wins[1].state, wins[2].state) == (stage, PrizeState.PAID, PrizeState.LAPSED)
    assert (wins[1].owed, wins[2].owed) == (0, 0)
    assert after.book.balances == {PROMOTIONS: -50_000, BANK: 50_000}
    for late in (claims(found, 2), pays(2), committing(at=after.clock, prizes=(2,), why="Nobody came", second=MAX)):
        assert refused(after, late).reason is Reason.WRONG_STAGE


def test_a_prize_that_was_claimed_does_not_lapse_before_it_is_paid() -> None:
    found = drawn(STAR, terms(STAR))
    end = EndPromotion(by=CLEO, promotion=1, why="Over")
    claimed = done(found, claims(found, 1))
    assert refused(claimed, end).reason is Reason.STILL_OPEN
    assert done(claimed, pays(1), end).promotions[1].wins[1].state is PrizeState.PAID


def test_a_paid_winner_is_not_refused_and_the_paid_prize_is_not_taken_back() -> None:
    found = drawn(STAR, terms(STAR))
    winner = found.promotions[1].wins[1].person
    refuse = RefuseClaim(by=CLEO, promotion=1, prize=1, person=winner, why="Under age")
    paid = done(found, claims(found, 1), pays(1))
    assert refused(paid, refuse).reason is Reason.ALREADY_PAID
    other = done(paid, replace(refuse, person=winner % 5 + 1))
    assert (other.promotions[1].wins[1].state, other.book.balances) == (PrizeState.PAID, paid.book.balances)


def test_whoever_must_be_present_claims_only_if_present_and_nobody_else_has_to_be() -> None:
    for present, reason in ((True, Reason.NOT_PRESENT), (False, None)):
        found = drawn(STAR, terms(STAR, present=present))
        absent = replace(claims(found, 1), present=False)
        if reason:
            assert refused(found, absent).reason is reason
            done(found, claims(found, 1))
        else:
            assert done(found, absent).promotions[1].wins[1].state is PrizeState.CLAIMED


def test_no_money_instead_of_a_kind_for_which_the_document_has_none() -> None:
    found = drawn(STAR, terms(STAR, prize(STAR, PrizeKind.CASINO_DOLLARS)))
    refusal = refused(found, replace(claims(found, 1), instead=True))
    assert (refusal.reason, refusal.clause) == (Reason.NO_ALTERNATIVE, "10.3")
    assert refusal.sentence.startswith("No money is given instead of")


def test_nobody_acts_for_a_person_whose_data_was_erased() -> None:
    """A claim, a refusal and a dispute name people who are on file."""
    found = done(drawn(STAR, terms(STAR)), add("zoe"), KeepPrivateData(by=CLEO, second=MAX, days=1))
    later = found.clock + 9 * 86_400_000
    erased = done(found, ErasePeople(at=later, by=CLEO, second=MAX, people=(6,), why="Asked"))
    for command in (
        RefuseClaim(by=CLEO, promotion=1, prize=1, person=6, why="Not the winner"),
        RaisePrizeDispute(by=CLEO, promotion=1, about="The draw", person=6),
    ):
        done(found, command)
        assert refused(erased, command).reason is Reason.UNKNOWN_PERSON
    without = RaisePrizeDispute(by=CLEO, promotion=1, about="The draw")
    assert done(erased, without).promotions[1].disputes[0].person is None


def test_reasons_are_told_once() -> None:
    found = done(drawn(STAR, terms(STAR)), RefuseClaim(by=CLEO, promotion=1, prize=1, person=1, why="Under age"))
    tell = TellReasons(by=CLEO, promotion=1, refusal=1, told="By letter")
    for wrong in (0, 2):
        assert refused(found, replace(tell, refusal=wrong)).reason is Reason.UNKNOWN_FILE
    assert refused(done(found, tell), tell).reason is Reason.UNKNOWN_FILE


@pytest.mark.parametrize("told", ["", " ", "x" * 501, "a\x07b"])
def test_a_refusal_names_the_text_that_is_missing_or_cannot_be_one(told: str) -> None:
    refusal = refused(register(), TellReasons(by=CLEO, promotion=1, refusal=1, told=told))
    assert refusal.sentence == "The text of *told* has 1 to 500 characters, without control characters."
    assert refused(register(), TellReasons(by=CLEO, promotion=1, refusal=-1, told="x")).sentence == (
        "The number of *refusal* is out of range."
    )


def test_terms_that_cannot_be_written_down_are_refused_in_a_revision_too() -> None:
    draft = DraftPromotion(at=BEGIN, by=CLEO, rules=STAR, terms=terms(STAR))
    revise = ReviseTerms(by=CLEO, promotion=1, terms=terms(STAR, title="\x1b[2J"))
    assert refused(done(register(), draft), revise).reason is Reason.BAD_TEXT


def test_a_prize_that_was_claimed_or_paid_is_not_drawn_again() -> None:
    """Not even with reasons and a second signature: its claim has to be refused first, and what was paid stays paid."""
    found = drawn(STAR, terms(STAR))
    claimed = done(found, claims(found, 1))
    for state, reason in (
        (claimed, Reason.ALREADY_CLAIMED),
        (done(claimed, pays(1)), Reason.ALREADY_PAID),
    ):
        again = committing(at=state.clock, why="Nobody came", second=MAX)
        assert refused(state, again).reason is reason


def test_a_person_has_as_many_entries_as_the_terms_allow_and_a_withdrawn_one_does_not_count() -> None:
    found = done(opened(STAR, terms(STAR, most=2)), add("ann"), entering_now(1), entering_now(2))
    assert refused(found, entering_now(3)).reason is Reason.ENTRIES_USED
    withdraw = WithdrawEntry(by=CLEO, second=MAX, promotion=1, number=entry_number(2), why="Entered twice")
    for alone in (None, CLEO):
        assert refused(found, replace(withdraw, second=alone)).reason is Reason.SECOND_PERSON_NEEDED
    assert refused(found, replace(withdraw, number="f" * 16)).reason is Reason.UNKNOWN_ENTRY
    found = done(found, withdraw)
    assert refused(found, withdraw).reason is Reason.UNKNOWN_ENTRY
    assert refused(found, entering_now(2)).reason is Reason.NUMBER_TAKEN, "its number is given to nobody else"
    found = done(found, entering_now(3), CloseEntries(by=CLEO, promotion=1, at=CLOSES))
    promotion = found.promotions[1]
    assert promotion.digest == list_digest([entry_number(1), entry_number(3)])
    assert refused(found, replace(withdraw, number=entry_number(1))).reason is Reason.WRONG_STAGE
    held = done(found, committing(), drawing()).promotions[1]
    assert draw_record(held, held.draws[0]).entries == tuple(sorted([entry_number(1), entry_number(3)]))


def test_an_entry_that_play_does_not_earn_any_more_is_retracted_or_marked_and_cannot_win() -> None:
    texts, play = {**terms(STAR).texts, "wager": "A bet of $10"}, QualifyingPlay(least=Cents(1_000))
    found = done(opened(STAR, terms(STAR, wager=True, most=9, play=play, texts=texts)), add("ann"))
    for each in range(1, 5):
        found = done(found, entering_now(each, since=STARTS, earned=f"bet {each}"))
    retract = RetractEntry(by=CLEO, promotion=1, number=entry_number(1), why="The round is void")
    found = done(found, retract, CloseEntries(by=CLEO, promotion=1, at=CLOSES))
    digest, listed = found.promotions[1].digest, {entry_number(each) for each in (2, 3, 4)}
    assert {*found.promotions[1].listed} == listed
    for each in (2, 3):
        found = done(found, replace(retract, number=entry_number(each)))
    assert ({*found.promotions[1].listed}, found.promotions[1].digest) == (listed, digest), "the list is published"
    held = done(found, committing(), drawing()).promotions[1]
    assert held.wins[1].entry == entry_number(4)
    record = draw_record(held, held.draws[0])
    assert (record.excluded, draw_faults(record)) == (tuple(sorted(map(entry_number, (2, 3)))), [])
    by_hand = done(opened(STAR, terms(STAR)), add("ann"), entering_now(1))
    assert refused(by_hand, retract).reason is Reason.UNKNOWN_ENTRY


def test_an_entry_of_somebody_excluded_is_barred_before_a_draw_and_cannot_win() -> None:
    """The published list stays as it is. Once a draw is prepared, it stays with the entries that it has."""
    found = closed(STAR, terms(STAR))
    wanted = [BarEntry(by=CLEO, promotion=1, number=number) for number in sorted(found.promotions[1].entries)]
    *barred, last = wanted
    open_still = done(opened(STAR, terms(STAR)), add("ann"), entering_now(1))
    early = BarEntry(by=CLEO, promotion=1, number=entry_number(1))
    assert refused(open_still, early).reason is Reason.WRONG_STAGE
    after = done(found, *barred)
    assert (after.promotions[1].digest, after.promotions[1].listed) == (found.promotions[1].digest, found.promotions[1].listed)
    assert {each.why for number, each in after.promotions[1].entries.items() if number != last.number} == {
        "Its patron was excluded from the casino"
    }
    again = refused(after, barred[0])
    assert (again.reason, again.clause) == (Reason.UNKNOWN_ENTRY, "10.10")
    prepared = done(after, committing())
    assert refused(prepared, last).reason is Reason.DRAW_PENDING
    drawn_now = done(prepared, drawing())
    assert [win.entry for win in drawn_now.promotions[1].wins.values()] == [last.number]
    assert draw_faults(draw_record(drawn_now.promotions[1], drawn_now.promotions[1].draws[-1])) == []
    nobody = refused(done(after, last), committing())
    assert nobody.reason is Reason.NO_ENTRIES


def test_10_11_a_winner_who_was_refused_wrongly_is_reinstated_by_two() -> None:
    """The operator decided a dispute for the winner, and the prize could only be drawn again."""
    found = drawn(STAR, terms(STAR))
    win = found.promotions[1].wins[1]
    give_back = ReinstateWinner(by=CLEO, second=MAX, promotion=1, prize=1, why="Of age by the passport")
    assert refused(found, give_back).reason is Reason.NOT_WON
    refuse = RefuseClaim(by=CLEO, second=MAX, promotion=1, prize=1, person=win.person, why="Under age", told="By letter")
    found = done(found, refuse)
    assert found.book.balances == {}
    assert refused(found, replace(give_back, prize=2)).reason is Reason.UNKNOWN_PRIZE
    assert refused(found, replace(give_back, second=None)).reason is Reason.SECOND_PERSON_NEEDED
    late = replace(give_back, at=win.claim_by + DAY)
    (event,) = events(found, late)
    assert PRIZE_REGISTER.tell(found, event).endswith(
        "back to its winner: Of age by the passport. It can be claimed 15 days longer."
    )
    after = done(found, late)
    again = after.promotions[1].wins[1]
    assert (again.state, again.owed, again.person) == (PrizeState.WON, win.owed, win.person)
    assert again.claim_by == win.claim_by + 15 * DAY
    assert after.book.balance(PRIZES) == win.owed
    claim = ClaimPrize(by=CLEO, promotion=1, prize=1, person=win.person, identified="passport", present=True)
    done(after, replace(claim, at=again.claim_by))
    prepared = done(found, committing(DRAWN + HOUR, secret=digest("two"), why="Under age", second=MAX))
    assert refused(prepared, replace(give_back, at=DRAWN + HOUR)).reason is Reason.DRAW_PENDING
    drawn_again = done(prepared, drawing(DRAWN + 3 * HOUR, secret=digest("two")))
    late = refused(drawn_again, replace(give_back, at=DRAWN + 3 * HOUR))
    assert late.sentence == "Prize 1 was drawn again after its winner was refused it: another entry has won it."


def test_terms_do_not_come_to_allow_fewer_entries_than_somebody_has() -> None:
    """The public page said one entry of a person, and three were in the draw."""
    found = done(opened(STAR, terms(STAR, most=3)), add("ann"), *map(entering_now, (1, 2)))
    amend = AmendTerms(by=CLEO, second=MAX, promotion=1, terms=terms(STAR, most=1), why="Fewer", approval="letter 1")
    refusal = refused(found, amend)
    assert (refusal.reason, refusal.clause) == (Reason.CANNOT_BE_AMENDED, "10.9.1")
    assert refusal.sentence == "Somebody has 2 entries: the terms cannot allow fewer."
    done(found, replace(amend, terms=terms(STAR, most=2)))


def test_a_claim_without_a_namesake_is_written_as_in_earlier_journals() -> None:
    claim = ClaimPrize(by=CLEO, promotion=1, prize=1, person=1, identified="passport", present=True)
    assert b"similar" not in canonical(claim)
    assert b"similar" in canonical(replace(claim, similar=Namesakes(staff=("mia",))))
