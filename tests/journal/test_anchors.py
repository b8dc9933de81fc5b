"""Heads, signed."""

import stat
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat

from croupier.journal.anchors import SigningKey, read_anchor, signed_heads
from croupier.journal.chain import chained
from croupier.journal.memory import MemoryStore
from croupier.journal.port import START, Draft, Entry, Head, JournalError, Part
from croupier.journal.streams import ANCHORS

CRAPS, DICE = Head(7, b"c" * 32), Head(3, b"d" * 32)


def test_the_key_stays_the_same_and_is_nobody_elses_to_read(tmp_path: Path) -> None:
    file = tmp_path / "key"
    seal = SigningKey(file)
    assert not file.exists(), "nothing was signed yet"
    seal.keep()
    seal.keep()
    assert SigningKey(file).public == seal.public
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert SigningKey(tmp_path / "other").public != SigningKey(file).public


def test_a_secret_for_another_purpose_follows_from_the_key(tmp_path: Path) -> None:
    """It is the same at every start, and another one for another purpose or with another key."""
    first = SigningKey(tmp_path / "key")
    first.keep()
    secret = first.secret("tickets")
    assert len(secret) == 32
    assert SigningKey(tmp_path / "key").secret("tickets") == secret
    assert secret not in (
        (tmp_path / "key").read_bytes(),
        first.secret("cards"),
        SigningKey(tmp_path / "other").secret("tickets"),
    )


def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "key"
    SigningKey(file).keep()
    file.chmod(0o640)
    with pytest.raises(JournalError, match="key: other users may read this key and sign with it; chmod 600 it"):
        SigningKey(file)


def test_an_anchor_says_what_was_signed_and_nothing_else(tmp_path: Path) -> None:
    anchor = read_anchor(SigningKey(tmp_path / "key").anchor(1000, START.hash, 1, {"craps": CRAPS, "dice": DICE}))
    assert anchor.is_genuine
    assert anchor.heads == {"craps": (7, CRAPS.hash.hex()), "dice": (3, DICE.hash.hex())}
    for change in (
        {"at": 1001},
        {"previous": "00"},
        {"whole": 2},
        {"heads": {"craps": (8, "63" * 32)}},
        {"key": SigningKey(tmp_path / "another").public},
        {"signature": "no hexadecimal"},
    ):
        assert not msgspec.structs.replace(anchor, **change).is_genuine


def test_what_is_no_key_or_no_anchor_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("a note")
    another = "name the key that signed this journal, or a new file to have one made$"
    with pytest.raises(JournalError, match=f"key: is not a key to sign anchors with; {another}"):
        SigningKey(file)
    file.write_bytes(b"")
    with pytest.raises(JournalError, match=f"key: is empty; it should hold a key; {another}"):
        SigningKey(file)
    private = X25519PrivateKey.generate()
    file.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    with pytest.raises(JournalError, match=f"key: is a key of another kind; anchors are signed with Ed25519; {another}"):
        SigningKey(file)
    file.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")))
    with pytest.raises(JournalError, match=f"key: is a key with a password, and nobody is there to type it; {another}"):
        SigningKey(file)
    with pytest.raises(JournalError, match=r"a key cannot be made there \(No such file or directory\); name a file for it"):
        SigningKey(tmp_path / "no" / "folder").keep()
    with pytest.raises(JournalError, match=f"a key cannot be read there .Is a directory.; {another}"):
        SigningKey(tmp_path)
    with pytest.raises(JournalError, match="the copy: is not an anchor"):
        read_anchor(b"{}")


def add(store: MemoryStore, body: bytes) -> None:
    head = store.head(ANCHORS)
    group = chained([Entry((Part(ANCHORS, head.number, (Draft(body),)),))], store.head)
    store.commit(group.before, group.lines)


def test_later_anchors_list_only_what_has_moved(tmp_path: Path) -> None:
    store, seal = MemoryStore(), SigningKey(tmp_path / "key")
    assert signed_heads(store, seal.public) == {}
    add(store, seal.anchor(1, START.hash, 1, {"old": CRAPS}))
    add(store, seal.anchor(2, store.head(ANCHORS).hash, 2, {"craps": CRAPS, "dice": DICE}))
    add(store, seal.anchor(3, store.head(ANCHORS).hash, 2, {"craps": Head(8, b"e" * 32)}))
    assert signed_heads(store, seal.public) == {"craps": Head(8, b"e" * 32), "dice": DICE}


def test_what_another_key_signed_is_not_trusted(tmp_path: Path) -> None:
    store, mine = MemoryStore(), SigningKey(tmp_path / "mine")
    add(store, SigningKey(tmp_path / "theirs").anchor(1, START.hash, 1, {"craps": CRAPS}))
    with pytest.raises(JournalError, match="anchors, line 1: was not signed with the key in use; name the one that signed it"):
        signed_heads(store, mine.public)
    forged = read_anchor(mine.anchor(2, store.head(ANCHORS).hash, 1, {"craps": DICE}))
    add(store, msgspec.json.encode(msgspec.structs.replace(forged, heads={"craps": (9, "00" * 32)})))
    with pytest.raises(JournalError, match="anchors, line 2: was not signed with the key in use"):
        signed_heads(store, mine.public)


def test_an_anchor_in_between_that_was_changed_is_not_trusted(tmp_path: Path) -> None:
    store, other, seal = MemoryStore(), MemoryStore(), SigningKey(tmp_path / "key")
    first = seal.anchor(1, START.hash, 1, {"craps": CRAPS})
    add(store, first)
    add(store, seal.anchor(2, store.head(ANCHORS).hash, 1, {"dice": DICE}))
    add(other, first.replace(b'"craps":[7', b'"craps":[8'))
    add(other, next(store.lines(ANCHORS, 1)).body)
    assert signed_heads(store, seal.public) == {"craps": CRAPS, "dice": DICE}
    with pytest.raises(JournalError, match="anchors, line 2: was signed after another line than the one before it"):
        signed_heads(other, seal.public)
