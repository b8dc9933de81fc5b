"""Address a player as "you" in a sentence about the player's own seat. Journal and staff keep the names of seats."""

import re

NO_SEAT = "There is no player {seat} at this table."
YOU_HAVE_NO_SEAT = "You have no seat at this table."

VERBS = {"has": "have", "is": "are", "was": "were", "does": "do", "sits": "sit", "needs": "need"}
"""Verbs as they follow the name of a seat, and as they follow "you". Others, such as "may" and "cannot", do not change."""
_VERB = re.compile(rf"\b(you(?: still)?) ({'|'.join(VERBS)})\b")
_POSSESSED = re.compile(r"\b(?:(T)|t)he (\w+) of you\b")
_AT_THE_START = re.compile(r"(^|\. )you")


def addressed(sentence: str, seat: str) -> str:
    """The sentence as it is said to the player of a seat: "seat-5 has no bet there." is "You have no bet there."."""
    if not seat or seat not in sentence:  # the usual case, kept fast
        return sentence
    own = re.compile(rf"(?<![\w-]){re.escape(seat)}(?:('s)|(?![\w-]))")
    if not own.search(sentence):
        return sentence
    if sentence == NO_SEAT.format(seat=seat):
        return YOU_HAVE_NO_SEAT
    said = own.sub(lambda found: "your" if found[1] else "you", sentence)
    said = _POSSESSED.sub(lambda found: f"{'Your' if found[1] else 'your'} {found[2]}", said)
    said = said.replace(" of you ", " of yours ").replace(" their own ", " your own ")
    said = _VERB.sub(lambda found: f"{found[1]} {VERBS[found[2]]}", said)
    return _AT_THE_START.sub(lambda found: f"{found[1]}You", said)
