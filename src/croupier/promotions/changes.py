"""What a change of terms has changed, in words: every field that is another now, with what it was and what it is."""

from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile, zip_longest
from typing import Any, NamedTuple

import msgspec

from croupier.money import Cents, dollars
from croupier.promotions.terms import Prize, PromotionTerms, QualifyingPlay
from croupier.rules.moments import clock_time

NOTHING = "nothing"
LONGEST = 200
"""The most characters of a statement, from where it is another."""

When = Callable[[int], str]
Words = Callable[[Any, When], str]


class TermsChange(NamedTuple):
    """A field of terms that was changed."""

    field: str
    was: str
    now: str


def _amount(value: Any, _: When) -> str:
    return dollars(Cents(value))


def _time(value: Any, when: When) -> str:
    return when(value)


def _count(value: Any, _: When) -> str:
    return f"{value:,}"


def _yes(value: Any, _: When) -> str:
    return "yes" if value else "no"


def _text(value: Any, _: When) -> str:
    return str(value)


def _list(value: Any, _: When) -> str:
    return " ".join(value)


PRIZE: Mapping[str, tuple[str, Words]] = {
    "value": ("value", _amount),
    "instead": ("money instead", _amount),
    "kind": ("kind", _text),
    "title": ("name", _text),
    "contains": ("includes {}", _count),
    "details": ("details", _text),
    "particulars": ("{}", _text),
}
"""What each field of a prize is called, and how its value is written. A field with several values, each by its name, has a gap
for that name."""
PLAY: Mapping[str, tuple[str, Words]] = {
    "least": ("smallest stake that counts", _amount),
    "tables": ("tables where play counts", _list),
    "wagers": ("wagers that count", _list),
}
TERMS: Mapping[str, tuple[str, Words]] = {
    "starts": ("start", _time),
    "closes": ("close of entries", _time),
    "drawn": ("time of the draw", _time),
    "claim_days": ("days to claim a prize", _count),
    "most": ("entries of a person", _count),
    "wager": ("a bet is needed", _yes),
    "present": ("the winner has to be present", _yes),
    "also": ("other documents", _list),
    "notice": ("how a winner is told", _list),
    "title": ("name of the promotion", _text),
    "texts": ("statement on {}", _text),
}
"""The same for terms, beside their prizes and the play that earns entries."""


def changes(before: PromotionTerms, after: PromotionTerms, when: When = clock_time) -> tuple[TermsChange, ...]:
    """Every field that differs. `when` writes a time."""
    of_play = _fields(PLAY, before.play, after.play, when)
    found = (*_prizes(before, after, when), *of_play, *_fields(TERMS, before, after, when))
    return tuple(TermsChange(field, *_apart(was, now)) for field, was, now in found)


def changed_words(before: PromotionTerms, after: PromotionTerms) -> str:
    """What was changed, as a sentence that follows another; empty if nothing was."""
    changed = [f"{each.field} from {each.was} to {each.now}" for each in changes(before, after)]
    return f" Changed: {'; '.join(changed)}." if changed else ""


def _prizes(before: PromotionTerms, after: PromotionTerms, when: When) -> Iterator[tuple[str, str, str]]:
    found = [
        (f"prize {number} {field}", was, now, field)
        for number, (old, new) in enumerate(zip_longest(before.prizes, after.prizes), 1)
        for field, was, now in _fields(PRIZE, old, new, when)
    ]
    money = [name for name, words in PRIZE.values() if words is _amount]
    yield from (each[:3] for each in sorted(found, key=lambda each: each[3] not in money))


def _fields(
    names: Mapping[str, tuple[str, Words]],
    before: Prize | QualifyingPlay | PromotionTerms | None,
    after: Prize | QualifyingPlay | PromotionTerms | None,
    when: When,
) -> Iterator[tuple[str, str, str]]:
    """The fields of a struct that differ, each with its name and both values. Something that is not there has no values."""
    for name, (called, words) in names.items():
        old, new = (_values(each, name, called) for each in (before, after))
        for field in [*old, *(each for each in new if each not in old)]:
            was, now = (_written(each.get(field), words, when) for each in (old, new))
            if was != now:
                yield field, was, now


def _values(struct: msgspec.Struct | None, name: str, called: str) -> Mapping[str, Any]:
    """The values of a field by what each is called."""
    if "{}" not in called:
        return {called: getattr(struct, name, None)}
    several: Mapping[str, Any] = getattr(struct, name, {})
    return {called.format(each): value for each, value in several.items()}


def _written(value: Any, words: Words, when: When) -> str:
    return words(value, when) if value not in (None, "", ()) else ""


def _apart(was: str, now: str) -> tuple[str, str]:
    """Both values. Of long texts what they begin and end with alike is left out, so that the difference is in sight."""
    if max(len(was), len(now)) > LONGEST:
        begin = _alike(was.split(), now.split())
        was, now = (" ".join(("…", *each.split()[begin:])) if begin else each for each in (was, now))
        end = _alike(was.split()[::-1], now.split()[::-1])
        was, now = (" ".join((*each.split()[:-end], "…")) if end else each for each in (was, now))
    return _short(was), _short(now)


def _short(text: str) -> str:
    return f"{text[:LONGEST]}…" if len(text) > LONGEST else text or NOTHING


def _alike(one: list[str], other: list[str]) -> int:
    """How many words two texts have in common at their beginning."""
    return sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(one, other, strict=False)))
