"""The sign of a table. Some changes must be announced on a sign for a set time before they take effect."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from croupier.rules.moments import LATEST, MINUTE, Millis, clock_time
from croupier.rules.powers import Act, Clock
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase
from croupier.rules.sign import SettingValue, Sign, SignError
from croupier.table.authority.notices import demanded
from croupier.table.authority.powers import grounds_for, power_to_decide, powers_here
from croupier.table.core.desk import Desk, Posted
from croupier.table.core.forms import Values, every, forms_of
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import on_sign, who


class PostNotice(Order, frozen=True, kw_only=True, tag=True):
    """Put up a sign that announces a change."""

    act: Act
    """What will be done: change the sign, end a wager or close the table."""
    takes_effect: Millis | None = None
    """When it may be done, in milliseconds since 1970; null for the earliest time that the document allows."""
    values: Mapping[str, SettingValue] = {}
    """The settings of the sign that will change."""
    wager: str = ""
    """The kind of wager that will end."""


class ChangeSign(Order, frozen=True, kw_only=True, tag=True):
    """Change settings of the sign."""

    values: Mapping[str, SettingValue]


class NoticePosted(Ruling, frozen=True, kw_only=True, tag=True):
    """A sign that announces a change was put up."""

    notice: int
    """The number of the sign."""
    act: Act
    takes_effect: Millis
    """When the change may be made, in milliseconds since 1970."""
    values: Mapping[str, SettingValue]
    wager: str


class SignChanged(Ruling, frozen=True, kw_only=True, tag=True):
    """Settings of the sign were changed."""

    values: Mapping[str, SettingValue]


ANNOUNCED = (Act.CHANGE_SIGN, Act.END_WAGER, Act.CLOSE_TABLE)
"""The acts that a sign can announce."""
ANNOUNCED_SETTING = "minimum"
"""The setting that a sign has to announce before it rises, if the document sets a time for that."""
BETWEEN_ROUNDS = (Phase.UNTIMED, Phase.DONE)


def post_notice(table: Table, order: PostNotice) -> tuple[Event, ...] | Refusal:
    """Put up a sign. It must hang for the time that the document sets before the change."""
    power = power_to_decide(table, order.by, order.act, order.why)
    if isinstance(power, Refusal):
        return power
    if order.act not in ANNOUNCED or (order.act is Act.CHANGE_SIGN and not order.values):
        return Refusal(Reason.BAD_SIGN, "That is nothing that a sign announces.", power.clause)
    clock = sign_clock(table.rules, order.act)
    earliest = (order.at or table.clock) + (clock.minutes * MINUTE if clock else 0)
    takes_effect = earliest if order.takes_effect is None else order.takes_effect
    if takes_effect < earliest:
        hangs = f"{clock.minutes} minutes" if clock else "some time"
        return Refusal(Reason.TOO_SOON, f"The sign has to hang for {hangs} before it takes effect.", power.clause)
    if takes_effect > LATEST:
        return Refusal(Reason.BAD_SIGN, "No calendar has the day on which that would take effect.", power.clause)
    if order.act is Act.END_WAGER and order.wager not in power.wagers:
        return Refusal(Reason.UNKNOWN_WAGER, f"{order.wager or 'Nothing'} is no wager that a sign can end.", power.clause)
    if order.act is Act.CHANGE_SIGN:
        sign = changed_sign(table, order.values)
        if isinstance(sign, Refusal):
            return sign
    posted = NoticePosted(
        notice=max(table.desk.posted, default=0) + 1,
        act=order.act,
        takes_effect=takes_effect,
        values=order.values,
        wager=order.wager,
        by=order.by,
        why=order.why,
        clause=power.clause,
    )
    return posted, *demanded(table, order.act, f"to {order.act}", before=True)


def sign_clock(rules: Ruleset, act: Act) -> Clock | None:
    """How long a sign has to announce an act before it may be done; None if the document sets no time."""
    return next((clock for clock in rules.procedures.clocks if clock.act is act), None)


def changed_sign(table: Table, values: Mapping[str, SettingValue]) -> Sign | Refusal:
    """The sign with some settings changed, or a refusal."""
    try:
        sign = table.rules.sign({**table.sign.named, **values})
    except SignError as error:
        return Refusal(Reason.BAD_SIGN, f"{error}.", table.rules.limits.clause)
    if any(value > LATEST for value in values.values()):
        return Refusal(Reason.BAD_SIGN, "No sign has room for that number.", table.rules.limits.clause)
    if sign.maximum is not None and sign.maximum < sign.minimum:
        return Refusal(Reason.BAD_SIGN, "The maximum would be below the minimum.", table.rules.limits.clause)
    return sign


def change_sign(table: Table, order: ChangeSign) -> SignChanged | Refusal:
    """Change limits on the sign. A higher minimum must have been announced for its time."""
    power = power_to_decide(table, order.by, Act.CHANGE_SIGN, order.why)
    if isinstance(power, Refusal):
        return power
    sign = changed_sign(table, order.values)
    if isinstance(sign, Refusal):
        return sign
    if others := [name for name in order.values if name not in limits_on_sign(table.rules)]:
        return Refusal(Reason.BAD_SIGN, f"{min(others)} is no limit: it changes when a gaming day begins.", power.clause)
    if refusal := _minimum_rises_too_soon(table, sign, order.at) or _changes_a_step(table, order.values):
        return refusal
    return SignChanged(values=order.values, by=order.by, why=order.why, clause=power.clause)


def limits_on_sign(rules: Ruleset) -> frozenset[str]:
    """The settings that may change while a table is open. The others change when a gaming day begins."""
    return frozenset(setting.name for setting in rules.settings if setting.clause == rules.limits.clause)


def _changes_a_step(table: Table, values: Mapping[str, SettingValue]) -> Refusal | None:
    """Refuse to change a setting on which a step of the round depends, except between rounds."""
    for step in table.rules.procedures.sequence:
        if step.only_with in values and table.round.phase not in BETWEEN_ROUNDS:
            what = step.only_with.replace("_", " ")
            return Refusal(Reason.OUT_OF_SEQUENCE, f"The {what} changes between rounds.", step.clause)
    return None


def _minimum_rises_too_soon(table: Table, sign: Sign, at: int) -> Refusal | None:
    """Refuse a higher minimum before the sign that announces it has hung for its time."""
    if sign.minimum <= table.sign.minimum:
        return None
    announced = (each for each in table.desk.posted.values() if each.values.get(ANNOUNCED_SETTING) == sign.minimum)
    return not_yet(table, announced, Act.CHANGE_SIGN, at, "a higher minimum")


def not_yet(table: Table, posted: Iterable[Posted], act: Act, at: int, what: str) -> Refusal | None:
    """Refuse a change whose sign has not hung for the time that the document sets."""
    clock = sign_clock(table.rules, act)
    if clock is None:
        return None
    signs = [each for each in posted if each.act is act]
    if not signs:
        return Refusal(Reason.NOTICE_NEEDED, f"A sign has to announce {what} for {clock.minutes} minutes.", clock.clause)
    if (at or table.clock) < min(each.takes_effect for each in signs):
        return Refusal(Reason.TOO_SOON, f"The sign that announces {what} has not hung for its time.", clock.clause)
    return None


def _apply_posted(table: Table, event: NoticePosted) -> Desk:
    sign = Posted(event.act, event.at, event.takes_effect, event.values, event.wager)
    # The sign ends betting on the wager, or if the table closes, on every wager that a sign can end. Standing bets go on.
    # If bets are open, it is the final call: they are taken until the close.
    calls = {
        Act.END_WAGER: [event.wager],
        Act.CLOSE_TABLE: [wager for power in table.rules.procedures.powers_to[Act.END_WAGER] for wager in power.wagers],
    }
    wagers, desk = calls.get(event.act, ()), table.desk
    open_now = table.round.phase in table.rules.procedures.takes_bets
    called = {wager: table.round.number for wager in wagers if open_now and wager not in desk.ended}
    return replace(
        desk,
        posted={**desk.posted, event.notice: sign},
        ended=desk.ended.union(wagers),
        final_call={**desk.final_call, **called},
    )


def _apply_sign(table: Table, event: SignChanged) -> Table:
    sign = table.rules.sign({**table.sign.named, **event.values})
    # A sign comes down when its change is in force. Other signs stay up, and their time keeps running.
    hanging = {
        number: each
        for number, each in table.desk.posted.items()
        if not each.values or each.values.items() - sign.named.items()
    }
    return replace(table, sign=sign, desk=replace(table.desk, posted=hanging))


def _tell_posted(table: Table, event: NoticePosted) -> list[str]:
    values = on_sign(table, event.values)
    what = f" ({values or event.wager})" if values or event.wager else ""
    return [f"{who(event.by)} puts up a sign: at {clock_time(event.takes_effect)} to {event.act}{what}."]


def wagers_to_end(table: Table) -> list[str]:
    """The wagers that can be ended at this table."""
    return [wager for power in powers_here(table, Act.END_WAGER) for wager in power.wagers]


def _same_sign(table: Table) -> Iterator[Values]:
    yield {"values": {"minimum": int(table.sign.minimum)}}


def _announcements(table: Table) -> Iterator[Values]:
    """Everything that a sign may announce, from the earliest time at which it may be done."""
    wagers = {Act.END_WAGER: wagers_to_end(table)}
    for act in ANNOUNCED:
        values = {"minimum": int(table.sign.minimum)} if act is Act.CHANGE_SIGN else {}
        for wager in wagers.get(act, ("",)) if powers_here(table, act) else ():
            named = {"act": act, "wager": wager, "values": values}
            yield from ({**named, **ground} for ground in grounds_for(act)(table))


declare(
    CommandRow(
        kind=PostNotice,
        decide=post_notice,
        wish=by_name,
        senders=FROM_STAFF,
        under=lambda _, order: order.act,
        also_under=ANNOUNCED,
        chosen=("act", "wager", "why"),
        forms=forms_of(PostNotice, _announcements),
        nothing=Refusal(Reason.BAD_SIGN, "No sign announces anything at this table."),
    ),
    CommandRow(
        kind=ChangeSign,
        decide=change_sign,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.CHANGE_SIGN,
        chosen=("why",),
        forms=forms_of(ChangeSign, every(_same_sign, grounds_for(Act.CHANGE_SIGN))),
    ),
    event_without_money(
        kind=NoticePosted,
        apply=on_desk(_apply_posted),
        tell=_tell_posted,
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=SignChanged,
        apply=_apply_sign,
        tell=lambda t, e: f"{who(e.by)} changes the sign: {on_sign(t, e.values)}.",
        audience=Audience.STAFF,
    ),
)
