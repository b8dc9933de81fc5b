"""Sessions that a Python function plays at a real table, for strategies that no play can express. Much slower than a kernel."""

import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from runpy import run_path
from typing import cast

import numpy as np

from croupier.lab.sessions import Bounds, End, PlayedSessions
from croupier.ledger.accounts import felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Decided
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled

SEAT = "player"

PlayerCommand = PlaceBet | TakeDown | CallBet
Strategy = Callable[[Table], Iterable[PlayerCommand]]
"""Returns the commands of the player before each roll: place, take down or call bets. It may keep state of its own."""


class StrategyError(ValueError):
    """The strategy cannot be loaded, or gave a command that the rules never allow."""


class _NotCovered(Exception):  # noqa: N818 - ends a session, not an error
    """The player's money does not cover a bet."""


def play_strategy(
    rules: Ruleset, sign: Sign, strategy: Callable[[], Strategy], bounds: Bounds, *, seed: int, sessions: int
) -> Iterator[PlayedSessions]:
    """Play sessions one by one, each with a new strategy, and yield the result of each.

    A bet that the player's money does not cover ends the session as ruined. The session skips a command that the rules do not
    allow at the moment. Any other refusal raises a StrategyError with the sentence of the table.
    """
    for number in range(sessions):
        session = _Session(open_table(rules, sign), strategy(), bounds, Random(f"{seed} {number}"))  # noqa: S311 - seeded
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


class _Session:
    """One session at a table."""

    def __init__(self, table: Table, strategy: Strategy, bounds: Bounds, rng: Random) -> None:
        self.strategy, self.bounds, self.rng = strategy, bounds, rng
        if not callable(strategy):
            raise StrategyError(f"the function must return a strategy, which is callable, not {type(strategy).__name__}")
        self.table, _ = _execute(table, TakeSeat(seat=SEAT, chips=Cents(bounds.bankroll)))
        self.ways = table.rules.game.space.ways

    def played_out(self) -> tuple[int, int, int, int, int]:
        """Play to the end. Return net, rolls, staked, drawdown and end."""
        staked = peak = fall = rolls = net = 0
        end = None if self._place_bets() else End.RUIN
        while end is None:
            staked += sum(each.stake for each in self._roll())
            rolls, net = rolls + 1, self._net()
            peak, fall = max(peak, net), max(fall, max(peak, net) - net)
            end = self._end(net, rolls)
        return net, rolls, staked, fall, end

    def _roll(self) -> tuple[Decided, ...]:
        (outcome,) = self.rng.choices(list(self.ways), weights=list(self.ways.values()))
        self.table, events = _execute(self.table, EnterOutcome(outcome=OutcomeName(outcome)))
        return tuple(each for event in events if isinstance(event, RoundSettled) for each in event.decided)

    def _place_bets(self) -> bool:
        """Execute the commands of the strategy. Return False if the player's money does not cover a bet."""
        commands = cast("object", self.strategy(self.table))
        if not isinstance(commands, Iterable):
            raise StrategyError(f"a strategy must return commands, not {type(commands).__name__}")
        try:
            for command in cast("Iterable[object]", commands):
                if not isinstance(command, PlayerCommand):
                    raise StrategyError(f"a command must be PlaceBet, TakeDown or CallBet, not {type(command).__name__}")
                self.table, _ = _execute(self.table, command)
        except _NotCovered:
            return False
        return True

    def _net(self) -> int:
        return self.table.book.balance(rack(SEAT)) + self.table.book.balance(felt(SEAT)) - self.bounds.bankroll

    def _end(self, net: int, rolls: int) -> End | None:
        """Return why the session ends, or None. A stop comes first: the player leaves without another bet."""
        if net <= -self.bounds.stop_loss:
            return End.STOP_LOSS
        if net >= self.bounds.stop_win:
            return End.STOP_WIN
        if not self._place_bets():
            return End.RUIN
        return End.TIME if rolls >= self.bounds.max_rolls else None


def _execute(table: Table, command: PlayerCommand | TakeSeat | EnterOutcome) -> tuple[Table, tuple[object, ...]]:
    """Return the table after the command, and its events."""
    outcome = decide(table, command)
    if isinstance(outcome, Refusal):
        if outcome.reason is Reason.INSUFFICIENT_CREDIT:
            raise _NotCovered
        if outcome.reason is not Reason.NOT_ALLOWED_NOW:
            raise StrategyError(f"{type(command).__name__}: {outcome.message}")
        return table, ()
    for event in outcome:
        table = apply(table, event)
    return table, outcome
