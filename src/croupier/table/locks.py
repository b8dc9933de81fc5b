"""What keeps a terminal from playing and from paying out: a lock, or meters that do not agree with its money."""

from croupier.money import dollars
from croupier.table.metering import disagreement
from croupier.table.refusals import Reason, Refusal
from croupier.table.state import Table


def locked(table: Table, seat: str) -> Refusal | None:
    """Why a terminal takes no wishes, where it is locked."""
    desk = table.desk
    if amount := desk.hand_pays.get(seat):
        return Refusal(Reason.TERMINAL_LOCKED, f"{dollars(amount)} waits to be paid by hand to {seat}.")
    if seat in desk.locks:
        return Refusal(Reason.TERMINAL_LOCKED, f"Play at the place of {seat} is locked; an attendant has to clear it.")
    return None


def unsound(table: Table, seat: str) -> Refusal | None:
    """Why a terminal neither plays nor pays out, where its own figures contradict each other."""
    if figures := disagreement(table, seat):
        return Refusal(Reason.METERS_DISAGREE, f"The meters of {seat} do not agree with its money: {figures}.")
    return None
