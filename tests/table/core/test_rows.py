"""Every message has one row with every column filled, and a row that is wrong does not import."""

import ast
from collections.abc import Iterator
from dataclasses import MISSING, fields, replace
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.facts.rows import RowError
from croupier.ledger.book import Transfer
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import BetPlaced, PlaceBet
from croupier.table.core import refusals
from croupier.table.core.message import Command, Event, Order, PlayerCommand, Ruling
from croupier.table.core.refusals import Reason
from croupier.table.core.rows import COMMANDS, EVENTS, Audience, CommandRow, EventRow, check_complete, declare
from croupier.table.money.seats import SeatLeft
from croupier.table.rounds.calls import BallSpun, SpinBall
from croupier.table.rounds.settling import RoundSettled

SUBJECTS = ("authority", "bets", "money", "pit", "rounds")

MOVE_MONEY = [
    "BetPlaced",
    "BetRefused",
    "BetTakenDown",
    "BetsInvalidated",
    "BetsVoided",
    "BoxPulled",
    "ColoursCarried",
    "ColoursRedeemed",
    "CommissionReturned",
    "CreditAdjusted",
    "CreditReceived",
    "DebtRecorded",
    "DebtWithheld",
    "DropEmptied",
    "FillReceived",
    "FloatCredited",
    "FloatFilled",
    "FloatSetUp",
    "HandPaid",
    "HandPayCalled",
    "HandPayRefused",
    "HandPayTakenBack",
    "KeptCreditCalled",
    "LightsFailed",
    "MoneyCollected",
    "MoneyInserted",
    "MoneyReleased",
    "MoneyWithheld",
    "ReturnCounted",
    "ReturnDemanded",
    "RoundSettled",
    "RoundVoided",
    "SeatLeft",
    "SeatReleased",
    "SeatTaken",
    "SettledAgain",
    "StackerEmptied",
    "TableClosed",
    "TerminalsVoided",
    "TicketNotPrinted",
]

MOVE_NO_MONEY = [
    "AreasLit",
    "AttendantCalled",
    "BallSpun",
    "BarLifted",
    "BarRecorded",
    "BetCorrected",
    "BetsCalled",
    "BetsPaid",
    "BettingClosed",
    "BettingOpened",
    "BreachNoted",
    "CallAnswered",
    "CallEnded",
    "CardInserted",
    "CardRemoved",
    "ClockJumped",
    "CloseAnnounced",
    "ColourChanged",
    "ColoursIssued",
    "ColoursReturned",
    "ComplaintAdvised",
    "CreditRefused",
    "DayOpened",
    "DealerRelieved",
    "DeviceFaultCleared",
    "DevicesReported",
    "DiceAccepted",
    "DiceDeclined",
    "DiceLost",
    "DiceOffered",
    "DicePassed",
    "DiceReplaced",
    "DiceRested",
    "DiceShaken",
    "DiceShot",
    "DieRecovered",
    "DisplayReported",
    "DisputeDecided",
    "DisputeOpened",
    "DisputeReviewed",
    "FaultRectified",
    "FaultReported",
    "FillSent",
    "FloatCreditRefused",
    "FreezeRelaxed",
    "HandPayDelayed",
    "HandPayReleased",
    "HandPayReviewed",
    "HandPayVerified",
    "HandPayWithheld",
    "IdentificationAsked",
    "IdentificationRecorded",
    "NoMoreBetsPressed",
    "NoticeDemanded",
    "NoticeGiven",
    "NoticePosted",
    "PayoutUnitChanged",
    "PlayResumed",
    "PlayStopped",
    "PlayerHeld",
    "PlayerLimitsSet",
    "PlayerRefused",
    "PlayerSanctioned",
    "ResultAnnounced",
    "RulesAmended",
    "SeatOrdered",
    "SignChanged",
    "SlipCancelled",
    "SlipMade",
    "SupervisionEnded",
    "SupervisionTaken",
    "TableDisabled",
    "TableEnabled",
    "TableHandedBack",
    "TerminalFailed",
    "TerminalLocked",
    "TerminalRestored",
    "TerminalUnlocked",
    "TicketPrinted",
    "TrayCounted",
    "TumblerUncovered",
    "WagerEnded",
]


SOME_COMMAND = COMMANDS[SpinBall]


def kinds_of(base: type) -> Iterator[type]:
    """Everything derived from a class, at any distance; also the classes of tests."""
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_of(kind)


def of_the_program(kind: type) -> bool:
    return kind.__module__.startswith("croupier.")


def test_every_command_and_every_event_has_a_row() -> None:
    assert set(COMMANDS) == set(filter(of_the_program, kinds_of(Command))) - {Order, PlayerCommand}
    assert set(EVENTS) == set(filter(of_the_program, kinds_of(Event))) - {Ruling}
    for kind, row in (*COMMANDS.items(), *EVENTS.items()):
        assert row.kind is kind


def test_a_message_is_declared_in_its_subject() -> None:
    for kind in (*COMMANDS, *EVENTS):
        package, table, subject, _ = kind.__module__.split(".")
        assert (package, table) == ("croupier", "table")
        assert subject in SUBJECTS


def test_every_event_is_listed_as_moving_money_or_not() -> None:
    """Whoever adds an event says here, a second time, whether it moves money."""
    for listed, moves in (("MOVE_MONEY", True), ("MOVE_NO_MONEY", False)):
        declared = {kind.__name__ for kind, row in EVENTS.items() if row.moves_money is moves}
        names = globals()[listed]
        assert not declared - set(names), f"add to {listed} in this file"
        assert not set(names) - declared, f"remove from {listed} in this file"
        assert names == sorted(names)
    for kind, row in EVENTS.items():
        assert row.moves_money is ("transfers" in kind.__struct_fields__), kind


def test_every_message_says_what_it_is() -> None:
    for kind in (*COMMANDS, *EVENTS):
        assert kind.__doc__, kind
        assert kind.__doc__ not in {each.__doc__ for each in (Command, PlayerCommand, Order, Event, Ruling)}, kind


@pytest.mark.parametrize("row", [COMMANDS[SpinBall], EVENTS[BallSpun]], ids=lambda row: type(row).__name__)
def test_a_row_that_lacks_a_column_is_not_made(row: CommandRow[Any] | EventRow[Any]) -> None:
    filled = {each.name: getattr(row, each.name) for each in fields(row)}
    required = [each.name for each in fields(row) if each.default is MISSING]
    assert required == (
        ["kind", "decide", "wish", "senders", "under", "chosen", "forms"]
        if isinstance(row, CommandRow)
        else ["kind", "apply", "meter", "tell", "again", "audience", "moves_money", "history"]
    )
    assert type(row)(**filled) == row
    for column in required:
        with pytest.raises(TypeError, match=f"missing 1 required keyword-only argument: '{column}'"):
            type(row)(**{name: value for name, value in filled.items() if name != column})


@pytest.mark.parametrize("row", [COMMANDS[PlaceBet], EVENTS[BetPlaced]], ids=lambda row: row.kind.__name__)
def test_no_message_has_two_rows(row: CommandRow[Any] | EventRow[Any]) -> None:
    with pytest.raises(RowError, match=f"{row.kind.__name__}: has two rows"):
        declare(row)


def test_no_two_messages_have_the_same_name() -> None:
    """The name is what a line of the journal says."""

    class PlaceBet(Command, frozen=True, kw_only=True, tag=True):
        """Another one."""

    class SpinBall(Event, frozen=True, kw_only=True, tag=True):
        """An event with the name of a command."""

    for row in (replace(SOME_COMMAND, kind=PlaceBet), replace(EVENTS[BallSpun], kind=SpinBall)):
        with pytest.raises(RowError, match="has two rows"):
            declare(row)


class Silent(Command, frozen=True, kw_only=True, tag=True):
    __doc__ = None


class Spoken(Command, frozen=True, kw_only=True, tag=True):
    """A command without fields."""


class Borrowed(Ruling, frozen=True, kw_only=True, tag=True):
    __doc__ = Ruling.__doc__


class Stated(Event, frozen=True, kw_only=True, tag=True):
    """An event with transfers and without a seat."""

    transfers: tuple[Transfer, ...] = ()


WRONG = [
    (replace(COMMANDS[SpinBall], kind=Silent), "Silent: its class has no docstring; the reference page needs one"),
    (replace(COMMANDS[SpinBall], kind=Spoken, senders=frozenset()), "Spoken: nobody sends it"),
    (replace(COMMANDS[SpinBall], kind=Spoken, chosen=("seat",)), "Spoken: has no field seat to choose"),
    (
        replace(COMMANDS[CallBet], kind=Spoken, chosen=(), also_under=()),
        "Spoken: its rule varies; say in also_under between which",
    ),
    (replace(EVENTS[BallSpun], kind=Borrowed), "Borrowed: its class has no docstring"),
    (replace(EVENTS[BallSpun], kind=Stated), "Stated: moves_money=False, but it states transfers"),
    (
        replace(EVENTS[SeatLeft], kind=Stated, audience=Audience.OWNER),
        "Stated: is told to the player at a seat, but names no seat",
    ),
]


@pytest.mark.parametrize(("row", "sentence"), WRONG, ids=lambda part: part if isinstance(part, str) else "")
def test_a_row_that_contradicts_its_message_is_refused(row: CommandRow[Any] | EventRow[Any], sentence: str) -> None:
    known = len(COMMANDS), len(EVENTS)
    with pytest.raises(RowError, match=sentence):
        declare(row)
    assert (len(COMMANDS), len(EVENTS)) == known


def test_an_event_without_transfers_moves_no_money() -> None:
    class Unstated(Event, frozen=True, kw_only=True, tag=True):
        """An event without transfers."""

    with pytest.raises(RowError, match="Unstated: moves_money=True, but it states no transfers"):
        declare(replace(EVENTS[BallSpun], kind=Unstated, moves_money=True))


def test_an_event_for_the_whole_table_that_names_bets_says_how_it_is_shared() -> None:
    with pytest.raises(RowError, match="RoundSettled: has two rows"):
        declare(EVENTS[RoundSettled])
    with pytest.raises(RowError, match="Stated: is told to every terminal and names transfers; give it a shares function"):
        declare(replace(EVENTS[BallSpun], kind=Stated, moves_money=True))


def test_a_right_row_is_entered() -> None:
    row = replace(EVENTS[SeatLeft], kind=Stated, audience=Audience.STAFF)
    declare(row)
    assert EVENTS.pop(Stated) is row


@pytest.mark.parametrize(("rows", "kind"), [(COMMANDS, SpinBall), (EVENTS, BallSpun)], ids=["command", "event"])
def test_a_message_without_a_row_is_named(rows: dict[type, Any], kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    for stray in [each for base in (Command, Event) for each in kinds_of(base) if not of_the_program(each)]:
        monkeypatch.setitem(rows, stray, None)
    check_complete()
    monkeypatch.delitem(rows, kind)
    with pytest.raises(RowError, match=rf"croupier\.table\.rounds\.calls: {kind.__name__} has no row; declare it"):
        check_complete()


def test_every_reason_is_given_by_somebody() -> None:
    """A code that is never given would only be read in the documentation."""
    given = set[str]()
    for path in Path(croupier.__file__).parent.rglob("*.py"):
        if path != Path(refusals.__file__):
            given |= {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
    assert {reason.name for reason in Reason} <= given
