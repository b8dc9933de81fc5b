"""Ladders: how a stake goes up and down after wins and losses, written in a word."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_WRITTEN = re.compile(r"([a-z-]+):(\d{1,9}(?:-\d{1,9})*)")
MOST_RUNGS = 20
"""More would make the exact solution slow: two ladders have as many states as the product of their rungs."""


class LadderError(ValueError):
    """A word that is no ladder."""


@dataclass(frozen=True)
class Ladder:
    """The rungs of a stake, as multiples of the first amount, and the rung that follows a win and a loss on each."""

    text: str
    rungs: tuple[int, ...]
    after_win: tuple[int, ...]
    after_loss: tuple[int, ...]

    def after(self, rung: int, net: int) -> int:
        """The rung after a bet that has brought so much; one that brought nothing stays."""
        if net == 0:
            return rung
        return self.after_win[rung] if net > 0 else self.after_loss[rung]


FLAT = Ladder("", (1,), (0,), (0,))


def up_on_loss(text: str, rungs: tuple[int, ...]) -> Ladder:
    """A loss goes one up, and from the last back to the first; a win goes back to the first."""
    count = len(rungs)
    return Ladder(text, rungs, (0,) * count, tuple((rung + 1) % count for rung in range(count)))


def up_on_win(text: str, rungs: tuple[int, ...]) -> Ladder:
    """A win goes one up, and from the last back to the first; a loss goes back to the first."""
    count = len(rungs)
    return Ladder(text, rungs, tuple((rung + 1) % count for rung in range(count)), (0,) * count)


def _doubling(count: int) -> tuple[int, ...]:
    return tuple(2**rung for rung in range(count))


def martingale(text: str, count: int) -> Ladder:
    """Twice as much after every loss."""
    return up_on_loss(text, _doubling(count))


def press(text: str, count: int) -> Ladder:
    """Twice as much after every win."""
    return up_on_win(text, _doubling(count))


def dalembert(text: str, count: int) -> Ladder:
    """One more after a loss, one less after a win."""
    last = count - 1
    win, loss = (max(rung - 1, 0) for rung in range(count)), (min(rung + 1, last) for rung in range(count))
    return Ladder(text, tuple(range(1, count + 1)), tuple(win), tuple(loss))


def fibonacci(text: str, count: int) -> Ladder:
    """1, 1, 2, 3, 5 …: one up after a loss, and from the last back to the first; two down after a win."""
    rungs = [1, 1]
    while len(rungs) < count:
        rungs.append(rungs[-1] + rungs[-2])
    win, loss = (max(rung - 2, 0) for rung in range(count)), ((rung + 1) % count for rung in range(count))
    return Ladder(text, tuple(rungs), tuple(win), tuple(loss))


COUNTED: Mapping[str, Callable[[str, int], Ladder]] = {
    "martingale": martingale,
    "press": press,
    "dalembert": dalembert,
    "fibonacci": fibonacci,
}
LISTED: Mapping[str, Callable[[str, tuple[int, ...]], Ladder]] = {"up-on-win": up_on_win, "up-on-loss": up_on_loss}


def read_ladder(text: str) -> Ladder:
    """Read a ladder as it is written: "martingale:6" has six rungs, "up-on-win:1-3-2-6" these."""
    said = _WRITTEN.fullmatch(text)
    numbers = tuple(int(each) for each in said[2].split("-")) if said else ()
    if said and said[1] in COUNTED and len(numbers) == 1 and 2 <= numbers[0] <= MOST_RUNGS:
        return COUNTED[said[1]](text, numbers[0])
    if said and said[1] in LISTED and 2 <= len(numbers) <= MOST_RUNGS and min(numbers) > 0:
        return LISTED[said[1]](text, numbers)
    raise LadderError(
        f"'{text}' is no way to change a stake; write martingale:6, press:3, dalembert:10, fibonacci:8,"
        f" up-on-win:1-3-2-6 or up-on-loss:1-2-4, with 2 to {MOST_RUNGS} rungs"
    )
