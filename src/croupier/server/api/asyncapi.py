"""AsyncAPI 3 of the WebSockets, derived from the types of their messages."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import croupier
from croupier.server import device_messages, messages, money_messages, staff_messages, wishes
from croupier.server.api.openapi import schemas_of

SOCKETS: Mapping[str, tuple[str, str, tuple[Any, ...], tuple[Any, ...]]] = {
    "terminal": (
        "/ws/{table}",
        (
            "A player's terminal. It says hello with the key of its seat and is told a snapshot, then numbered events. On a "
            "live floor the handshake carries the key of the enrolled terminal, as the cookie croupier_client or in the header "
            "Authorization: Bearer."
        ),
        get_args(wishes.Said),
        get_args(messages.Told),
    ),
    "console": (
        "/ws/{table}/staff",
        (
            "A console of the staff. The handshake carries the cookie of the session. It says hello and is told a snapshot, "
            "then numbered changes; commands go over HTTP."
        ),
        (staff_messages.WatchHello,),
        staff_messages.SHOWN,
    ),
    "display": (
        "/ws/{table}/display",
        (
            "A display in the room: as a console, with the parts that everybody may see. On a live floor the handshake carries "
            "the key of the enrolled display."
        ),
        (staff_messages.WatchHello,),
        staff_messages.SHOWN,
    ),
    "device": (
        "/ws/{table}/device",
        (
            "The connected device of a table: a tumbler, a wheel, a dice reader. The handshake carries the key of the device "
            "that was enrolled for exactly this table, in the header Authorization: Bearer. It says hello, is told that an "
            "outcome is wanted once the close of bets is durable, and reports the outcome, a fault, or its own failure."
        ),
        get_args(device_messages.DeviceSaid),
        get_args(device_messages.DeviceTold),
    ),
    "money-devices": (
        "/ws/{table}/money",
        (
            "The money devices of a terminal: note acceptor, ticket reader and printer. The handshake carries the key of the "
            "money devices that were enrolled for this terminal, in the header Authorization: Bearer. They say hello, are told "
            "what to take and what to print, and report notes, tickets and faults."
        ),
        get_args(money_messages.MoneySaid),
        get_args(money_messages.MoneyTold),
    ),
}
"""For each kind of client: its address, what it is, what it says, and what it is told."""


def asyncapi() -> dict[str, Any]:
    """The description of the WebSockets as a JSON object."""
    kinds = [kind for _, _, said, told in SOCKETS.values() for kind in (*said, *told)]
    schemas, components = schemas_of(kinds)
    by_name = {kind.__name__: schema for kind, schema in zip(kinds, schemas, strict=True)}
    channels: dict[str, Any] = {}
    operations: dict[str, Any] = {}
    for name, (address, text, said, told) in SOCKETS.items():
        channels[name] = {
            "address": address,
            "description": text,
            "messages": {each: _ref("messages", each) for each in _names((*said, *told))},
            "parameters": {"table": {"description": "The name of the table."}},
        }
        for action, its_kinds in (("receive", said), ("send", told)):
            operations[f"{name}-{'says' if action == 'receive' else 'is-told'}"] = {
                "action": action,
                "channel": {"$ref": f"#/channels/{name}"},
                "messages": [{"$ref": f"#/channels/{name}/messages/{each}"} for each in _names(its_kinds)],
            }
    named = {
        name: {"payload": schema, "contentType": "application/json", "summary": _summary(kinds, name)}
        for name, schema in by_name.items()
    }
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "croupier sockets", "version": croupier.__version__},
        "defaultContentType": "application/json",
        "channels": channels,
        "operations": operations,
        "components": {"schemas": components, "messages": named},
    }


def _ref(kind: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{kind}/{name}"}


def _names(kinds: Iterable[Any]) -> list[str]:
    return [kind.__name__ for kind in kinds]


def _summary(kinds: Iterable[Any], name: str) -> str:
    return next(" ".join((kind.__doc__ or "").split()) for kind in kinds if kind.__name__ == name)
