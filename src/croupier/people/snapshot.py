"""Snapshots of the register: a start need not read years of sign-ins. Roles are not in them, because no event sets them."""

import msgspec
from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.people.duties import DEFAULT_FLOOR_ROLES
from croupier.people.register import Register

SNAPSHOT_FORMAT = 3
"""Snapshots of another format are passed over."""


class RegisterSnapshot(msgspec.Struct, frozen=True, gc=False):
    """The register after a line of its stream."""

    format: int
    line: int
    register: Register


class _Header(msgspec.Struct, frozen=True, gc=False):
    format: int


_SNAPSHOT = msgspec.json.Decoder(RegisterSnapshot)
_HEADER = msgspec.json.Decoder(_Header)


def encode_register(register: Register, line: int) -> bytes:
    """Encode the register after a line."""
    return canonical(RegisterSnapshot(SNAPSHOT_FORMAT, line, replace(register, roles=DEFAULT_FLOOR_ROLES)))


def decode_register(body: bytes) -> RegisterSnapshot | None:
    """Decode a snapshot; None if it has another format."""
    return _SNAPSHOT.decode(body) if _HEADER.decode(body).format == SNAPSHOT_FORMAT else None
