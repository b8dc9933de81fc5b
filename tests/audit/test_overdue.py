"""Verify warns where a server would have signed long ago; what nobody could have signed is no reason to."""

from itertools import chain
from pathlib import Path

import pytest

from audit.serving import TABLE, Server
from croupier.audit.overdue import LONGEST_UNSIGNED
from croupier.audit.verify import verify
from croupier.floor.notary import ANCHOR_INTERVAL
from croupier.journal.anchors import SigningKey
from croupier.journal.memory import MemoryStore


def test_a_server_signs_more_often_than_a_warning_needs() -> None:
    assert 3 * ANCHOR_INTERVAL * 1000 <= LONGEST_UNSIGNED


@pytest.fixture
def seal(tmp_path: Path) -> SigningKey:
    return SigningKey(tmp_path / "key")


def warned(store: MemoryStore) -> str:
    found = verify(store)
    assert found.faults == ()
    assert len(found.warnings) <= 1
    return "".join(found.warnings).partition(" and no anchor signs them")[0]


def test_lines_that_follow_the_last_anchor_for_long_are_warned_of(seal: SigningKey) -> None:
    server = Server(MemoryStore(), seal, 0).plays(1, 5).signs().plays(6, 20, 36)
    assert warned(server.store) == ""
    server.plays(37)
    assert warned(server.store) == f"{TABLE}, lines 4 to 7: were written in 31 seconds"
    server.signs()
    assert warned(server.store) == ""


def test_a_journal_without_any_anchor_is_warned_of_once_it_is_old_enough(seal: SigningKey) -> None:
    server = Server(MemoryStore(), seal, 0).plays(30)
    assert warned(server.store) == ""
    server.plays(31)
    assert warned(server.store) == f"{TABLE}, lines 1 to 3: were written in 31 seconds"


def test_a_claim_that_no_anchor_follows_is_warned_of_if_lines_go_on(seal: SigningKey) -> None:
    store = Server(MemoryStore(), seal, 0).plays(1, 5).signs().store
    second = Server(store, seal, 1000).plays(1029)
    assert warned(store) == ""
    second.plays(1031)
    assert warned(store) == f"{TABLE}, lines 4 to 5: were written in 31 seconds"


def test_nobody_signs_between_two_servers(seal: SigningKey) -> None:
    """The first was killed before it could sign its last lines, and the second has just begun."""
    store = Server(MemoryStore(), seal, 0).plays(1, 5).signs().plays(6, 12).store
    Server(store, seal, 86_400).plays(86_401)
    assert warned(store) == ""


def test_of_many_servers_the_first_that_did_not_sign_is_named(seal: SigningKey) -> None:
    store = MemoryStore()
    for server in range(4):
        begun = server * 1000
        Server(store, seal, begun).plays(*chain(range(begun, begun + 25, 5), [begun + 60] if server == 2 else []))
    assert warned(store) == f"{TABLE}, lines 12 to 17: were written in 60 seconds"


def test_a_quiet_table_is_not_waited_for(seal: SigningKey) -> None:
    assert warned(Server(MemoryStore(), seal, 0).plays(1, 5).signs().plays(90_000).store) == ""
