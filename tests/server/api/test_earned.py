"""A bet of a patron with a card becomes an entry in a promotion: entered once, and found again by the audit."""

import asyncio
import os
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from cage_floor import ROULETTE, check
from cages import OPENER
from croupier.audit.resettle import resettled
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.claimant_file import ClaimantFile
from croupier.floor.house import House
from croupier.floor.promoter import Promoter
from croupier.floor.timetable import Timing
from croupier.money import Cents
from croupier.promotions.claims import ClaimPrize
from croupier.promotions.drafting import DraftPromotion, LodgeTerms
from croupier.promotions.drawing import CommitDraw, DrawPrizes
from croupier.promotions.entering import CloseEntries, EnterDraw, Namesakes
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.message import Officer
from croupier.promotions.opening import OpenPromotion
from croupier.promotions.refusals import Reason
from croupier.promotions.terms import QualifyingPlay
from croupier.rules.machine import Result
from croupier.rules.outcomes import OutcomeName
from croupier.server.api.earned import EarnedEntries
from croupier.server.api.entrants import Entrants
from croupier.server.api.prize_register import check_reply
from croupier.server.api.problem import ApiError
from croupier.server.api.promotion_desk import earned_views
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.results import EnterOutcome
from floor.test_accounts import opened, putting_in
from journals import entry, journal_on, looked_at
from play_lines import corrected, lines, settled, voided
from prizes import BEGIN, CASS, CHAPTERS, CLEO, CLOSES, DRAWN, MAX, STARTS, terms

STATED = {**terms(ROULETTE).texts, "wager": "A bet of $10 on red, with your card in the terminal"}
PLAY = QualifyingPlay(least=Cents(1_000), tables=(ROULETTE,), wagers=("red",))


def test_a_bet_with_a_card_becomes_an_entry(tmp_path: Path) -> None:
    path, at = tmp_path / "floor.sqlite", BEGIN

    async def evening() -> None:
        nonlocal at
        journal, private = journal_on(path), ClaimantFile(tmp_path / "private", bytes)
        house = House(journal, SoftwareGenerator(), Timing(), clock=lambda: at)
        keeper = await house.open_cage()
        confirmed = [reading.id for reading in ruleset(ROULETTE).readings if reading.to_confirm]
        dealer = await house.open(ROULETTE, ruleset(ROULETTE), {"minimum": 100}, confirmed=confirmed)
        promoter = house.open_promotions(private, "Australia/Sydney")
        await begun(promoter)
        assert (await keeper.ask(OPENER)).ok
        await opened(keeper)
        at = STARTS
        assert (await promoter.ask(OpenPromotion(by=CLEO, promotion=1, available="Desk", marketing="Radio"))).ok
        played: tuple[Command, ...] = (
            TakeSeat(seat="ann", chips=Cents(10_000)),
            putting_in(keeper),
            OpenBetting(),
            PlaceBet(seat="ann", wager="red", stake=Cents(1_000)),
            SpinBall(),
            CloseBetting(),
            EnterOutcome(outcome=OutcomeName("17")),
        )
        for command in played:
            reply = await dealer.ask(command)
            assert reply.ok, reply
        at = CLOSES
        earned = EarnedEntries(house, str(path))
        await entered(earned, promoter)
        prepare = CommitDraw(by=CLEO, promotion=1, prizes=(1,), commitment="-", source="A train", fixed=at + 1)
        assert (await promoter.commit(prepare)).ok
        at = DRAWN
        await claimed(house, promoter)
        journal.close()
        private.close()

    asyncio.run(evening())
    check(path)


async def begun(promoter: Promoter) -> None:
    """A promotion that was lodged, whose entries play earns."""
    whole = terms(ROULETTE, wager=True, play=PLAY, texts=STATED)
    assert (await promoter.ask(DraftPromotion(by=CLEO, rules=ROULETTE, terms=whole))).ok
    assert (await promoter.ask(LodgeTerms(by=CLEO, promotion=1, proof="receipt", sent=BEGIN))).ok


async def entered(earned: EarnedEntries, promoter: Promoter) -> None:
    (bet,) = await earned.found(promoter.durable.promotions[1])
    assert bet.words == f"{ROULETTE}, line {bet.line}, ann: $10.00 on red"
    for entered in (1, 0):
        assert await earned.enter(CLEO, promoter.durable.promotions[1]) == ([bet], entered, 0)
        (entry,) = promoter.durable.promotions[1].entries.values()
        assert (entry.earned, entry.since) == (bet.words, bet.at)
        assert promoter.data(entry.person) == {"patron": "patron-1"}
    by_hand = await promoter.enter(EnterDraw(by=CLEO, promotion=1, person=1, number="-", earned="$10 on red"))
    assert by_hand.error == Reason.TOO_LATE
    with pytest.raises(ApiError, match=r"Entries closed at 19 Oct 2025, 19:53\."):
        check_reply(promoter, by_hand)
    assert (await promoter.ask(CloseEntries(by=CLEO, promotion=1))).ok


async def claimed(house: House, promoter: Promoter) -> None:
    """The patron who wins by play has the name of a manager. Nobody has entered that patron by hand, and compared."""
    assert (await promoter.draw(DrawPrizes(by=CLEO, promotion=1, secret="", value="1", tell_by=0, claim_by=0))).ok
    staff = {"mia": Staff("mia", "Mia Brandt")}
    entrants = Entrants(house, SimpleNamespace(register=SimpleNamespace(staff=staff)), Patrons())  # pyright: ignore[reportArgumentType]
    person = promoter.durable.promotions[1].wins[1].person
    similar = await entrants.staff_like(person, 1, 1)
    assert similar
    assert similar == Namesakes(staff=("mia",))
    assert await entrants.staff_like(person + 1, 1, 1) is None
    claim = ClaimPrize(by=CASS, promotion=1, prize=1, person=person, identified="passport", present=False, similar=similar)
    alone = await promoter.ask(claim)
    assert alone.error == Reason.SECOND_PERSON_NEEDED
    for by, second in ((Officer("mia", "Mia Brandt"), MAX), (CASS, Officer("mia", "Mia Brandt"))):
        assert (await promoter.ask(replace(claim, by=by, second=second))).error == Reason.MAY_NOT_ENTER
    signed = await promoter.ask(replace(claim, second=MAX))
    assert signed.ok
    (event,) = signed.events
    assert PRIZE_REGISTER.tell(promoter.durable, event).endswith("They decided that this is not mia, a member of staff.")


class Staff(NamedTuple):
    """A member of staff, as far as names are compared."""

    login: str
    name: str
    is_disabled: bool = False


class Patrons:
    """The private details of the only patron."""

    async def details(self, digest: str, patron: int) -> SimpleNamespace:
        assert digest
        assert patron == 1
        return SimpleNamespace(name="Brandt, Mia", address="Bay Street 3")


def test_terms_name_tables_and_wagers_that_are_there(tmp_path: Path) -> None:
    async def asked() -> list[str]:
        journal = journal_on(tmp_path / "floor.sqlite")
        house = House(journal, SoftwareGenerator(), Timing(), clock=lambda: BEGIN)
        confirmed = [reading.id for reading in ruleset(ROULETTE).readings if reading.to_confirm]
        await house.open("one", ruleset(ROULETTE), {"minimum": 100}, confirmed=confirmed)
        play = QualifyingPlay(least=Cents(100), tables=("one", "two"), wagers=("red", "straight", "read"))
        found = EarnedEntries(house, "").faults(ROULETTE, CHAPTERS[ROULETTE], terms(ROULETTE, play=play))
        journal.close()
        return [fault.sentence for fault in found]

    assert asyncio.run(asked()) == [
        "There is no table 'two' on this floor; its tables are one.",
        "No table at which bets count has a wager 'read'; the rules of each name them.",
    ]


def test_an_entry_of_a_void_round_is_retracted_before_the_close_and_marked_after_it(tmp_path: Path) -> None:
    path, at = tmp_path / "floor.sqlite", BEGIN
    bets = [
        ("patron-7", "red", 1_000, Result.WIN),
        ("patron-8", "red", 1_000, Result.LOSE),
        ("patron-9", "red", 1_000, Result.WIN),
    ]
    rounds = [settled(STARTS + number, bet) for number, bet in enumerate(bets)]
    first = [line.body for line in lines(ROULETTE, *rounds, rules=ROULETTE)]
    void, again = (
        [lines(ROULETTE, corrected(when, *ends))[1].body]
        for when, ends in (
            (STARTS + 9, (voided(STARTS), *rounds[1:])),
            (CLOSES + 9, (voided(STARTS + 1), rounds[2])),
        )
    )

    async def evening() -> None:
        nonlocal at
        journal, private = journal_on(path), ClaimantFile(tmp_path / "private", os.urandom)
        house = House(journal, SoftwareGenerator(), Timing(), clock=lambda: at)
        await journal.append(entry(ROULETTE, 0, *first))
        promoter = house.promoter = Promoter(journal, private, [ROULETTE], "Australia/Sydney", clock=lambda: at)
        await begun(promoter)
        at = STARTS
        assert (await promoter.ask(OpenPromotion(by=CLEO, promotion=1, available="Desk", marketing="Radio"))).ok
        earned = EarnedEntries(house, str(path))
        at = STARTS + 5
        found, *done = await earned.enter(CLEO, promoter.durable.promotions[1])
        assert (len(found), done) == (3, [3, 0])
        at_first = found
        assert [each.why for each in earned_views(promoter.durable.promotions[1], at_first)] == [None] * 3
        await journal.append(entry(ROULETTE, len(first), *void))
        at = CLOSES
        found, *done = await earned.enter(CLEO, promoter.durable.promotions[1])
        assert (len(found), done) == (2, [0, 1]), "the page says how many were retracted"
        assert (await promoter.ask(CloseEntries(by=CLEO, promotion=1))).ok
        assert len(promoter.durable.promotions[1].listed) == 2
        await journal.append(entry(ROULETTE, len(first) + 1, *again))
        at = CLOSES + 10
        for _ in range(2):
            await earned.retract(CLEO, promoter.durable.promotions[1])
        entries = promoter.durable.promotions[1].entries.values()
        assert sorted((each.withdrawn is not None, each.marked is not None) for each in entries) == [
            (False, False),
            (False, True),
            (True, False),
        ]
        views = earned_views(promoter.durable.promotions[1], at_first)
        assert [bool(each.entered and each.why) for each in views] == [True, True, False]
        journal.close()
        private.close()

    asyncio.run(evening())
    with looked_at(path) as reader:
        assert resettled(reader, PRIZE_REGISTER.name, lambda _: None).sentences == []
