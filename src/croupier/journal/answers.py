"""Answers: what was said to a command, as it is kept beside a table and read again."""

import msgspec


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a command."""

    ok: bool
    notice: str = ""
    error: str = ""
    message: str = ""


class Answer(msgspec.Struct, frozen=True):
    """What was said to a command, and to which content; the same id never means another command."""

    asked: str
    said: Reply
