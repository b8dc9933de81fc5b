"""A page of play as a test: what is done on the left of an arrow, what must come of it on the right.

    ann bets $12 on place-win:6   -> placed
    roll 3-4                      -> nothing
    roll 2-2                      -> the point is 4
    roll 3-3                      -> place-win:6 wins $14.00
    ann has $514.00

Wins and losses are net of the stake, as a player counts them. Every bet that ends must be named.
"""

import re
from collections.abc import Callable, Mapping

from croupier.catalogue import ruleset
from croupier.ledger.accounts import rack
from croupier.money import Cents, dollars
from croupier.rules.machine import Result
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Command, Decided, Event
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.void_settlement import RoundVoided
from croupier.table.rounds.voiding import VoidRound
from croupier.table.telling.scenario.running import step

_MONEY = r"\$([\d,]+(?:\.\d\d)?)"


def play(
    rules: str | Ruleset,
    page: str,
    *,
    sign: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
    chips: int = 100_000,
) -> Table:
    """Play a page; everyone named on it begins with the same chips. Returns the table at its end."""
    found = ruleset(rules) if isinstance(rules, str) else rules
    table = open_table(found.under(readings or {}), found.sign(sign or {}))
    for player in dict.fromkeys(re.findall(r"^\s*(\w+) (?:bets|takes|calls|has)", page, re.MULTILINE)):
        table, _ = step(table, TakeSeat(seat=player, chips=Cents(chips)))
    for line in filter(None, (line.strip() for line in page.splitlines())):
        table = _line(table, line)
    return table


def _line(table: Table, line: str) -> Table:
    done, _, wanted = (part.strip() for part in line.partition("->"))
    if has := re.fullmatch(rf"(\w+) has {_MONEY}", done):
        assert dollars(table.book.balance(rack(has[1]))) == dollars(_cents(has[2])), line
        return table
    after, outcome = step(table, _command(done))
    assert _came_of_it(table, after, outcome) == sorted(part.strip() for part in wanted.split(", ")), line
    return after


_COMMANDS: Mapping[str, Callable[[re.Match[str]], Command]] = {
    rf"(\w+) bets {_MONEY} on (\S+)": lambda m: PlaceBet(seat=m[1], wager=m[3], stake=_cents(m[2])),
    rf"(\w+) takes {_MONEY} off (\S+)": lambda m: TakeDown(seat=m[1], wager=m[3], amount=_cents(m[2])),
    r"(\w+) takes (\S+) down": lambda m: TakeDown(seat=m[1], wager=m[2]),
    r"(\w+) calls (\S+) (on|off)": lambda m: CallBet(seat=m[1], wager=m[2], on=m[3] == "on"),
    r"(?:roll|dice|spin) (\S+)": lambda m: EnterOutcome(outcome=_outcome(m[1])),
    r"no (?:roll|result)": lambda _: VoidRound(),
}


def _command(done: str) -> Command:
    for pattern, command in _COMMANDS.items():
        if said := re.fullmatch(pattern, done):
            return command(said)
    raise ValueError(f"nobody can do this: {done}")


def _outcome(text: str) -> OutcomeName:
    return OutcomeName("-".join(sorted(text.split("-"))))


def _cents(text: str) -> Cents:
    whole, _, rest = text.replace(",", "").partition(".")
    return Cents(int(whole) * 100 + int(rest or 0))


def _came_of_it(before: Table, after: Table, outcome: tuple[Event, ...] | Refusal) -> list[str]:
    if isinstance(outcome, Refusal):
        return [str(outcome.reason)]
    (event,) = outcome
    if not isinstance(event, RoundSettled | RoundVoided):
        return [{"BetPlaced": "placed", "BetTakenDown": "down", "BetsCalled": "called"}[type(event).__name__]]
    several = len(before.layout) > 1
    said = [f"{f'{bet.seat}: ' if several else ''}{_ended(bet)}" for bet in event.decided]
    if before.pucks.get("puck") != after.pucks.get("puck"):
        state = after.pucks["puck"]
        said.append("come-out" if state == "come-out" else f"the point is {state.removeprefix('point ')}")
    return sorted(said) or ["nothing"]


def _ended(bet: Decided) -> str:
    net = bet.paid - bet.stake
    match bet.result:
        case Result.WIN:
            return f"{bet.wager} wins {dollars(net)}"
        case Result.LOSE:
            return f"{bet.wager} loses {dollars(-net)}"
        case Result.PUSH:
            return f"{bet.wager} pushes"
        case Result.VOID | Result.REFUND | Result.FORFEIT:
            return f"{bet.wager} {bet.result} {dollars(bet.paid)}"
