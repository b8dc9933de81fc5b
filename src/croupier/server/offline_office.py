"""Work at the office without a server: open the journal as a server does, and sign what was written."""

from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TypeVar

from croupier.floor.clock import SteadyClock
from croupier.floor.notary import Notary
from croupier.floor.office import Office
from croupier.floor.password_checks import PasswordChecks
from croupier.floor.reception import Reception
from croupier.journal.address import check_distinct_files, failure, store
from croupier.journal.exit import exit_process
from croupier.journal.threaded import ThreadedJournal
from croupier.people.credentials import Credentials
from croupier.people.duties import DEFAULT_FLOOR_ROLES, FloorRoles
from croupier.server.starting import signing_key

T = TypeVar("T")


async def at_the_office(
    data: str,
    key: Path,
    credentials: Path,
    work: Callable[[Office, Reception], Awaitable[T]],
    roles: FloorRoles = DEFAULT_FLOOR_ROLES,
) -> T:
    """Open a journal that no server is writing, do some work, and sign the lines that it wrote."""
    check_distinct_files(data, key, None, credentials)
    with ExitStack() as stack:
        # The lock of the journal comes first: it also keeps two processes from writing the passwords.
        journal = ThreadedJournal(store(data), partial(_cannot_go_on, data))
        stack.callback(journal.close)
        clock = SteadyClock()
        notary = Notary(journal, signing_key(journal, key), clock)
        office = Office(journal, clock, signed=notary.signed(), roles=roles)
        passwords = PasswordChecks(Credentials(credentials))
        stack.callback(passwords.close)
        done = await work(office, Reception(office, passwords))
        if journal.moved:
            await notary.sign()
        return done


def _cannot_go_on(data: str, error: BaseException) -> None:
    """Describe an error of the journal as a sentence, and stop the process."""
    exit_process(failure(data, error))
