"""Texts with a meaning: a stable code for programs, and a sentence for people."""

from enum import StrEnum
from typing import Self


class Coded(StrEnum):
    """A code with its meaning. A member is written as a pair of both."""

    meaning: str

    def __new__(cls, code: str, meaning: str) -> Self:
        """Make a member from a code and its meaning."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member
