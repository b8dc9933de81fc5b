"""The JSON Schema of a command, with the meaning of its fields and the units of its numbers. Forms are drawn from it."""

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

from croupier.money import Cents
from croupier.server.api.orders import as_sent, field_meanings, for_staff, needs_second
from croupier.table.core.message import Command, Millis

CENTS, MILLISECONDS = "cents", "milliseconds"


class OrderSchema(msgspec.Struct, frozen=True):
    """How a command is written."""

    order: str
    """The name of the command."""
    schema: Mapping[str, Any]
    """Its JSON Schema. Amounts have the format `cents`, times the format `milliseconds` (since 1970)."""
    second: bool
    """Whether it may need the signature of a second person."""


def order_schemas() -> list[OrderSchema]:
    """How each command is written that staff may give, by name."""
    kinds = sorted(for_staff(), key=lambda each: each.__name__)
    return [OrderSchema(kind.__name__, schema_of(kind), needs_second(kind)) for kind in kinds]


@cache
def schema_of(kind: type[Command]) -> Mapping[str, Any]:
    """The schema of a command as a client sends it. Nested commands are described in the same way."""
    schema = msgspec.json.schema(as_sent(kind))
    kinds = {each.__name__: each for each in for_staff()}
    for name, part in schema["$defs"].items():
        if name in kinds:
            _describe(part["properties"], kinds[name])
    return schema


def _describe(properties: Mapping[str, dict[str, Any]], kind: type[Command]) -> None:
    hints, meanings = get_type_hints(kind, include_extras=True), field_meanings(kind)
    for name, field in properties.items():
        if text := meanings.get(name):
            field["description"] = text
        hint = hints.get(name)
        if unit := _unit(hint):
            field["format"] = unit
        elif "additionalProperties" in field and (unit := _unit(get_args(hint)[-1])):
            field["additionalProperties"]["format"] = unit


def _unit(hint: Any) -> str:
    """The unit of a number, also of one that may be left out; empty if it is a plain number."""
    either = (hint, *get_args(hint)) if not _is_mapping(hint) else ()
    return CENTS if Cents in either else MILLISECONDS if Millis in either else ""


def _is_mapping(hint: Any) -> bool:
    return getattr(hint, "__origin__", None) is Mapping
