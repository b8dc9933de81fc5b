"""Who may do what: every decision is held against the powers of the document, and opens the notices it demands."""

from collections.abc import Sequence

from croupier.rules.outcomes import listed
from croupier.rules.powers import Act, Demand, Due, Power
from croupier.rules.sequence import Phase
from croupier.table.events import NoticeDemanded
from croupier.table.person import Person
from croupier.table.refusals import Reason, Refusal
from croupier.table.state import Table


def authority(table: Table, by: Person | None, act: Act, why: str) -> Power | Refusal:
    """The power by which somebody decides this for that reason."""
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
    """The powers behind an act, but for those about something that this table does not have."""
    powers = table.rules.procedures.powers_to[act]
    return [power for power in powers if not power.only_with or table.sign.named.get(power.only_with)]


def permitted(table: Table, by: Person | None, act: Act) -> Power | Refusal:
    """The power by which somebody does this as part of the game, for which nobody asks a reason."""
    powers = powers_here(table, act)
    return _held(table, by, act, powers) if powers else Refusal(Reason.NO_SUCH_POWER, f"These rules let nobody {act}.")


def _held(table: Table, by: Person | None, act: Act, powers: Sequence[Power]) -> Power | Refusal:
    procedures, phase = table.rules.procedures, table.round.phase
    acting = procedures.acting(by.role) if by else frozenset[str]()
    held = [power for power in powers if acting.intersection(power.held_by) and not (by and by.role in power.not_for)]
    if not held:
        holders = listed(dict.fromkeys(title for power in powers for title in procedures.named(power.held_by)))
        sentence = (
            f"{called(table, by)} may not {act}: that is for {holders}." if by else f"Nobody said who is to {act}: {holders}."
        )
        return Refusal(Reason.NOT_YOUR_POWER, sentence, powers[0].clause)
    now = [power for power in held if not power.during or phase in power.during or phase is Phase.UNTIMED]
    if not now:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"It is too early or too late to {act}.", held[0].clause)
    return now[0]


def called(table: Table, by: Person) -> str:
    """Somebody by name and by the title the document gives them."""
    role = table.rules.procedures.roles.get(by.role)
    return f"{by.name} ({role.title if role else by.role})"


def clause_of(table: Table, act: Act) -> str:
    """The clause by which somebody may do this; none where the document is silent."""
    return next((power.clause for power in table.rules.procedures.powers_to[act]), "")


def demanded(table: Table, act: Act, about: str, *, before: bool = False) -> tuple[NoticeDemanded, ...]:
    """The notices that an act opens, or that have to be given before it."""
    first = len(table.desk.notices) + 1
    demands = [each for each in demands_on(table, act) if (each.due is Due.BEFORE) is before]
    return tuple(
        NoticeDemanded(notice=number, to=each.to, due=each.due.value, clause=each.clause, about=about)
        for number, each in enumerate(demands, first)
    )


def demands_on(table: Table, act: Act) -> list[Demand]:
    """The notices that the document demands for an act."""
    return [demand for demand in table.rules.procedures.demands if demand.act is act]
