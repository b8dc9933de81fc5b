"""What a change of the terms of a running promotion has changed: every field with what it was and what it is."""

from collections.abc import Callable, Iterable
from typing import ClassVar

from croupier.journal.port import Reader
from croupier.printable import escaped
from croupier.promotions.changes import TermsChange, changes
from croupier.promotions.drafting import PromotionDrafted, TermsRevised
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.integrity import PromotionResumed, moved
from croupier.promotions.opening import TermsAmended
from croupier.promotions.terms import PromotionTerms

Writing = PromotionDrafted | TermsRevised | TermsAmended | PromotionResumed
WRITTEN = (PromotionDrafted, TermsRevised, TermsAmended, PromotionResumed)
"""The events that write terms."""


class AmendedTerms:
    """The changes of terms in the lines of the prize register. It is read once, and only if a change is asked for."""

    EVENTS: ClassVar = frozenset(each.__name__ for each in (TermsAmended, PromotionResumed))
    """The events that change terms of a running promotion."""

    def __init__(self, journal: Reader, when: Callable[[int], str]) -> None:
        """Read this journal. `when` writes a time."""
        self._journal, self._when = journal, when
        self._found: dict[int, tuple[TermsChange, ...]] | None = None

    def in_line(self, number: int) -> tuple[str, str]:
        """What was and what is now, after the change in a line."""
        if self._found is None:
            self._found = self._read()
        changed = self._found.get(number, ())
        return _listed((each.field, each.was) for each in changed), _listed((each.field, each.now) for each in changed)

    def _read(self) -> dict[int, tuple[TermsChange, ...]]:
        terms = dict[int, PromotionTerms]()
        found = dict[int, tuple[TermsChange, ...]]()
        names = [f'"type":"{kind.__name__}"'.encode() for kind in WRITTEN]
        for line in self._journal.lines(PRIZE_REGISTER.name):
            if not any(name in line.body for name in names):
                continue
            for event in PRIZE_REGISTER.read(line.body).events:
                if isinstance(event, WRITTEN):
                    before = terms.get(event.promotion)
                    after = _after(before, event)
                    if before and after:
                        found[line.number] = changes(before, after, self._when)
                    if after:
                        terms[event.promotion] = after
        return found


def _after(
    before: PromotionTerms | None, event: PromotionDrafted | TermsRevised | TermsAmended | PromotionResumed
) -> PromotionTerms | None:
    """The terms after an event; None if it only moves times, and nothing is known of the terms."""
    if isinstance(event, PromotionResumed):
        return moved(before, event) if before else None
    return event.terms


def _listed(values: Iterable[tuple[str, str]]) -> str:
    return escaped("; ".join(f"{field} {value}" for field, value in values))
