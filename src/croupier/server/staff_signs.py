"""What staff need to change the sign of a table: its settings, how long a change is announced, and the signs that hang."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import asdict

from croupier.rules.powers import Act
from croupier.rules.sign import Setting
from croupier.server.signs import announced_change
from croupier.table.core.desk import Posted
from croupier.table.core.state import Table
from croupier.table.pit.days import AnnounceClose, CloseTable
from croupier.table.pit.ending_wagers import EndWager
from croupier.table.pit.signs import ANNOUNCED, ANNOUNCED_SETTING, ChangeSign, limits_on_sign, sign_clock

AS_ANNOUNCED = "As the sign says."
"""The reason for a change that a sign has announced."""


class SettingKind(StrEnum):
    """How the value of a setting is written."""

    CENTS = "cents"
    NUMBER = "number"
    YES_OR_NO = "yes-or-no"


class Announcement(msgspec.Struct, frozen=True):
    """How long a sign has to hang before something may be done."""

    minutes: int
    clause: str


class SettingView(msgspec.Struct, frozen=True):
    """A setting of the sign."""

    name: str
    title: str
    """Its name for people."""
    kind: SettingKind
    value: int | bool | None
    """What the sign says now; null if it says nothing of it."""
    clause: str
    """Empty if the document does not mention it."""
    changes: bool
    """Whether it may change while the table is open. The others change when a gaming day begins."""
    raised: Announcement | None
    """What has to announce a higher value first; null if nothing has to."""


class PostedView(Posted, frozen=True, kw_only=True):
    """A sign that announces a change, and the order that carries the change out."""

    words: str
    """The change in words."""
    order: Mapping[str, Any]
    """The command to give when the time has come, with all of its fields."""


def settings(table: Table) -> tuple[SettingView, ...]:
    """The settings of the sign, those that may change while the table is open first."""
    views = [_setting(table, each) for each in table.rules.all_settings]
    return tuple(sorted(views, key=lambda view: not view.changes))


def _setting(table: Table, setting: Setting) -> SettingView:
    return SettingView(
        name=setting.name,
        title=setting.name.replace("_", " ").capitalize(),
        kind=_kind(setting),
        value=table.sign.named.get(setting.name),
        clause=setting.clause,
        changes=setting.name in limits_on_sign(table.rules),
        raised=_announcement(table, Act.CHANGE_SIGN) if setting.name == ANNOUNCED_SETTING else None,
    )


def _kind(setting: Setting) -> SettingKind:
    if isinstance(setting.default, bool):
        return SettingKind.YES_OR_NO
    return SettingKind.CENTS if setting.unit == "cents" else SettingKind.NUMBER


def announcements(table: Table) -> Mapping[str, Announcement]:
    """How long a sign has to announce each act before it may be done, if the document sets a time."""
    return {act: found for act in ANNOUNCED if (found := _announcement(table, act))}


def _announcement(table: Table, act: Act) -> Announcement | None:
    clock = sign_clock(table.rules, act)
    return Announcement(clock.minutes, clock.clause) if clock else None


def posted(table: Table) -> Mapping[int, PostedView]:
    """The signs that hang, by number."""
    return {
        number: PostedView(**asdict(each), words=announced_change(table, each), order=_order(table, each))
        for number, each in table.desk.posted.items()
    }


def _order(table: Table, sign: Posted) -> Mapping[str, Any]:
    match sign.act:
        case Act.CHANGE_SIGN:
            return {"type": ChangeSign.__name__, "values": sign.values, "why": AS_ANNOUNCED}
        case Act.END_WAGER:
            return {"type": EndWager.__name__, "wager": sign.wager, "why": AS_ANNOUNCED}
        case _:
            closes = CloseTable if table.desk.closing else AnnounceClose
            return {"type": closes.__name__, "why": AS_ANNOUNCED}
