"""The results of an audit as sentences."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from croupier.money import dollars

if TYPE_CHECKING:
    from croupier.audit.resettled import Resettled
    from croupier.audit.verify import Verified


def counted(number: int, singular: str, plural: str | None = None) -> str:
    """Format a number with its noun: "1 line", "2 lines"."""
    return f"{number:,} {singular if number == 1 else plural or f'{singular}s'}"


def verified_words(found: "Verified", seconds: float) -> str:
    """What was read."""
    return (
        f"{counted(found.streams, 'stream')} of {counted(found.tables, 'table')}, {counted(found.lines, 'line')}, "
        f"{counted(found.anchors, 'anchor')}; read in {seconds:.1f} seconds"
    )


def signed_words(found: "Verified", trust: str) -> list[str]:
    """The keys that signed the journal, and how many lines are not signed yet. `trust` is said of each key."""
    if not found.keys:
        return ["nothing is signed: a rewritten hash chain would not be detected"]
    sentences: list[str] = []
    for number, (key, first) in enumerate(found.keys.items()):
        since = f"from line {first} of the anchors on, the key is another one: " if number else "signed with "
        sentences.append(f"{since}{key}{trust}")
    if found.unsigned:
        last = "line is" if found.unsigned == 1 else f"{found.unsigned:,} lines are"
        sentences.append(f"the last {last} not signed yet")
    return sentences


def resettled_words(name: str, told: "Resettled") -> list[str]:
    """What was settled again at a table, and every difference."""
    result = "every line is what the rules say" if told.holds else "not every line is what the rules say"
    if told.holds and not told.lines:
        result = "so that there was nothing to settle again: no line is of this time"
    lines = [f"{name}: {counted(told.lines, 'line')}, {counted(told.rounds, 'round')}, {result}"]
    if told.ruleset:
        lines.append(f"  {told.ruleset}, fingerprint {told.fingerprint}")
    if told.started > 1:
        lines.append(f"  from the signed snapshot after line {told.started:,}")
    return [*lines, *(f"  {sentence}" for sentence in told.sentences)]


def together_words(found: "Iterable[Resettled]") -> list[str]:
    """The number of rounds and differences, and the sum of the differences by account."""
    found = list(found)
    rounds, differing = sum(told.rounds for told in found), sum(len(told.differences) for told in found)
    lines = [f"{counted(rounds, 'round')}, {counted(differing, 'difference')}"]
    if broken := sum(bool(told.broken) for told in found):
        lines.append(f"the chain of {counted(broken, 'table')} is broken")
    if ended := sum(bool(told.ended) for told in found):
        lines.append(f"{counted(ended, 'table')} could not be followed to the end")
    total: Counter[str] = Counter()
    for told in found:
        total.update(told.accounts)
    return [*lines, *(f"  {account:32} {dollars(more):>16}" for account, more in sorted(total.items()) if more)]
