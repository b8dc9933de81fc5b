"""Ladders: progressions that change a stake after wins and losses."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from croupier.echo import echo

_LADDER = re.compile(r"([a-z-]+):(\d{1,9}(?:-\d{1,9})*)(?:/(\d{1,9}))?")
MAX_RUNGS = 20
"""Limit for the exact solution: two ladders have as many states as the product of their rungs."""
MAX_UNITS, MAX_LINE = 20, 6
"""Limits of the progressions that remember more than a rung: units at stake or behind, and numbers on a line."""


class LadderError(ValueError):
    """The text does not describe a ladder."""


@dataclass(frozen=True)
class Ladder:
    """The rungs of a stake, as multiples of the base amount, and the next rung after a win or a loss on each."""

    text: str
    rungs: tuple[int, ...]
    after_win: tuple[int, ...]
    after_loss: tuple[int, ...]

    def after(self, rung: int, net: int) -> int:
        """Return the rung after a bet with this net result. A push changes nothing."""
        if net == 0:
            return rung
        return self.after_win[rung] if net > 0 else self.after_loss[rung]


FLAT = Ladder("", (1,), (0,), (0,))


def up_on_loss(text: str, rungs: tuple[int, ...]) -> Ladder:
    """A loss goes one rung up, and from the last to the first. A win goes to the first."""
    count = len(rungs)
    return Ladder(text, rungs, (0,) * count, tuple((rung + 1) % count for rung in range(count)))


def up_on_win(text: str, rungs: tuple[int, ...]) -> Ladder:
    """A win goes one rung up, and from the last to the first. A loss goes to the first."""
    count = len(rungs)
    return Ladder(text, rungs, tuple((rung + 1) % count for rung in range(count)), (0,) * count)


def _doubling(count: int) -> tuple[int, ...]:
    return tuple(2**rung for rung in range(count))


def martingale(text: str, count: int) -> Ladder:
    """Double after every loss."""
    return up_on_loss(text, _doubling(count))


def press(text: str, count: int) -> Ladder:
    """Double after every win."""
    return up_on_win(text, _doubling(count))


def dalembert(text: str, count: int) -> Ladder:
    """One unit more after a loss, one unit less after a win."""
    last = count - 1
    win, loss = (max(rung - 1, 0) for rung in range(count)), (min(rung + 1, last) for rung in range(count))
    return Ladder(text, tuple(range(1, count + 1)), tuple(win), tuple(loss))


def fibonacci(text: str, count: int) -> Ladder:
    """1, 1, 2, 3, 5, ...: one rung up after a loss, and from the last to the first; two rungs down after a win."""
    rungs = [1, 1]
    while len(rungs) < count:
        rungs.append(rungs[-1] + rungs[-2])
    win, loss = (max(rung - 2, 0) for rung in range(count)), ((rung + 1) % count for rung in range(count))
    return Ladder(text, tuple(rungs), tuple(win), tuple(loss))


def grand_martingale(text: str, count: int) -> Ladder:
    """Double and add one unit after every loss."""
    return up_on_loss(text, tuple(2 ** (rung + 1) - 1 for rung in range(count)))


def oscar(text: str, most_behind: int) -> Ladder:
    """Oscar's Grind: win one unit per series. A win raises the stake by one, but never beyond what the series needs.

    The state is (units behind, stake). A series that would fall further behind than `most_behind` is given up.
    """

    def after(state: tuple[int, ...], won: bool) -> tuple[int, ...]:  # noqa: FBT001
        behind, stake = state
        if won:
            return (behind - stake, min(stake + 1, behind - stake + 1)) if behind >= stake else (0, 1)
        return (behind + stake, stake) if behind + stake <= most_behind else (0, 1)

    return _enumerated(text, (0, 1), lambda state: state[1], after)


def labouchere(text: str, line: tuple[int, ...], most: int) -> Ladder:
    """Bet the first plus the last number of a line. Strike both after a win; write the stake at its end after a loss.

    The line begins anew when nothing is left of it, and when the next stake would be over `most` units.
    """

    def stake(numbers: tuple[int, ...]) -> int:
        return sum(numbers) if len(numbers) == 1 else numbers[0] + numbers[-1]

    def after(numbers: tuple[int, ...], won: bool) -> tuple[int, ...]:  # noqa: FBT001
        left = numbers[1:-1] if won else (*numbers, stake(numbers))
        return left if left and stake(left) <= most else line

    return _enumerated(text, line, stake, after)


_State = tuple[int, ...]


def _enumerated(text: str, first: _State, stake: Callable[[_State], int], after: Callable[[_State, bool], _State]) -> Ladder:
    """Number every state that wins and losses can reach. Each becomes a rung."""
    number, waiting = {first: 0}, [first]
    wins, losses = list[int](), list[int]()
    for state in waiting:
        for found, won in ((wins, True), (losses, False)):
            to = after(state, won)
            if to not in number:
                number[to] = len(number)
                waiting.append(to)
            found.append(number[to])
    return Ladder(text, tuple(stake(state) for state in waiting), tuple(wins), tuple(losses))


LADDERS_BY_LENGTH: Mapping[str, Callable[[str, int], Ladder]] = {
    "martingale": martingale,
    "grand-martingale": grand_martingale,
    "press": press,
    "paroli": press,
    "dalembert": dalembert,
    "fibonacci": fibonacci,
}
LADDERS_BY_MULTIPLES: Mapping[str, Callable[[str, tuple[int, ...]], Ladder]] = {
    "up-on-win": up_on_win,
    "up-on-loss": up_on_loss,
}


def read_ladder(text: str) -> Ladder:
    """Parse a ladder: "martingale:6" has six rungs, "up-on-win:1-3-2-6" lists them, "labouchere:1-2-3/12" has a limit."""
    match = _LADDER.fullmatch(text)
    numbers = tuple(int(each) for each in match[2].split("-")) if match else (0,)
    limit = int(match[3]) if match and match[3] else None
    if match and limit is None and match[1] in LADDERS_BY_LENGTH and len(numbers) == 1 and 2 <= numbers[0] <= MAX_RUNGS:
        return LADDERS_BY_LENGTH[match[1]](text, numbers[0])
    if match and limit is None and match[1] in LADDERS_BY_MULTIPLES and 2 <= len(numbers) <= MAX_RUNGS and min(numbers) > 0:
        return LADDERS_BY_MULTIPLES[match[1]](text, numbers)
    if match and limit is None and match[1] == "oscar" and len(numbers) == 1 and 1 <= numbers[0] <= MAX_UNITS:
        return oscar(text, numbers[0])
    if match and limit and match[1] == "labouchere" and len(numbers) <= MAX_LINE and min(numbers) > 0:
        if numbers[0] + numbers[-1] <= limit <= MAX_UNITS:
            return labouchere(text, numbers, limit)
        raise LadderError(
            f"'{echo(text)}': the limit after / must cover the first stake of {numbers[0] + numbers[-1]} units,"
            f" and be at most {MAX_UNITS}"
        )
    raise LadderError(
        f"'{echo(text)}' is not a ladder; write martingale:6, grand-martingale:6, press:3, paroli:3, dalembert:10, fibonacci:8,"
        f" up-on-win:1-3-2-6 or up-on-loss:1-2-4, with 2 to {MAX_RUNGS} rungs, oscar:10, which gives up 11 units behind,"
        f" or labouchere:1-2-3-4/15, which gives up above 15 units (both up to {MAX_UNITS})"
    )
