"""Databases that are not used as a journal: each is refused in a sentence and left alone."""

import subprocess
import sys
from urllib.parse import quote

import pytest
from psycopg.conninfo import conninfo_to_dict

from croupier.journal import postgres
from croupier.journal.address import shown, store
from croupier.journal.chain import chained
from croupier.journal.migrations import Migration, migrations
from croupier.journal.port import START, JournalError, UnavailableError
from croupier.journal.postgres import PostgresReader, PostgresStore
from journals import entry
from lines_for_postgres import LONG, within
from patience import PATIENCE
from postgres import KEEPER, Cluster, execute


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_server_that_may_lose_what_it_was_given_is_refused(database: str, cluster: Cluster, setting: str) -> None:
    def turn(how: str) -> bool:
        cluster.execute(f"ALTER SYSTEM SET {setting} = {how}")
        cluster.execute("SELECT pg_reload_conf()")
        return within(PATIENCE, lambda: execute(database, f"SHOW {setting}") == [(how,)])

    assert turn("off")
    try:
        with pytest.raises(JournalError, match=rf"a power cut could lose what this server was given \({setting} is off\)"):
            PostgresStore(database)
    finally:
        assert turn("on")
    assert not execute(database, "SELECT FROM pg_class WHERE relname = 'line'")


def test_a_database_in_another_encoding_is_refused(database: str, cluster: Cluster) -> None:
    name = f"{conninfo_to_dict(database)['dbname']}_latin"
    cluster.execute(f"CREATE DATABASE {name} OWNER keeper ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(JournalError, match="is encoded as LATIN1; a journal needs one in UTF8"):
        PostgresStore(database.replace(name.removesuffix("_latin"), name))


def test_an_address_without_its_password_says_where_to_write_it(database: str) -> None:
    bare = f"{database.partition(':')[0]}://{KEEPER}@{database.rpartition('@')[2]}"
    with pytest.raises(JournalError, match=r"the server asks for a password; keep it in ~/\.pgpass"):
        PostgresReader(bare)


def test_what_is_no_journal_is_refused_in_a_sentence_and_left_alone(database: str) -> None:
    with pytest.raises(JournalError, match=r"casino_\w+: is empty: no croupier ever wrote to it"):
        PostgresReader(database)
    execute(database, "CREATE TABLE migration (version TEXT)")
    for kind in (PostgresReader, PostgresStore):
        with pytest.raises(JournalError, match="is a database of something else; name the one that croupier wrote"):
            kind(database)
    assert execute(database, "SELECT relname FROM pg_class WHERE relname IN ('migration', 'line')") == [("migration",)]


def test_a_journal_of_another_layout_is_left_alone(database: str) -> None:
    PostgresStore(database).close()
    execute(database, "INSERT INTO migration VALUES (99, 'from the future')")
    for kind in (PostgresReader, PostgresStore):
        with pytest.raises(JournalError, match="has layout 99, which is newer than this croupier knows"):
            kind(database)
    execute(database, "DELETE FROM migration WHERE number = 99; UPDATE migration SET digest = 'other'")
    with pytest.raises(JournalError, match="layout 1 of this journal is not the one this croupier knows"):
        PostgresStore(database)


def test_an_older_layout_is_for_a_writer_to_bring_up_to_date(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PostgresStore(database).close()
    steps = [*migrations("postgres"), Migration(2, "0002-more.sql", "ALTER TABLE head ADD more INTEGER;", "digest")]
    monkeypatch.setattr(postgres, "migrations", {"postgres": steps}.__getitem__)
    with pytest.raises(JournalError, match="has an older layout; croupier journal migrate brings it up to date"):
        PostgresReader(database)
    for _ in range(2):
        PostgresStore(database).close()
    assert execute(database, "SELECT number FROM migration ORDER BY number") == [(1,), (2,)]


def test_a_server_that_has_no_connection_left_may_have_one_later(database: str, cluster: Cluster) -> None:
    cluster.execute("ALTER ROLE keeper CONNECTION LIMIT 0")
    try:
        with pytest.raises(UnavailableError, match=r"the server takes no connection now \(too many connections for role"):
            PostgresReader(database)
    finally:
        cluster.execute("ALTER ROLE keeper CONNECTION LIMIT -1")


SWALLOWS = """
CREATE FUNCTION swallow() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER swallows BEFORE INSERT ON line FOR EACH ROW WHEN (NEW.number > 1) EXECUTE FUNCTION swallow();
"""


def test_what_somebody_elses_trigger_swallows_is_an_error_and_such_a_database_is_refused(database: str) -> None:
    store = PostgresStore(database, lease=LONG)
    execute(database, SWALLOWS)
    group = chained([entry("craps", 0, b"one", b"two")], store.head)
    with pytest.raises(JournalError, match="only 1 of 2 lines were taken"):
        store.commit(group.before, group.lines)
    assert store.head("craps") == START
    assert [*store.faults()] == [f"{shown(database)}: has what croupier did not make: trigger swallows"]
    store.close()
    with pytest.raises(JournalError, match=r"has what croupier did not make \(trigger swallows\), .*; drop that first"):
        PostgresStore(database)


def test_a_step_that_fails_leaves_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [*migrations("postgres"), Migration(2, "0002-wrong.sql", "CREATE TABLE more (); SELECT wrong;", "digest")]
    monkeypatch.setattr(postgres, "migrations", {"postgres": steps}.__getitem__)
    with pytest.raises(JournalError, match=r'cannot be used \(column "wrong" does not exist\)'):
        PostgresStore(database)
    assert not execute(database, "SELECT FROM pg_class WHERE relname IN ('line', 'more')")


@pytest.mark.parametrize(
    ("change", "sentence", "kind_of_error"),
    [
        (
            {"host": "127.0.0.1", "port": "1"},
            r"no server answers there \(Connection refused\); start it, or check the address",
            UnavailableError,
        ),
        ({"host": "/nowhere"}, r"no server answers there \(No such file or directory\)", UnavailableError),
        ({"dbname": "nothing"}, r'the server refuses us \(database "nothing" does not exist\); check the user', JournalError),
        ({"user": "nobody"}, r'the server refuses us \(role "nobody" does not exist\)', JournalError),
        ({"password": "wrong"}, r'the server refuses us \(password authentication failed for user "keeper"\)', JournalError),
    ],
)
def test_a_server_that_is_away_or_refuses_us_is_told_in_a_sentence(
    change: dict[str, str], sentence: str, kind_of_error: type[JournalError], database: str
) -> None:
    parts = {**conninfo_to_dict(database), **change}
    password, where = quote(str(parts["password"]), safe=""), quote(str(parts["host"]), safe="")
    address = f"postgresql://{parts['user']}:{password}@/{parts['dbname']}?host={where}&port={parts.get('port', 5432)}"
    for kind in (PostgresReader, PostgresStore):
        with pytest.raises(JournalError, match=sentence) as caught:
            kind(address)
        assert caught.type is kind_of_error
        assert str(caught.value).startswith(f"postgresql://{parts['user']}@/{parts['dbname']}: ")
        assert str(parts["password"]) not in str(caught.value)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("postgresql://floor:xyzzy@127.0.0.1:1/casino", "postgresql://floor@127.0.0.1:1/casino"),
        ("postgres://floor@127.0.0.1:1/casino?password=xyzzy", "postgres://floor@127.0.0.1:1/casino"),
        ("postgresql://127.0.0.1:1/casino?user=floor&password=xyzzy", "postgresql://127.0.0.1:1/casino"),
        ("postgresql://floor:a@xyzzy@127.0.0.1:1/casino", "postgresql://floor@127.0.0.1:1/casino"),
        ("postgresql://floor:a/xyzzy@127.0.0.1:1/casino", "postgresql://floor@127.0.0.1:1/casino"),
        ("postgresql://floor:a?xyzzy@127.0.0.1:1/casino", "postgresql://floor@127.0.0.1:1/casino"),
        ("postgresql://floor:a#xyzzy@127.0.0.1:1/casino", "postgresql://floor@127.0.0.1:1/casino"),
        ("postgresql://floor:xyzzy%zz@127.0.0.1:1/casino", "postgresql://floor@127.0.0.1:1/casino"),
        ("postgresql://floor:xyzzy@127.0.0.1:port/casino", "postgresql://floor@127.0.0.1:port/casino"),
        ("postgresql://127.0.0.1:1/casino?no=option&password=xyzzy", "postgresql://127.0.0.1:1/casino"),
    ],
)
def test_nobody_is_shown_a_password(address: str, public: str) -> None:
    """Not even a piece of one that was written so that it is cut in the wrong place."""
    assert shown(address) == public
    with pytest.raises(JournalError) as caught:
        store(address)
    assert str(caught.value).startswith(f"{public}: ")
    assert "xyzzy" not in str(caught.value)
    assert not isinstance(caught.value.__cause__, Exception)


def test_without_its_driver_postgresql_is_refused_in_a_sentence_and_files_are_not() -> None:
    script = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from croupier.journal.address import store\n"
        "try: store('postgresql://floor@127.0.0.1/casino')\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert ran.stdout == "JournalError PostgreSQL needs a driver that is not installed; pip install 'croupier[pg]'\n"


def test_an_address_of_something_else_is_refused_in_a_sentence() -> None:
    with pytest.raises(
        JournalError, match="mysql://x: is not the address of a journal; name a file, sqlite:FILE, or postgresql://"
    ):
        store("mysql://x")
