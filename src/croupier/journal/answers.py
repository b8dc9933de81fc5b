"""Answers to commands, as recorded in a table's stream `answers` to deduplicate retries."""

import msgspec


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a command."""

    ok: bool
    notice: str = ""
    error: str = ""
    message: str = ""


class Answer(msgspec.Struct, frozen=True):
    """The recorded answer to a command id, and a digest of the command. An id is never valid for another command."""

    asked: str
    """The SHA-256 digest of the command, in hexadecimal."""
    said: Reply
