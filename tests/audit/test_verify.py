"""Whatever was done to a journal is found, and the line is named."""

from pathlib import Path

import msgspec
import pytest

from audit.honest import Change, at, honest, signed, without
from audit.serving import TABLE, Server
from croupier.audit.verify import Verified, verify
from croupier.journal.anchors import SigningKey
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Line
from journals import copied


def after(change: Change, *, chain: bool = False) -> Verified:
    store = MemoryStore()
    copied(honest(), store, change, chain=chain)
    return verify(store)


def moving(source: str, target: str, amount: int) -> bytes:
    """A line whose second event says that it moved this."""
    moved = {"transfers": [{"source": source, "target": target, "amount": amount}]}
    return msgspec.json.encode({"events": [{"transfers": []}, moved]})


def test_an_honest_journal_holds() -> None:
    found = verify(honest())
    assert found.faults == ()
    assert (found.tables, found.streams, found.anchors, found.keys) == (2, 8, 0, {})
    assert found.lines == sum(head.number for head in honest().heads().values()) == found.unsigned


def test_it_is_told_how_far_it_is() -> None:
    told: list[int] = []
    verify(honest(), tell=told.append)
    assert told == sorted(told)
    assert told[-1] == verify(honest()).lines


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (at("craps", 20, body=b"{}"), "craps, line 20: its hash does not match its content and the line before it"),
        (at("craps", 20, hash=bytes(32)), "craps, line 20: its hash does not match its content and the line before it"),
        (at("craps", 20, epoch=2), "craps, line 20: its hash does not match its content and the line before it"),
        (at("craps", 3, name="another"), "craps, line 3: its hash does not match its content"),
        (without("craps", 20), "craps, line 20: is not there; line 21 stands in its place"),
        (without("wheel/keys", 1), "wheel/keys, line 1: is not there; line 2 stands in its place"),
    ],
)
def test_a_line_that_is_not_as_it_was_written_is_named(change: Change, sentence: str) -> None:
    (fault,) = after(change).faults
    assert fault.startswith(sentence)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (at("craps", 9, epoch=2), "craps, line 9: was written under epoch 2, which no claim had begun"),
        (at("craps", 9, epoch=0), "craps, line 9: was written under epoch 0, which no claim had begun"),
        (at("craps/keys", 1, epoch=0), "craps/keys, line 1: was written under epoch 0, which no claim had begun"),
        (without("craps/claims", 1), "craps, line 1: was written under epoch 1, which no claim had begun"),
        (at("craps/claims", 1, epoch=2), "craps/claims, line 1: was written under epoch 2, which no claim had begun"),
        (at("craps/claims", 1, body=b"{}"), "craps/claims, line 1: cannot be read"),
        (at("craps/keys", 2, body=b"{}"), "craps/keys, line 2: cannot be read"),
        (at("craps/keys", 2, body=b"\xff"), "craps/keys, line 2: cannot be read"),
        (at("craps/keys", 2, name=""), "craps/keys, line 2: has no name to be found by"),
        (at("craps/keys", 1, body=b"7"), "craps/keys, line 1: cannot be read"),
        (at("craps", 1, body=b"{}"), "craps, line 1: does not open a table"),
        (at("craps", 9, body=b'{"events":7}'), "craps, line 9: cannot be read"),
        (at("craps", 9, body=b'{"events":[{"transfers":7}]}'), "craps, line 9: cannot be read"),
        (at("craps", 9, body=moving("outside", "house", 0)), "craps, line 9: $0.00 from outside to house is no transfer"),
        (at("craps", 9, body=moving("outside", "house", -5)), "craps, line 9: -$0.05 from outside to house is no transfer"),
        (
            at("craps", 9, body=moving("rack:nobody", "house", 5)),
            "craps, line 9: rack:nobody would hold -$0.05, and is never below zero",
        ),
        (at("craps", 9, body=moving("felt:nobody", "house", 5)), "craps, line 9: felt:nobody would hold -$0.05"),
        (at("craps", 9, body=moving("pocket", "house", 5)), "craps, line 9: pocket is no account of the chart"),
        (at("craps", 9, body=moving("house", "drop", 5)), "craps, line 9: drop would hold $0.05, and is never above zero"),
        (at("craps", 9, body=moving("commission", "house", 10**9)), "craps, line 9: commission would hold -$"),
    ],
)
def test_a_chain_that_was_made_anew_does_not_hide_what_cannot_be(change: Change, sentence: str) -> None:
    assert after(change, chain=True).faults[0].startswith(sentence)


def test_every_stream_is_looked_at_and_its_first_broken_line_is_named() -> None:
    def worse(line: Line) -> Line:
        return line._replace(body=b"{}") if line.number in (5, 7) and line.stream in ("craps", "wheel") else line

    assert [fault.split(":")[0] for fault in after(worse).faults] == ["craps, line 5", "wheel, line 5"]


def test_a_table_that_is_gone_is_missed_by_what_stood_beside_it() -> None:
    faults = after(lambda line: None if line.stream == "craps" else line).faults
    beside = ("craps/claims", "craps/keys")
    assert faults == tuple(f"{stream}, line 1: belongs to the table craps, which is not there" for stream in beside)


def test_a_snapshot_with_another_book_than_its_line_left_is_found() -> None:
    first = next(honest().lines("craps/snapshots"))
    taken = msgspec.json.decode(first.body)
    richer = {**taken["table"]["book"]["balances"], "house": 5}
    richer_book = {**taken, "table": {**taken["table"], "book": {"balances": richer}}}
    sentence = f"has another book than the table had after line {taken['line']}"
    for body, fault in (
        (msgspec.json.encode(richer_book), sentence),
        (msgspec.json.encode({**taken, "line": 9}), "has another book than the table had after line 9"),
        (msgspec.json.encode({**taken, "line": 10_000}), "was taken after line 10000, which is not there"),
        (b"{}", "cannot be read (Object missing required field `form`)"),
    ):
        found = after(at("craps/snapshots", 1, body=body), chain=True).faults
        assert found == (f"craps/snapshots, line 1: {fault}",)
    other = msgspec.json.encode({"form": 10_000})
    assert after(at("craps/snapshots", 1, body=other), chain=True).faults == (), "nobody uses it"


def test_a_claim_that_is_gone_is_missed_and_nobody_who_wrote_under_it_is_blamed(tmp_path: Path) -> None:
    store, other = signed(SigningKey(tmp_path / "key")), MemoryStore()
    copied(store, other, without("craps/claims", 1))
    assert verify(other).faults == ("craps/claims, line 1: is not there, though line 1 of the anchors has signed it",)


def test_the_first_line_that_is_missing_is_named_and_not_the_one_in_its_place() -> None:
    assert after(without("craps", 1)).faults == ("craps, line 1: is not there; line 2 stands in its place",)


def test_a_snapshot_that_is_wrong_does_not_keep_the_lines_from_being_looked_at() -> None:
    last = honest().head("craps").number

    def worse(line: Line) -> Line:
        return line._replace(body=b"{}") if line[:2] in (("craps/snapshots", 2), ("craps", last)) else line

    assert [fault.split(":")[0] for fault in after(worse).faults] == [f"craps, line {last}", "craps/snapshots, line 2"]


def test_snapshots_come_in_the_order_of_their_lines() -> None:
    first, second = [msgspec.json.decode(line.body)["line"] for line in honest().lines("craps/snapshots")][:2]
    taken = msgspec.json.decode(next(honest().lines("craps/snapshots", 1)).body)
    earlier = msgspec.json.encode({**taken, "line": first})
    assert first < second
    assert after(at("craps/snapshots", 2, body=earlier), chain=True).faults == (
        f"craps/snapshots, line 2: was taken after line {first}, and the one before it after line {first}",
    )


def test_a_journal_without_a_line_does_not_hold() -> None:
    (fault,) = verify(MemoryStore()).faults
    assert fault == "has no lines: nothing was ever written to it, or everything was deleted; restore a backup"


def test_a_line_of_a_server_that_had_lost_its_table_is_found(tmp_path: Path) -> None:
    """Whoever appends under an older claim is named, though claim, chain and signature are in order."""
    store, key = MemoryStore(), SigningKey(tmp_path / "key")
    frozen = Server(store, key, 0).plays(1)
    Server(store, key, 2).plays(3)
    assert verify(store).faults == ()
    frozen.plays(4).signs()
    late = store.head(TABLE).number
    assert verify(store).faults == (f"{TABLE}, line {late}: was written under epoch 1, and epoch 2 had begun",)
