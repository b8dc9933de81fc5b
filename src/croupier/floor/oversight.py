"""Orders at a table that also need a duty on the floor, because no document says who gives them."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from croupier.floor.actions import Action
from croupier.people.duties import Duty
from croupier.people.register import Register
from croupier.rules.outcomes import listed
from croupier.rules.powers import Act, Power
from croupier.table.authority.powers import power_to_act, titled
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import COMMANDS
from croupier.table.core.state import Table
from croupier.table.money.boxes import EmptyDrop
from croupier.table.money.confirming import ReceiveFill
from croupier.table.money.first_float import SetUpFloat
from croupier.table.money.float import CreditFloat, FillFloat
from croupier.table.money.kept_credit import PayKeptCredit
from croupier.table.money.pulling import PullBox
from croupier.table.money.slips import RequestCredit
from croupier.table.money.tray import CountTray, RecountTray
from croupier.table.pit.disabling import EnableTable

NEEDED: Mapping[str, tuple[Duty, str]] = {EnableTable.__name__: (Duty.DISABLE, "put a table back into service")}
"""The duty of each such order, and what it does."""


BEFORE_THE_PIT = frozenset(
    each.__name__
    for each in (
        FillFloat,
        CreditFloat,
        EmptyDrop,
        SetUpFloat,
        RequestCredit,
        ReceiveFill,
        CountTray,
        RecountTray,
        PullBox,
        PayKeptCredit,
    )
)
"""Orders of two people, one of whom has to be of the pit."""


def pit_refused(register: Register, logins: Iterable[str], order: str) -> Refusal | None:
    """Refuse an order that nobody of the pit has signed. The pit has the duty `disable`."""
    if order not in BEFORE_THE_PIT or any(register.may(login, Duty.DISABLE) for login in logins):
        return None
    roles = of_the_pit(register) or "person with the duty disable, which no role of this floor has,"
    return Refusal(Reason.SECOND_PERSON_NEEDED, f"Neither of the two is of the pit: a {roles} has to sign.")


def of_the_pit(register: Register) -> str:
    """The roles with the duty `disable`, as people say them."""
    return listed([role.replace("-", " ") for role in register.roles.holders(Duty.DISABLE)], "or")


def duty_refused(register: Register, login: str, order: str) -> Refusal | None:
    """Refuse an order to a person without the duty for it."""
    duty, does = NEEDED.get(order, (None, ""))
    if duty is None or register.may(login, duty):
        return None
    roles = ", ".join(register.roles.holders(duty)) or "no role of this floor"
    sentence = f"{register.staff[login].name} may not {does}: that takes the duty {duty} (here: {roles})."
    return Refusal(Reason.NOT_YOUR_POWER, sentence)


def first_instance_refused(table: Table, order: str, by: Person, present: Mapping[str, Collection[str]]) -> Refusal | None:
    """Refuse what somebody else who is here decides first. `present` are the document roles of all who are."""
    under = next((row.under for kind, row in COMMANDS.items() if kind.__name__ == order), None)
    power = power_to_act(table, by, under) if isinstance(under, Act) else None
    if not isinstance(power, Power):
        return None
    for name, roles in present.items():
        if name != by.name and (first := [role for role in roles if role in power.in_absence_of]):
            decides = titled(table, Person(name, first[0]))
            return Refusal(Reason.OTHER_PERSON_NEEDED, f"{decides} is here, and is the first to {under}.", power.clause)
    return None


def after_others(
    table: Table, name: str, actions: Sequence[Action], present: Mapping[str, Collection[str]]
) -> tuple[Action, ...]:
    """Actions, without those that somebody else decides first who is here."""
    return tuple(
        _withheld(each, first_instance_refused(table, each.order, Person(name, each.forms[0].role), present))
        if each.forms
        else each
        for each in actions
    )


def within_duties(register: Register, login: str, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Actions, without those for which a person lacks the duty."""
    return tuple(_signed(register, login, _withheld(each, duty_refused(register, login, each.order))) for each in actions)


def _signed(register: Register, login: str, action: Action) -> Action:
    """An action, with who may sign it second if one of the two has to be of the pit."""
    if not action.second or action.order not in BEFORE_THE_PIT:
        return action
    if register.may(login, Duty.DISABLE):
        return replace(action, signs="Another person who works at this table signs.")
    roles = of_the_pit(register)
    return replace(action, signs=f"A {roles} who works at this table signs." if roles else "")


def _withheld(action: Action, refusal: Refusal | None) -> Action:
    if refusal is None:
        return action
    return replace(action, open=False, forms=(), reason=refusal.reason.value, why_not=refusal.sentence)
