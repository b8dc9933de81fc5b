"""Closing a gaming day: nothing of it may be uncounted or unexplained."""

import re

from msgspec.structs import replace

from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.refusals import CageReason, CageRefusal, signed_alone
from croupier.cage.rows import CageCommandRow, CageEventRow, declare, nothing
from croupier.cage.state import Cage
from croupier.rules.outcomes import listed


class CloseDay(CageOrder, frozen=True, kw_only=True, tag=True):
    """Close a gaming day."""

    day: str
    """Its date, such as 2026-11-17."""
    second: Clerk
    """Who has looked at its page, too."""


class DayClosed(CageEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A gaming day was closed: every box was counted, and every variance explained."""

    day: str
    by: Clerk
    second: Clerk


def close_day(cage: Cage, command: CloseDay) -> DayClosed | CageRefusal:
    """Close a day, once, and after the days before it."""
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", command.day):
        return CageRefusal(CageReason.BAD_DAY, f"{command.day} is no date; write it as 2026-11-17.")
    if command.day <= cage.closed_day:
        return CageRefusal(CageReason.BAD_DAY, f"The day {cage.closed_day} is closed; close a later one.")
    if refusal := signed_alone(command.by, command.second, "Another person has to have looked at the page of the day."):
        return refusal
    if uncounted := [str(box.number) for box in cage.boxes.values() if box.counted is None]:
        return CageRefusal(CageReason.DAY_OPEN, f"First count box {listed(sorted(uncounted, key=int), 'and')}.")
    if open_ones := [str(each.number) for each in cage.variances.values() if each.why is None]:
        return CageRefusal(CageReason.DAY_OPEN, f"First explain variance {listed(sorted(open_ones, key=int), 'and')}.")
    if drawers := [each.clerk.name for each in cage.drawers.values() if each.is_opener]:
        return CageRefusal(CageReason.DAY_OPEN, f"First count the closer of the drawer of {listed(drawers, 'and')}.")
    return DayClosed(day=command.day, by=command.by, second=command.second)


declare(
    CageCommandRow(kind=CloseDay, decide=close_day),
    CageEventRow(
        kind=DayClosed,
        apply=lambda cage, e: replace(cage, closed_day=e.day),
        tell=lambda _, e: f"{e.by} and {e.second} closed the gaming day {e.day}.",
        moves_money=False,
        changes=nothing,
    ),
)
