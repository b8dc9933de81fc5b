"""The register of a table: one line for each notice and each dispute."""

from croupier.rules.moments import clock_time
from croupier.rules.powers import Due
from croupier.table.core.desk import Dispute, Notice
from croupier.table.core.state import Table
from croupier.table.core.words import about_round


def register(table: Table, at: int) -> list[str]:
    """One line for each notice and each dispute, with how long an open notice has waited or is overdue at a time."""
    lines = [f"notice {number}: {_notice(notice, at)}" for number, notice in sorted(table.desk.notices.items())]
    lines += [f"dispute {number}: {_dispute(file)}" for number, file in sorted(table.desk.disputes.items())]
    return [" ".join(line.splitlines()) for line in lines]


def _notice(notice: Notice, at: int) -> str:
    said = f"to {notice.to}, {notice.due}, of what happened at {clock_time(notice.since)}: {notice.about} ({notice.clause})"
    if notice.given is not None:
        who = f"{notice.by.name}, {notice.by.role}" if notice.by else "somebody"
        return f"{said}; given at {clock_time(notice.given)} by {who}: {notice.how}"
    waited = f"{max(0, at - notice.since) // 1000:,} seconds"
    # Only a notice that is due at once can be overdue. For the others, show how long they have waited.
    return f"{said}; OVERDUE by {waited}" if notice.due == Due.AT_ONCE.value else f"{said}; waiting for {waited}"


def _dispute(file: Dispute) -> str:
    said = f"{file.seat}{about_round(file.round)}: {file.about}"
    for what, who, words in (
        ("decided", file.decided_by, file.decision),
        ("reviewed", file.reviewed_by, file.review),
        ("advised of the right to complain", file.advised_by, ""),
    ):
        if who:
            said += f"; {what} by {who.name}, {who.role}{f': {words}' if words else ''}"
    return said if file.decided_by else f"{said}; waits to be decided"
