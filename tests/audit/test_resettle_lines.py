"""A line whose command and events do not belong together is named, whichever of them was forged."""

import msgspec
import pytest

from audit.forging import Json, forged, journal, told_of, with_event
from croupier.audit.differences import moved
from croupier.audit.resettle import resettle
from croupier.canonical import canonical
from croupier.catalogue import names
from croupier.money import dollars
from croupier.table.core.recorded import events_in


def test_a_command_that_was_changed_is_named_though_its_events_are_as_they_were() -> None:
    lines = journal("ministar-roulette-2018", 100)
    at, _, line = with_event(lines, "BetPlaced")
    stake = line["command"]["stake"]
    told = told_of(forged(lines, at, {**line, "command": {**line["command"], "stake": stake + 100}}))
    (difference,) = told.differences
    assert difference.line == at + 1
    seat = line["command"]["seat"]
    assert difference.accounts == {f"felt:{seat}": -100, f"rack:{seat}": 100}, "the rules would have moved more"
    for change in ({"at": line["command"]["at"] + 1}, {"at": 1}, {"seat": "nobody"}, {"wager": "nothing"}, {"stake": -5}):
        told = told_of(forged(lines, at, {**line, "command": {**line["command"], **change}}))
        assert [each.line for each in told.differences] == [at + 1], change


def test_another_command_than_the_one_that_led_there_is_named() -> None:
    lines = journal("ministar-roulette-2018", 200)
    at, _, line = with_event(lines, "BetPlaced")
    other = msgspec.json.decode(lines[with_event(lines, "RoundSettled")[0]])["command"]
    told = told_of(forged(lines, at, {**line, "command": {**other, "at": line["command"]["at"]}}))
    (difference,) = told.differences
    assert difference.line == at + 1
    assert "the rules say: " in difference.what


def test_a_line_without_a_command_or_without_events_cannot_be_read() -> None:
    lines = journal("ministar-roulette-2018", 100)
    at, _, line = with_event(lines, "BetPlaced")
    for part in ("format", "command", "events"):
        told = resettle(forged(lines, at, {name: value for name, value in line.items() if name != part}))
        assert told.ended.startswith(f"line {at + 1}: cannot be read"), part


def added(line: Json) -> Json:
    """Money that somebody says was inserted as well."""
    seat, at = next(event["seat"] for event in line["events"] if "seat" in event), line["events"][0]["at"]
    transfer = {"source": f"stacker:{seat}", "target": f"rack:{seat}", "amount": 500}
    more = {"type": "MoneyInserted", "at": at, "seat": seat, "amount": 500, "transfers": [transfer]}
    return {**line, "events": [*line["events"], more]}


def test_an_event_that_was_added_to_a_line_is_named_with_what_it_moved() -> None:
    lines = journal("ministar-roulette-2018", 100)
    at, _, line = with_event(lines, "BetPlaced")
    told = told_of(forged(lines, at, added(line)))
    first, seat = told.differences[0], line["events"][0]["seat"]
    assert first.line == at + 1
    assert first.what.startswith("written down was MoneyInserted(")
    assert first.what.endswith(", which follows from nothing that happened before it")
    assert first.accounts == {f"rack:{seat}": 500, f"stacker:{seat}": -500}


def test_a_line_that_should_follow_and_does_not_is_named() -> None:
    """A notice that was demanded, and then not written down."""
    lines = journal("aruze-craps-2024", 400)
    at, place, line = with_event(lines, "NoticeDemanded")
    assert place > 0
    told = resettle(forged(lines, at, {**line, "events": line["events"][:place]}))
    assert told.sentences[0] == f"line {at + 1}, round {told.differences[0].round}: NoticeDemanded should follow, and does not"


def test_a_line_without_anything_that_its_command_led_to_is_named() -> None:
    lines = journal("ministar-roulette-2018", 100)
    at, _, line = with_event(lines, "BetPlaced")
    seat, stake = line["command"]["seat"], dollars(line["command"]["stake"])
    told = resettle(forged(lines, at, {**line, "events": []}))
    first = told.differences[0]
    assert first.sentences == [
        f"line {at + 1}, round {first.round}: BetPlaced should follow, and does not; "
        f"too much or too little: felt:{seat} -{stake}, rack:{seat} {stake}",
        f"line {at + 1} was decided at the position {first.position}",
    ]
    refused: Json = {**line, "command": {**line["command"], "seat": "nobody"}, "events": []}
    (difference,) = resettle([*lines[:at], canonical(refused)]).differences
    assert difference.line == at + 1
    assert difference.what == "written down was PlaceBet, the rules say: There is no player nobody at this table."


@pytest.mark.parametrize("name", names())
def test_an_event_that_was_taken_out_or_put_elsewhere_is_named_with_its_line(name: str) -> None:
    """In every kind of line with several events, each of them taken out, added again, and put in the place of the next."""
    lines, tried = journal(name, 900), set[tuple[type, ...]]()
    for at, body in enumerate(lines[1:], 1):
        line, told = msgspec.json.decode(body), events_in(body)
        kinds = tuple(type(event) for event in told)
        if len(kinds) == 1 or kinds in tried:
            continue
        tried.add(kinds)
        for place in range(len(told)):
            events: list[Json] = line["events"]
            less = resettle([*lines[:at], canonical({**line, "events": events[:place] + events[place + 1 :]})])
            more = resettle([*lines[:at], canonical({**line, "events": [*events, events[place]]})])
            swapped = [*events[:place], *reversed(events[place : place + 2]), *events[place + 2 :]]
            other = resettle([*lines[:at], canonical({**line, "events": swapped})])
            for found in (less, more) if swapped == events else (less, more, other):
                assert found.differences, (at, place)
                assert all(f"line {at + 1}" in sentence for sentence in found.sentences), found.sentences
            moves = {account: amount for account, amount in sorted(moved(told[place]).items()) if amount}
            assert less.accounts == {account: -amount for account, amount in moves.items()}
            assert more.accounts == moves
            assert other.accounts == {}, "the same was moved, in another order"
    assert tried
