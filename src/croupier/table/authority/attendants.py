"""Calls for an attendant: a player calls from the terminal or reports a fault; staff say that they come, and end the call."""

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from croupier.rules.moments import MINUTE, Millis
from croupier.table.authority.powers import not_staff_refused
from croupier.table.core.checks import unknown_player
from croupier.table.core.desk import AttendantCall, Concern, Desk
from croupier.table.core.forms import forms_of, one_of
from croupier.table.core.message import Event, Order, PlayerCommand, Ruling, SeatKind
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_PLAYERS,
    FROM_STAFF,
    Audience,
    CommandRow,
    by_name,
    declare,
    event_without_money,
    on_desk,
)
from croupier.table.core.state import Table
from croupier.table.core.words import who

CALLS_AT_ONCE, CALLS_WITHIN = 3, 10 * MINUTE
"""A player calls so often within so many milliseconds."""
SAID = {Concern.ATTENDANT: "calls an attendant", Concern.FAULT: "reports a fault of the terminal"}


class CallAttendant(PlayerCommand, frozen=True, kw_only=True, tag=True):
    """Call an attendant to a terminal, or report that it is faulty."""

    concern: Concern


class AnswerCall(Order, frozen=True, kw_only=True, tag=True):
    """Tell a player who has called that somebody is coming."""

    seat: str


class EndCall(Order, frozen=True, kw_only=True, tag=True):
    """End the call of a player: somebody has been there."""

    seat: str


class AttendantCalled(Event, frozen=True, kw_only=True, tag=True):
    """A player called an attendant to the terminal, or reported that it is faulty."""

    seat: str
    concern: Concern


class CallAnswered(Ruling, frozen=True, kw_only=True, tag=True):
    """A player who had called was told that somebody is coming."""

    seat: str


class CallEnded(Ruling, frozen=True, kw_only=True, tag=True):
    """The call of a player was ended."""

    seat: str


def call_attendant(table: Table, wish: CallAttendant) -> AttendantCalled | Refusal:
    """Call somebody. A player has one call open at a time, and calls a few times within some minutes."""
    if refusal := unknown_player(table, wish.seat):
        return refusal
    if table.kinds.get(wish.seat) is not SeatKind.TERMINAL or wish.by is not UNSET:
        return Refusal(Reason.NO_TERMINAL, f"{wish.seat} calls from a terminal.")
    if wish.seat in table.desk.calls:
        return Refusal(Reason.CALLED_ALREADY, "The staff know already. Somebody will come.")
    if len(_recent(table.desk.called, wish.at).get(wish.seat, ())) >= CALLS_AT_ONCE:
        return Refusal(
            Reason.CALLED_ALREADY, f"{wish.seat} has called {CALLS_AT_ONCE} times just now. Please wait some minutes."
        )
    return AttendantCalled(seat=wish.seat, concern=wish.concern)


def answer_call(table: Table, order: AnswerCall) -> CallAnswered | Refusal:
    """Anybody who works at the table may go."""
    if refusal := not_staff_refused(table, order.by) or _no_call(table, order.seat):
        return refusal
    if by := table.desk.calls[order.seat].answered_by:
        return Refusal(Reason.CALLED_ALREADY, f"{by.name} is on the way to {order.seat} already.")
    return CallAnswered(seat=order.seat, by=order.by, why=order.why, clause="")


def end_call(table: Table, order: EndCall) -> CallEnded | Refusal:
    """Anybody who works at the table may end it, also without having said that somebody comes."""
    if refusal := not_staff_refused(table, order.by) or _no_call(table, order.seat):
        return refusal
    return CallEnded(seat=order.seat, by=order.by, why=order.why, clause="")


def _no_call(table: Table, seat: str) -> Refusal | None:
    return None if seat in table.desk.calls else Refusal(Reason.UNKNOWN_FILE, f"{seat} has not called.")


def _recent(called: Mapping[str, tuple[Millis, ...]], now: Millis) -> dict[str, tuple[Millis, ...]]:
    """The calls that count towards the limit, by seat."""
    kept = {seat: tuple(at for at in times if now - at < CALLS_WITHIN) for seat, times in called.items()}
    return {seat: times for seat, times in kept.items() if times}


def _called(table: Table, event: AttendantCalled) -> Desk:
    recent = _recent(table.desk.called, event.at)
    return replace(
        table.desk,
        calls={**table.desk.calls, event.seat: AttendantCall(event.concern, event.at)},
        called={**recent, event.seat: (*recent.get(event.seat, ()), event.at)},
    )


def _answered(table: Table, event: CallAnswered) -> Desk:
    call = replace(table.desk.calls[event.seat], answered_by=event.by)
    return replace(table.desk, calls={**table.desk.calls, event.seat: call})


def _ended(table: Table, event: CallEnded) -> Desk:
    return replace(table.desk, calls={seat: call for seat, call in table.desk.calls.items() if seat != event.seat})


NOBODY_CALLS = Refusal(Reason.UNKNOWN_FILE, "No player has called.")

declare(
    CommandRow(
        kind=CallAttendant,
        decide=call_attendant,
        wish=by_name,
        senders=FROM_PLAYERS,
        under=None,
        chosen=("seat", "concern"),
        forms=forms_of(
            CallAttendant, lambda table: ({"seat": seat, "concern": each} for seat in table.clockwise() for each in Concern)
        ),
    ),
    CommandRow(
        kind=AnswerCall,
        decide=answer_call,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(AnswerCall, one_of("seat", lambda table: table.desk.calls)),
        nothing=NOBODY_CALLS,
    ),
    CommandRow(
        kind=EndCall,
        decide=end_call,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(EndCall, one_of("seat", lambda table: table.desk.calls)),
        nothing=NOBODY_CALLS,
    ),
    event_without_money(
        kind=AttendantCalled,
        apply=on_desk(_called),
        tell=lambda _, e: f"{e.seat} {SAID[e.concern]}.",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=CallAnswered,
        apply=on_desk(_answered),
        tell=lambda _, e: f"{who(e.by)} goes to {e.seat}, who has called.",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=CallEnded,
        apply=on_desk(_ended),
        tell=lambda _, e: f"{who(e.by)} ends the call of {e.seat}.",
        audience=Audience.STAFF,
    ),
)
