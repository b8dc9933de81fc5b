"""A corrected or void round in every report: as it is now, with what it was beside it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import accountant
from audit.days import Days
from commanded import done
from croupier.audit.corrections import Corrections
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.floor.performance import performance
from croupier.floor.reports.calendar import Calendar
from croupier.floor.reports.question import Question
from croupier.floor.reports.written import find_report, texts, write_report
from croupier.journal.anchors import SigningKey
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.money import Cents
from croupier.rules.moments import DAY
from croupier.rules.outcomes import OutcomeName
from croupier.server.api.terminal_audit import terminal_meters
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.apply import apply
from croupier.table.core.message import Command
from croupier.table.core.opening import opened, opening, read_opening
from croupier.table.core.person import Person
from croupier.table.core.recorded import events_in, recorded
from croupier.table.core.state import Table
from croupier.table.money.cards import InsertCard
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import TakeSeat
from croupier.table.money.withholding import Release, Withhold
from croupier.table.pit.invalid import DeclareInvalid
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.shooting import ShootDice
from croupier.table.rounds.voiding import VoidRound
from croupier.testing.evening import OPENING
from journals import write

WHEEL = "ministar-roulette-2018"
MIA = Person("mia", "assistant-gaming-manager")
OSCAR = Person("oscar", "operator")
FIVE, SEVENTEEN = OutcomeName("5"), OutcomeName("17")
BET = PlaceBet(seat="ann", wager="straight:17", stake=Cents(100_000))
"""$1,000.00 on 17, which wins $35,000.00."""
CORRECTED = CorrectOutcome(round=1, outcome=FIVE, by=MIA, why="It was misread.")
VOID = VoidRound(round=1, ground="disorder", by=MIA)
SYDNEY = Calendar("Australia/Sydney", 6)


def fell(outcome: OutcomeName, *bets: Command) -> list[Command]:
    """A round of the wheel."""
    return [OpenBetting(), *bets, SpinBall(), CloseBetting(), EnterOutcome(outcome=outcome)]


WON, LOST, ANOTHER = fell(SEVENTEEN, BET), fell(FIVE, BET), fell(FIVE)


def journal(*days: Sequence[Command], name: str = WHEEL) -> MemoryStore:
    """A wheel, or another table, on several days."""
    rules = ruleset(name)
    first = opening(rules, {"minimum": 100, "maximum": 10_000_000}, confirmed=[each.id for each in rules.readings])
    table, lines = opened(first), [Draft(canonical(first))]
    for number, commands in enumerate(days):
        for minute, asked in enumerate(commands):
            command = replace(asked, at=OPENING + number * DAY + minute * 60_000)
            table, events = done(table, command)
            lines.append(Draft(recorded(command, tuple(events))))
    store = MemoryStore()
    write(store, 1, {"wheel": lines})
    return store


def rows(report: str, store: MemoryStore, day: int | None = None, **asked: Any) -> list[dict[str, str]]:
    """The rows of a report as people read them, of a day or of the life."""
    date = SYDNEY.date_of(OPENING + (day or 0) * DAY).isoformat()
    question = msgspec.convert({"period": "life" if day is None else "day", "day": date, **asked}, Question)
    found = write_report(find_report(report), question, store, SYDNEY, operator="The Star", now=OPENING + 40 * DAY)
    titles = [column.title for column in found.columns]
    return [dict(zip(titles, texts(found, row), strict=True)) for row in found.rows]


SEATED = TakeSeat(seat="ann", chips=Cents(10_000_000))


@pytest.mark.parametrize(("order", "now"), [(CORRECTED, "5"), (VOID, "void")], ids=["corrected", "void"])
def test_alterations_have_the_old_and_the_new_result_and_the_money_that_moved(order: Command, now: str) -> None:
    (row,) = rows("alterations", journal([SEATED, *WON, *ANOTHER], [order]))
    back = "-$36,000.00" if now == "5" else "-$35,000.00"
    assert (row["Was"], row["Now"]) == ("17", now)
    assert f"ann: Chips and credits {back}" in row["Money moved"]
    assert f"Won by the house {back.replace('-', '+')}" in row["Money moved"]
    assert "round 1" in row["Details"]


@pytest.mark.parametrize(("order", "now"), [(CORRECTED, "$0.00"), (VOID, "$0.00")], ids=["corrected", "void"])
def test_a_large_win_is_listed_as_it_is_now_beside_what_it_was(order: Command, now: str) -> None:
    first, other = [SEATED, *WON], [*ANOTHER, order]
    life = rows("large", journal(first, other))
    (win,) = [row for row in life if row["What"].startswith("Win on straight:17")]
    assert (win["Amount"], win["Was"], win["Place"]) == (now, "$35,000.00", "wheel/ann")
    assert "round 1 settled again in line" in win["What"]
    # The day of the round knows nothing of a later day; the day of the correction has the change.
    (then,) = [
        row for row in rows("large", journal(first, other), 0) if "straight:17" in row["What"] and row["Amount"] != "$1,000.00"
    ]
    assert (then["Amount"], then["Was"]) == ("$35,000.00", "")
    (later,) = rows("large", journal(first, other), 1)
    assert (later["Amount"], later["Was"]) == (now, "$35,000.00")


def test_a_win_that_a_correction_made_large_is_listed() -> None:
    made = CorrectOutcome(round=1, outcome=SEVENTEEN, by=MIA, why="It was misread.")
    again = CorrectOutcome(round=1, outcome=FIVE, by=MIA, why="It was not.")
    (win,) = [row for row in rows("large", journal([SEATED, *LOST, made])) if row["What"].startswith("Win")]
    assert (win["Amount"], win["Was"]) == ("$35,000.00", "$0.00")
    (back,) = [row for row in rows("large", journal([SEATED, *LOST, made, again])) if row["What"].startswith("Win")]
    assert (back["Amount"], back["Was"]) == ("$0.00", "$0.00")


def test_a_win_that_one_correction_left_and_the_next_took_away_is_listed_once() -> None:
    """Red wins in 5 and in 7; then the round is void."""
    red = replace(BET, wager="red", stake=Cents(2_000_000))
    other = CorrectOutcome(round=1, outcome=OutcomeName("7"), by=MIA, why="It was misread.")
    (win,) = [row for row in rows("large", journal([SEATED, *fell(FIVE, red), other, VOID])) if row["What"].startswith("Win")]
    assert (win["Amount"], win["Was"]) == ("$0.00", "$20,000.00")


@pytest.mark.parametrize("later", [0, 1])
def test_a_large_win_on_bets_that_were_declared_invalid_is_listed_as_it_is_now(later: int) -> None:
    bet = PlaceBet(seat="ann", wager="field", stake=Cents(1_000_000))
    throw = [
        InsertCard(seat="ann", player="ann"),
        OpenBetting(),
        bet,
        CloseBetting(),
        ShootDice(),
        EnterOutcome(outcome=OutcomeName("6-6")),
    ]
    invalid = DeclareInvalid(seat="ann", by=MIA, why="The card is eve's.")
    store = journal([SEATED, *throw], [*[OpenBetting()] * later, invalid], name="aruze-craps-2024")
    (win,) = [row for row in rows("large", store) if row["What"].startswith("Win")]
    assert (win["Amount"], win["Was"]) == ("$0.00", "$20,000.00")
    assert "round 1 declared invalid in line" in win["What"]
    (then,) = [row for row in rows("large", store, 0) if row["What"].startswith("Win")]
    assert (then["Amount"], then["Was"]) == ("$20,000.00", "")
    (after,) = rows("large", store, 1)
    assert (after["Amount"], after["Was"]) == ("$0.00", "$20,000.00")
    books = accountant.Journal(
        json.dumps({"stream": "wheel", "number": each.number, "body": json.loads(each.body)}) for each in store.lines("wheel")
    )
    listed = [(OPENING, 40, [(0, 2_000_000)]), (OPENING, 1, [(2_000_000, None)]), (OPENING + DAY, 1, [(0, 2_000_000)])]
    for since, days, wins in listed:
        assert accountant.large_wins(books, "wheel", since, since + days * DAY, 1_000_000) == wins
    counted = [(each.bet["result"], each.sign) for each in accountant.bets(books, "wheel")]
    assert counted == [("win", 1), ("win", -1), ("void", 1)]


@pytest.mark.parametrize(
    ("to_player", "what"),
    [(True, "Withheld money was released to the player"), (False, "Withheld money went to the house")],
)
def test_events_say_to_whom_withheld_money_went(to_player: bool, what: str) -> None:  # noqa: FBT001 - a case of the test
    kept = Withhold(seat="ann", amount=Cents(5_000), by=OSCAR, why="It is looked into.")
    released = Release(seat="ann", amount=Cents(5_000), to_player=to_player, by=OSCAR, why="It was looked into.")
    row = rows("events", journal([SEATED, kept, released]))[-1]
    assert (row["What"], row["Details"]) == (what, "amount $50.00")


def test_a_correction_is_found_however_many_rounds_it_goes_back_and_wherever_the_journal_was_signed(tmp_path: Path) -> None:
    """Snapshots store no past rounds. Reading starts so far back that the corrected round is among them."""
    night = Days(SigningKey(tmp_path / "key"), WHEEL, rounds=3)
    night.play(0, commands=900)
    settled = [past for past in night.table.past[:-40] if isinstance(past.event, RoundSettled) and past.event.outcome != FIVE]
    long_ago = settled[-1]
    second = Person("max", "assistant-gaming-manager")
    order = CorrectOutcome(round=long_ago.round, outcome=FIVE, by=MIA, second=second, why="It was misread.")
    later = [past.round for past in night.table.past if past.round >= long_ago.round]
    night.ask(order)
    number = night.store.head(WHEEL).number
    line = next(night.store.lines(WHEEL, number - 1))
    (found,) = Corrections(night.store, WHEEL).in_line(number, line.body, night.table.clock)
    assert isinstance(found.event, SettledAgain)
    assert found.rounds[0].was == long_ago.event
    assert [each.round for each in found.rounds] == later
    assert performance(night.store, WHEEL).total.bets > 0


@pytest.mark.parametrize(("order", "lost"), [(CORRECTED, 3_600_000), (VOID, 3_500_000)], ids=["corrected", "void"])
def test_audit_mode_has_what_corrections_changed_beside_the_meters_that_never_fall(order: Command, lost: int) -> None:
    table = replayed_table([SEATED, *WON, order])
    meters = terminal_meters(table.meters.terminal("ann"), table.meters.stacker("terminal-1"), is_blind=False)
    assert (meters.turnover, meters.wins) == (100_000, 3_600_000)
    assert (meters.corrected_up, meters.corrected_down) == (0, lost)
    assert disagreement(table, "ann") == ""
    blind = terminal_meters(table.meters.terminal("ann"), table.meters.stacker("terminal-1"), is_blind=True)
    assert (blind.corrected_up, blind.corrected_down) == (None, None)


def replayed_table(commands: Sequence[Command]) -> Table:
    """The table that a journal leads to."""
    first, *lines = journal(commands).lines("wheel")
    table = opened(read_opening(first.body))
    for line in lines:
        for event in events_in(line.body):
            table = apply(table, event)
    return table
