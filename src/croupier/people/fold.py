"""The register of people as a fold: its rows, and who may give its commands."""

from dataclasses import dataclass
from typing import Any, TypeVar

from croupier.facts.fold import Fold
from croupier.facts.message import Command
from croupier.facts.refusal import Refusal
from croupier.facts.rows import CommandRow, EventRow
from croupier.people.duties import Duty
from croupier.people.message import OPERATOR, PeopleCommand, PeopleEvent, PeopleOrder, SignedByTwo
from croupier.people.reasons import Reason
from croupier.people.register import Register
from croupier.rules.outcomes import listed

C = TypeVar("C", bound=PeopleCommand)


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleRow(CommandRow[Register, C]):
    """How a command about people is decided, and who may send it."""

    wish: str
    """What it asks, as an infinitive, to put into a refusal."""
    needs: tuple[Duty, ...]
    """The author must have one of these duties; empty if none is needed."""
    with_one_time_password: bool
    """Whether the author may send it before changing a one-time password."""


def _not_allowed(register: Register, row: PeopleRow[Any], command: Command) -> Refusal | None:
    """Refuse an order whose author may not give it."""
    if not isinstance(command, PeopleOrder) or command.by == OPERATOR:
        return None
    by = command.by
    member = register.staff.get(by.login)
    if member is None or member.name != by.name:
        return Refusal(Reason.UNKNOWN_LOGIN, "Nobody on this floor has that login.")
    if member.is_disabled:
        return Refusal(Reason.LOGIN_DISABLED, f"The login of {by.name} is disabled.")
    if member.must_change_password and not row.with_one_time_password:
        return Refusal(Reason.PASSWORD_DUE, f"{by.name} has to change the one-time password first.")
    if row.needs and not register.may(by.login, *row.needs):
        who = listed(register.roles.holders(*row.needs), "or") or "the operator of this machine"
        return Refusal(Reason.NOT_YOUR_DUTY, f"{by.name} may not {row.wish}; that is for {who}.")
    return None


PEOPLE = Fold[Register, PeopleRow[Any], EventRow[Register, Any]](
    name="floor/people",
    initial=Register(),
    bases=frozenset({PeopleCommand, PeopleOrder, SignedByTwo, PeopleEvent}),
    format=1,
    reasons=Reason,
    check=_not_allowed,
    has_commands=False,  # a login that was typed wrongly may be a password
    snapshot_format=4,
    outside=("roles",),  # they come from the floor file
)
"""Staff, sign-ins and enrolled clients."""
