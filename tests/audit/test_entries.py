"""Entries from play are those that the tables' streams give: a planted one is found, and so is one that was left out."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.eligibility import DocumentTerms, EarnedEntry, earned
from croupier.audit.resettle import resettled
from croupier.cage.exclusions import ExcludePatron, ExclusionLifted, LiftExclusion, PatronExcluded
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.message import CageCommand, CageEvent, Clerk
from croupier.floor.claimant_file import ClaimantFile
from croupier.floor.promoter import Promoter
from croupier.journal.port import Line
from croupier.journal.sqlite import SqliteStore
from croupier.journal.streams import tables
from croupier.money import Cents
from croupier.promotions.drafting import DraftPromotion, LodgeTerms
from croupier.promotions.drawing import CommitDraw
from croupier.promotions.entering import CloseEntries
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.opening import OpenPromotion
from croupier.promotions.terms import QualifyingPlay
from croupier.promotions.withdrawals import BarEntry, RetractEntry
from croupier.rules.machine import Result
from croupier.table.money.cards import CardInserted
from journals import bodies, copied, entry, journal_on, looked_at
from play_lines import corrected, lines, settled, voided
from prizes import BEGIN, CLEO, CLOSES, STARTS, terms

ARUZE = "aruze-craps-2024"
STATED = {**terms(ARUZE).texts, "wager": "A bet of $10 or more with a card in the terminal"}
TERMS = terms(ARUZE, wager=True, play=QualifyingPlay(least=Cents(1_000)), most=2, texts=STATED)
BOB = "patron-7"
TABLE = [
    line.body
    for line in lines(
        "one",
        CardInserted(at=STARTS, seat="t1", player="patron-1"),
        settled(STARTS + 1, ("t1", "win-line", 1_000, Result.WIN), (BOB, "win-line", 1_000, Result.WIN)),
        settled(STARTS + 2, ("t1", "field", 5_000, Result.LOSE), (BOB, "field", 999, Result.LOSE)),
        settled(STARTS + 3, ("t1", "field", 5_000, Result.LOSE)),
    )
]


def written(path: Path, left_out: int = 0) -> None:
    """A journal with a promotion whose entries play has earned, but for the last few."""

    async def work() -> None:
        at = BEGIN
        journal, private = journal_on(path), ClaimantFile(path.with_name("private"), lambda count: b"%0*d" % (count, at))
        chance = iter(range(1, 99))
        promoter = Promoter(
            journal,
            private,
            [ARUZE],
            "Australia/Sydney",
            clock=lambda: at,
            entropy=lambda count: next(chance).to_bytes(count, "big"),
        )
        await journal.append(entry("one", 0, *TABLE))
        assert (await promoter.ask(DraftPromotion(by=CLEO, rules=ARUZE, terms=TERMS))).ok
        assert (await promoter.ask(LodgeTerms(by=CLEO, promotion=1, proof="receipt", sent=BEGIN))).ok
        at = STARTS
        assert (await promoter.ask(OpenPromotion(by=CLEO, promotion=1, available="Desk", marketing="Radio"))).ok
        at = CLOSES
        with looked_at(path) as reader:
            found = earned(DocumentTerms(ARUZE, TERMS), tables(reader.heads()), reader.lines)
        assert len(found) == 3
        both = found[: len(found) - left_out]
        replies = await asyncio.gather(*(promoter.enter_earned(CLEO, 1, both) for _ in range(2)))
        assert [reply.ok for each in replies for reply in each] == [True] * len(both), "each bet once"
        assert len(promoter.durable.people) == len({bet.player for bet in both})
        assert (await promoter.ask(CloseEntries(by=CLEO, promotion=1))).ok
        journal.close()
        private.close()

    asyncio.run(work())


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("entries") / "floor.sqlite"
    written(path)
    return path


def audited(path: Path, into: Path, edit: Callable[[Line], Line]) -> list[str]:
    """What the audit says of a copy with other lines and a chain that holds."""
    store = SqliteStore(into, synchronous="OFF")
    with looked_at(path) as reader:
        copied(reader, store, edit, chain=True)
    store.close()
    with looked_at(into) as reader:
        return resettled(reader, PRIZE_REGISTER.name, lambda _: None).sentences


def test_entries_from_play_are_those_of_the_tables(journal: Path) -> None:
    with looked_at(journal) as reader:
        again = resettled(reader, PRIZE_REGISTER.name, lambda _: None)
    assert again.holds, again.sentences
    words = [body.partition(b'"earned":"')[2].partition(b'"')[0].decode() for body in bodies(journal, PRIZE_REGISTER.name)]
    assert [each for each in words if each] == [
        "one, line 3, patron-7: $10.00 on win-line",
        "one, line 3, t1: $10.00 on win-line",
        "one, line 4, t1: $50.00 on field",
    ]


@pytest.mark.parametrize(
    ("was", "planted", "said"),
    [
        (b"line 4, t1: $50.00 on field", b"line 5, t1: $50.00 on field", "have no such bet that counts"),  # more than the most
        (b"line 4, t1: $50.00 on field", b"line 9, t1: $50.00 on field", "have no such bet that counts"),
        (b"line 4, t1: $50.00 on field", b"line 4, patron-7: $9.99 on field", "have no such bet that counts"),
        (b'"person":2', b'"person":1', "another bet of patron-1 counted for another person"),
    ],
)
def test_a_planted_entry_is_found(journal: Path, was: bytes, planted: bytes, said: str, tmp_path: Path) -> None:
    last = max(number for number, body in enumerate(bodies(journal, PRIZE_REGISTER.name), 1) if b'"since"' in body)

    def edit(line: Line) -> Line:
        here = line.stream == PRIZE_REGISTER.name and line.number == last
        return line._replace(body=line.body.replace(was, planted)) if here else line

    sentences = audited(journal, tmp_path / "other.sqlite", edit)
    found = [each for each in sentences if said in each]
    assert found, sentences
    assert found[0].startswith(f"line {last}, round 0: entry ")


def test_a_bet_that_the_table_never_had_is_found(journal: Path, tmp_path: Path) -> None:
    def edit(line: Line) -> Line:
        return line._replace(body=line.body.replace(b'"stake":5000', b'"stake":500')) if line.stream == "one" else line

    said = "have no such bet that counts under the terms: one, line 4, t1: $50.00 on field"
    assert any(said in each for each in audited(journal, tmp_path / "other.sqlite", edit))


def test_what_play_has_earned_and_nobody_entered_is_found(tmp_path: Path) -> None:
    written(tmp_path / "floor.sqlite", left_out=1)
    with looked_at(tmp_path / "floor.sqlite") as reader:
        (sentence,) = resettled(reader, PRIZE_REGISTER.name, lambda _: None).sentences
    assert "closed without the entry that play has earned: one, line 4, t1: $50.00 on field" in sentence


UNDONE = [
    line.body
    for line in lines(
        "one",
        settled(STARTS + 1, (BOB, "field", 1_000, Result.WIN), ("patron-8", "field", 3_000, Result.WIN)),
        settled(STARTS + 2, (BOB, "field", 2_000, Result.WIN)),
        corrected(STARTS + 9, voided(STARTS + 2)),
    )
]
FIRST, SECOND = "one, line 2, patron-7: $10.00 on field", "one, line 3, patron-7: $20.00 on field"


@pytest.mark.parametrize(
    ("retracted", "said"),
    [
        ((SECOND,), []),
        ((), [f"was closed with entry 0000000000000003, which play does not earn any more: {SECOND}"]),
        ((FIRST, SECOND), [f"entry 0000000000000002 of promotion 1 was retracted, and its bet counts: {FIRST}"]),
    ],
)
def test_entries_of_a_void_round_are_retracted_and_no_others(
    tmp_path: Path, retracted: tuple[str, ...], said: list[str]
) -> None:
    path = tmp_path / "floor.sqlite"
    bobs_entries(path, retracted, ())
    assert said_of(path) == said


EXCLUDED, LIFTED = PatronExcluded, ExclusionLifted


def at_cage(*changes: type[PatronExcluded | ExclusionLifted]) -> list[bytes]:
    """The lines of the cage about Bob, who was excluded, or not any more, after entries had closed."""
    by, second, found = Clerk("cleo", "Cleo"), Clerk("max", "Max"), list[bytes]()
    for at, kind in enumerate(changes, CLOSES + 1):
        wish = ExcludePatron if kind is PatronExcluded else LiftExclusion
        who: dict[str, Any] = {"at": at, "by": by, "second": second, "patron": 7, "why": "Asked for it"}
        command: CageCommand = wish(**who)
        event: CageEvent = kind(**who, place="cage") if kind is PatronExcluded else kind(**who)
        found.append(CAGE_REGISTER.recorded(command, (event,)))
    return found


@pytest.mark.parametrize(
    ("changes", "barred", "said"),
    [
        ((EXCLUDED,), (FIRST,), []),
        ((EXCLUDED, LIFTED), (), []),
        ((EXCLUDED, LIFTED, EXCLUDED), (FIRST,), []),
        ((EXCLUDED,), (), [f"prepared a draw with entry 0000000000000002, whose player was excluded: {FIRST}"]),
        (
            (EXCLUDED, LIFTED),
            (FIRST,),
            [f"entry 0000000000000002 of promotion 1 was barred, and its player was not excluded: {FIRST}"],
        ),
        ((), (FIRST,), [f"entry 0000000000000002 of promotion 1 was barred, and its player was not excluded: {FIRST}"]),
    ],
)
def test_entries_of_excluded_players_are_barred_from_a_draw_and_no_others(
    tmp_path: Path, changes: tuple[type[PatronExcluded | ExclusionLifted], ...], barred: tuple[str, ...], said: list[str]
) -> None:
    path = tmp_path / "floor.sqlite"
    bobs_entries(path, (SECOND,), at_cage(*changes), barred)
    assert said_of(path) == said


def said_of(path: Path) -> list[str]:
    """What the audit says about the prize register, without the lines."""
    with looked_at(path) as reader:
        found = resettled(reader, PRIZE_REGISTER.name, lambda _: None).sentences
    return [each.partition(": ")[2].removeprefix("promotion 1 ") for each in found]


def bobs_entries(path: Path, retracted: Sequence[str], cage: Sequence[bytes], barred: Sequence[str] | None = None) -> None:
    """A journal with two entries of Bob from play, and one of another. Where entries are barred, a draw is prepared, too."""

    async def work() -> None:
        at, chance = BEGIN, iter(range(1, 99))
        journal, private = journal_on(path), ClaimantFile(path.with_name("private"), lambda count: b"%0*d" % (count, at))

        def entropy(count: int) -> bytes:
            return next(chance).to_bytes(count, "big")

        promoter = Promoter(journal, private, [ARUZE], "Australia/Sydney", clock=lambda: at, entropy=entropy)
        await journal.append(entry("one", 0, *UNDONE))
        assert entropy(1) == b"\x01"
        assert (await promoter.ask(DraftPromotion(by=CLEO, rules=ARUZE, terms=TERMS))).ok
        assert (await promoter.ask(LodgeTerms(by=CLEO, promotion=1, proof="receipt", sent=BEGIN))).ok
        at = STARTS
        assert (await promoter.ask(OpenPromotion(by=CLEO, promotion=1, available="Desk", marketing="Radio"))).ok
        at = STARTS + 5
        bets = [
            EarnedEntry(player, "one", line, player, "field", Cents(stake), STARTS + line - 1)
            for player, line, stake in ((BOB, 2, 1_000), (BOB, 3, 2_000), ("patron-8", 2, 3_000))
        ]
        assert [reply.ok for reply in await promoter.enter_earned(CLEO, 1, bets)] == [True, True, True]
        at = CLOSES
        for words in retracted:
            number = promoter.durable.promotions[1].bets[words]
            assert (await promoter.ask(RetractEntry(by=CLEO, promotion=1, number=number, why="Void"))).ok
        assert (await promoter.ask(CloseEntries(by=CLEO, promotion=1))).ok
        if cage:
            await journal.append(entry(CAGE_REGISTER.name, 0, *cage))
        at = CLOSES + 9
        if barred is not None:
            for words in barred:
                number = promoter.durable.promotions[1].bets[words]
                assert (await promoter.ask(BarEntry(by=CLEO, promotion=1, number=number))).ok
            commit = CommitDraw(by=CLEO, promotion=1, prizes=(1,), commitment="", source="ASX", fixed=CLOSES + 99)
            assert (await promoter.commit(commit)).ok
        journal.close()
        private.close()

    asyncio.run(work())
