"""Read a strategy aloud: one sentence per clause, in the words of its rule set."""

from croupier.lab.ladder import FLAT
from croupier.lab.strategies.clauses import (
    Action,
    BetsStanding,
    CallBets,
    Condition,
    CountReached,
    Down,
    Just,
    Leave,
    MakeBet,
    Money,
    PointIs,
    PressBet,
    Regress,
    Strategy,
    StrategyClause,
    Wagers,
    decimal,
    shown,
)
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def read_aloud(strategy: Strategy) -> list[str]:
    """Return one sentence for each clause."""
    return [_sentence(strategy.rules, clause) for clause in strategy.clauses]


def _sentence(rules: Ruleset, clause: StrategyClause) -> str:
    when = listed([_condition(rules, each) for each in clause.when], "and")
    said = _action(rules, clause.action)
    return f"{when[0].upper()}{when[1:]}, {said[0].lower()}{said[1:]}." if when else f"{said}."


def title(rules: Ruleset, wagers: Wagers, several: str = "every") -> str:
    """The wagers by their titles, or the kind by the name that the user gave: `several` such bets."""
    if len(wagers.ids) > 1:
        return f"{several} {wagers.name.replace('-', ' ')} bet"
    place = min(wagers.places) if not wagers.ids else wagers.ids[0]
    offer = rules.addresses[place].offer
    return offer.wager.title if wagers.ids else place


def _of_any(rules: Ruleset, wagers: Wagers | None) -> str:
    return f" of {title(rules, wagers, 'any')}" if wagers else ""


def _action(rules: Ruleset, action: Action) -> str:
    match action:
        case MakeBet():
            return _bet(rules, action)
        case PressBet(wagers, by, to):
            return f"Press {title(rules, wagers)} {f'by {shown(by)}, up ' if by is not None else ''}to {shown(to)}"
        case Regress(wagers, to):
            return f"Regress {title(rules, wagers)} to {shown(to)}"
        case Down(wagers):
            return f"Take down {title(rules, wagers) if wagers else 'every bet that may come down'}"
        case CallBets(wagers, on):
            return f"Call {title(rules, wagers)} {'on' if on else 'off'}"
        case Leave():
            return "Leave the table"


def _bet(rules: Ruleset, bet: MakeBet) -> str:
    where, amount = title(rules, bet.wagers), bet.amount
    if amount.cents is None:
        much = "the most odds allowed" if amount.times is None else f"{decimal(amount.times)} times the flat bet"
        return f"Put {much} on {where}"
    if bet.ladder is FLAT:
        return f"Bet {shown(amount.cents)} on {where}"
    return f"Bet on {where} in units of {shown(amount.cents)}, by the ladder {bet.ladder.text}"


def _condition(rules: Ruleset, condition: Condition) -> str:
    match condition:
        case PointIs(_, _, words):
            said = words.removeprefix("point ").removeprefix("is ")
            return (
                "while no point is on"
                if said == "off"
                else "while a point is on"
                if said == "on"
                else f"while the point is {said}"
            )
        case Just(what, of):
            return f"when the last roll brought a {what}{_of_any(rules, of)}"
        case CountReached(what, count, of, in_a_row, reached):
            number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
            row = " in a row" if in_a_row else " of this hand" if rules.procedures.shooting else ""
            return f"{'after' if reached else 'before'} {number} {what.counted(count)}{_of_any(rules, of)}{row}"
        case BetsStanding(count, of, fewer):
            number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
            name = of.name.replace("-", " ")
            return (
                f"while {'fewer than' if fewer else 'at least'} {number} {name} {'bet stands' if count == 1 else 'bets stand'}"
            )
        case Money(cents, above):
            return f"with {'more' if above else 'less'} than {shown(cents)} in all"
