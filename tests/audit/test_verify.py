"""Whatever was done to a journal is found, and the line is named."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec
import pytest

from croupier.audit.signed import Copy, Signed, SignedHead, read_copies
from croupier.audit.verify import Verified, verify
from croupier.journal.anchors import SigningKey, read_anchor
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft, Head, JournalError, Line
from croupier.journal.postgres import PostgresReader, PostgresStore
from croupier.journal.sqlite import SqliteReader, SqliteStore
from journals import copied, play, sign, tampered, write
from postgres import execute

Change = Callable[[Line], Line | None]


@cache
def honest() -> MemoryStore:
    """Two tables, not signed."""
    store = MemoryStore()
    play(store, "craps")
    play(store, "wheel", "ministar-roulette-2018")
    return store


def after(change: Change, *, chain: bool = False) -> Verified:
    store = MemoryStore()
    copied(honest(), store, change, chain=chain)
    return verify(store)


def at(stream: str, number: int, **changes: object) -> Change:
    """One line otherwise."""
    return lambda line: line._replace(**changes) if line[:2] == (stream, number) else line


def without(stream: str, number: int) -> Change:
    return lambda line: None if line[:2] == (stream, number) else line


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


# What was signed.


def signed(seal: SigningKey) -> MemoryStore:
    store = MemoryStore()
    play(store, "craps", seal=seal)
    return store


def test_what_was_signed_says_with_which_key_and_how_far(tmp_path: Path) -> None:
    seal = SigningKey(tmp_path / "key")
    store = signed(seal)
    write(store, 1, {"craps": [Draft(b"{}")] * 3})
    found = verify(store, key=seal.public)
    assert (found.faults, found.anchors, found.unsigned, dict(found.keys)) == ((), 3, 3, {seal.public: 1})


def test_a_change_of_key_is_told_and_with_a_key_no_other_is_good(tmp_path: Path) -> None:
    first, second = SigningKey(tmp_path / "first"), SigningKey(tmp_path / "second")
    store = signed(first)
    sign(store, second)
    assert (verify(store).faults, dict(verify(store).keys)) == ((), {first.public: 1, second.public: 4})
    assert verify(store, key=first.public).faults == (f"anchors, line 4: was signed with another key, {second.public}",)
    assert verify(store, key=second.public).faults == (f"anchors, line 1: was signed with another key, {first.public}",)


def test_a_chain_that_was_written_anew_is_found_by_what_was_signed(tmp_path: Path) -> None:
    store, forged = signed(SigningKey(tmp_path / "key")), MemoryStore()
    copied(store, forged, at("craps", 3, name="another"), chain=True)
    first = read_anchor(next(store.lines("anchors"))).heads["craps"][0]
    assert verify(forged).faults == (f"craps, line {first}: line 1 of the anchors has signed another hash for it",)


def later(line: Line) -> Line:
    """The second anchor, as if it had been signed later."""
    return at("anchors", 2, body=line.body.replace(b'"at":1000', b'"at":1001'))(line) or line


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (at("anchors", 2, body=b"{}"), "is not an anchor"),
        (at("anchors", 2, epoch=1), "was written under epoch 1, which no claim had begun"),
        (later, "was not signed with the key that it names"),
    ],
)
def test_an_anchor_that_nobody_signed_is_found(change: Change, sentence: str, tmp_path: Path) -> None:
    store, forged = signed(SigningKey(tmp_path / "key")), MemoryStore()
    copied(store, forged, change, chain=True)
    assert verify(forged).faults == (f"anchors, line 2: {sentence}",)


def test_an_anchor_that_was_taken_out_is_missed_by_the_next(tmp_path: Path) -> None:
    store, forged = signed(SigningKey(tmp_path / "key")), MemoryStore()
    copied(store, forged, without("anchors", 2), chain=True)
    assert verify(forged).faults == ("anchors, line 2: was signed after another line than the one before it",)


def test_what_was_signed_and_is_gone_is_missed(tmp_path: Path) -> None:
    seal = SigningKey(tmp_path / "key")
    store, shorter, emptied = signed(seal), MemoryStore(), MemoryStore()
    write(store, 1, {"craps": [Draft(b"{}")]})  # a line after which no snapshot was taken
    sign(store, seal)
    last = store.head("craps").number
    copied(store, shorter, without("craps", last))
    assert verify(shorter).faults == (f"craps, line {last}: is not there, though line 4 of the anchors has signed it",)
    copied(store, emptied, lambda line: None if line.stream == "craps/keys" else line)
    assert verify(emptied).faults == ("craps/keys, line 1: is not there, though line 1 of the anchors has signed it",)


@pytest.mark.parametrize("ahead", [1, 2])
def test_however_few_anchors_are_read_at_once_the_same_is_found(
    ahead: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, most = signed(SigningKey(tmp_path / "key")), list[int]()
    last = store.head("craps").number
    changes: list[tuple[Change, bool]] = [
        (lambda line: line, False),
        (at("craps", 3, name="x"), True),
        (at("craps", last - 1, name="x"), True),
        (without("craps", last), False),
        (at("craps", last, body=b"{}"), False),
        (later, False),
        (later, True),
        (lambda line: None if line.stream == "craps/keys" else line, False),
    ]

    class Watched(Signed):
        def gathered(self) -> Mapping[str, Sequence[SignedHead]]:
            heads = super().gathered()
            most.extend(map(len, heads.values()))
            return heads

    for change, chain in changes:
        other = MemoryStore()
        copied(store, other, change, chain=chain)
        found = verify(other)
        with monkeypatch.context() as few:
            few.setattr("croupier.audit.verify.ANCHOR_BATCH", ahead)
            few.setattr("croupier.audit.verify.Signed", Watched)
            again = verify(other)
        assert (again.faults, again.unsigned, again.keys) == (found.faults, found.unsigned, found.keys)
    assert max(most) == ahead, "no more is kept in mind"


def test_of_two_servers_the_one_that_signs_later_may_have_looked_earlier(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.audit.verify.ANCHOR_BATCH", 1)
    seal = SigningKey(tmp_path / "key")
    store, forged = signed(seal), MemoryStore()
    copied(store, forged)
    for line, into in ((next(store.lines("craps", 9)), store), (next(store.lines("craps", 10)), forged)):
        last = into.head("anchors")
        write(into, 0, {"anchors": [Draft(seal.anchor(1000, last.hash, 1, {"craps": Head(10, line.hash)}))]})
    assert verify(store).faults == ()
    assert verify(forged).faults == ("craps, line 10: line 4 of the anchors has signed another hash for it",)


def test_anchors_are_asked_for_where_a_key_is_named(tmp_path: Path) -> None:
    assert verify(honest(), key=SigningKey(tmp_path / "key").public).faults == ("there is no anchor, though a key was named",)


def copies_of(store: MemoryStore) -> tuple[Copy, ...]:
    return read_copies([line.body for line in store.lines("anchors")], "copies").whole


def test_copies_that_were_kept_elsewhere_show_a_journal_that_was_set_back(tmp_path: Path) -> None:
    seal, earlier = SigningKey(tmp_path / "key"), MemoryStore()
    store = signed(seal)
    copied(store, earlier)
    write(store, 1, {"craps": [Draft(b"{}")]})
    sign(store, seal)
    now, then = store.head("craps").number, earlier.head("craps").number
    assert verify(store, copies=copies_of(store)).faults == ()
    assert verify(earlier).faults == (), "by itself it is as good as any"
    (fault,) = verify(earlier, copies=copies_of(store)).faults
    assert fault.startswith("copies, line 4: this anchor is not in the journal, which was set back: ")
    assert fault.endswith(f"craps stands at line {then}, and stood at line {now}")


def test_copies_that_were_kept_elsewhere_show_a_journal_that_was_signed_anew(tmp_path: Path) -> None:
    """Whoever has the key can write everything anew, but not what is kept elsewhere."""
    seal = SigningKey(tmp_path / "key")
    store, other = signed(seal), MemoryStore()
    copied(store, other, lambda line: None if line.stream == "anchors" else at("craps", 3, name="x")(line), chain=True)
    sign(other, seal)
    assert verify(other, key=seal.public).faults == ()
    faults = verify(other, key=seal.public, copies=copies_of(store)).faults
    assert faults == ("copies, line 1: this anchor (and 2 more) is not in the journal",)


def test_copies_that_nobody_signed_prove_nothing(tmp_path: Path) -> None:
    bodies = [line.body for line in signed(SigningKey(tmp_path / "key")).lines("anchors")]
    with pytest.raises(JournalError, match="copies, line 2: was not signed with the key that it names"):
        read_copies([bodies[0], bodies[1].replace(b'"at":1000', b'"at":1001')], "copies")
    for other in (b"a note", b"{}", bodies[1].replace(b'"whole":', b'"hole":')):
        with pytest.raises(JournalError, match="copies, line 2: is not a copy of an anchor; name the file that"):
            read_copies([bodies[0], other], "copies")


def test_a_copy_that_was_torn_is_passed_over(tmp_path: Path) -> None:
    """The server ends a torn line when it adds the next copy, so that it may also stand in the middle."""
    bodies = [line.body for line in signed(SigningKey(tmp_path / "key")).lines("anchors")]
    left = [bodies[1][:end] for end in (1, 4, 9, len(bodies[1]) - 1)]
    for torn in (*left, bytes(50) + bodies[1][50:], b"\xa5" * 50 + bodies[1][50:]):
        found = read_copies([bodies[0], torn, bodies[2]], "copies")
        assert [copy.body for copy in found.whole] == [bodies[0], bodies[2]]
        assert found.torn == (2,)
    for nothing in ([], [b""], [bodies[0][:-1]]):
        with pytest.raises(JournalError, match="copies: has no copy of an anchor in it"):
            read_copies(nothing, "copies")


# What it is written on.


def on_file(path: Path) -> Path:
    store = SqliteStore(path, synchronous="OFF")
    play(store, "craps", commands=60)
    store.close()
    return path


def faults_of(path: Path) -> tuple[str, ...]:
    reader = SqliteReader(path)
    try:
        with reader.steady():
            return verify(reader).faults
    finally:
        reader.close()


def test_a_file_holds_too(tmp_path: Path) -> None:
    assert faults_of(on_file(tmp_path / "journal.sqlite")) == ()


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("DROP INDEX named", "missing: index named"),
        ("CREATE INDEX another ON line (epoch)", "not ours: index another"),
        ("CREATE TRIGGER quietly AFTER INSERT ON line BEGIN SELECT 1; END", "not ours: trigger quietly"),
    ],
)
def test_a_file_that_is_laid_out_otherwise_is_said_and_its_lines_are_looked_at(
    statement: str, what: str, tmp_path: Path
) -> None:
    path = on_file(tmp_path / "journal.sqlite")
    tampered(path, statement)
    said = f"{path}: its tables and indexes are not those that croupier makes: {what}"
    assert faults_of(path) == (said,)
    tampered(path, "UPDATE line SET body = x'7b7d' WHERE stream = 'craps' AND number = 17")
    assert [fault.split(":")[0] for fault in faults_of(path)[1:]] == ["craps, line 17"]


def test_lines_in_a_table_that_may_hold_anything_are_not_read(tmp_path: Path) -> None:
    path = on_file(tmp_path / "journal.sqlite")
    tampered(path, "ALTER TABLE line ADD COLUMN note TEXT")
    layout, unread = faults_of(path)
    assert layout.endswith("not those that croupier makes: changed: table line")
    assert unread == f"{path}: no line was read, because none can be trusted; restore a backup"


def test_a_journal_without_a_line_does_not_hold() -> None:
    (fault,) = verify(MemoryStore()).faults
    assert fault == "has no lines: nothing was ever written to it, or everything was deleted; restore a backup"


def test_a_name_that_leads_elsewhere_is_found(tmp_path: Path) -> None:
    """The lines are as they were; only the index by which they are found is another."""
    path = on_file(tmp_path / "journal.sqlite")
    content = path.read_bytes()
    entry = b"crapscommand 7"  # as it stands in the index, and nowhere in the lines
    assert content.count(entry) == 1
    path.write_bytes(content.replace(entry, b"crapscommand X"))
    reader = SqliteReader(path)
    assert reader.find("craps", "command 7") is None
    reader.close()
    assert faults_of(path)
    assert all(fault.startswith(f"{path}: ") for fault in faults_of(path))
    assert not any("no line was read" in fault for fault in faults_of(path)), "it does not keep lines from being read"


def test_a_damaged_page_is_found(tmp_path: Path) -> None:
    path = on_file(tmp_path / "journal.sqlite")
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = bytes(4096)
    path.write_bytes(content)
    assert any("is damaged or cut off" in fault for fault in faults_of(path))


def in_database(address: str) -> str:
    store = PostgresStore(address)
    play(store, "craps", commands=40)
    store.close()
    return address


def faults_in(address: str) -> tuple[str, ...]:
    reader = PostgresReader(address)
    try:
        with reader.steady():
            return verify(reader).faults
    finally:
        reader.close()


def test_a_database_holds_too(database: str) -> None:
    assert faults_in(in_database(database)) == ()


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("DELETE FROM head WHERE stream = 'craps/keys'", "craps/keys, line 1: no head leads to it"),
        (
            "ALTER TABLE line DISABLE TRIGGER ALL; DELETE FROM line WHERE stream = 'craps';ALTER TABLE line ENABLE TRIGGER ALL",
            "craps, line 1: is not there, nor any other line of this table",
        ),
        ("DROP INDEX named", "what keeps names unique and lines from being changed is not as croupier made it"),
        (
            "DROP INDEX named; CREATE UNIQUE INDEX named ON line (stream, name, epoch) WHERE name <> ''",
            "what keeps names unique",
        ),
        ("ALTER TABLE line DISABLE TRIGGER kept_forever", "what keeps names unique and lines from being changed is not as"),
        ("UPDATE head SET number = number - 1 WHERE stream = 'craps'", "is not the line at which the stream ends"),
        (
            "UPDATE head SET hash = decode(repeat('00', 32), 'hex') WHERE stream = 'craps'",
            "is not the line at which the stream",
        ),
    ],
)
def test_what_was_done_to_a_database_is_found(statement: str, sentence: str, database: str) -> None:
    execute(in_database(database), statement)
    (fault,) = faults_in(database)
    assert sentence in fault
