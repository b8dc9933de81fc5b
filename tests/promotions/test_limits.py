"""The limits of a promotion: how many entries it takes, one bet for one entry, and prizes that lapse at its end."""

import pytest
from msgspec.structs import replace

from croupier.ledger.accounts import BANK, PRIZES, PROMOTIONS
from croupier.money import Cents
from croupier.promotions import entering
from croupier.promotions.claims import ClaimPrize, RefuseClaim, TellReasons
from croupier.promotions.disputes import RaisePrizeDispute
from croupier.promotions.drafting import DraftPromotion, ReviseTerms
from croupier.promotions.draw import draw_faults, list_digest
from croupier.promotions.drawing import draw_record
from croupier.promotions.ending import EndPromotion
from croupier.promotions.entering import CloseEntries, EnterDraw
from croupier.promotions.integrity import CancelPromotion
from croupier.promotions.keeping import ErasePeople, KeepPrivateData
from croupier.promotions.message import PrizeCommand
from croupier.promotions.notifying import NotifyWinner
from croupier.promotions.paying import PayPrize, PrizePart
from croupier.promotions.refusals import PrizeReason
from croupier.promotions.state import PrizeRegister, PrizeState, Stage
from croupier.promotions.terms import QualifyingPlay
from croupier.promotions.withdrawals import RetractEntry, WithdrawEntry
from croupier.rules.moments import DAY
from croupier.rules.promotions import PrizeKind, PrizeWay
from prizes import (
    BEGIN,
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
    assert (refusal.reason, refusal.sentence) == (PrizeReason.TOO_MANY, "There are 3 entries already.")


def test_people_are_taken_in_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering, "MOST_PEOPLE", 2)
    found = done(register(), replace(add("ann"), at=BEGIN), add("bob"))
    assert refused(found, add("zoe")).reason is PrizeReason.TOO_MANY


def test_a_bet_earns_one_entry_and_only_play_under_the_terms_earns_one() -> None:
    play = QualifyingPlay(least=Cents(1_000))
    texts = {**terms(STAR).texts, "wager": "A bet of $10"}
    found = done(opened(STAR, terms(STAR, wager=True, most=9, play=play, texts=texts)), add("ann"), add("bob"))
    bet = entering_now(1, at=CLOSES + 5, since=CLOSES - 1, earned="craps, line 4, t1: $10.00 on field")
    found = done(found, bet)
    again = replace(bet, number=entry_number(2))
    for wrong, reason in (
        (again, PrizeReason.BET_COUNTED),
        (replace(again, person=2), PrizeReason.BET_COUNTED),
        (replace(again, since=CLOSES), PrizeReason.TOO_LATE),
        (replace(again, earned="another", since=STARTS - 1), PrizeReason.BAD_TIME),
        (replace(again, earned="another", since=None, at=CLOSES - 1), PrizeReason.BAD_TIME),
        (replace(again, earned=None), PrizeReason.WAGER_NEEDED),
    ):
        assert refused(found, wrong).reason is reason, wrong
    by_hand = done(opened(STAR, terms(STAR, wager=True, play=play, texts=texts)), add("ann"))
    assert refused(by_hand, entering_now(1, earned="a bet")).reason is PrizeReason.WAGER_NEEDED
    done(found, replace(again, earned="craps, line 5, t1: $10.00 on field"))


def claims(found: PrizeRegister, number: int) -> ClaimPrize:
    person = found.promotions[1].wins[number].person
    return ClaimPrize(by=CLEO, promotion=1, prize=number, person=person, identified="passport", present=True)


def pays(number: int) -> PayPrize:
    return PayPrize(by=CLEO, promotion=1, prize=number, parts=(PrizePart(PrizeWay.CHEQUE, Cents(50_000)),))


def two_prizes() -> PrizeRegister:
    """One prize was claimed and paid; nobody has claimed the other, whose winner was told."""
    found = closed(STAR, terms(STAR, prize(STAR), prize(STAR, value=70_000)))
    found = done(found, committing(prizes=(1, 2)), drawing())
    tell = NotifyWinner(by=CLEO, promotion=1, prize=2, method="mail", reached=True)
    return done(found, claims(found, 1), pays(1), tell)


@pytest.mark.parametrize(
    ("over", "stage"),
    [
        (EndPromotion(by=CLEO, promotion=1, why="Over", at=DRAWN + 15 * DAY), Stage.ENDED),
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
        assert refused(after, late).reason is PrizeReason.WRONG_STAGE


def test_a_prize_that_was_claimed_does_not_lapse_before_it_is_paid() -> None:
    found = drawn(STAR, terms(STAR))
    end = EndPromotion(by=CLEO, promotion=1, why="Over")
    claimed = done(found, claims(found, 1))
    assert refused(claimed, end).reason is PrizeReason.STILL_OPEN
    assert done(claimed, pays(1), end).promotions[1].wins[1].state is PrizeState.PAID


def test_a_paid_winner_is_not_refused_and_the_paid_prize_is_not_taken_back() -> None:
    found = drawn(STAR, terms(STAR))
    winner = found.promotions[1].wins[1].person
    refuse = RefuseClaim(by=CLEO, promotion=1, prize=1, person=winner, why="Under age")
    paid = done(found, claims(found, 1), pays(1))
    assert refused(paid, refuse).reason is PrizeReason.ALREADY_PAID
    other = done(paid, replace(refuse, person=winner % 5 + 1))
    assert (other.promotions[1].wins[1].state, other.book.balances) == (PrizeState.PAID, paid.book.balances)


def test_whoever_must_be_present_claims_only_if_present_and_nobody_else_has_to_be() -> None:
    for present, reason in ((True, PrizeReason.NOT_PRESENT), (False, None)):
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
    assert (refusal.reason, refusal.clause) == (PrizeReason.NO_ALTERNATIVE, "10.3")
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
        assert refused(erased, command).reason is PrizeReason.UNKNOWN_PERSON
    without = RaisePrizeDispute(by=CLEO, promotion=1, about="The draw")
    assert done(erased, without).promotions[1].disputes[0].person is None


def test_reasons_are_told_once() -> None:
    found = done(drawn(STAR, terms(STAR)), RefuseClaim(by=CLEO, promotion=1, prize=1, person=1, why="Under age"))
    tell = TellReasons(by=CLEO, promotion=1, refusal=1, told="By letter")
    for wrong in (0, 2):
        assert refused(found, replace(tell, refusal=wrong)).reason is PrizeReason.UNKNOWN_FILE
    assert refused(done(found, tell), tell).reason is PrizeReason.UNKNOWN_FILE


def test_terms_that_cannot_be_written_down_are_refused_in_a_revision_too() -> None:
    draft = DraftPromotion(at=BEGIN, by=CLEO, rules=STAR, terms=terms(STAR))
    revise = ReviseTerms(by=CLEO, promotion=1, terms=terms(STAR, title="\x1b[2J"))
    assert refused(done(register(), draft), revise).reason is PrizeReason.BAD_TEXT


def test_a_prize_that_was_claimed_or_paid_is_not_drawn_again() -> None:
    """Not even with reasons and a second signature: its claim has to be refused first, and what was paid stays paid."""
    found = drawn(STAR, terms(STAR))
    claimed = done(found, claims(found, 1))
    for state, reason in (
        (claimed, PrizeReason.ALREADY_CLAIMED),
        (done(claimed, pays(1)), PrizeReason.ALREADY_PAID),
    ):
        again = committing(at=state.clock, why="Nobody came", second=MAX)
        assert refused(state, again).reason is reason


def test_a_person_has_as_many_entries_as_the_terms_allow_and_a_withdrawn_one_does_not_count() -> None:
    found = done(opened(STAR, terms(STAR, most=2)), add("ann"), entering_now(1), entering_now(2))
    assert refused(found, entering_now(3)).reason is PrizeReason.ENTRIES_USED
    withdraw = WithdrawEntry(by=CLEO, second=MAX, promotion=1, number=entry_number(2), why="Entered twice")
    for alone in (None, CLEO):
        assert refused(found, replace(withdraw, second=alone)).reason is PrizeReason.SECOND_PERSON_NEEDED
    assert refused(found, replace(withdraw, number="f" * 16)).reason is PrizeReason.UNKNOWN_ENTRY
    found = done(found, withdraw)
    assert refused(found, withdraw).reason is PrizeReason.UNKNOWN_ENTRY
    assert refused(found, entering_now(2)).reason is PrizeReason.NUMBER_TAKEN, "its number is given to nobody else"
    found = done(found, entering_now(3), CloseEntries(by=CLEO, promotion=1, at=CLOSES))
    promotion = found.promotions[1]
    assert promotion.digest == list_digest([entry_number(1), entry_number(3)])
    assert refused(found, replace(withdraw, number=entry_number(1))).reason is PrizeReason.WRONG_STAGE
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
    assert refused(by_hand, retract).reason is PrizeReason.UNKNOWN_ENTRY
