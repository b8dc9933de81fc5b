"""Canonical JSON: equal values are always the same bytes."""

import msgspec

_ENCODER = msgspec.json.Encoder(order="deterministic")


def canonical(value: object) -> bytes:
    """Encode a value as one line of JSON. Mappings and sets are sorted."""
    try:
        return _ENCODER.encode(value)
    except TypeError:
        # JSON keys are text. Convert numeric keys first, so that they sort as text.
        return _ENCODER.encode(msgspec.to_builtins(value, str_keys=True))
