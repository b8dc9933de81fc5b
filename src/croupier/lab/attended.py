"""Sessions of any player at a real table: for what a play and its ladders cannot say, at the speed of the table itself."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from runpy import run_path

import numpy as np

from croupier.lab.sessions import Bounds, End, Played
from croupier.ledger.accounts import felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign
from croupier.table.apply import apply
from croupier.table.commands import CallBet, EnterOutcome, PlaceBet, TakeDown, TakeSeat
from croupier.table.decide import decide
from croupier.table.events import Decided, RoundSettled
from croupier.table.refusals import Reason, Refusal
from croupier.table.state import Table, open_table

SEAT = "player"

Wish = PlaceBet | TakeDown | CallBet
Strategy = Callable[[Table], Iterable[Wish]]
"""What a player wishes before each roll, seeing the table: bets, bets taken down, calls. It may remember what it likes."""


class StrategyError(ValueError):
    """A player who asked for what the rules never allow."""


class _Ruined(Exception):  # noqa: N818 - an end, not an error
    """A bet was asked for that is not covered."""


def attend(
    rules: Ruleset, sign: Sign, strategy: Callable[[], Strategy], bounds: Bounds, *, seed: int, sessions: int
) -> Iterator[Played]:
    """Seat a new player for every session, and tell what comes of each.

    A session is ruined when a bet is asked for that what is left does not cover. What is refused because it may not be
    done just now is passed over; anything else that is refused ends the run, with the table's own sentence.
    """
    for number in range(sessions):
        session = _Session(open_table(rules, sign), strategy(), bounds, Random(f"{seed} {number}"))  # noqa: S311 - seeded
        yield Played(*(np.array([each], np.int64) for each in session.played_out()))


def strategy_in(written: str) -> Callable[[], Strategy]:
    """The player that a file of Python defines, written FILE.py:NAME; called for every session, it returns a strategy."""
    file, _, name = written.rpartition(":")
    if not file.endswith(".py") or not name.isidentifier():
        raise StrategyError("write it as FILE.py:NAME, with the name of a function in that file")
    try:
        found: Callable[[], Strategy] | None = run_path(file).get(name)
    except OSError as error:
        raise StrategyError(f"{file}: {error.strerror}") from None
    except Exception as error:
        raise StrategyError(f"{file} cannot be run: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise StrategyError(f"{file} defines no function {name}")
    return found


class _Session:
    """One session at a table."""

    def __init__(self, table: Table, strategy: Strategy, bounds: Bounds, chance: Random) -> None:
        self.strategy, self.bounds, self.chance = strategy, bounds, chance
        self.table, _ = _done(table, TakeSeat(seat=SEAT, chips=Cents(bounds.bankroll)))
        self.ways = table.rules.game.space.ways

    def played_out(self) -> tuple[int, int, int, int, int]:
        """Net, rolls, stakes, drawdown and end."""
        staked = peak = fall = rolls = net = 0
        end = None if self._bets_made() else End.RUIN
        while end is None:
            staked += sum(each.stake for each in self._rolled())
            rolls, net = rolls + 1, self._net()
            peak, fall = max(peak, net), max(fall, max(peak, net) - net)
            end = self._end(net, rolls)
        return net, rolls, staked, fall, end

    def _rolled(self) -> tuple[Decided, ...]:
        (outcome,) = self.chance.choices(list(self.ways), weights=list(self.ways.values()))
        self.table, events = _done(self.table, EnterOutcome(outcome=OutcomeName(outcome)))
        return tuple(each for event in events if isinstance(event, RoundSettled) for each in event.decided)

    def _bets_made(self) -> bool:
        """Do what the player wishes; False where it is not covered."""
        try:
            for wish in self.strategy(self.table):
                self.table, _ = _done(self.table, wish)
        except _Ruined:
            return False
        return True

    def _net(self) -> int:
        return self.table.book.balance(rack(SEAT)) + self.table.book.balance(felt(SEAT)) - self.bounds.bankroll

    def _end(self, net: int, rolls: int) -> End | None:
        """Who has reached a stop leaves; only who stays is asked for the next bets."""
        if net <= -self.bounds.stop_loss:
            return End.STOP_LOSS
        if net >= self.bounds.stop_win:
            return End.STOP_WIN
        if not self._bets_made():
            return End.RUIN
        return End.TIME if rolls >= self.bounds.max_rolls else None


def _done(table: Table, command: Wish | TakeSeat | EnterOutcome) -> tuple[Table, tuple[object, ...]]:
    outcome = decide(table, command)
    if isinstance(outcome, Refusal):
        if outcome.reason is Reason.INSUFFICIENT_CREDIT:
            raise _Ruined
        if outcome.reason is not Reason.NOT_ALLOWED_NOW:
            raise StrategyError(f"{type(command).__name__}: {outcome.message}")
        return table, ()
    for event in outcome:
        table = apply(table, event)
    return table, outcome
