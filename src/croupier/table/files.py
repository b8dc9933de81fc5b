"""Dispute files, and the register of notices."""

from croupier.rules.moments import clock_time
from croupier.rules.powers import Act, Due
from croupier.table.authority import authority, permitted
from croupier.table.commands import OpenDispute
from croupier.table.events import DisputeOpened
from croupier.table.orders import AdviseComplaint, GiveNotice, HearDispute, ReviewDispute
from croupier.table.refusals import Reason, Refusal
from croupier.table.rulings import ComplaintAdvised, DisputeDecided, DisputeReviewed, NoticeGiven
from croupier.table.seats import nobody
from croupier.table.state import Dispute, Notice, Table


def open_dispute(table: Table, wish: OpenDispute) -> DisputeOpened | Refusal:
    """Somebody disputes something: a player or one who has left, about a round or about none in particular."""
    if refusal := nobody(wish.seat):
        return refusal
    if not 0 <= wish.round <= table.round.number:
        return Refusal(Reason.UNKNOWN_ROUND, f"There was no round {wish.round} at this table.")
    if not wish.about.strip():
        return Refusal(Reason.REASON_NEEDED, "Say what is disputed.")
    return DisputeOpened(dispute=len(table.desk.disputes) + 1, seat=wish.seat, round=wish.round, about=wish.about)


def _file(table: Table, dispute: int) -> Dispute | Refusal:
    found = table.desk.disputes.get(dispute)
    return found or Refusal(Reason.UNKNOWN_FILE, f"There is no dispute {dispute}.")


def hear(table: Table, order: HearDispute) -> DisputeDecided | Refusal:
    """The first decision."""
    file = _file(table, order.dispute)
    if isinstance(file, Refusal):
        return file
    power = authority(table, order.by, Act.HEAR_DISPUTE, order.decision)
    if isinstance(power, Refusal):
        return power
    if file.decided_by:
        return Refusal(Reason.UNKNOWN_FILE, f"{file.decided_by.name} has decided that already.", power.clause)
    return DisputeDecided(dispute=order.dispute, decision=order.decision, by=order.by, why=order.why, clause=power.clause)


def review(table: Table, order: ReviewDispute) -> DisputeReviewed | Refusal:
    """Another person looks at the decision."""
    file = _file(table, order.dispute)
    if isinstance(file, Refusal):
        return file
    power = authority(table, order.by, Act.REVIEW_DISPUTE, order.decision)
    if isinstance(power, Refusal):
        return power
    if file.decided_by is None or file.reviewed_by:
        return Refusal(
            Reason.UNKNOWN_FILE, "There is nothing to review: no decision yet, or one reviewed before.", power.clause
        )
    if file.decided_by.name == order.by.name:
        sentence = f"{order.by.name} has taken the decision, and cannot review it."
        return Refusal(Reason.SECOND_PERSON_NEEDED, sentence, power.clause)
    return DisputeReviewed(dispute=order.dispute, decision=order.decision, by=order.by, why=order.why, clause=power.clause)


def advise(table: Table, order: AdviseComplaint) -> ComplaintAdvised | Refusal:
    """Somebody who is not satisfied is told of the right to complain."""
    file = _file(table, order.dispute)
    if isinstance(file, Refusal):
        return file
    power = permitted(table, order.by, Act.ADVISE_COMPLAINT)
    if isinstance(power, Refusal):
        return power
    if file.decided_by is None:
        return Refusal(Reason.UNKNOWN_FILE, "Nothing has been decided yet.", power.clause)
    return ComplaintAdvised(dispute=order.dispute, by=order.by, why=order.why, clause=power.clause)


def give_notice(table: Table, order: GiveNotice) -> NoticeGiven | Refusal:
    """A notice that was due has been given."""
    notice = table.desk.notices.get(order.notice)
    if notice is None or notice.given is not None:
        return Refusal(Reason.UNKNOWN_FILE, f"No notice {order.notice} is waiting to be given.")
    if not table.rules.procedures.works_here(order.by.role):
        return Refusal(Reason.NOT_YOUR_POWER, f"{order.by.name} does not work at this table.", notice.clause)
    if not order.how.strip():
        return Refusal(Reason.REASON_NEEDED, "Say to whom and how it was given.", notice.clause)
    return NoticeGiven(notice=order.notice, how=order.how, by=order.by, why=order.why, clause=notice.clause)


def waiting(table: Table) -> list[tuple[int, Notice]]:
    """The notices that have not been given, oldest first."""
    return [(number, notice) for number, notice in sorted(table.desk.notices.items()) if notice.given is None]


def register(table: Table, at: int) -> list[str]:
    """Every notice and every dispute of a table in a line: what waits, for how long, and what is overdue."""
    lines = [f"notice {number}: {_notice(notice, at)}" for number, notice in sorted(table.desk.notices.items())]
    lines += [f"dispute {number}: {_dispute(file)}" for number, file in sorted(table.desk.disputes.items())]
    return [" ".join(line.splitlines()) for line in lines]


def _notice(notice: Notice, at: int) -> str:
    said = f"to {notice.to}, {notice.due}, of what happened at {clock_time(notice.since)}: {notice.about} ({notice.clause})"
    if notice.given is not None:
        who = f"{notice.by.name}, {notice.by.role}" if notice.by else "somebody"
        return f"{said}; given at {clock_time(notice.given)} by {who}: {notice.how}"
    waited = f"{max(0, at - notice.since) // 1000:,} seconds"
    # Only what is due at once can be late by the clock; what is due when practicable shows how long it has waited.
    return f"{said}; OVERDUE by {waited}" if notice.due == Due.AT_ONCE.value else f"{said}; waiting for {waited}"


def _dispute(file: Dispute) -> str:
    said = f"{file.seat} about round {file.round}: {file.about}"
    for what, who, words in (
        ("decided", file.decided_by, file.decision),
        ("reviewed", file.reviewed_by, file.review),
        ("advised of the right to complain", file.advised_by, ""),
    ):
        if who:
            said += f"; {what} by {who.name}, {who.role}{f': {words}' if words else ''}"
    return said if file.decided_by else f"{said}; waits to be decided"
