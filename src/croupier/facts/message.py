"""The base classes of messages. A command is a request; an event states what happened. See `rows`."""

from typing import Any, dataclass_transform

import msgspec

from croupier.rules.moments import Millis


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class MessageType(msgspec.StructMeta):
    """Makes a class of messages: frozen, with keyword arguments, and tagged with its name in JSON.

    No message can contain itself, so cyclic garbage collection ignores them. That saves a tenth of the time.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> "MessageType":
        """Make a class with these options beside the usual ones."""
        usual: dict[str, Any] = {"frozen": True, "kw_only": True, "tag": True, "gc": False}
        return super().__new__(cls, name, bases, namespace, **usual | options)


class Command(msgspec.Struct, metaclass=MessageType):
    """A request to a register, in the imperative. Time, chance and money reach a register only through commands."""

    at: Millis = 0
    """Milliseconds since 1970; 0 for the time of the last event."""


class Event(msgspec.Struct, metaclass=MessageType, omit_defaults=True):
    """Something that happened, in the past tense."""

    at: int = 0
    """Milliseconds since 1970."""


class State(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What the events of a register have led to. The fold sets its clock and counts its events."""

    clock: Millis = 0
    """The time of the last event."""
    events: int = 0
    """The number of events so far."""
