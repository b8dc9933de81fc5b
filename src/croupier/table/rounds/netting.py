"""The lines of a player that belong together, as the one thing that a dealer does.

After a correction or a void, the same chips are listed several times: work to be undone if it was done, the work anew, and
what lies otherwise on the layout and in front of the player. A dealer does the sum. Nobody knows which of the earlier lists was
carried out before the next one came, so the sum is stated for each of them, and for none.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from croupier.table.core.payment import Occasion, Payment
from croupier.table.core.state import Table
from croupier.table.rounds.adjusting import undone
from croupier.table.rounds.paying import of_last_round, payments

FRONT = ""
"""The place of the chips in front of a player, beside the wagers."""
_ANEW = (Occasion.RESULT, Occasion.VOID)
Chips = Counter[str]
"""What comes to a wager, or to the front; below zero what is taken off. Amounts are cents."""


class AtSpot(msgspec.Struct, frozen=True):
    """What comes to one place of the chips of a player."""

    wager: str
    """The wager; empty for the chips in front of the player."""
    cents: int
    """What comes there; below zero what is taken off."""


class Case(msgspec.Struct, frozen=True):
    """The sum of some lines of a player, if one of some earlier lists was carried out. Amounts are cents."""

    take: int
    """What the house takes."""
    pay: int
    """What the house pays."""
    back: int
    """What goes from the layout back to the player."""
    spots: tuple[AtSpot, ...]
    """What it consists of."""
    lists: tuple[int, ...]
    """The earlier lists that lead to it, of which 1 is the first; empty if none was carried out, or if there are none."""


class PartOfSum(msgspec.Struct, frozen=True):
    """One bet of a sum."""

    wager: str
    cases: tuple[Case, ...]
    """What to do in each case, the newest list first; last if none was carried out."""


class Netted(msgspec.Struct, frozen=True):
    """Lines of one player that are one thing to do."""

    lines: tuple[Payment, ...]
    cases: tuple[Case, ...]
    """What to do in each case, the newest list first; last if none was carried out. One if there is no earlier work."""
    parts: tuple[PartOfSum, ...]
    """Each bet by itself, if there are several with earlier work."""


def effect(line: Payment) -> Chips:
    """How a line changes the chips of its player."""
    match line:
        case Payment(to=to) if to:
            return Chips({line.wager: -line.stake, to: line.stake})
        case Payment(occasion=Occasion.CORRECTION):
            return Chips({line.wager: line.put + line.pay - line.take})
        case Payment(occasion=Occasion.UNDO):
            return Chips({line.wager: line.put, FRONT: -line.take})
        case Payment(stays=True):
            return Chips({line.wager: -line.take, FRONT: line.pay})
        case _:
            return Chips({line.wager: -line.stake, FRONT: line.pay + line.back})


def netted(table: Table) -> tuple[Payment | Netted, ...]:
    """The work of `payments`, with the lines that belong together at the place of the first of them."""
    lines, settled = payments(table), {*of_last_round(table)}
    earlier = table.adjusted.lists if table.adjusted else ()
    groups: dict[int, Netted] = {}
    merged = set[int]()
    for seat in dict.fromkeys(each.seat for each in lines):
        own = [(at, line) for at, line in enumerate(lines) if line.seat == seat and not line.tokens]
        lists = [[line for line in each if line.seat == seat and not line.tokens] for each in earlier]
        if undone := _undone(own, settled, lists):
            groups[min(undone)] = _in_each_case([lines[at] for at in sorted(undone)], lists)
            merged |= undone
        for group in _corrected(own):
            corrected = tuple(lines[at] for at in sorted(group))
            groups[min(group)] = Netted(corrected, (_case(corrected),), ())
            merged |= group
    return tuple(groups.get(at, line) for at, line in enumerate(lines) if at in groups or at not in merged)


def _undone(own: Sequence[tuple[int, Payment]], settled: set[Payment], lists: Sequence[Sequence[Payment]]) -> set[int]:
    """The lines that undo the work of the last round, with its work on the same bets.

    Where a ruling ended a bet, every line stands alone.
    """
    undo = {at: line for at, line in own if line.occasion is Occasion.UNDO}
    listed = {undone(line, 0) for each in lists for line in each}
    ruled = {_bet(line) for line in undo.values() if replace(line, number=0) not in listed}
    ruled |= {line.wager for _, line in own if line.occasion in _ANEW and line not in settled}
    merged = {at: line for at, line in undo.items() if _bet(line) not in ruled}
    bets = {_bet(line) for line in merged.values()}
    return {*merged, *(at for at, line in own if line in settled and line.wager in bets)}


def _corrected(own: Sequence[tuple[int, Payment]]) -> Iterable[set[int]]:
    """The lines of each correction of a round whose bets were all paid."""
    for number in dict.fromkeys(line.number for _, line in own if line.occasion is Occasion.CORRECTION):
        group = {at for at, line in own if line.occasion is Occasion.CORRECTION and line.number == number}
        if len(group) > 1:
            yield group


def _bet(line: Payment) -> str:
    """The wager on which the chips lay before the work that a line undoes."""
    return line.to if line.occasion is Occasion.UNDO and line.to else line.wager


def _in_each_case(lines: Sequence[Payment], lists: Sequence[Sequence[Payment]]) -> Netted:
    """The sum of lines that undo the work of earlier lists, and of the work of the last one on the same bets."""
    bets = tuple(dict.fromkeys(_bet(line) for line in lines))
    now = [line for line in lines if line.occasion is not Occasion.UNDO]
    parts = [PartOfSum(bet, _cases(now, lists, (bet,))) for bet in bets] if len(bets) > 1 else []
    return Netted(tuple(lines), _cases(now, lists, bets), tuple(parts))


def _cases(now: Iterable[Payment], lists: Sequence[Iterable[Payment]], bets: Collection[str]) -> tuple[Case, ...]:
    """What to do for some bets, after each of the earlier lists and without any. Lists that say the same are one case."""

    def of_these(lines: Iterable[Payment]) -> tuple[Payment, ...]:
        return tuple(line for line in lines if line.wager in bets)

    numbers: dict[tuple[Payment, ...], list[int]] = {}
    for number in range(len(lists), 0, -1):
        if done := of_these(lists[number - 1]):
            numbers.setdefault(done, []).append(number)
    after = [_case(of_these(now), done, sorted(each)) for done, each in numbers.items()]
    return *after, _case(of_these(now))


def _case(lines: Iterable[Payment], done: Iterable[Payment] = (), lists: Iterable[int] = ()) -> Case:
    """What some lines come to, if others were carried out before."""
    total = Chips()
    for line in lines:
        total.update(effect(line))
    for line in done:
        total.subtract(effect(line))
    spots = tuple(AtSpot(wager, cents) for wager, cents in total.items() if cents)
    to_player = sum(total.values())
    off = sum(-each.cents for each in spots if each.wager and each.cents < 0)
    return Case(
        take=max(0, -to_player),
        pay=max(0, to_player),
        back=min(max(0, total[FRONT]), off),
        spots=spots,
        lists=tuple(lists),
    )
