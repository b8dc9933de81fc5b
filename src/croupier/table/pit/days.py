"""The gaming day: opening the table, announcing the closing, and closing it."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.ledger.book import Transfer
from croupier.rules.machine import Result
from croupier.rules.powers import Act, Due
from croupier.rules.sign import SettingValue
from croupier.table.authority.powers import REPORTED, agreement_refused, demands_on, grounds_for, power_to_act, power_to_decide
from croupier.table.bets.returning import bets_gone, give_all_back
from croupier.table.core.forms import either, every, forms_of
from croupier.table.core.message import Decided, Order, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_STAFF,
    Audience,
    CommandRow,
    EventRow,
    History,
    by_name,
    declare,
    event_without_money,
    on_desk,
)
from croupier.table.core.state import Table
from croupier.table.core.words import ends, on_sign, who, with_second
from croupier.table.money.metering import meter_ruling
from croupier.table.money.takings import takings
from croupier.table.pit.signs import BETWEEN_ROUNDS, changed_sign, not_yet
from croupier.table.rounds.settling import has_seen_a_result, machine_reported


class OpenDay(Order, frozen=True, kw_only=True, tag=True):
    """Open a gaming day."""

    day: str
    """Its name, such as its date."""
    values: Mapping[str, SettingValue] = {}
    """The settings of the sign to change."""


class AnnounceClose(Order, frozen=True, kw_only=True, tag=True):
    """Announce that play closes. No new bets are taken, and players are to collect their credit."""


class CloseTable(Order, frozen=True, kw_only=True, tag=True):
    """Close the table."""

    refund: bool = False
    """Whether standing bets are refunded. If not, the table cannot close while bets stand."""
    second: Person | None = None
    """A second holder of the power. Needed on a live floor to refund bets that have met a result which a machine reported."""


class DayOpened(Ruling, frozen=True, kw_only=True, tag=True):
    """A gaming day was opened. Pucks, the dice and the announced changes were reset."""

    day: str
    values: Mapping[str, SettingValue]


class CloseAnnounced(Ruling, frozen=True, kw_only=True, tag=True):
    """The closing of play was announced. No new bets are taken."""


class TableClosed(Ruling, frozen=True, kw_only=True, tag=True):
    """The table was closed, and standing bets were refunded."""

    second: Person | None = None
    """The second person, if one was needed."""
    decided: tuple[Decided, ...]
    transfers: tuple[Transfer, ...]


def open_day(table: Table, order: OpenDay) -> DayOpened | Refusal:
    """Open a gaming day at a table that is closed or was never open."""
    # The power to close a table includes opening it. Changing the sign needs its own power.
    acts = [Act.CLOSE_TABLE, *([Act.CHANGE_SIGN] if order.values and table.rules.procedures.powers_to[Act.CHANGE_SIGN] else [])]
    for act in acts:
        power = power_to_act(table, order.by, act)
        if isinstance(power, Refusal):
            return replace(power, sentence=power.sentence.replace(Act.CLOSE_TABLE, "open the table"))
    if not order.day.strip():
        return Refusal(Reason.BAD_SIGN, "A gaming day needs a name, such as its date.")
    if not table.desk.closed and (table.desk.day or table.round.number):
        since = f" since {table.desk.day}" if table.desk.day else ""
        return Refusal(Reason.OUT_OF_SEQUENCE, f"The table is open{since}; it closes first.")
    sign = changed_sign(table, order.values)
    if isinstance(sign, Refusal):
        return sign
    return DayOpened(day=order.day, values=order.values, by=order.by, why=order.why, clause="")


def announce_close(table: Table, order: AnnounceClose) -> CloseAnnounced | Refusal:
    """Announce that play closes."""
    power = power_to_decide(table, order.by, Act.CLOSE_TABLE, order.why)
    if isinstance(power, Refusal):
        return power
    # The announcement ends the betting, so it has the same conditions as the closing.
    if refusal := _closing_too_soon(table, order.at):
        return refusal
    return CloseAnnounced(by=order.by, why=order.why, clause=power.clause)


def close_table(table: Table, order: CloseTable) -> TableClosed | Refusal:
    """Close the table.

    The round must be over, the sign must have hung for its time, the notices must have been given, and no bet may stand.
    """
    power = power_to_decide(table, order.by, Act.CLOSE_TABLE, order.why)
    if isinstance(power, Refusal):
        return power
    if table.desk.closed:
        return Refusal(Reason.TABLE_CLOSED, "The table is closed already.", power.clause)
    nothing_has_begun = table.round.phase in table.rules.procedures.takes_bets and not any(table.layout.values())
    if table.round.phase not in BETWEEN_ROUNDS and not nothing_has_begun:
        return Refusal(Reason.OUT_OF_SEQUENCE, "A round is in play.", power.clause)
    if table.rules.procedures.is_electronic and table.layout and not table.desk.closing:
        return Refusal(Reason.NOTICE_NEEDED, "First every terminal is warned that play closes.", power.clause)
    if refusal := _closing_too_soon(table, order.at):
        return refusal
    if any(table.layout.values()) and not order.refund:
        sentence = "Bets still stand: they are decided first, or given back."
        return Refusal(Reason.BETS_STANDING, sentence, power.clause)
    by, second, why = order.by, order.second, order.why
    reported = machine_reported(table) and any(has_seen_a_result(table, seat) for seat in table.layout)
    if reported and (refusal := agreement_refused(table, by, second, Act.CLOSE_TABLE, why, REPORTED)):
        return refusal
    decided, transfers = give_all_back(table, Result.REFUND)
    return TableClosed(decided=decided, transfers=transfers, by=by, second=second, why=why, clause=power.clause)


def _closing_too_soon(table: Table, at: int) -> Refusal | None:
    """Refuse to close while its sign has not hung for its time, or a notice that must come first has not been given."""
    desk = table.desk
    if table.layout:
        posted = desk.posted.values()
        if refusal := not_yet(table, posted, Act.CLOSE_TABLE, at, "the closing of the table"):
            return refusal
    told = [each.clause for number, each in desk.notices.items() if number > desk.heeded and each.given is not None]
    for demand in demands_on(table, Act.CLOSE_TABLE):
        if demand.due is Due.BEFORE and demand.clause not in told:
            return Refusal(Reason.NOTICE_NEEDED, f"First {demand.to} has to be told.", demand.clause)
    return None


def _apply_day(table: Table, event: DayOpened) -> Table:
    pucks = {name: puck.first for name, puck in table.rules.pucks.items()}
    desk = replace(
        table.desk,
        day=event.day,
        before_today=takings(table),
        closed=False,
        closing=False,
        ended=frozenset(),
        final_call={},
        posted={},
        lost=0,
    )
    # The day starts with a complete set of dice, and no player has had them.
    before = replace(table.round, dice_at="", dice_place=0, dice_pass=False, asked_place=0, missing=None)
    round = replace(before, shooter="", chosen=(), offered="", declined=())
    offers = table.rules.addresses
    return replace(
        table,
        pucks=pucks,
        round=round,
        desk=desk,
        barred=frozenset((seat, wager) for seat, wager in table.barred if not offers[wager].offer.back_up.holds(pucks)),
        sign=table.rules.sign({**table.sign.named, **event.values}),
    )


def _apply_closed(table: Table, event: TableClosed) -> Table:
    after = bets_gone(table, event)
    desk = replace(after.desk, closed=True, closing=False, posted={}, heeded=len(after.desk.notices))
    return replace(after, desk=desk)


def _close_again(table: Table, event: TableClosed) -> TableClosed:
    decided, transfers = give_all_back(table, Result.REFUND)
    return replace(event, decided=decided, transfers=transfers)


declare(
    CommandRow(
        kind=OpenDay,
        decide=open_day,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.CLOSE_TABLE,
        chosen=(),
        forms=forms_of(OpenDay, day="another day"),
    ),
    CommandRow(
        kind=AnnounceClose,
        decide=announce_close,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.CLOSE_TABLE,
        chosen=("why",),
        forms=forms_of(AnnounceClose, grounds_for(Act.CLOSE_TABLE)),
    ),
    CommandRow(
        kind=CloseTable,
        decide=close_table,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.CLOSE_TABLE,
        chosen=("refund", "why"),
        forms=forms_of(CloseTable, every(either("refund"), grounds_for(Act.CLOSE_TABLE))),
    ),
    event_without_money(
        kind=DayOpened,
        apply=_apply_day,
        tell=lambda t, e: (
            f"{who(e.by)} opens the gaming day {e.day}" + (f", with {on_sign(t, e.values)} on the sign." if e.values else ".")
        ),
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=CloseAnnounced,
        apply=on_desk(lambda t, _: replace(t.desk, closing=True)),
        tell=lambda _, e: f"{who(e.by)} announces that play closes: no more bets, credits are to be cleared.",
        audience=Audience.STAFF,
    ),
    EventRow(
        kind=TableClosed,
        apply=_apply_closed,
        meter=meter_ruling,
        tell=lambda t, e: [f"{with_second(e.by, e.second)} closes the table.", *ends(t, e.decided)],
        again=_close_again,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
