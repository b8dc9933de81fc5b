"""Connections to PostgreSQL, and its errors as sentences for the operator."""

import contextlib
from collections.abc import Generator, Mapping
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from croupier.journal.address import shown
from croupier.journal.port import JournalError, UnavailableError

Connection = psycopg.Connection[tuple[Any, ...]]

REACHED: Mapping[str, Any] = {
    "application_name": "croupier",
    "client_encoding": "utf8",
    "connect_timeout": 5,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 3000,
}
"""Connection options that detect a dead server within seconds. Options in the address override them."""
LASTING = {"idle_session_timeout": "0"}
"""Never disconnect an idle session: a table may be quiet for hours."""
READING = {**LASTING, "default_transaction_read_only": "on"}
WRITING = {**LASTING, "synchronous_commit": "on", "lock_timeout": "3s", "idle_in_transaction_session_timeout": "2s"}
"""A commit returns only once it is on disk, whatever the server's default. No lock and no idle transaction blocks for long."""
PASSING = ("starting up", "shutting down", "recovery mode", "not yet accepting", "too many c", "connection slots")
"""Parts of the refusals of a server that passes on its own: libpq has no SQLSTATE for a connection that was not made."""


def connected(address: str, settings: Mapping[str, str]) -> Connection:
    """Open a connection in autocommit mode."""
    with sentences(address):
        reached = make_conninfo(**{**REACHED, **_parts(address)})
        try:
            connection = psycopg.connect(reached, autocommit=True)
        except psycopg.OperationalError as error:
            raise _not_connected(error) from None
        try:
            for setting in settings.items():
                connection.execute("SELECT set_config(%s, %s, false)", setting)
        except BaseException:
            connection.close()
            raise
        return connection


@contextlib.contextmanager
def sentences(address: str) -> Generator[None]:
    """Turn errors of PostgreSQL into a `JournalError` that names the database, without its password."""
    try:
        yield
    except JournalError as error:
        message, name = str(error), shown(address)
        error.args = (message if message.startswith(name) else f"{name}: {message}",)
        raise
    except psycopg.Error as error:
        kind = UnavailableError if isinstance(error, psycopg.OperationalError) else JournalError
        raise kind(f"{shown(address)}: cannot be used ({_first_line(error)})") from None


def _parts(address: str) -> dict[str, Any]:
    """Parse an address. Reject one that libpq would split wrongly: its error would print parts of the password."""
    rest = address.partition("://")[2]
    if rest.count("@") <= 1 and not rest.find("@") > rest.find("/") >= 0:
        with contextlib.suppress(psycopg.ProgrammingError):
            return conninfo_to_dict(address)
    raise JournalError(
        "is not the address of a database; write postgresql://user:password@host:port/database, "
        "with %40 for @, %2F for / and %25 for % in a password"
    )


def _not_connected(error: psycopg.OperationalError) -> JournalError:
    said, _, refused = _first_line(error).partition("FATAL:")
    if any(passing in refused for passing in PASSING):
        return UnavailableError(f"the server takes no connection now ({refused.strip()}); try again, or look at the server")
    if refused:
        return JournalError(
            f"the server refuses us ({refused.strip()}); check the user, the password and the database of the address"
        )
    if "no password supplied" in said:
        return JournalError("the server asks for a password; keep it in ~/.pgpass or in PGPASSWORD, and not in the address")
    return UnavailableError(f"no server answers there ({said.rpartition('failed: ')[2]}); start it, or check the address")


def _first_line(error: psycopg.Error) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
