"""Signs, limits, the opening and the closing of a table: changes that hang out for their time before they hold."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from croupier.rules.error import RuleError
from croupier.rules.machine import Result
from croupier.rules.moments import LATEST, MINUTE
from croupier.rules.powers import Act, Due
from croupier.rules.ruleset import ReadingError
from croupier.rules.sequence import Phase
from croupier.rules.sign import SettingValue, Sign, SignError
from croupier.table.authority import authority, demanded, demands_on, permitted
from croupier.table.events import Event
from croupier.table.orders import (
    AmendRules,
    AnnounceClose,
    ChangeSign,
    CloseTable,
    EndWager,
    OpenDay,
    PostNotice,
    RelieveDealer,
    SetPlayerLimits,
)
from croupier.table.refusals import Reason, Refusal
from croupier.table.returning import give_all_back
from croupier.table.rulings import (
    CloseAnnounced,
    DayOpened,
    DealerRelieved,
    NoticePosted,
    PlayerLimitsSet,
    RulesAmended,
    SignChanged,
    TableClosed,
    WagerEnded,
)
from croupier.table.seats import unknown_player
from croupier.table.state import Posted, Table

ANNOUNCED = (Act.CHANGE_SIGN, Act.END_WAGER, Act.CLOSE_TABLE)
"""What a sign announces."""
BETWEEN_ROUNDS = (Phase.UNTIMED, Phase.DONE)


def post(table: Table, order: PostNotice) -> tuple[Event, ...] | Refusal:
    """Put up a sign early enough for what it says."""
    power = authority(table, order.by, order.act, order.why)
    if isinstance(power, Refusal):
        return power
    if order.act not in ANNOUNCED or (order.act is Act.CHANGE_SIGN and not order.values):
        return Refusal(Reason.BAD_SIGN, "That is nothing that a sign announces.", power.clause)
    clock = next((each for each in table.rules.procedures.clocks if each.act is order.act), None)
    at, wait = order.at or table.clock, clock.minutes * MINUTE if clock else 0
    if order.takes_effect < at + wait:
        minutes = f"{clock.minutes} minutes" if clock else "some time"
        return Refusal(Reason.TOO_SOON, f"The sign has to hang for {minutes} before it takes effect.", power.clause)
    if order.takes_effect > LATEST:
        return Refusal(Reason.BAD_SIGN, "No calendar has the day on which that would take effect.", power.clause)
    if order.act is Act.END_WAGER and order.wager not in power.wagers:
        return Refusal(Reason.UNKNOWN_WAGER, f"{order.wager or 'Nothing'} is no wager that a sign can end.", power.clause)
    if order.act is Act.CHANGE_SIGN:
        sign = changed(table, order.values)
        if isinstance(sign, Refusal):
            return sign
    posted = NoticePosted(
        notice=max(table.desk.posted, default=0) + 1,
        act=order.act,
        takes_effect=order.takes_effect,
        values=order.values,
        wager=order.wager,
        by=order.by,
        why=order.why,
        clause=power.clause,
    )
    return posted, *demanded(table, order.act, f"to {order.act}", before=True)


def changed(table: Table, values: Mapping[str, SettingValue]) -> Sign | Refusal:
    """The sign with other values in some lines."""
    try:
        sign = table.rules.sign({**table.sign.named, **values})
    except SignError as error:
        return Refusal(Reason.BAD_SIGN, f"{error}.", table.rules.limits.clause)
    if any(value > LATEST for value in values.values()):
        return Refusal(Reason.BAD_SIGN, "No sign has room for that number.", table.rules.limits.clause)
    if sign.maximum is not None and sign.maximum < sign.minimum:
        return Refusal(Reason.BAD_SIGN, "The maximum would be below the minimum.", table.rules.limits.clause)
    return sign


def change(table: Table, order: ChangeSign) -> SignChanged | Refusal:
    """Change the sign: at once, but a higher minimum only when its own sign has hung for its time."""
    power = authority(table, order.by, Act.CHANGE_SIGN, order.why)
    if isinstance(power, Refusal):
        return power
    sign = changed(table, order.values)
    if isinstance(sign, Refusal):
        return sign
    limits = {setting.name for setting in table.rules.settings if setting.clause == table.rules.limits.clause}
    if others := [name for name in order.values if name not in limits]:
        return Refusal(Reason.BAD_SIGN, f"{min(others)} is no limit: it changes when a gaming day begins.", power.clause)
    if refusal := _minimum_is_early(table, sign, order.at) or _changes_the_round(table, order.values):
        return refusal
    return SignChanged(values=order.values, by=order.by, why=order.why, clause=power.clause)


def _changes_the_round(table: Table, values: Mapping[str, SettingValue]) -> Refusal | None:
    """Why a line on which a step of the round depends cannot change now: limits may at any time, the round itself may not."""
    for step in table.rules.procedures.sequence:
        if step.only_with in values and table.round.phase not in BETWEEN_ROUNDS:
            what = step.only_with.replace("_", " ")
            return Refusal(Reason.OUT_OF_SEQUENCE, f"The {what} changes between rounds.", step.clause)
    return None


def _minimum_is_early(table: Table, sign: Sign, at: int) -> Refusal | None:
    """Whether the minimum would rise before the sign that announces it has hung for its time."""
    if sign.minimum <= table.sign.minimum:
        return None
    announced = (each for each in table.desk.posted.values() if each.values.get("minimum") == sign.minimum)
    return _not_yet(table, announced, Act.CHANGE_SIGN, at, "a higher minimum")


def _not_yet(table: Table, posted: Iterable[Posted], act: Act, at: int, what: str) -> Refusal | None:
    """Why a change cannot be made yet that a sign has to announce."""
    clock = next((each for each in table.rules.procedures.clocks if each.act is act), None)
    if clock is None:
        return None
    signs = [each for each in posted if each.act is act]
    if not signs:
        return Refusal(Reason.NOTICE_NEEDED, f"A sign has to announce {what} for {clock.minutes} minutes.", clock.clause)
    if (at or table.clock) < min(each.takes_effect for each in signs):
        return Refusal(Reason.TOO_SOON, f"The sign that announces {what} has not hung for its time.", clock.clause)
    return None


def set_player_limits(table: Table, order: SetPlayerLimits) -> PlayerLimitsSet | Refusal:
    """Limits of a player's own, with a sign that shows them."""
    if refusal := unknown_player(table, order.seat):
        return refusal
    power = authority(table, order.by, Act.PLAYER_LIMITS, order.why)
    if isinstance(power, Refusal):
        return power
    if not 0 <= order.minimum <= order.maximum:
        return Refusal(
            Reason.BAD_SIGN, "A player's maximum is not below their minimum, and neither is below nothing.", power.clause
        )
    if table.sign.maximum is None or order.maximum <= table.sign.maximum:
        return Refusal(Reason.BAD_SIGN, "Limits of one's own are there to bet more than the maximum on the sign.", power.clause)
    return PlayerLimitsSet(
        seat=order.seat, minimum=order.minimum, maximum=order.maximum, by=order.by, why=order.why, clause=power.clause
    )


def end_wager(table: Table, order: EndWager) -> WagerEnded | Refusal:
    """A kind of wager is off the table once its sign has hung for its time; bets on it run on."""
    power = authority(table, order.by, Act.END_WAGER, order.why)
    if isinstance(power, Refusal):
        return power
    if order.wager not in power.wagers:
        return Refusal(Reason.UNKNOWN_WAGER, f"{order.wager or 'Nothing'} is no wager that can be ended.", power.clause)
    announced = (each for each in table.desk.posted.values() if each.wager == order.wager)
    if refusal := _not_yet(table, announced, Act.END_WAGER, order.at, f"the end of {order.wager}"):
        return refusal
    return WagerEnded(wager=order.wager, by=order.by, why=order.why, clause=power.clause)


def announce_close(table: Table, order: AnnounceClose) -> CloseAnnounced | Refusal:
    """The warning before play closes: where a sign has to hang first, not before its time, since it ends the betting."""
    power = authority(table, order.by, Act.CLOSE_TABLE, order.why)
    if isinstance(power, Refusal):
        return power
    # From here on no bets are taken, so that it comes no sooner than the closing itself.
    if refusal := _unannounced(table, order.at):
        return refusal
    return CloseAnnounced(by=order.by, why=order.why, clause=power.clause)


def close(table: Table, order: CloseTable) -> TableClosed | Refusal:
    """Close the table: its round is over, its sign has hung, whoever must know knows, and no bet is left behind."""
    power = authority(table, order.by, Act.CLOSE_TABLE, order.why)
    if isinstance(power, Refusal):
        return power
    if table.desk.closed:
        return Refusal(Reason.TABLE_CLOSED, "The table is closed already.", power.clause)
    nothing_has_begun = table.round.phase in table.rules.procedures.takes_bets and not any(table.layout.values())
    if table.round.phase not in BETWEEN_ROUNDS and not nothing_has_begun:
        return Refusal(Reason.OUT_OF_SEQUENCE, "A round is in play.", power.clause)
    if table.rules.procedures.period and table.layout and not table.desk.closing:
        return Refusal(Reason.NOTICE_NEEDED, "First every terminal is warned that play closes.", power.clause)
    if refusal := _unannounced(table, order.at):
        return refusal
    if any(table.layout.values()) and not order.refund:
        sentence = "Bets still stand: they are decided first, or given back."
        return Refusal(Reason.BETS_STANDING, sentence, power.clause)
    decided, transfers = give_all_back(table, Result.REFUND)
    return TableClosed(decided=decided, transfers=transfers, by=order.by, why=order.why, clause=power.clause)


def _unannounced(table: Table, at: int) -> Refusal | None:
    """Why the table cannot close yet: its sign has not hung for its time, or whoever must know of this closing does not."""
    desk = table.desk
    if table.layout:
        posted = desk.posted.values()
        if refusal := _not_yet(table, posted, Act.CLOSE_TABLE, at, "the closing of the table"):
            return refusal
    told = [each.clause for number, each in desk.notices.items() if number > desk.heeded and each.given is not None]
    for demand in demands_on(table, Act.CLOSE_TABLE):
        if demand.due is Due.BEFORE and demand.clause not in told:
            return Refusal(Reason.NOTICE_NEEDED, f"First {demand.to} has to be told.", demand.clause)
    return None


def open_day(table: Table, order: OpenDay) -> DayOpened | Refusal:
    """A gaming day begins between rounds, at a table that is closed or was never open."""
    # Whoever may close a table opens it; a new sign is for those who may change one.
    acts = [Act.CLOSE_TABLE, *([Act.CHANGE_SIGN] if order.values and table.rules.procedures.powers_to[Act.CHANGE_SIGN] else [])]
    for act in acts:
        power = permitted(table, order.by, act)
        if isinstance(power, Refusal):
            return replace(power, sentence=power.sentence.replace(Act.CLOSE_TABLE, "open the table"))
    if not order.day.strip():
        return Refusal(Reason.BAD_SIGN, "A gaming day needs a name, such as its date.")
    if not table.desk.closed and (table.desk.day or table.round.number):
        since = f" since {table.desk.day}" if table.desk.day else ""
        return Refusal(Reason.OUT_OF_SEQUENCE, f"The table is open{since}; it closes first.")
    sign = changed(table, order.values)
    if isinstance(sign, Refusal):
        return sign
    return DayOpened(day=order.day, values=order.values, by=order.by, why=order.why, clause="")


def amend(table: Table, order: AmendRules) -> RulesAmended | Refusal:
    """Other readings or higher odds, for bets to come."""
    power = authority(table, order.by, Act.AMEND_RULES, order.why)
    if isinstance(power, Refusal):
        return power
    if table.round.phase not in BETWEEN_ROUNDS:
        return Refusal(Reason.OUT_OF_SEQUENCE, "Rules change between rounds.", power.clause)
    try:
        if not order.readings and not order.raised:
            return Refusal(Reason.BAD_RULES, "Say which reading, or which odds.", power.clause)
        rules = table.rules.amended(order.readings, order.raised)
    except (ReadingError, RuleError) as error:
        return Refusal(Reason.BAD_RULES, f"{str(error).removesuffix(f' ({power.clause})')}.", power.clause)
    return RulesAmended(
        fingerprint=rules.fingerprint,
        readings=order.readings,
        raised=order.raised,
        by=order.by,
        why=order.why,
        clause=power.clause,
    )


def relieve(table: Table, order: RelieveDealer) -> DealerRelieved | Refusal:
    """Somebody takes the table over, or gives it back to the machine."""
    if not table.rules.procedures.works_here(order.by.role):
        return Refusal(Reason.NOT_YOUR_POWER, f"{order.by.name} does not work at this table.")
    return DealerRelieved(by=order.by, why=order.why, clause="")
