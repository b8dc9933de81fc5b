"""What the API answers when it does not do what it was asked."""

import msgspec

from croupier.people.duties import Duty
from croupier.people.register import Register
from croupier.server.limits import NOT_SIGNED_IN


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was not carried out. Nothing has changed."""

    error: str
    """A stable code, for programs."""
    message: str
    """One sentence, for people."""
    clause: str = ""
    """The clause of the document behind it; left out if there is none."""
    stake: int | None = None
    """The stake in cents that would be taken in place of the one that was refused; left out if there is none."""


class ApiError(Exception):
    """A request that is answered with a problem."""

    def __init__(self, status: int, error: str, message: str, clause: str = "", stake: int | None = None) -> None:
        """Answer with this HTTP status."""
        super().__init__(message)
        self.status = status
        self.problem = Problem(error, message, clause, stake)


NOT_KEPT = Problem(
    "not-kept", "The private files of the floor cannot be written, so nothing was done; the operator has to make room for them."
)
CHANGE_PASSWORD = "Choose a password of your own first."  # noqa: S105 - a sentence


def not_signed_in(why: str | None = None) -> ApiError:
    """Nobody is signed in at this client. `why` says in a sentence why somebody no longer is."""
    return ApiError(401, "not-signed-in", why or NOT_SIGNED_IN)


def not_yours(message: str) -> ApiError:
    """The person may not do that."""
    return ApiError(403, "not-your-right", message)


def not_for(login: str, register: Register, *duties: Duty) -> ApiError:
    """The person has none of these duties. It names the roles that have one: a clerk looks for a colleague, not for a duty."""
    roles = ", ".join(register.roles.holders(*duties)) or "no role of this floor"
    return not_yours(f"{login} may not do that: it is for staff with the duty {' or '.join(duties)} (here: {roles}).")


def unknown_table(name: str) -> ApiError:
    """There is no such table."""
    return missing("unknown-table", f"There is no table {name[:40]} here; GET /api/v1/tables lists them.")


def missing(error: str, message: str) -> ApiError:
    """What the address names does not exist."""
    return ApiError(404, error, message)
