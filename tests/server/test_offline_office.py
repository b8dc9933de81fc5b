"""Work at the office without a server signs what it wrote, and nothing else."""

import asyncio
from pathlib import Path

import pytest

from croupier.floor.office import Office, PeopleReply
from croupier.floor.reception import Reception
from croupier.journal.anchors import SigningKey, signed_heads
from croupier.journal.port import JournalError
from croupier.journal.streams import ANCHORS
from croupier.people.duties import DEFAULT_FLOOR_ROLES, FloorRoles, floor_roles
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR
from croupier.people.staff import AddStaff
from croupier.server.offline_office import at_the_office
from journals import bodies, looked_at


def asked(folder: Path, login: str, role: str, roles: FloorRoles = DEFAULT_FLOOR_ROLES) -> PeopleReply:
    command = AddStaff(by=OPERATOR, login=login, name=f"The {login}", roles=frozenset({role}))

    async def ask(office: Office, _: Reception) -> PeopleReply:
        return await office.ask(command)

    return asyncio.run(at_the_office(str(folder / "floor.sqlite"), folder / "key", folder / "passwords", ask, roles))


def test_what_was_written_is_signed(tmp_path: Path) -> None:
    assert asked(tmp_path, "eve", "dealer").ok
    with looked_at(tmp_path / "floor.sqlite") as reader:
        assert signed_heads(reader, SigningKey(tmp_path / "key").public)[PEOPLE.name] == reader.head(PEOPLE.name)
    assert asked(tmp_path, "eve", "dealer").error == "login-taken"
    assert len(bodies(tmp_path / "floor.sqlite", ANCHORS)) == 1


def test_the_floor_says_which_roles_there_are(tmp_path: Path) -> None:
    boss = floor_roles({"boss": ["manage-staff"]})
    assert asked(tmp_path, "eve", "dealer", boss).message == 'There is no role "dealer" on this floor; known are boss.'
    assert asked(tmp_path, "eve", "boss", boss).ok


def test_the_passwords_have_a_file_of_their_own(tmp_path: Path) -> None:
    async def nothing(_: Office, __: Reception) -> None:
        raise AssertionError

    data = str(tmp_path / "floor.sqlite")
    for taken in ("floor.sqlite", "floor.sqlite-wal", "key"):
        with pytest.raises(JournalError, match="name another file for credentials"):
            asyncio.run(at_the_office(data, tmp_path / "key", tmp_path / taken, nothing))
    assert not [*tmp_path.iterdir()]
