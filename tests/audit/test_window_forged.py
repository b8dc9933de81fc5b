"""A day out of a journal that somebody has changed: what was changed in it, or on the way to it, is named."""

from dataclasses import replace
from pathlib import Path

import pytest

from audit.days import (
    ROULETTE,
    TAKEN,
    another_table,
    at,
    at_of,
    days,
    edited,
    found_in,
    header_of,
    lines_in,
    noon,
    overpaid,
    rechained,
    respelled,
    snapshot_at,
    start_before,
    the_day,
    won_in,
    written_so,
)
from croupier.audit.window import Window
from croupier.journal.anchors import SigningKey, read_anchor
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Line
from croupier.journal.streams import ANCHORS
from croupier.ledger.accounts import HOUSE

OTHER_HASH = "its hash does not match its content and the line before it"
OTHER_SIGNED = "of the anchors has signed another hash for it"


@pytest.fixture(name="store", scope="module")
def _store(tmp_path_factory: pytest.TempPathFactory) -> MemoryStore:
    return days(SigningKey(tmp_path_factory.mktemp("days") / "key"), 5)


def test_a_wrong_payment_is_named_to_the_cent_in_its_window_and_no_other(store: MemoryStore, tmp_path: Path) -> None:
    """A house that has paid so went on from there; whoever looks at another day does not look at it."""
    line = won_in(store, the_day(2))
    forged = written_so(store, SigningKey(tmp_path / "key"), at(ROULETTE, line.number, overpaid(125)))
    told = found_in(forged, the_day(2))
    assert (told.broken, told.ended) == ("", "")
    first = told.differences[0]
    (bet,) = first.bets
    assert (first.line, bet.paid - bet.due, first.accounts[HOUSE]) == (line.number, 125, -125)
    assert first.sentences[0].startswith(f"line {line.number}, round {first.round}, {bet.seat}, {bet.wager}: paid ")
    assert first.sentences[0].endswith("; $1.25 too much")
    for other in (0, 1):
        assert found_in(forged, the_day(other)).holds, other
    moment = at_of(line)
    for window in (Window(noon(2), moment), Window(moment + 1, moment + 60_000)):
        assert not any(each.line == line.number or each.bets for each in found_in(forged, window).differences), window


def test_a_wrong_payment_that_was_written_later_breaks_the_chain(store: MemoryStore) -> None:
    """Its own line says so, or the anchor after the window if all later lines were chained anew."""
    line = won_in(store, the_day(2))
    told = found_in(edited(store, at(ROULETTE, line.number, overpaid(125))), the_day(2))
    assert told.broken == f"{ROULETTE}, line {line.number}: {OTHER_HASH}"
    told = found_in(rechained(store, ROULETTE, at(ROULETTE, line.number, overpaid(125))), the_day(2))
    assert [bet.paid - bet.due for bet in told.differences[0].bets] == [125]
    assert told.broken.endswith(OTHER_SIGNED)


def test_a_line_that_was_changed_between_the_snapshot_and_the_window_is_found(store: MemoryStore) -> None:
    window, last = the_day(3), lines_in(store, the_day(3))[-1].number
    started, first = start_before(store, noon(3)), lines_in(store, window)[0].number
    signed = [(read_anchor(line).heads[ROULETTE][0], line.number) for line in store.lines(ANCHORS)]
    beyond, anchor = min(each for each in signed if each[0] >= last)
    for number in (started + 1, (started + first) // 2, first - 1):
        told = found_in(edited(store, at(ROULETTE, number, respelled)), window)
        assert told.broken == f"{ROULETTE}, line {number}: {OTHER_HASH}"
        anew = rechained(store, ROULETTE, at(ROULETTE, number, respelled))
        assert found_in(anew, window).broken == f"{ROULETTE}, line {beyond}: line {anchor} {OTHER_SIGNED}"
        assert found_in(anew, Window(noon(3))).broken.endswith(OTHER_SIGNED), "to the end, too"
    told = found_in(edited(store, at(ROULETTE, started - 1, respelled)), window)
    assert told.holds, "what comes before the snapshot is not looked at"


def test_what_nobody_has_signed_yet_is_chained_to_what_was(store: MemoryStore) -> None:
    """The newest lines of a running server. Those before them were signed, and are proven."""
    anchors = store.head(ANCHORS).number - 3
    unsigned = edited(store, lambda line: None if line.stream == ANCHORS and line.number > anchors else line)
    signed = read_anchor(list(unsigned.lines(ANCHORS))[-1]).heads[ROULETTE][0]
    for window in (the_day(4), Window(noon(4))):
        assert found_in(unsigned, window).holds
        number = lines_in(store, window)[3].number
        assert number < signed < store.head(ROULETTE).number
        anew = rechained(unsigned, ROULETTE, at(ROULETTE, number, respelled))
        assert found_in(anew, window).broken == f"{ROULETTE}, line {signed}: line {anchors} {OTHER_SIGNED}"
        anew = rechained(unsigned, ROULETTE, at(ROULETTE, signed + 2, respelled))
        assert found_in(anew, window).broken == "", "which a later anchor will say"


def test_a_line_that_was_taken_out_is_missed(store: MemoryStore) -> None:
    end, number = store.head(ROULETTE).number, lines_in(store, the_day(3))[5].number
    told = found_in(edited(store, lambda line: None if line[:2] == (ROULETTE, number) else line), the_day(3))
    assert told.broken == f"{ROULETTE}, line {number}: is not there; line {number + 1} stands in its place"
    shorter = edited(store, lambda line: None if line[:2] == (ROULETTE, end) else line)
    for window in (the_day(4), Window(noon(4))):
        told = found_in(shorter, window)
        assert told.broken.startswith(f"{ROULETTE}, line {end}: is not there, though line ")


def test_a_line_that_cannot_be_read_ends_the_window(store: MemoryStore, tmp_path: Path) -> None:
    line = lines_in(store, the_day(2))[7]
    for body in (b"{}", b"\xff", b'{"format":1,"command":{"type":"OpenBetting","at":"now"},"events":[]}'):
        forged = written_so(store, SigningKey(tmp_path / "key"), at(ROULETTE, line.number, lambda _, body=body: body))
        told = found_in(forged, the_day(2))
        assert told.ended.startswith(f"line {line.number}: cannot be read")
        assert told.lines == 7
        assert found_in(forged, the_day(4)).holds


def test_a_table_that_was_opened_under_other_rules_is_not_followed(store: MemoryStore, tmp_path: Path) -> None:
    def elsewhere(body: bytes) -> bytes:
        return body.replace(b'"fingerprint":"', b'"fingerprint":"0')

    told = found_in(written_so(store, SigningKey(tmp_path / "key"), at(ROULETTE, 1, elsewhere)), the_day(3))
    assert told.ended.startswith("line 1: this table was opened under ministar-roulette-2018 with the fingerprint 0")
    told = found_in(edited(store, at(ROULETTE, 1, lambda _: b"{}")), the_day(3))
    assert told.ended.startswith("line 1: cannot be read")


def test_a_snapshot_in_a_window_is_compared_with_the_table(store: MemoryStore, tmp_path: Path) -> None:
    within = [line for line in store.lines(TAKEN) if the_day(2).holds(header_of(line).at)]
    forged = written_so(store, SigningKey(tmp_path / "key"), at(TAKEN, within[2].number, another_table))
    (difference,) = found_in(forged, the_day(2)).differences
    assert difference.line == header_of(within[2]).line
    assert difference.what == "the snapshot taken after it is of another table"
    for other in (1, 4):
        assert found_in(forged, the_day(other)).holds
    unreadable = written_so(store, SigningKey(tmp_path / "key"), at(TAKEN, within[2].number, lambda _: b"{}"))
    assert found_in(unreadable, the_day(2)).broken.startswith(f"{TAKEN}, line {within[2].number}: cannot be read")


def test_a_snapshot_that_was_changed_is_not_the_start(store: MemoryStore) -> None:
    """Neither one that breaks its chain, which is said, nor one that was chained anew, which no anchor has signed."""
    used = start_before(store, noon(3))
    number = snapshot_at(store, used)
    told = found_in(edited(store, at(TAKEN, number, another_table)), the_day(3))
    assert told.broken == f"{TAKEN}, line {number}: {OTHER_HASH}"
    told = found_in(rechained(store, TAKEN, at(TAKEN, number, another_table)), the_day(3))
    assert told.holds, told.sentences
    assert told.started < used


def test_an_anchor_that_was_not_signed_proves_nothing(store: MemoryStore) -> None:
    def later(line: Line) -> Line:
        return line._replace(body=line.body.replace(b'"key":', b'"key": ', 1)) if line.stream == ANCHORS else line

    assert found_in(edited(store, later), the_day(3)).holds, "the same is signed, however it is spelled"

    def other_key(line: Line) -> Line:
        anchor = read_anchor(line) if line.stream == ANCHORS else None
        return line._replace(body=line.body.replace(anchor.key.encode(), b"ab" * 32)) if anchor else line

    told = found_in(edited(store, other_key), the_day(3))
    assert told.broken.startswith("anchors, line ")
    assert told.broken.endswith(": was not signed with the key that it names")
    told = found_in(edited(store, lambda line: line._replace(body=b"{}") if line.stream == ANCHORS else line), the_day(3))
    assert told.broken.startswith("anchors, line ")
    assert told.broken.endswith(": is not an anchor")


def test_a_settlement_that_is_stamped_after_the_window_cannot_hide_from_it(store: MemoryStore, tmp_path: Path) -> None:
    """Also signed anew with another key: time would run backwards on the next line."""
    window = the_day(2)
    line = won_in(store, window)

    def stamped_later(body: bytes) -> bytes:
        return overpaid(125)(body).replace(str(at_of(line)).encode(), str(window.until).encode())

    forged = written_so(store, SigningKey(tmp_path / "key"), at(ROULETTE, line.number, stamped_later))
    told = found_in(forged, window)
    assert told.broken == f"{ROULETTE}, line {line.number + 1}: was written before the line before it, by their times"


def test_anchors_of_another_key_than_the_one_that_is_named_are_refused(store: MemoryStore, tmp_path: Path) -> None:
    line = won_in(store, the_day(2))
    other = SigningKey(tmp_path / "key")
    forged = written_so(store, other, at(ROULETTE, line.number, respelled))
    right = read_anchor(next(store.lines(ANCHORS))).key
    told = found_in(forged, replace(the_day(2), key=right))
    assert told.broken.endswith(f"was signed with another key, {other.public}")
    assert found_in(store, replace(the_day(2), key=right)).holds
