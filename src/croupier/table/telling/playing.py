"""Play a page of play: what is done on the left of an arrow, what should come of it on the right.

    ann bets $12 on place-win:6   -> placed
    roll 3-4                      -> nothing
    roll 2-2                      -> the point is 4
    roll 3-3                      -> place-win:6 wins $14.00
    ann has $1,014.00

The right side may be left out. Wins and losses are net of the stake, as a player counts them. Every bet that ends is named.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from croupier.ledger.accounts import rack
from croupier.money import Cents, dollars, parse_dollars
from croupier.rules.machine import Result
from croupier.rules.naming import wager_named
from croupier.rules.ruleset import Ruleset
from croupier.table.bets.calling import BetsCalled, CallBet
from croupier.table.bets.placing import BetPlaced
from croupier.table.bets.taking_down import BetTakenDown
from croupier.table.core.message import Command, Decided, Event, PlayerCommand
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table
from croupier.table.core.words import told
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.void_settlement import RoundVoided
from croupier.table.telling.phrases import MONEY, PhraseError, understood
from croupier.table.telling.scenario.running import step

CHIPS = Cents(100_000)
"""What a player brings who is named on a page and does not sit at the table yet."""
_HAS = re.compile(rf"(\w+) has {MONEY}")
_SHORT: Mapping[type[Event], str] = {BetPlaced: "placed", BetTakenDown: "down", BetsCalled: "called"}


class PageError(ValueError):
    """A line of a page cannot be played, or something else came of it. The message names the line."""


class PlayedLine(NamedTuple):
    """A line of a page that was asked of the table."""

    line: str
    before: Table
    command: Command
    outcome: tuple[Event, ...] | Refusal
    after: Table

    @property
    def results(self) -> list[str]:
        """What came of it, as on the right side of an arrow: sorted phrases, or the code of a refusal."""
        if isinstance(self.outcome, Refusal):
            return [str(self.outcome.reason)]
        return sorted(_results(self.before, self.after, self.outcome)) or ["nothing"]


class PageLine(NamedTuple):
    """A line of a page that was read."""

    place: str
    done: str
    wanted: list[str]
    """What should come of it; empty if the line does not say."""
    command: Command | None
    """None if it states what a player has."""


def read_page(rules: Ruleset, lines: Iterable[str]) -> list[PageLine]:
    """Read the lines of a page. Raises PageError for a line that is no phrase."""
    return [_read(rules, f"line {number}", line.strip()) for number, line in enumerate(lines, 1) if line.strip()]


def play(table: Table, page: Sequence[PageLine], chips: Cents = CHIPS) -> Iterator[PlayedLine]:
    """Play a page at a table without a clock. Those who are named and not seated sit down first, with `chips` each.

    Raises PageError for a line of which something else came than its right side says.
    """
    sitting_down = {line.command.seat for line in page if isinstance(line.command, TakeSeat)}
    for player in dict.fromkeys(player for line in page if (player := _player(line))):
        if player not in table.layout and player not in sitting_down:
            table, _ = step(table, TakeSeat(seat=player, chips=chips))
    for line in page:
        if line.command is None:
            _check_money(table, line)
            continue
        after, outcome = step(table, line.command)
        played = PlayedLine(line.done, table, line.command, outcome, after)
        if line.wanted and played.results != line.wanted:
            said = f"; {outcome.message}" if isinstance(outcome, Refusal) else ""
            raise PageError(f"{line.place}, {line.done}: this came of it: {', '.join(played.results)}{said}")
        yield played
        table = after


def _read(rules: Ruleset, place: str, line: str) -> PageLine:
    done, arrow, wanted = (part.strip() for part in line.partition("->"))
    results = sorted(part.strip() for part in wanted.split(", ")) if arrow else []
    try:
        return PageLine(place, done, results, None if _HAS.fullmatch(done) else in_ids(rules, understood(done)))
    except PhraseError as error:
        raise PageError(f"{place}: {error}") from None


def _player(line: PageLine) -> str:
    """The player whom a line names; empty if it names none."""
    if line.command is None:
        return line.done.split()[0]
    return line.command.seat if isinstance(line.command, PlayerCommand | CallBet) else ""


def _check_money(table: Table, line: PageLine) -> None:
    seat, _, amount = line.done.partition(" has ")
    has = table.book.balance(rack(seat))
    if has != parse_dollars(amount):
        raise PageError(f"{line.place}, {line.done}: {seat} has {dollars(has)}")


def in_ids(rules: Ruleset, command: Command) -> Command:
    """The command with the ids of its wagers instead of other names. A name that nobody knows stays, and is refused."""
    names: dict[str, str] = {field: getattr(command, field) for field in ("wager", "to") if hasattr(command, field)}
    ids = {field: id for field, name in names.items() if (id := wager_named(rules, name)) and id != name}
    return replace(command, **ids) if ids else command


def _results(before: Table, after: Table, events: tuple[Event, ...]) -> Iterator[str]:
    for event in events:
        if isinstance(event, RoundSettled | RoundVoided):
            several = len(before.layout) > 1
            yield from (f"{f'{bet.seat}: ' if several else ''}{_ended(bet)}" for bet in event.decided)
        else:
            yield _SHORT.get(type(event)) or told(before, event)[0]
    if before.pucks.get("puck") != after.pucks.get("puck"):
        state = after.pucks["puck"]
        yield "come-out" if state == "come-out" else f"the point is {state.removeprefix('point ')}"


def _ended(bet: Decided) -> str:
    net = bet.paid - bet.commission - bet.stake
    match bet.result:
        case Result.WIN:
            return f"{bet.wager} wins {dollars(net)}"
        case Result.LOSE:
            return f"{bet.wager} loses {dollars(-net)}"
        case Result.PUSH:
            return f"{bet.wager} pushes"
        case Result.VOID | Result.REFUND | Result.FORFEIT:
            return f"{bet.wager} {bet.result} {dollars(bet.paid)}"
