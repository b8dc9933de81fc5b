"""The lease: which process may try to write a database. It only saves time; the head comparison of each commit is the fence."""

import contextlib
import threading
import time
import uuid
from collections.abc import Callable

import psycopg

from croupier.journal.address import shown
from croupier.journal.database import WRITING, connected, sentences
from croupier.journal.exit import report
from croupier.journal.port import InUseError, JournalError

RENEWAL_DEADLINE_FRACTION = 0.6
"""The fraction of the lease time after which a holder that could not renew it stops writing."""
RETRY_INTERVAL = 0.1
"""Seconds between two attempts to take the lease."""
WAITING = "another croupier wrote this journal a moment ago; waiting to see whether it still runs"

US = "pg_backend_pid(), (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid())"
TAKE = f"""
INSERT INTO lease AS held VALUES (true, %(owner)s, clock_timestamp() + make_interval(secs => %(seconds)s), {US})
ON CONFLICT (one) DO UPDATE
SET (owner, until, backend, connected) = (excluded.owner, excluded.until, excluded.backend, excluded.connected)
WHERE held.until < clock_timestamp() OR NOT EXISTS (
    SELECT FROM pg_stat_activity WHERE pid = held.backend AND coalesce(backend_start = held.connected, true)
)
"""  # noqa: S608 - built from constants
"""Take the lease if it has expired or the holder's connection is gone: that holder is dead or disconnected.

`backend_start` is NULL for connections of another role, hence the `coalesce`.
"""
RENEW = f"""
UPDATE lease SET (until, backend, connected) = (clock_timestamp() + make_interval(secs => %(seconds)s), {US})
WHERE owner = %(owner)s
"""  # noqa: S608 - built from constants


class Lease:
    """The right to write, for a few seconds at a time by the database's clock. Two threads renew and watch it."""

    def __init__(self, address: str, seconds: float, stop: Callable[[BaseException], None]) -> None:
        """Take the lease. Wait for a held lease to expire, but fail at once if its holder renews it."""
        self._address, self._stop = address, stop
        self._terms = {"owner": uuid.uuid4().hex, "seconds": seconds}
        self._seconds = seconds
        self._released = threading.Event()
        self._connection = connected(address, WRITING)
        try:
            with sentences(address):
                self._wait()
        except BaseException:
            self._connection.close()
            raise
        self._threads = [threading.Thread(target=each, name="lease", daemon=True) for each in (self._keep, self._watch)]
        for thread in self._threads:
            thread.start()

    def check(self) -> None:
        """Fail if the last renewal is so long ago that another process may soon take the lease."""
        if time.monotonic() - self._since > self._seconds * RENEWAL_DEADLINE_FRACTION:
            raise JournalError(f"{shown(self._address)}: the lease could not be renewed in time, and another may take over")

    def release(self) -> None:
        """Release the lease, so that another process can take it without waiting."""
        if self._released.is_set():
            return
        self._released.set()
        for thread in self._threads:
            thread.join()
        with contextlib.suppress(psycopg.Error):  # if this fails, the lease expires
            self._connection.execute("DELETE FROM lease WHERE owner = %(owner)s", self._terms)
        self._connection.close()

    def _wait(self) -> None:
        until = None
        while not self._done(TAKE):
            row = self._connection.execute("SELECT until FROM lease").fetchone()
            if row and until and row != until:
                raise InUseError("is in use by another croupier; stop that one first, or name another database")
            if row and not until:
                report(f"{shown(self._address)}: {WAITING}")
            until = row or until
            time.sleep(RETRY_INTERVAL)

    def _done(self, statement: str) -> bool:
        # Read the clock before sending: the lease may begin at any moment after that.
        begun = time.monotonic()
        done = self._connection.execute(statement.encode(), self._terms).rowcount == 1
        if done:
            self._since = begun
        return done

    def _keep(self) -> None:
        while not self._released.wait(self._seconds / 5):
            with contextlib.suppress(psycopg.Error, JournalError):
                if self._connection.closed:
                    self._connection = connected(self._address, WRITING)
                if not self._done(RENEW):
                    self._stop(JournalError(f"{shown(self._address)}: another croupier has taken over"))
                    return

    def _watch(self) -> None:
        """Check the time in a second thread, because a renewal may hang."""
        while not self._released.wait(self._seconds / 20):
            try:
                self.check()
            except JournalError as error:
                self._stop(error)
                return
