"""Orders at a table that also need a duty on the floor, because no document says who gives them."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from croupier.floor.actions import Action
from croupier.people.duties import Duty
from croupier.people.register import Register
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.pit.disabling import EnableTable

NEEDED: Mapping[str, tuple[Duty, str]] = {EnableTable.__name__: (Duty.DISABLE, "put a table back into service")}
"""The duty of each such order, and what it does."""


def duty_refused(register: Register, login: str, order: str) -> Refusal | None:
    """Refuse an order to a person without the duty for it."""
    duty, does = NEEDED.get(order, (None, ""))
    if duty is None or register.may(login, duty):
        return None
    roles = ", ".join(register.roles.holders(duty)) or "no role of this floor"
    sentence = f"{register.staff[login].name} may not {does}: that takes the duty {duty} (here: {roles})."
    return Refusal(Reason.NOT_YOUR_POWER, sentence)


def within_duties(register: Register, login: str, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Actions, without those for which a person lacks the duty."""
    return tuple(_withheld(each, duty_refused(register, login, each.order)) for each in actions)


def _withheld(action: Action, refusal: Refusal | None) -> Action:
    if refusal is None:
        return action
    return replace(action, open=False, forms=(), reason=refusal.reason.value, why_not=refusal.sentence)
