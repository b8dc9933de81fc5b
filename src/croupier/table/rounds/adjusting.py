"""What a dealer's hands do after a correction: the difference between how the chips lie and how they should lie.

The dealer has done the work of every round that was declared paid, so there the difference of both histories is moved. Of the
round that is being paid nobody knows what was done. Its chips are compared as they lay before the result, its work is listed
anew, and lines that no longer hold are listed to be undone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from croupier.ledger.accounts import rack, restricted, tokens, unrestricted
from croupier.table.core.payment import Adjusted, Occasion, Payment
from croupier.table.core.state import Past, Table, trail_events
from croupier.table.rounds.paying import breakage_of, in_order, of_last_round, since_correction, to_be_done


def adjusted(table: Table, other: Table, round: int) -> Adjusted | None:
    """The work after a correction of a round. `table` is the table before it, `other` the one after the corrected history."""
    if table.is_untimed or table.rules.procedures.is_electronic:
        return None
    number, other = table.events + 1, replace(other, adjusted=None)
    earlier = table.adjusted.lines if table.adjusted else ()
    was, work = to_be_done(table), since_correction(table)
    breakage = Counter[str]()
    if was is None:
        _count(breakage, table.past, other.past, round)
        return Adjusted((*earlier, *work, *_differences(table, other, breakage, number)), number)
    now = to_be_done(other)
    then = now.before if now else other
    _count(breakage, table.past[:-1], other.past[:-1] if now else other.past, round)
    again = since_correction(other) if now else ()
    back = [undone(line, number) for line in work if line not in again]
    since = number - len(trail_events(other.trail)) - 1 if now else number
    lists = (*(table.adjusted.lists if table.adjusted else ()), tuple(of_last_round(table)))
    return Adjusted((*earlier, *back, *_differences(was.before, then, breakage, number)), since, lists)


def _count(breakage: Counter[str], first: Iterable[Past], second: Iterable[Past], round: int) -> None:
    """Count what the second history adds to the breakage of the first, by seat."""
    for history, sign in ((first, -1), (second, 1)):
        for past in history:
            if past.round >= round:
                for seat, cents in breakage_of(past):
                    breakage[seat] += sign * cents


def _differences(first: Table, second: Table, breakage: Mapping[str, int], number: int) -> list[Payment]:
    """The work that changes the chips of the first table into those of the second."""
    lines = [
        replace(line, occasion=Occasion.CORRECTION, number=number)
        for seat in second.clockwise()
        for line in (*_on_layout(first, second, seat), *_in_front(first, second, seat, breakage.get(seat, 0)))
    ]
    return in_order(second, lines)


def _on_layout(first: Table, second: Table, seat: str) -> Iterator[Payment]:
    place, stakes = second.places[seat], Counter[str]()
    for table, sign in ((first, -1), (second, 1)):
        for wager, bet in table.layout.get(seat, {}).items():
            stakes[wager] += sign * bet.stake
    more = {wager: stake for wager, stake in stakes.items() if stake > 0}
    for wager, stake in sorted(stakes.items()):
        if stake < 0:
            # A bet that stands on another number only moves.
            to = next((at for at, up in more.items() if up == -stake and _kind(at) == _kind(wager)), "")
            more.pop(to, None)
            yield Payment(seat, place, wager, stake=-stake, take=0 if to else -stake, to=to)
    for wager, stake in more.items():
        yield Payment(seat, place, wager, stake=stake, put=stake)


def _kind(wager: str) -> str:
    """The name of a wager without its number."""
    return wager.partition(":")[0]


def _in_front(first: Table, second: Table, seat: str, breakage: int) -> Iterator[Payment]:
    """What is taken from the chips and the tokens in front of a player, or paid to them."""
    place = second.places[seat]
    for accounts, of_tokens in (((rack, unrestricted, restricted), False), ((tokens,), True)):
        more = sum(second.book.balance(account(seat)) - first.book.balance(account(seat)) for account in accounts)
        if more:
            line = Payment(seat, place, "", take=max(0, -more), pay=max(0, more), tokens=of_tokens)
            yield line if of_tokens else replace(line, breakage=breakage)


def undone(line: Payment, number: int) -> Payment:
    """The work that undoes a line: the stake lies on its wager again."""
    undo = Payment(line.seat, line.place, line.wager, line.result, stake=line.stake, occasion=Occasion.UNDO, number=number)
    if line.to:
        return replace(undo, wager=line.to, to=line.wager)
    back = 0 if line.stays else line.back
    return replace(undo, take=line.pay + back, put=0 if line.stays else line.stake)
