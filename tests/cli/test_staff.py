"""croupier staff: what it prints, what it refuses, and what it leaves behind."""

import json
import re
import shutil
from pathlib import Path

import pytest

from command import croupier
from croupier.floor.recovery import recovered_register
from croupier.journal.address import shown
from croupier.journal.postgres import PostgresStore
from croupier.journal.sqlite import SqliteStore
from croupier.journal.streams import ANCHORS
from croupier.people.credentials import Credentials, PasswordVerdict
from croupier.people.duties import DEFAULT_FLOOR_ROLES
from croupier.people.fold import PEOPLE
from journals import bodies, looked_at, play

MADE = re.compile(r"one-time password, shown only now: ((?:[2-9a-z]{4}-){3}[2-9a-z]{4})\n")


def staff(path: Path, *words: str) -> tuple[int, str, str]:
    ran = croupier("staff", *words, "--data", str(path))
    return ran.returncode, ran.stdout, ran.stderr


def added(path: Path, login: str, name: str, *roles: str) -> str:
    code, out, err = staff(path, "add", login, name, *roles)
    assert (code, err) == (0, "")
    made = MADE.search(out)
    assert made
    return made[1]


@pytest.fixture(scope="module")
def two_people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A floor with a dealer and an administrator, to be copied."""
    folder = tmp_path_factory.mktemp("floor")
    added(folder / "floor.sqlite", "ann", "Ann Lee", "dealer")
    added(folder / "floor.sqlite", "bob", "Bob Ray", "administrator")
    return folder


def test_staff_are_added_changed_and_listed(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    password = added(path, "ann", "Ann Lee", "dealer")
    added(path, "bob", "Bob Ray", "administrator")
    kept = Credentials(tmp_path / "floor.sqlite-credentials")
    assert kept.verify("ann", password) is PasswordVerdict.ONE_TIME
    assert staff(path, "role", "ann", "supervisor", "dealer") == (0, "the roles of ann are now dealer, supervisor\n", "")
    assert staff(path, "disable", "ann", "--why", "lost the badge") == (0, "ann is disabled\n", "")
    assert staff(path, "list") == (
        0,
        "login  name     roles               state              last sign-in\n"
        "ann    Ann Lee  dealer, supervisor  disabled           never\n"
        "bob    Bob Ray  administrator       one-time password  never\n",
        "",
    )
    assert staff(path, "enable", "ann") == (0, "ann is enabled\n", "")
    code, out, _ = staff(path, "reset", "ann")
    again = MADE.search(out)
    assert code == 0
    assert again
    assert again[1] != password
    kept = Credentials(tmp_path / "floor.sqlite-credentials")
    assert kept.verify("ann", password) is PasswordVerdict.WRONG
    assert kept.verify("ann", again[1]) is PasswordVerdict.ONE_TIME
    _, out, _ = staff(path, "list", "--json")
    assert json.loads(out)[0] == {
        "login": "ann",
        "name": "Ann Lee",
        "roles": ["dealer", "supervisor"],
        "state": "one-time password",
        "last_sign_in": None,
    }
    assert not any(secret.encode() in line for line in bodies(path, PEOPLE.name) for secret in (password, again[1]))


def test_every_line_is_signed_and_told(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    added(path, "ann", "Ann Lee", "dealer")
    verified = croupier("audit", "verify", str(path))
    assert verified.returncode == 0
    assert "not signed yet" not in verified.stdout
    assert verified.stdout.endswith("everything holds\n")
    told = croupier("audit", "tell", str(path), "--zone", "Australia/Sydney")
    assert re.fullmatch(
        r"floor/people\n       1  20\d\d-\d\d-\d\d \d\d:\d\d:\d\d AE[DS]T   "
        r"The operator of this machine added Ann Lee \(ann\) as dealer, with a one-time password\.\n",
        told.stdout,
    )


def test_people_are_told_after_the_tables_or_alone(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    kept = SqliteStore(path, synchronous="OFF")
    play(kept, "craps", commands=30)
    kept.close()
    alone = croupier("audit", "tell", str(path), "--people")
    assert (alone.returncode, alone.stdout) == (0, "floor/people\n  nothing to tell\n")
    added(path, "ann", "Ann Lee", "dealer")
    whole = croupier("audit", "tell", str(path)).stdout.splitlines()
    assert whole[0] == "craps"
    assert whole[-2] == "floor/people"
    assert croupier("audit", "tell", str(path), "--people").stdout.splitlines() == whole[-2:]
    assert "floor/people" not in croupier("audit", "tell", str(path), "craps").stdout
    early = croupier("audit", "tell", str(path), "--people", "--day", "2020-01-01")
    assert early.stdout == "floor/people\n  nothing to tell\n"
    mixed = croupier("audit", "tell", str(path), "craps", "--people")
    assert (mixed.returncode, mixed.stderr) == (
        2,
        "croupier: --people tells the whole floor; leave out the table, --round and --seat\n",
    )


def test_a_window_is_proven_by_the_key(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    added(path, "ann", "Ann Lee", "dealer")
    verified = croupier("audit", "verify", str(path)).stdout
    key = re.search(r"[0-9a-f]{64}", verified)
    assert key
    ran = croupier("audit", "tell", str(path), "--people", "--from", "2020-01-01", "--key", key[0])
    assert (ran.returncode, len(ran.stdout.splitlines())) == (0, 2)
    ran = croupier("audit", "tell", str(path), "--people", "--from", "2020-01-01", "--key", "0" * 64)
    assert ran.returncode == 2
    assert "was not signed with the key in use" in ran.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("add", "Ann", "Ann Lee", "dealer"), "A login has at most 32 lower-case letters, digits, dots and dashes"),
        (("add", "ann", "Ann Other", "dealer"), "Ann Lee has the login ann already."),
        (("add", "eve", "ann lee", "dealer"), "Ann Lee works here already, with the login ann."),
        (("add", "eve", "Eve Long", "deeler"), 'There is no role "deeler" on this floor; the nearest is dealer.'),
        (("add", "eve", "Eve Long"), "Missing argument 'ROLE...'; croupier staff add --help says what there is"),
        (("role", "bob", "dealer"), "Only Bob Ray manages staff; give somebody else that role first."),
        (("disable", "bob"), "Missing option '--why'; croupier staff disable --help says what there is"),
        (("disable", "bob", "--why", "gone"), "Only Bob Ray manages staff; give somebody else that role first."),
        (("enable", "ann"), "The login of Ann Lee is not disabled."),
        (("unlock", "ann"), "The login of Ann Lee is not locked."),
        (("reset", "eve"), "Nobody on this floor has that login."),
        (("list", "--zone", "Sydney"), "--zone Sydney is not a known time zone"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    words: tuple[str, ...], sentence: str, two_people: Path, tmp_path: Path
) -> None:
    shutil.copytree(two_people, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "floor.sqlite"
    before = len(bodies(path, PEOPLE.name)), len(bodies(path, ANCHORS)), (tmp_path / "floor.sqlite-credentials").read_bytes()
    code, out, err = staff(path, *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"croupier: {sentence}")
    assert len(err.splitlines()) == 1
    after = len(bodies(path, PEOPLE.name)), len(bodies(path, ANCHORS)), (tmp_path / "floor.sqlite-credentials").read_bytes()
    assert after == before


def test_a_journal_in_use_is_left_alone(tmp_path: Path, database: str) -> None:
    path = tmp_path / "floor.sqlite"
    held = SqliteStore(path)
    code, out, err = staff(path, "add", "ann", "Ann Lee", "dealer")
    unlocking = staff(path, "unlock", "ann")
    held.close()
    assert (code, out) == (2, "")
    page = "if it is the server of this floor, an administrator does this on its page /staff#people/"
    assert err == f"croupier: {path}: is in use by another croupier; stop that one first, or name another file; {page}\n"
    assert unlocking == (2, "", err)
    server = PostgresStore(database, stop=list[BaseException]().append)
    ran = croupier("staff", "add", "ann", "Ann Lee", "dealer", "--data", database, "--key", str(tmp_path / "key"))
    server.close()
    assert (ran.returncode, ran.stdout) == (2, "")
    in_use = f"croupier: {shown(database)}: is in use by another croupier; stop that one first, or name another database"
    assert ran.stderr.splitlines()[-1] == f"{in_use}; {page}"


def test_people_can_be_kept_in_postgresql(tmp_path: Path, database: str) -> None:
    files = ("--key", str(tmp_path / "key"), "--credentials", str(tmp_path / "passwords"))
    ran = croupier("staff", "add", "ann", "Ann Lee", "dealer", "--data", database, *files)
    assert (ran.returncode, ran.stderr) == (0, "")
    with looked_at(database) as reader:
        register = recovered_register(reader, {}, DEFAULT_FLOOR_ROLES).register
    assert register.staff["ann"].name == "Ann Lee"


def test_only_add_makes_a_journal_and_only_if_it_can(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    for words in (("reset", "ann"), ("disable", "ann", "--why", "gone"), ("list",), ("add", "ann", "Ann Lee", "deeler")):
        code, out, err = staff(path, *words)
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1
    assert not [*tmp_path.iterdir()]


def test_files_are_not_mixed_up(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    added(path, "ann", "Ann Lee", "dealer")
    for taken in ("floor.sqlite", "floor.sqlite-key", "floor.sqlite-lock"):
        code, _, err = staff(path, "reset", "ann", "--credentials", str(tmp_path / taken))
        assert code == 2
        assert err.endswith("belongs to the journal, its key or its anchors; name another file for credentials\n")
    (tmp_path / "floor.sqlite-key").rename(tmp_path / "elsewhere")
    code, _, err = staff(path, "reset", "ann")
    assert code == 2
    assert "there is no key, and this journal was signed with one" in err
    assert staff(path, "reset", "ann", "--key", str(tmp_path / "elsewhere"))[0] == 0
    (tmp_path / "floor.sqlite-credentials").chmod(0o644)
    code, _, err = staff(path, "reset", "ann", "--key", str(tmp_path / "elsewhere"))
    assert code == 2
    assert "other users may read the passwords in it" in err
