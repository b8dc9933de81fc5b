"""Checks of decisions against the powers that the document gives to roles."""

from collections.abc import Iterator, Sequence

from croupier.rules.outcomes import listed
from croupier.rules.powers import Act, Demand, Power
from croupier.table.core.forms import SENTENCE, Choices, Values
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table


def power_to_decide(table: Table, by: Person | None, act: Act, why: str) -> Power | Refusal:
    """The power by which a person may do an act that needs a reason, or a refusal."""
    powers = powers_here(table, act)
    if not powers:
        return Refusal(Reason.NO_SUCH_POWER, f"These rules let nobody {act}.")
    first = powers[0].clause
    if any(power.grounds for power in powers):
        grounds = [ground.id for power in powers for ground in power.grounds]
        powers = [power for power in powers if power.ground(why)]
        if not powers:
            sentence = f"{why or 'Nothing'} is no ground to {act}; the grounds are {listed(dict.fromkeys(grounds), 'and')}."
            return Refusal(Reason.UNKNOWN_GROUND, sentence, first)
    elif not why.strip():
        return Refusal(Reason.REASON_NEEDED, f"Say why, to {act}.", first)
    return _held(table, by, act, powers)


def powers_here(table: Table, act: Act) -> list[Power]:
    """The powers for an act, except those about something that this table does not have."""
    powers = table.rules.procedures.powers_to[act]
    return [power for power in powers if not power.only_with or table.sign.named.get(power.only_with)]


def grounds_for(act: Act, field: str = "why") -> Choices:
    """A choice for each ground that the document lists for an act; an example of a reason if it lists none."""

    def grounds(table: Table) -> Iterator[Values]:
        listed = dict.fromkeys(ground.id for power in powers_here(table, act) for ground in power.grounds)
        return ({field: each} for each in listed or (SENTENCE,))

    return grounds


def power_to_act(table: Table, by: Person | None, act: Act) -> Power | Refusal:
    """The power by which a person may do an act that needs no reason, or a refusal."""
    powers = powers_here(table, act)
    return _held(table, by, act, powers) if powers else Refusal(Reason.NO_SUCH_POWER, f"These rules let nobody {act}.")


def _held(table: Table, by: Person | None, act: Act, powers: Sequence[Power]) -> Power | Refusal:
    """The first of these powers that the person holds and that applies in this phase, or a refusal."""
    procedures, phase = table.rules.procedures, table.round.phase
    acting = procedures.acting(by.role) if by else frozenset[str]()
    held = [power for power in powers if acting.intersection(power.held_by) and not (by and by.role in power.not_for)]
    if not held:
        holders = listed(dict.fromkeys(title for power in powers for title in procedures.named(power.held_by)))
        sentence = (
            f"{titled(table, by)} may not {act}: that is for {holders}." if by else f"Nobody said who is to {act}: {holders}."
        )
        return Refusal(Reason.NOT_YOUR_POWER, sentence, powers[0].clause)
    now = [power for power in held if not power.during or phase in power.during or table.is_untimed]
    if not now:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"It is too early or too late to {act}.", held[0].clause)
    return now[0]


REPORTED = "A machine reported what fell"
"""Why one person does not alter on a live floor what followed from a result."""


def agreement_refused(
    table: Table, by: Person, second: Person | None, act: Act, why: str, because: str = "It moves money"
) -> Refusal | None:
    """Refuse a decision with which no other holder of the power agrees."""
    other = power_to_decide(table, second, act, why)
    if second is not None and second.name != by.name and not isinstance(other, Refusal):
        return None
    sentence = f"{because}: another who may decide this has to agree."
    return Refusal(Reason.SECOND_PERSON_NEEDED, sentence, powers_here(table, act)[0].clause)


def alone_refused(table: Table, by: Person, second: Person | None) -> Refusal | None:
    """On a live floor, refuse a transfer between a table and the cage that no other person of this table has signed."""
    if not table.states_tender or is_signed_by_two(table, by, second):
        return None
    return Refusal(Reason.SECOND_PERSON_NEEDED, "Chips and cash go to the cage or come from it only before two people.")


def is_signed_by_two(table: Table, by: Person, second: Person | None) -> bool:
    """Whether another person of this table has signed, too."""
    return second is not None and second.name != by.name and table.rules.procedures.works_here(second.role)


def titled(table: Table, by: Person) -> str:
    """The name of a person with the title that the document gives to their role."""
    role = table.rules.procedures.roles.get(by.role)
    return f"{by.name} ({role.title if role else by.role})"


def not_staff_refused(table: Table, by: Person) -> Refusal | None:
    """Refuse a person who does not work at this table, for an act that needs no power."""
    if table.rules.procedures.works_here(by.role):
        return None
    return Refusal(Reason.NOT_YOUR_POWER, f"{titled(table, by)} does not work at this table.")


def demands_on(table: Table, act: Act) -> list[Demand]:
    """The demands for a notice that belong to an act."""
    return [demand for demand in table.rules.procedures.demands if demand.act is act]
