"""Journals stay readable: lines of older forms, and of none that is newer."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from croupier.audit.resettle import resettle
from croupier.bots.evening import evening
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.ledger.accounts import HOUSE, OUTSIDE, TICKETS, owed, rack, withheld
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.rules.error import RuleError
from croupier.table.commands import CloseBetting
from croupier.table.events import BettingClosed, MoneyCollected, MoneyInserted, RoundSettled, SeatLeft, SettledAgain
from croupier.table.opening import ChangedRulesError, OpeningError, TableOpened, events, opened, opening, replayed
from croupier.table.person import Person
from croupier.table.refusals import Refusal
from croupier.table.rulings import MoneyReleased, MoneyWithheld
from croupier.table.versions import FORMAT, NewerFormatError, asked, readable, today
from invariants import assert_the_meters_agree, same

SECOND = sorted((Path(__file__).parents[1] / "golden" / "format-2").glob("*.jsonl"))
THIRD = sorted((Path(__file__).parents[1] / "golden" / "format-3").glob("*.jsonl"))
FOURTH = sorted((Path(__file__).parents[1] / "golden" / "format-4").glob("*.jsonl"))
OLD = sorted((Path(__file__).parents[1] / "golden" / "format-1").glob("*.jsonl"))


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_journal_of_the_first_form_is_replayed_and_every_line_decided_again(path: Path) -> None:
    lines = path.read_bytes().splitlines()
    table, number = replayed(lines)
    assert number == len(lines)
    assert table.turn == 12
    told = resettle(lines)
    assert told.holds, told.sentences
    assert told.rounds == 12
    assert told.balances == table.book.balances


@pytest.mark.parametrize("path", SECOND, ids=lambda path: path.stem)
def test_a_journal_of_the_second_form_is_replayed_and_every_line_decided_again(path: Path) -> None:
    head, *lines = path.read_bytes().splitlines()
    first = msgspec.json.decode(head, type=TableOpened)
    assert (first.format, FORMAT) == (2, 5)
    written = [msgspec.json.decode(line) for line in lines]
    assert not any("amount" in line for line in written if line["type"].startswith(("Money", "Seat")))
    read = list(events(first, lines))
    moved = [event for event in read if isinstance(event, MoneyInserted | MoneyCollected | SeatLeft | MoneyWithheld)]
    assert len(moved) > 3
    assert all(event.amount == sum(each.amount for each in event.transfers) for event in moved)
    told = resettle([head, *lines])
    assert told.holds, told.sentences
    assert told.balances == replayed([head, *lines])[0].book.balances


@pytest.mark.parametrize("path", THIRD, ids=lambda path: path.stem)
def test_a_journal_of_the_third_form_is_replayed_and_every_line_decided_again(path: Path) -> None:
    """Promotional credits went to the rack then, and are there still, also where a round was settled again."""
    head, *lines = path.read_bytes().splitlines()
    first = msgspec.json.decode(head, type=TableOpened)
    assert first.format == 3
    assert any(b'"promotion"' in line and b'"SettledAgain"' in line for line in lines)
    told = resettle([head, *lines])
    assert told.holds, told.sentences
    table, _ = replayed([head, *lines])
    assert told.balances == table.book.balances
    assert not any(account.startswith(("restricted:", "unrestricted:")) for account in told.balances)
    again = canonical(replace(first, format=FORMAT))
    assert not resettle([again, *lines]).holds


@pytest.mark.parametrize("path", FOURTH, ids=lambda path: path.stem)
def test_a_journal_of_the_fourth_form_is_replayed_and_every_line_decided_again(path: Path) -> None:
    """Nobody said of a bet what of it was in tokens; every line is written today as it was then."""
    head, *lines = path.read_bytes().splitlines()
    first = msgspec.json.decode(head, type=TableOpened)
    assert first.format == 4
    assert b'"tokens"' not in path.read_bytes()
    assert [canonical(event) for event in events(first, lines)] == lines
    told = resettle([head, *lines])
    assert told.holds, told.sentences
    assert told.balances == replayed([head, *lines])[0].book.balances


@pytest.mark.parametrize("path", [*OLD, *SECOND, *THIRD, *FOURTH], ids=lambda path: f"{path.parent.stem}-{path.stem}")
def test_a_table_of_an_older_form_goes_on_and_every_line_says_what_it_said_when_it_was_written(path: Path) -> None:
    lines = path.read_bytes().splitlines()
    table, _ = replayed(lines)
    assert_the_meters_agree(table, table)
    left = Counter[str]()
    for before, _, outcome, after in evening(table, seed=14, players=5, commands=2000, faults=0.1):
        assert_the_meters_agree(before, after)
        table = after
        for event in () if isinstance(outcome, Refusal) else outcome:
            lines.append(canonical(event))
            if isinstance(event, MoneyCollected | SeatLeft) and event.tender and event.amount:
                left[event.tender.way] += 1
    assert left["ticket"] and left["cashless"] if table.rules.procedures.period else left["chips"]
    assert any(b'"SettledAgain"' in line for line in lines)
    again, number = replayed(lines)
    assert number == len(lines)
    assert same(again, table)
    told = resettle(lines)
    assert told.holds, told.sentences
    assert told.balances == table.book.balances


def test_what_the_transfers_of_an_old_line_say_is_what_it_says_now() -> None:
    by, ann = Person("mia", "operator"), "ann"
    gone = SeatLeft(
        seat=ann,
        transfers=(
            Transfer(rack(ann), OUTSIDE, Cents(300)),
            Transfer(owed(ann), OUTSIDE, Cents(50)),
            Transfer(rack(ann), owed(ann), Cents(7)),
        ),
    )
    kept = MoneyReleased(seat=ann, transfers=(Transfer(withheld(ann), HOUSE, Cents(9)),), by=by, why="", clause="")
    freed = replace(kept, transfers=(Transfer(withheld(ann), rack(ann), Cents(9)),))
    again = SettledAgain(by=by, why="", clause="", round=1, again=(gone, kept), dropped=(), transfers=())
    now = today(again, 2)
    assert isinstance(now, SettledAgain)
    assert now.again == (replace(gone, amount=Cents(350)), replace(kept, amount=Cents(9), to_player=False))
    assert today(freed, 1) == replace(freed, amount=Cents(9))
    assert today(gone, 3) is gone
    by_ticket = replace(gone, amount=Cents(300), transfers=(Transfer(rack(ann), TICKETS, Cents(300)),))
    assert today(by_ticket, 2) is by_ticket


def test_when_an_old_line_happened() -> None:
    closed = BettingClosed(shooter="ann", shoot_by=60_000)
    assert asked(closed) == CloseBetting(at=50_000)
    assert asked(replace(closed, shooter="")) == CloseBetting(at=60_000)
    assert asked(replace(closed, at=7)) == CloseBetting(at=7)


def test_a_newer_form_is_not_guessed_at() -> None:
    with pytest.raises(NewerFormatError, match=f"have the form 99, and this croupier reads up to {FORMAT}"):
        readable(99)
    first = msgspec.structs.replace(opening(ruleset("ministar-roulette-2018"), {}), format=99)
    told = resettle([canonical(first), b'{"type":"BallSpun"}'])
    assert told.ended.startswith("line 1: these lines have the form 99")


def test_the_first_fact_names_rules_readings_odds_and_sign_and_opens_the_same_table() -> None:
    rules = ruleset("adelaide-craps-2003").amended({}, {"6(c):field-2-12": "3 to 1"})
    first = opening(rules, {"minimum": 500, "multiples": True}, seats=12)
    again = msgspec.json.decode(canonical(first), type=TableOpened)
    assert again == first
    table = opened(again)
    assert table.rules.fingerprint == rules.fingerprint != ruleset("adelaide-craps-2003").fingerprint
    assert (table.sign.minimum, table.sign.multiples, table.seats) == (500, True, 12)


def test_a_wager_that_may_be_left_out_is_left_out_and_no_other() -> None:
    rules = ruleset("star-sicbo-2016").without(["even", "super-streak"])
    table = opened(opening(rules, {}))
    assert "even" not in table.rules.addresses
    assert "super-streak:odd-even" not in table.rules.addresses
    assert "odd" in table.rules.addresses
    assert set(table.rules.pucks) == {"small-big", "odd-even"}
    with pytest.raises(RuleError, match="small cannot be left out; the operator may leave out odd, even, four-numbers"):
        ruleset("star-sicbo-2016").without(["small"])


def test_even_is_offered_only_once_its_reading_is_confirmed_sb_01() -> None:
    rules = ruleset("star-sicbo-2016")
    with pytest.raises(OpeningError, match="cannot be opened with even before the operator has confirmed the reading SB-01"):
        opening(rules, {})
    assert opening(rules, {}, confirmed=["SB-01"]).confirmed == ("SB-01",)


def test_a_fingerprint_that_nobody_knows_is_refused() -> None:
    first = opening(ruleset("ministar-roulette-2018"), {})
    with pytest.raises(ChangedRulesError):
        opened(msgspec.structs.replace(first, fingerprint="0" * 64))


def test_events_are_read_in_the_form_in_which_they_were_written() -> None:
    path = next(path for path in OLD if path.stem.startswith("ministar"))
    head, *lines = path.read_bytes().splitlines()
    read = list(events(msgspec.json.decode(head, type=TableOpened), lines))
    assert sum(isinstance(event, RoundSettled) for event in read) == 12


def test_a_table_that_is_opened_again_has_the_very_same_rules() -> None:
    """Their fingerprint, which takes a tenth of a second, is found once."""
    rules = ruleset("adelaide-craps-2003")
    at_three, at_four = (rules.amended({}, {"6(c):field-2-12": odds}) for odds in ("3 to 1", "4 to 1"))
    first = opening(at_three, {"minimum": 500})
    assert opened(first).rules is opened(replace(first, seats=3)).rules
    assert opened(opening(at_four, {"minimum": 500})).rules == at_four != at_three
