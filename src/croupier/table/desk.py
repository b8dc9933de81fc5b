"""What an event changes beside the game: signs, cards, files, faults."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.rules.powers import Act
from croupier.table.events import CardInserted, CardRemoved, DisputeOpened, Event, NoticeDemanded, TerminalLocked
from croupier.table.rulings import (
    BetRefused,
    BetsVoided,
    BreachNoted,
    CloseAnnounced,
    ComplaintAdvised,
    DayOpened,
    DealerRelieved,
    DiceReplaced,
    DieRecovered,
    DisputeDecided,
    DisputeReviewed,
    FaultRectified,
    FreezeRelaxed,
    LightsFailed,
    NoticeGiven,
    NoticePosted,
    PlayerHeld,
    PlayerLimitsSet,
    PlayerRefused,
    PlayerSanctioned,
    RulesAmended,
    SeatOrdered,
    SignChanged,
    TableClosed,
    TerminalFailed,
    TerminalRestored,
    TerminalUnlocked,
    WagerEnded,
)
from croupier.table.state import Desk, Dispute, Notice, Posted, Table

PLAYS = -1
"""In place of a number of idle rounds: the player has bet in this one, and begins again at none when it is over."""


def without_seat(desk: Desk, seat: str) -> Desk:
    """A player has gone."""
    return replace(
        desk,
        cards={each: player for each, player in desk.cards.items() if each != seat},
        limits={each: limits for each, limits in desk.limits.items() if each != seat},
        idle={each: rounds for each, rounds in desk.idle.items() if each != seat},
        faulty=desk.faulty - {seat},
        leaving=desk.leaving - {seat},
    )


def plays(desk: Desk, seat: str) -> Desk:
    """A player bets, and is not idle."""
    return replace(desk, idle={**desk.idle, seat: PLAYS})


def after_round(table: Table, pucks: Mapping[str, str]) -> Desk:
    """Count the rounds of those who had no bet, where the document does: only those in which every place was taken."""
    abstaining = table.rules.procedures.abstaining
    if abstaining is None or not abstaining.counted.holds(pucks):
        return table.desk
    if not table.seats or len(table.layout) < table.seats:
        return replace(table.desk, idle={}) if table.desk.idle else table.desk
    idle = table.desk.idle
    rounds = {seat: 0 if bets else idle.get(seat, 0) + 1 for seat, bets in table.layout.items()}
    return replace(table.desk, idle=rounds)


def ruled(table: Table, event: BetRefused | BetsVoided | LightsFailed | TableClosed) -> Desk:
    """What a ruling that took bets down changes beside them."""
    match event:
        case LightsFailed():
            lights = table.rules.procedures.lights
            assert lights, "lights fail only where a table has them"
            return replace(table.desk, locked=lights.locks)
        case TableClosed():
            return replace(table.desk, closed=True, closing=False, posted={}, heeded=len(table.desk.notices))
        case _:
            return table.desk


def _posted(table: Table, event: NoticePosted) -> Desk:
    sign = Posted(event.act, event.at, event.takes_effect, event.values, event.wager)
    # The sign is the final call, that of the table's own closing too: bets that stand run on, and no new ones are taken.
    calls = {
        Act.END_WAGER: [event.wager],
        Act.CLOSE_TABLE: [wager for power in table.rules.procedures.powers_to[Act.END_WAGER] for wager in power.wagers],
    }
    ended = table.desk.ended.union(calls.get(event.act, ()))
    return replace(table.desk, posted={**table.desk.posted, event.notice: sign}, ended=ended)


def _sanctioned(table: Table, event: PlayerSanctioned) -> Desk:
    if event.measure not in (Act.BAR, Act.EXCLUDE):
        return table.desk
    # Where a card says who plays, the person is kept away and the terminal is free for others.
    return replace(table.desk, refused={**table.desk.refused, table.desk.cards.get(event.seat, event.seat): event.clause})


def _demanded(table: Table, event: NoticeDemanded) -> Desk:
    notice = Notice(event.to, event.due, event.clause, event.about, event.at)
    return replace(table.desk, notices={**table.desk.notices, event.notice: notice})


def _given(table: Table, event: NoticeGiven) -> Desk:
    given = replace(table.desk.notices[event.notice], given=event.at, by=event.by, how=event.how)
    return replace(table.desk, notices={**table.desk.notices, event.notice: given})


def _dispute(table: Table, number: int, **changes: Any) -> Desk:
    file = replace(table.desk.disputes[number], **changes)
    return replace(table.desk, disputes={**table.desk.disputes, number: file})


def _disputed(table: Table, event: DisputeOpened) -> Desk:
    file = Dispute(event.seat, event.round, event.about)
    return replace(table.desk, disputes={**table.desk.disputes, event.dispute: file})


def _limited(table: Table, event: PlayerLimitsSet) -> Desk:
    return replace(table.desk, limits={**table.desk.limits, event.seat: (event.minimum, event.maximum)})


def _on_desk(change: Callable[[Table, Any], Desk]) -> Callable[[Table, Any], Table]:
    return lambda table, event: replace(table, desk=change(table, event))


def _unchanged(table: Table, _: object) -> Table:
    return table


def _sign_changed(table: Table, event: SignChanged) -> Table:
    sign = table.rules.sign({**table.sign.named, **event.values})
    # A sign comes down when what it says is so; others hang on, since their time runs.
    hanging = {
        number: each
        for number, each in table.desk.posted.items()
        if not each.values or each.values.items() - sign.named.items()
    }
    return replace(table, sign=sign, desk=replace(table.desk, posted=hanging))


def _day_opened(table: Table, event: DayOpened) -> Table:
    pucks = {name: puck.first for name, puck in table.rules.pucks.items()}
    desk = replace(table.desk, day=event.day, closed=False, closing=False, ended=frozenset(), posted={}, lost=0)
    # Play commences anew: a whole set of dice is offered as if nobody had had them.
    round = replace(table.round, shooter="", dice_at="", dice_pass=False, chosen=(), offered="", declined=())
    offers = table.rules.addresses
    return replace(
        table,
        pucks=pucks,
        round=round,
        desk=desk,
        barred=frozenset((seat, wager) for seat, wager in table.barred if not offers[wager].offer.back_up.holds(pucks)),
        sign=table.rules.sign({**table.sign.named, **event.values}),
    )


def _amended(table: Table, event: RulesAmended) -> Table:
    rules = table.rules.amended(event.readings, event.raised)
    return replace(table, rules=rules, editions=(*table.editions, rules))


APPLIERS: dict[type[Event], Callable[[Table, Any], Table]] = {
    CardInserted: _on_desk(lambda t, e: replace(t.desk, cards={**t.desk.cards, e.seat: e.player})),
    CardRemoved: _on_desk(
        lambda t, e: replace(t.desk, cards={seat: player for seat, player in t.desk.cards.items() if seat != e.seat})
    ),
    TerminalLocked: _on_desk(lambda t, e: replace(t.desk, locks={**t.desk.locks, e.seat: e.why})),
    TerminalUnlocked: _on_desk(
        lambda t, e: replace(t.desk, locks={seat: why for seat, why in t.desk.locks.items() if seat != e.seat})
    ),
    DisputeOpened: _on_desk(_disputed),
    NoticeDemanded: _on_desk(_demanded),
    DieRecovered: _on_desk(lambda t, _: replace(t.desk, lost=t.desk.lost - 1)),
    DiceReplaced: _on_desk(lambda t, _: replace(t.desk, lost=0)),
    FreezeRelaxed: _unchanged,
    PlayerRefused: _on_desk(lambda t, e: replace(t.desk, refused={**t.desk.refused, e.seat: e.clause})),
    TerminalFailed: _on_desk(lambda t, e: replace(t.desk, faulty=t.desk.faulty | {e.seat})),
    TerminalRestored: _on_desk(lambda t, e: replace(t.desk, faulty=t.desk.faulty - {e.seat})),
    FaultRectified: _on_desk(lambda t, _: replace(t.desk, locked="")),
    PlayerSanctioned: _on_desk(_sanctioned),
    BreachNoted: _on_desk(
        lambda t, e: replace(t.desk, breaches={**t.desk.breaches, e.seat: t.desk.breaches.get(e.seat, 0) + 1})
    ),
    SeatOrdered: _on_desk(lambda t, e: replace(t.desk, leaving=t.desk.leaving | {e.seat}) if e.seat in t.layout else t.desk),
    NoticePosted: _on_desk(_posted),
    SignChanged: _sign_changed,
    PlayerLimitsSet: _on_desk(_limited),
    WagerEnded: _on_desk(lambda t, e: replace(t.desk, ended=t.desk.ended | {e.wager})),
    CloseAnnounced: _on_desk(lambda t, _: replace(t.desk, closing=True)),
    DayOpened: _day_opened,
    PlayerHeld: _on_desk(lambda t, e: replace(t.desk, held=t.desk.held | {e.player})),
    RulesAmended: _amended,
    DealerRelieved: _on_desk(lambda t, e: replace(t.desk, dealer=e.by)),
    DisputeDecided: _on_desk(lambda t, e: _dispute(t, e.dispute, decided_by=e.by, decision=e.decision)),
    DisputeReviewed: _on_desk(lambda t, e: _dispute(t, e.dispute, reviewed_by=e.by, review=e.decision)),
    ComplaintAdvised: _on_desk(lambda t, e: _dispute(t, e.dispute, advised_by=e.by)),
    NoticeGiven: _on_desk(_given),
}
"""Every event that changes nothing on the layout."""
