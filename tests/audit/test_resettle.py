"""Settling again what somebody has tampered with: it says so, to the cent, whatever was done."""

from itertools import islice
from typing import Any

import msgspec

from croupier.audit.books import Books
from croupier.audit.resettle import Resettled, resettle
from croupier.bots.evening import evening
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.journal.memory import MemoryStore
from croupier.ledger.accounts import HOUSE
from croupier.table.opening import opened, opening
from croupier.table.refusals import Refusal
from journals import play

EMPTY: dict[type, Any] = {str: "", list: [], dict: {}}


def journal(name: str, commands: int, faults: float = 0.3) -> list[bytes]:
    rules = ruleset(name)
    first = opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings], seats=5)
    lines = [canonical(first)]
    for _, _, outcome, _ in islice(evening(opened(first), seed=3, players=5, commands=30_000, faults=faults), commands):
        lines += [] if isinstance(outcome, Refusal) else [canonical(event) for event in outcome]
    return lines


def test_whatever_is_emptied_in_a_line_the_line_is_named_or_nothing_is_wrong() -> None:
    """A detail may well have been empty. Nothing that was left out makes the audit itself fail."""
    lines = journal("aruze-craps-2024", 150)
    assert resettle(lines).holds
    kinds = {msgspec.json.decode(line)["type"]: at for at, line in enumerate(lines) if at}
    found = 0
    for at in kinds.values():
        event: dict[str, Any] = msgspec.json.decode(lines[at])
        for field, value in event.items():
            if type(value) in EMPTY:
                told = resettle([*lines[:at], msgspec.json.encode({**event, field: EMPTY[type(value)]})])
                found += not told.holds
                assert all(f"line {at + 1}" in sentence or "should follow" in sentence for sentence in told.sentences)
    assert found > len(kinds)


def test_a_line_that_is_missing_is_found() -> None:
    lines = journal("star-craps-2016", 60)
    assert resettle(lines[1:]).ended.startswith("line 1: cannot be read")
    seated = next(at for at, line in enumerate(lines) if b"SeatTaken" in line)
    told = resettle([*lines[:seated], *lines[seated + 1 :]])
    seat = msgspec.json.decode(lines[seated])["seat"]
    assert f"There is no player {seat} at this table" in told.sentences[0]


def overpaid(lines: list[bytes], rounds: int, cents: int) -> list[bytes]:
    """The journal of a house that has paid the first winner of some rounds too much, and written it down."""
    forged = list(lines)
    for at, line in enumerate(lines):
        event: dict[str, Any] = msgspec.json.decode(line)
        won = [transfer for transfer in event.get("transfers", ()) if transfer["source"] == "house"]
        if not rounds or event.get("type") != "RoundSettled" or not won:
            continue
        seat = won[0]["target"].removeprefix("rack:")
        bet = next(each for each in event["decided"] if each["seat"] == seat and each["result"] == "win")
        won[0]["amount"] += cents
        bet["paid"] += cents
        forged[at], rounds = canonical(event), rounds - 1
    assert not rounds
    return forged


def told_of(lines: list[bytes]) -> Resettled:
    told = resettle(lines)
    assert told.ended == ""
    assert told.lines == len(lines)
    return told


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
            f"line {each.line}, round {each.round}, {bet.seat}, {bet.wager}: paid {_dollars(bet.paid)}, "
            f"the rules say {_dollars(bet.due)}; $1.25 too much"
        ]
    assert told.accounts[HOUSE] == -3 * 125
    assert sum(told.accounts.values()) == 0
    less = resettle(overpaid(lines, 1, -100))
    assert less.sentences[0].endswith("$1.00 too little")
    assert less.differences[0].accounts[HOUSE] == 100


def _dollars(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02}"


def test_money_that_was_moved_otherwise_is_named_by_account() -> None:
    lines = journal("ministar-roulette-2018", 100)
    at = next(at for at, line in enumerate(lines) if b'"type":"BetPlaced"' in line)
    event: dict[str, Any] = msgspec.json.decode(lines[at])
    account = event["transfers"][0]["source"]
    event["transfers"].append({"source": "house", "target": account, "amount": 5})
    told = told_of([*lines[:at], canonical(event), *lines[at + 1 :]])
    # From then on the player has more than the meters say, and the rules would have let none of their bets be made.
    difference = told.differences[0]
    assert difference.accounts == {"house": -5, account: 5}
    (sentence,) = difference.sentences
    assert sentence.startswith(f"line {at + 1}, round {difference.round}: written down was BetPlaced(")
    assert sentence.endswith(f"; too much or too little: house -$0.05, {account} $0.05")


def test_a_line_that_should_follow_and_does_not_is_named() -> None:
    """A notice that was demanded, and then not written down."""
    lines = journal("aruze-craps-2024", 400)
    at = next(at for at, line in enumerate(lines) if b'"type":"NoticeDemanded"' in line)
    told = resettle([*lines[:at], *lines[at + 1 :]])
    assert told.sentences[0] == f"line {at}, round {told.differences[0].round}: NoticeDemanded should follow, and does not"
    (last,) = resettle(lines[:at]).sentences
    assert last == told.sentences[0]


def test_a_forged_line_that_cannot_be_applied_ends_the_table() -> None:
    lines = journal("ministar-roulette-2018", 100)
    at = next(at for at, line in enumerate(lines) if b'"type":"BetPlaced"' in line)
    event: dict[str, Any] = msgspec.json.decode(lines[at])
    told = resettle([*lines[:at], canonical({**event, "seat": "nobody"}), *lines[at + 1 :]])
    assert told.ended.startswith(f"line {at + 1}: BetPlaced cannot have happened at this table")
    assert told.lines == at
    unreadable = resettle([*lines[:at], b"{}", *lines[at + 1 :]])
    assert unreadable.ended.startswith(f"line {at + 1}: cannot be read")


def test_a_snapshot_is_held_against_the_whole_table() -> None:
    store = MemoryStore()
    play(store, "craps")
    lines = [line.body for line in store.lines("craps")]
    kept = [line.body for line in store.lines("craps/snapshots")]
    assert len(kept) > 2
    assert resettle(lines, kept).holds
    taken: dict[str, Any] = msgspec.json.decode(kept[1])
    for other in (
        {**taken, "table": {**taken["table"], "turn": 99}},
        {**taken, "sign": {**taken["sign"], "minimum": 5}},
        {**taken, "line": taken["line"] - 1},
    ):
        (difference,) = resettle(lines, [kept[0], canonical(other)]).differences
        assert (difference.line, difference.what) == (other["line"], "the snapshot taken after it is of another table")
    assert not resettle(lines, [b"no snapshot"]).holds
    assert resettle(lines, [b'{"form":10000}']).holds, "nobody uses it"


def test_a_line_that_spells_its_words_otherwise_hides_nothing() -> None:
    """The same to whoever reads all of it; not to whoever only looks for a word."""
    lines = journal("ministar-roulette-2018", 100)
    at = next(at for at, line in enumerate(lines) if b'"transfers":[{' in line)
    spelled = lines[at].replace(b'"transfers"', b'"\\u0074ransfers"')
    told = told_of([*lines[:at], spelled, *lines[at + 1 :]])
    assert told.sentences[0].endswith("it is not written as such an event is written")
    books, hidden = Books(), Books()
    books.add([("roulette", at + 1, 1, "", lines[at], b"")])
    hidden.add([("roulette", at + 1, 1, "", spelled, b"")])
    assert hidden.balances == books.balances
