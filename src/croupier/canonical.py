"""The one way in which anything is written down, so that the same thing is always the same line."""

import msgspec

_ENCODER = msgspec.json.Encoder(order="deterministic")


def canonical(thing: object) -> bytes:
    """A thing as one line of JSON: what has no order of its own, mappings and sets, is sorted."""
    try:
        return _ENCODER.encode(thing)
    except TypeError:
        # Keys that are numbers are words in JSON, and are sorted as such.
        return _ENCODER.encode(msgspec.to_builtins(thing, str_keys=True))
