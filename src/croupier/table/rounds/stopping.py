"""Stopping play after an error of the program, until the program has been started again."""

from msgspec.structs import replace

from croupier.table.core.forms import SENTENCE, forms_of
from croupier.table.core.message import Command, Event
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_MACHINE, Audience, CommandRow, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table


class StopPlay(Command, frozen=True, kw_only=True, tag=True):
    """Stop play, because the program cannot run the table."""

    why: str


class ResumePlay(Command, frozen=True, kw_only=True, tag=True):
    """Resume play, after the program has been started again."""


class PlayStopped(Event, frozen=True, kw_only=True, tag=True):
    """Play was stopped, because the program cannot run the table. The round in play waits."""

    why: str


class PlayResumed(Event, frozen=True, kw_only=True, tag=True):
    """Play was resumed. The round in play continues."""


def stop_play(table: Table, wish: StopPlay) -> PlayStopped | Refusal:
    """Stop play."""
    if table.desk.stopped:
        return Refusal(Reason.TABLE_LOCKED, "Play has been stopped.")
    if not wish.why.strip():
        return Refusal(Reason.REASON_NEEDED, "Say why play is stopped.")
    return PlayStopped(why=wish.why)


def resume_play(table: Table, wish: ResumePlay) -> PlayResumed | Refusal:  # noqa: ARG001 - the signature of every `decide`
    """Resume play."""
    return PlayResumed() if table.desk.stopped else Refusal(Reason.OUT_OF_SEQUENCE, "Play has not been stopped.")


declare(
    CommandRow(
        kind=StopPlay,
        decide=stop_play,
        wish=by_name,
        senders=FROM_MACHINE,
        under=None,
        chosen=(),
        forms=forms_of(StopPlay, why=SENTENCE),
    ),
    CommandRow(
        kind=ResumePlay,
        decide=resume_play,
        wish=by_name,
        senders=FROM_MACHINE,
        under=None,
        chosen=(),
        forms=forms_of(ResumePlay),
    ),
    event_without_money(
        kind=PlayStopped,
        apply=on_desk(lambda t, e: replace(t.desk, stopped=e.why)),
        tell=lambda _, e: f"Play is stopped: {e.why.removesuffix('.')}.",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=PlayResumed,
        apply=on_desk(lambda t, _: replace(t.desk, stopped="")),
        tell=lambda _, __: "Play is resumed.",
        audience=Audience.STAFF,
    ),
)
