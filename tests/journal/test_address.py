"""The files beside a journal, by its address."""

from pathlib import Path

import pytest

from croupier.journal.address import credentials_file, private_file


def named(address: str) -> str:
    """The name of the file without its digest."""
    return str(credentials_file(address)).rpartition("-")[0]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("postgresql://floor@db.example:5433/casino", "croupier-credentials-db.example-5433-casino"),
        ("postgres://floor:secret@db.example/casino", "croupier-credentials-db.example-5432-casino"),
        ("postgresql://floor:s/e@c:r%et@db.example:5432/casino", "croupier-credentials-db.example-5432-casino"),
        ("postgresql:///casino", "croupier-credentials-localhost-5432-casino"),
        ("postgresql://floor@/casino?host=/run/pg&sslmode=require", "croupier-credentials-run-pg-5432-casino"),
        ("postgresql://floor@[::1]:5433/casino", "croupier-credentials-1-5433-casino"),
    ],
)
def test_the_credentials_of_a_database_are_named_after_it(address: str, name: str) -> None:
    assert named(address) == name


def test_two_databases_share_no_credentials() -> None:
    addresses = [
        "postgresql://floor@db/casino",
        "postgresql://floor@db/casino-2",
        "postgresql://floor@db:5433/casino",
        "postgresql://floor@other/casino",
        "postgresql://floor@db/casino?port=5434",
        f"postgresql://floor@/casino?host=/{'a' * 300}",
        f"postgresql://floor@/casino?host=/{'b' + 'a' * 299}",
        "postgresql://floor@/casino?host=/run/pg",
        "postgresql://floor@/casino?host=/run-pg",
    ]
    names = {str(credentials_file(address)) for address in addresses}
    assert len(names) == len(addresses)
    assert all(len(name) < 120 and "/" not in name for name in names)


def test_user_and_password_do_not_matter() -> None:
    assert credentials_file("postgresql://a:b@db/casino") == credentials_file("postgres://c@db/casino?sslmode=require")


def test_the_credentials_of_a_file_are_beside_it() -> None:
    assert credentials_file("sqlite:folder/floor.sqlite") == Path("folder/floor.sqlite-credentials")


def test_private_data_is_beside_the_credentials() -> None:
    """So a floor file decides where they are, with a database, too."""
    assert private_file(Path("/floor/floor-credentials"), "patrons") == Path("/floor/floor-patrons")
    assert private_file(Path("/floor/secrets"), "claimants") == Path("/floor/secrets-claimants")
    assert private_file(credentials_file("floor.sqlite"), "claimants") == Path("floor.sqlite-claimants")
