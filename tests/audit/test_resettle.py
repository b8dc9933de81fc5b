"""Settling a forged journal again: every forgery is named, to the cent, whatever was done."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from audit.forging import Json, forged, journal, told_of, with_event
from croupier.audit.books import Books
from croupier.audit.resettle import resettle
from croupier.canonical import canonical
from croupier.catalogue import names
from croupier.journal.memory import MemoryStore
from croupier.ledger.accounts import HOUSE
from croupier.money import dollars
from croupier.rules.moments import moment
from croupier.table.core.decide import decide
from croupier.table.core.recorded import read_recorded
from croupier.table.core.refusals import Refusal
from croupier.table.rounds.settling import RoundSettled
from croupier.table.telling.position.parsing import parse_position
from croupier.table.telling.position.setting_up import table_at
from journals import play

EMPTY: dict[type, Any] = {str: "", list: [], dict: {}}


def messages(line: Json) -> Iterator[tuple[str, Json, Callable[[Json], Json]]]:
    """The command and the events of a line, each with its kind and how it is put back changed."""
    command = line["command"]
    yield f"command {command['type']}", command, lambda other: {**line, "command": other}
    events = line["events"]
    for place, event in enumerate(events):

        def put_back(other: Json, place: int = place) -> Json:
            return {**line, "events": [*events[:place], other, *events[place + 1 :]]}

        yield f"event {event['type']}", event, put_back


@pytest.mark.parametrize("name", names())
def test_whatever_is_emptied_in_a_line_the_line_is_named_or_nothing_is_wrong(name: str) -> None:
    """A detail may well have been empty. Nothing that was left out makes the audit itself fail."""
    lines = journal(name, 150)
    assert resettle(lines).holds
    kinds: dict[str, tuple[int, Json, Callable[[Json], Json]]] = {}
    for at, line in enumerate(lines[1:], 1):
        kinds |= {kind: (at, message, put_back) for kind, message, put_back in messages(msgspec.json.decode(line))}
    found = 0
    for at, message, put_back in kinds.values():
        for field, value in message.items():
            if type(value) in EMPTY:
                told = resettle([*lines[:at], canonical(put_back({**message, field: EMPTY[type(value)]}))])
                found += not told.holds
                assert all(f"line {at + 1}" in sentence for sentence in told.sentences)
    assert found > len(kinds)


def test_order_1_a_table_that_was_opened_before_its_rules_took_effect_is_named() -> None:
    """Its rounds are settled again all the same."""
    first, *lines = journal("aruze-craps-2024", 20)
    opened = {**msgspec.json.decode(first), "by": {"name": "Kim", "role": "assistant-gaming-manager"}}
    assert resettle([canonical({**opened, "at": moment("2024-08-27T00:00:00+10:00")}), *lines]).holds
    told = resettle([canonical({**opened, "at": moment("2024-08-26T23:59:59+10:00")}), *lines])
    assert [(each.line, each.what) for each in told.differences] == [
        (
            1,
            "aruze-craps-2024 cannot be opened at 2024-08-26 13:59:59 UTC: its rules take effect at 2024-08-26 14:00:00 UTC "
            "(Order(1))",
        )
    ]
    assert (told.ended, told.lines) == ("", len(lines) + 1)


def test_a_line_that_is_missing_is_found() -> None:
    lines = journal("star-craps-2016", 60)
    assert resettle(lines[1:]).ended.startswith("line 1: cannot be read")
    seated = max(at for at, line in enumerate(lines) if b'"type":"SeatTaken"' in line)  # after whom nobody takes a place
    told = resettle([*lines[:seated], *lines[seated + 1 :]])
    seat = msgspec.json.decode(lines[seated])["events"][0]["seat"]
    assert f"There is no player {seat} at this table" in told.sentences[0]


def test_a_line_that_was_written_twice_is_named() -> None:
    lines = journal("star-craps-2016", 60)
    seated, _, _ = with_event(lines, "SeatTaken")
    told = resettle([*lines[: seated + 1], lines[seated]])
    assert told.differences[0].line == seated + 2


def overpaid(lines: list[bytes], rounds: int, cents: int) -> list[bytes]:
    """The journal of a house that has paid the first winner of some rounds too much, and written it down."""
    changed = list(lines)
    for at, line in enumerate(lines[1:], 1):
        found: Json = msgspec.json.decode(line)
        for event in found["events"]:
            won = [transfer for transfer in event.get("transfers", ()) if transfer["source"] == "house"]
            if not rounds or event["type"] != "RoundSettled" or not won:
                continue
            seat = won[0]["target"].removeprefix("rack:")
            bet = next(each for each in event["decided"] if each["seat"] == seat and each["result"] == "win")
            won[0]["amount"] += cents
            bet["paid"] += cents
            changed[at], rounds = canonical(found), rounds - 1
    assert not rounds
    return changed


def paid_at(position: str, line: bytes, seat: str, wager: str) -> int:
    """What a bet is paid when the command of a line is decided at a position."""
    table = table_at(parse_position(position))
    outcome = decide(table, read_recorded(line).command)
    assert not isinstance(outcome, Refusal), outcome
    assert isinstance(outcome[0], RoundSettled)
    return sum(each.paid for each in outcome[0].decided if (each.seat, each.wager) == (seat, wager))


def test_every_wrong_payment_is_named_to_the_cent_and_the_rest_is_still_settled_again() -> None:
    lines = journal("ministar-roulette-2018", 600, faults=0.0)
    told = told_of(overpaid(lines, 3, 125))
    assert told.rounds == resettle(lines).rounds
    settlements = [each for each in told.differences if each.bets]
    assert len(settlements) == 3, "what follows from too much in a rack is told too, and is no settlement"
    for each in settlements:
        (bet,) = each.bets
        assert bet.paid - bet.due == 125
        assert each.sentences == [
            f"line {each.line}, round {each.round}, {bet.seat}, {bet.wager}: paid {dollars(bet.paid)}, "
            f"the rules say {dollars(bet.due)}; $1.25 too much",
            f"line {each.line} was decided at the position {each.position}",
        ]
        assert each.position
        assert paid_at(each.position, lines[each.line - 1], bet.seat, bet.wager) == bet.due
    assert told.accounts[HOUSE] == -3 * 125
    assert sum(told.accounts.values()) == 0
    less = resettle(overpaid(lines, 1, -100))
    assert less.sentences[0].endswith("$1.00 too little")
    assert less.differences[0].accounts[HOUSE] == 100


def test_money_that_was_moved_otherwise_is_named_by_account() -> None:
    lines = journal("ministar-roulette-2018", 100)
    at, place, line = with_event(lines, "BetPlaced")
    transfers = line["events"][place]["transfers"]
    account = transfers[0]["source"]
    transfers.append({"source": "house", "target": account, "amount": 5})
    told = told_of(forged(lines, at, line))
    # From then on the player has more than the meters say, and the rules would have let none of their bets be made.
    difference = told.differences[0]
    assert difference.accounts == {"house": -5, account: 5}
    sentence, position = difference.sentences
    assert position.startswith(f"line {at + 1} was decided at the position ministar-roulette-2018 ")
    assert sentence.startswith(f"line {at + 1}, round {difference.round}: written down was BetPlaced(")
    assert sentence.endswith(f"; too much or too little: house -$0.05, {account} $0.05")


def test_a_forged_line_that_cannot_be_applied_ends_the_table() -> None:
    lines = journal("ministar-roulette-2018", 100)
    at, place, line = with_event(lines, "BetPlaced")
    line["events"][place]["seat"] = "nobody"
    told = resettle(forged(lines, at, line))
    assert told.ended.startswith(f"line {at + 1}: BetPlaced cannot have happened at this table")
    assert told.lines == at
    unreadable = resettle([*lines[:at], b"{}", *lines[at + 1 :]])
    assert unreadable.ended.startswith(f"line {at + 1}: cannot be read")
    assert unreadable.lines == at


NEWER = "this journal has format 99, and this croupier reads up to 1; use the croupier that wrote it"


def test_a_line_of_a_newer_format_that_cannot_be_read_is_said_to_be_one() -> None:
    lines = journal("ministar-roulette-2018", 100)
    at, _, line = with_event(lines, "BetPlaced")
    for other in ({"events": [{"type": "NewsHeard"}]}, {"command": {"type": "HearNews"}}):
        told = resettle(forged(lines, at, {**line, "format": 99, **other}))
        assert (told.ended, told.lines) == (f"line {at + 1}: {NEWER}", at)


def test_a_line_of_a_newer_format_that_can_be_read_is_not_guessed_at() -> None:
    """It may mean something else there: what a newer croupier has added to an event is passed over here."""
    lines = journal("ministar-roulette-2018", 100)
    at, _, line = with_event(lines, "BetPlaced")
    told = resettle(forged(lines, at, {**line, "format": 99}))
    assert (told.ended, told.lines) == (f"line {at + 1}: {NEWER}", at)


def test_a_snapshot_is_held_against_the_whole_table() -> None:
    store = MemoryStore()
    play(store, "craps")
    lines = [line.body for line in store.lines("craps")]
    kept = [line.body for line in store.lines("craps/snapshots")]
    assert len(kept) > 2
    assert resettle(lines, kept).holds
    taken: Json = msgspec.json.decode(kept[1])
    for other in (
        {**taken, "table": {**taken["table"], "turn": 99}},
        {**taken, "sign": {**taken["sign"], "minimum": 5}},
        {**taken, "line": taken["line"] - 1},
    ):
        (difference,) = resettle(lines, [kept[0], canonical(other)]).differences
        assert (difference.line, difference.what) == (other["line"], "the snapshot taken after it is of another table")
    assert not resettle(lines, [b"no snapshot"]).holds
    assert resettle(lines, [b'{"form":10000}']).holds, "nobody uses it"


@pytest.mark.parametrize("word", [b'"transfers"', b'"events"', b'"amount"'])
def test_a_line_that_spells_its_words_otherwise_hides_nothing(word: bytes) -> None:
    """The same to whoever reads all of it; not to whoever only looks for a word."""
    lines = journal("ministar-roulette-2018", 100)
    at = next(at for at, line in enumerate(lines) if b'"transfers":[{' in line)
    spelled = lines[at].replace(word, b'"\\u%04x%b' % (word[1], word[2:]))
    assert spelled != lines[at]
    told = told_of([*lines[:at], spelled, *lines[at + 1 :]])
    assert told.sentences[0].endswith("it is not written as such a line is written")
    books, hidden = Books(), Books()
    books.add([("roulette", at + 1, 1, "", lines[at], b"")])
    hidden.add([("roulette", at + 1, 1, "", spelled, b"")])
    assert hidden.balances == books.balances
    assert any(books.balances.values())
