"""The commands that staff may send, without the fields that the server fills in.

No client can claim a name, a role or a time: a message has no field for them. The types are derived from the rows of the
table, so a new order is part of the API without further work.
"""

from collections.abc import Sequence
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from croupier.server.api.described import meanings
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.rows import COMMANDS, Sender

FILLED_IN = ("at", "by", "second", "device", "kind", "card", "box", "voucher", "terminal")
"""The fields that the server fills in: the time, who gives or countersigns a command, which device reports, who sits down at
which terminal, which card or voucher it is, and the number of a box."""
TAG = "type"


def for_staff() -> list[type[Command]]:
    """The commands that a member of staff may send: orders, and what a player may ask for, on behalf of a player."""
    return [kind for kind, row in COMMANDS.items() if row.senders & {Sender.STAFF, Sender.PLAYER}]


def needs_second(kind: type[Command]) -> bool:
    """Whether a second person may have to sign the command."""
    return "second" in kind.__struct_fields__


def body(name: str, meaning: str, fields: Sequence[tuple[str, Any] | tuple[str, Any, Any]]) -> Any:
    """The type of a request, made at run time because the orders that it may have are only known then."""
    namespace = {"__doc__": meaning}
    return msgspec.defstruct(name, fields, frozen=True, forbid_unknown_fields=True, namespace=namespace)


@cache
def as_sent(
    kind: type[msgspec.Struct], filled_in: tuple[str, ...] = FILLED_IN, more: tuple[tuple[str, Any], ...] = ()
) -> type[msgspec.Struct]:
    """The type of a command as a client sends it: without what the server fills in, with `more` fields instead."""
    hints = get_type_hints(kind, include_extras=True)
    defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
    fields: list[Any] = [*more]
    for name in kind.__struct_fields__:
        if name in filled_in:
            continue
        hint = _as_sent(hints[name])
        default = defaults.get(name, msgspec.NODEFAULT)
        fields.append((name, hint) if default is msgspec.NODEFAULT else (name, hint, default))
    return msgspec.defstruct(
        kind.__name__,
        fields,
        kw_only=True,
        frozen=True,
        tag=kind.__name__,
        tag_field=TAG,
        forbid_unknown_fields=True,
        module=__name__,
        namespace={"__doc__": kind.__doc__},
    )


def _as_sent(hint: Any) -> Any:
    """The type of a field. A nested command is one as it is sent, too."""
    if hint in COMMANDS:
        return as_sent(hint)
    if get_origin(hint) in (Union, UnionType):
        return Union[tuple(_as_sent(each) for each in get_args(hint))]  # noqa: UP007 - made at run time
    return hint


@cache
def sent_commands() -> Any:
    """The union of all commands that staff may send."""
    return Union[tuple(as_sent(kind) for kind in for_staff())]  # noqa: UP007 - made at run time


@cache
def _kinds() -> dict[type[msgspec.Struct], type[Command]]:
    return {as_sent(kind): kind for kind in (*for_staff(), *COMMANDS)}


def kind_of(sent: msgspec.Struct) -> type[Command]:
    """The command that a message stands for."""
    return _kinds()[type(sent)]


def command(sent: msgspec.Struct) -> Command:
    """The command that was sent. Orders have no author yet: `signed` of the floor's actions sets it."""
    kind = kind_of(sent)
    values = {name: _value(getattr(sent, name)) for name in sent.__struct_fields__}
    if "by" in kind.__struct_fields__:
        values["by"] = NOBODY
    return kind(**values)


NOBODY = Person("nobody", "")
"""Stands for the author of an order until the server has set it. No document gives it a power."""


def _value(value: Any) -> Any:
    return command(value) if isinstance(value, msgspec.Struct) and type(value) in _kinds() else value


def field_meanings(kind: type[Command]) -> dict[str, str]:
    """What the fields of a command mean."""
    return {name: text for name, text in meanings(kind).items() if name not in FILLED_IN}
