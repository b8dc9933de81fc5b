"""What was signed: a journal that was written anew, set back or signed anew is found."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from audit.honest import Change, at, honest, signed, without
from croupier.audit.signed import Copy, Signed, SignedHead, read_copies
from croupier.audit.verify import verify
from croupier.journal.anchors import SigningKey, read_anchor
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft, Head, JournalError, Line
from journals import copied, sign, write


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
        with pytest.raises(JournalError, match="copies, line 2: is not a copy of an anchor; name the file to which"):
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
