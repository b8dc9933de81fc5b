"""Refusals: the answer to a command that is rejected. Nothing changes."""

import msgspec

from croupier.rules.coded import Coded


class Refusal(msgspec.Struct, frozen=True):
    """A code for programs, a sentence for a person, and the clause behind it; empty if there is none."""

    reason: Coded
    sentence: str
    clause: str = ""
