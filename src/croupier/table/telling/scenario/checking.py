"""Check a scenario: compare its results with those that the file expects."""

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from croupier.table.core.words import wish
from croupier.table.telling.scenario.reading import Scenario
from croupier.table.telling.scenario.running import Accepted, Open, Ran, Refused, Settled, run
from croupier.table.telling.scenario.written import NotAScenarioError, sentence


class ExpectedStep(msgspec.Struct):
    """The expected result of a step. Messages and further fields are not compared."""

    ok: bool
    settled: list[Settled] = []
    error: str = ""


class ExpectedResult(msgspec.Struct):
    """The expected result of a scenario."""

    steps: list[ExpectedStep]
    balances: dict[str, int]
    open: list[Open]


def expected(scenario: Scenario) -> ExpectedResult:
    """Decode `expect`. Raises NotAScenarioError if the scenario has none or it is invalid."""
    if scenario.expect is UNSET:
        raise NotAScenarioError(f"{scenario.place}: there is no expect to check against")
    try:
        found = msgspec.json.decode(scenario.expect, type=ExpectedResult)
    except msgspec.ValidationError as error:
        raise NotAScenarioError(f"{scenario.place}, expect{sentence(str(error), bytes(scenario.expect))}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise NotAScenarioError(f"{scenario.place}, expect: {error}") from None
    if len(found.steps) != len(scenario.commands):
        counts = f"{len(found.steps)} steps, but there are {len(scenario.commands)}"
        raise NotAScenarioError(f"{scenario.place}, expect: tells of {counts}")
    return found


def differences(scenario: Scenario, wanted: ExpectedResult) -> Iterator[str]:
    """Run a scenario and describe each difference from the expected result."""
    ran = run(scenario)
    for number, (command, want, got) in enumerate(zip(scenario.commands, wanted.steps, ran.steps, strict=True), 1):
        if not _agrees(want, got):
            yield f"{scenario.place}, step {number}, {wish(command)}:\n  expected {_words(want)}\n  got      {_words(got)}"
    yield from _balances(scenario, wanted, ran)
    yield from _bets(f"{scenario.place}, bets still open", wanted.open, ran.open)


def _agrees(want: ExpectedStep, got: Accepted | Refused) -> bool:
    """Whether a result is as expected. An expected refusal without an error code matches any refusal."""
    if isinstance(got, Refused):
        return not want.ok and want.error in ("", got.error)
    return want.ok and Counter(want.settled) == Counter(got.settled)


def _words(step: ExpectedStep | Accepted | Refused) -> str:
    if isinstance(step, Refused) or (isinstance(step, ExpectedStep) and not step.ok):
        return f"a refusal, {step.error}" if step.error else "a refusal"
    bets = sorted(f"{bet.player}'s {bet.wager} of {bet.stake}: {bet.result}, paid {bet.paid}" for bet in step.settled)
    return "; ".join(bets) or "nothing settled"


def _balances(scenario: Scenario, wanted: ExpectedResult, ran: Ran) -> Iterator[str]:
    for player in sorted(wanted.balances.keys() | ran.balances.keys()):
        want, got = wanted.balances.get(player), ran.balances.get(player)
        if want != got:
            yield f"{scenario.place}, balance of {player}:\n  expected {want}\n  got      {got}"


def _bets(place: str, wanted: list[Open], got: list[Open]) -> Iterator[str]:
    want, have = Counter(wanted), Counter(got)
    if want != have:
        missing, extra = (", ".join(sorted(map(_open_words, each.elements()))) for each in (want - have, have - want))
        yield f"{place}:\n  expected {missing or 'no more than these'}\n  got      {extra or 'not those'}"


def _open_words(bet: Open) -> str:
    return f"{bet.player}'s {bet.wager} of {bet.stake}"
