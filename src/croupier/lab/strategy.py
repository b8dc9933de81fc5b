"""Sessions that a Python function plays at a table, for strategies that the language cannot express.

The table decides everything, and remembers it: a layout that was seen before costs a look-up. Still slower than a kernel.
"""

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import signature
from itertools import accumulate
from pathlib import Path
from random import Random
from runpy import run_path
from typing import cast, get_args

import numpy as np

from croupier.lab.sessions import Bounds, End, PlayedSessions
from croupier.lab.strategies.habits import Habits
from croupier.lab.strategies.seat import SEAT, Layout, PlayerCommand, SeatedPlayer
from croupier.ledger.accounts import felt, rack
from croupier.ledger.book import Book
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table

MAX_LAYOUTS = 200_000
"""The most layouts to remember. Beyond that, the next session begins with an empty memory."""
MAX_RESULTS = 1000
"""The fewest outcomes that a strategy can look back on in a long session. It sees up to twice as many."""
ROLLS_AT_ONCE = 64
_COMMANDS = frozenset(get_args(PlayerCommand))

Strategy = Callable[[Table], Iterable[PlayerCommand]]
"""Returns the commands of the player before each roll: place, take down or call bets. It may keep state of its own."""


class StrategyError(ValueError):
    """The strategy cannot be loaded, or gave a command that the rules never allow."""


def play_strategy(
    rules: Ruleset,
    sign: Sign,
    strategy: Callable[[], Strategy],
    bounds: Bounds,
    *,
    seed: int,
    sessions: int,
    habits: Habits | None = None,
) -> Iterator[PlayedSessions]:
    """Play sessions one by one, each with a new strategy, and yield the result of each. `habits` watches the first of them.

    A bet that the player's money does not cover ends the session as ruined. The session skips a command that the rules do not
    allow at the moment. Any other refusal raises a StrategyError with the sentence of the table.
    """
    seated = habits.seated if habits else SeatedPlayer(rules, sign)
    for number in range(sessions):
        if len(seated.found) > MAX_LAYOUTS:
            seated = SeatedPlayer(rules, sign)
        rolls = _rolled(rules, Random(f"{seed} {number}"))  # noqa: S311 - seeded
        session = _Session(seated, strategy(), bounds, rolls, habits if habits and habits.watching else None)
        yield PlayedSessions(*(np.array([each], np.int64) for each in session.played_out()))


def load_strategy(location: str) -> Callable[[], Strategy]:
    """Load a function from a Python file, given FILE.py:NAME. Each call of it returns a strategy for one session."""
    file, _, name = location.rpartition(":")
    if not file.endswith(".py") or not name.isidentifier():
        raise StrategyError("write FILE.py:NAME, where NAME is a function in the file")
    try:
        found: Callable[[], Strategy] | None = run_path(file).get(name)
    except Exception as error:
        if isinstance(error, OSError) and not Path(file).is_file():
            raise StrategyError(f"{file}: {error.strerror}") from None
        raise StrategyError(f"{file} cannot be run: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise StrategyError(f"{file} does not define a function {name}")
    try:
        signature(found).bind()
    except TypeError:
        raise StrategyError(
            f"{name} must take no arguments and return the strategy, which is a function of the table"
        ) from None
    return found


def strategy_traceback(error: BaseException, location: str) -> str | None:
    """Format the traceback of an error with the frames of the strategy's file only.

    Return None if the error was not raised from that file.
    """
    file = Path(location.rpartition(":")[0]).absolute()
    frames = [each for each in traceback.extract_tb(error.__traceback__) if Path(each.filename).absolute() == file]
    if not frames:
        return None
    lines = ("Traceback (most recent call last):\n", *traceback.format_list(frames), *traceback.format_exception_only(error))
    return "".join(lines).rstrip()


class TableInSession:
    """The table as a strategy sees it before a roll: rules, sign, pucks, layout, results and won, as a `Table` has them.

    Any other attribute is read from a `Table` with the same bets, whose history is another one.
    """

    def __init__(self, layout: Layout, bankroll: int) -> None:
        """Begin a session with this money."""
        self.rules, self.sign = layout.table.rules, layout.table.sign
        self.results: list[OutcomeName] = []
        self.won: Mapping[str, int] = {}
        self.bankroll, self.net = bankroll, 0
        self.show(layout)

    def show(self, layout: Layout) -> None:
        """Show these bets."""
        self.standing, self.pucks, self.layout = layout, layout.pucks, layout.table.layout

    @property
    def book(self) -> Book:
        """The player's accounts."""
        on_felt = self.standing.on_felt
        return Book({rack(SEAT): self.bankroll + self.net - on_felt, felt(SEAT): on_felt})

    def __getattr__(self, name: str) -> object:
        return getattr(self.standing.table, name)


class _Session:
    """One session at a table that remembers what it has decided before."""

    def __init__(
        self,
        seated: SeatedPlayer,
        strategy: Strategy,
        bounds: Bounds,
        rolls: Iterator[OutcomeName],
        habits: Habits | None,
    ) -> None:
        self.strategy, self.bounds, self.rolls, self.habits = strategy, bounds, rolls, habits
        if not callable(strategy):
            raise StrategyError(f"the function must return a strategy, which is callable, not {type(strategy).__name__}")
        self.layout = seated.first
        self.shown = TableInSession(self.layout, bounds.bankroll)

    def played_out(self) -> tuple[int, int, int, int, int]:
        """Play to the end. Return net, rolls, staked, drawdown and end."""
        shown, results, dice = self.shown, self.shown.results, self.rolls
        _, stop_loss, stop_win, max_rolls = self.bounds
        staked = peak = fall = rolls = net = 0
        end = None if self._place_bets() else End.RUIN
        while end is None:
            outcome = next(dice)
            rolled = self.layout.roll(outcome)
            self.layout = rolled.layout
            rolls += 1
            staked += rolled.staked
            net = shown.net = shown.net + rolled.net
            shown.won = {SEAT: rolled.won} if rolled.won else {}
            results.append(outcome)
            if net > peak:
                peak = net
            elif peak - net > fall:
                fall = peak - net
            if rolls % MAX_RESULTS == 0:
                self._note(net)
                del results[:-MAX_RESULTS]
            # A stop comes first: the player leaves without another bet.
            if net <= -stop_loss:
                end = End.STOP_LOSS
            elif net >= stop_win:
                end = End.STOP_WIN
            elif not self._place_bets():
                end = End.RUIN
            elif rolls >= max_rolls:
                end = End.TIME
        self._note(net)
        return shown.net, rolls, staked, fall, end

    def _note(self, net: int) -> None:
        """Tell the watcher, if there is one, what the rolls so far have won."""
        if self.habits:
            self.habits.note_session(tuple(self.shown.results), net)
            self.habits = None

    def _place_bets(self) -> bool:
        """Execute the commands of the strategy. Return False if the player's money does not cover a bet."""
        shown, layout = self.shown, self.layout
        before, taken = layout, list[PlayerCommand]() if self.habits else None
        shown.show(layout)
        commands = cast("object", self.strategy(cast("Table", shown)))
        if not hasattr(commands, "__iter__"):
            raise StrategyError(f"a strategy must return commands, not {type(commands).__name__}")
        for command in cast("Iterable[PlayerCommand]", commands):
            if type(command) not in _COMMANDS:
                raise StrategyError(f"a command must be PlaceBet, TakeDown or CallBet, not {type(command).__name__}")
            done = layout.after(command)
            if isinstance(done, Refusal):
                if done.reason is not Reason.NOT_ALLOWED_NOW:
                    raise StrategyError(f"{type(command).__name__}: {done.message}")
                continue
            if shown.bankroll + shown.net - done.fee < done.layout.on_felt:
                return False
            shown.net -= done.fee
            self.layout = layout = done.layout
            shown.show(layout)
            if taken is not None:
                taken.append(command)
        if self.habits and taken is not None:
            self.habits.note_bets(before, taken)
        return True


def _rolled(rules: Ruleset, rng: Random) -> Iterator[OutcomeName]:
    """Roll without end."""
    names, limits = list(rules.game.space.ways), list(accumulate(rules.game.space.ways.values()))
    while True:
        yield from rng.choices(names, cum_weights=limits, k=ROLLS_AT_ONCE)
