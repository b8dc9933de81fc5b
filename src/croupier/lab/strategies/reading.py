"""Parse a strategy: one line of text, clauses separated by commas."""

import re
from collections.abc import Sequence
from fractions import Fraction

from croupier.echo import echo
from croupier.lab.ladder import FLAT, LadderError, read_ladder
from croupier.lab.play import TIMES, PlayError, parse_cents, split_words
from croupier.lab.strategies.clauses import (
    Action,
    Amount,
    CallBets,
    Down,
    Leave,
    MakeBet,
    PressBet,
    Regress,
    Strategy,
    StrategyClause,
    Wagers,
)
from croupier.lab.strategies.conditions import read_conditions, starts_condition
from croupier.lab.strategies.naming import named
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign

_PRESS = re.compile(r"press (.+?)(?: by (\S+))?(?: (?:up )?to (\S+))?")
_REGRESS = re.compile(r"regress (.+) to (\S+)")
MAX_CLAUSES, MAX_LENGTH = 40, 2000


class StrategyTextError(PlayError):
    """The text does not describe a strategy. The message says what is wrong and how to fix it."""


def read_strategy(rules: Ruleset, sign: Sign, text: str) -> Strategy:
    """Parse a strategy, such as "pass 10, odds 2x, come 10 with fewer than 2 come bets, leave after 3 losses in a row"."""
    parts = text[: MAX_LENGTH + 1].split(",")
    if len(text) > MAX_LENGTH or len(parts) > MAX_CLAUSES:
        raise StrategyTextError(f"strategy: longer than {MAX_CLAUSES} clauses or {MAX_LENGTH:,} characters")
    strategy = Strategy(rules, sign, tuple(_clause(rules, part, number) for number, part in enumerate(parts, start=1)))
    _check(strategy)
    return strategy


def _clause(rules: Ruleset, part: str, number: int) -> StrategyClause:
    words, place = part.split(), f"play, part {number}"
    if not words:
        raise StrategyTextError(f'{place}: it is empty; write a clause such as "{rules.offers[0].id} 10"')
    end = next((at for at in range(1, len(words)) if starts_condition(words, at)), len(words))
    action = _action(rules, words[:end], place)
    return StrategyClause(action, read_conditions(rules, words[end:], place))


def _action(rules: Ruleset, words: Sequence[str], place: str) -> Action:
    said, text = [word.lower() for word in words], " ".join(words)
    match said:
        case ["leave"]:
            return Leave()
        case ["take", "down", "everything"]:
            return Down(None)
        case ["take", "down", _, *_]:
            return Down(named(rules, " ".join(words[2:]), place))
        case ["call", ("on" | "off") as call, _, *_]:
            return CallBets(named(rules, " ".join(words[2:]), place), on=call == "on")
        case ["press", _, *_]:
            return _press(rules, text, place)
        case ["regress", _, *_]:
            found = _REGRESS.fullmatch(text)
            if found is None:
                raise _unclear(place, text, 'write "regress WAGER to AMOUNT"')
            return Regress(named(rules, found[1], place), parse_cents(place, found[2]))
        case [_, _, *_]:
            return _bet(rules, words, place)
        case _:
            raise _unclear(place, text, "write a wager and an amount, press, regress, take down, call on, call off or leave")


def _press(rules: Ruleset, text: str, place: str) -> PressBet:
    found = _PRESS.fullmatch(text)
    if found is None or not (found[2] or found[3]):
        raise _unclear(place, text, 'write "press WAGER by AMOUNT up to AMOUNT" or "press WAGER to AMOUNT"')
    by, to = (parse_cents(place, each) if each else None for each in found.groups()[1:])
    wagers = named(rules, found[1], place)
    if to is None:
        raise StrategyTextError(f"{place}: a press needs a limit: press {wagers} by {found[2]} up to {10 * (by or 0) // 100}")
    return PressBet(wagers, by, to)


def _bet(rules: Ruleset, words: Sequence[str], place: str) -> MakeBet:
    name, amount, ladder = split_words(rules, words)
    wagers = named(rules, name, place)
    if not wagers.ids:
        raise StrategyTextError(f"{place}: bets travel to {name} by themselves; bet {wagers_behind(rules, wagers)} instead")
    odds = [id for id in wagers.ids if rules.addresses[id].offer.rides_on]
    if amount == "max" or TIMES.fullmatch(amount):
        if not odds:
            raise StrategyTextError(f"{place}: '{amount}' is for odds only; write an amount in dollars, such as 10 or 2.50")
        if ladder:
            raise StrategyTextError(f"{place}: odds follow the bet they ride on; put {echo(ladder)} after that one")
        return MakeBet(wagers, Amount(times=None if amount == "max" else Fraction(amount[:-1])))
    try:
        return MakeBet(wagers, Amount(parse_cents(place, amount)), read_ladder(ladder) if ladder else FLAT)
    except LadderError as error:
        raise StrategyTextError(f"{place}: {error}; conditions begin with while, on a, after, before or with") from None


def wagers_behind(rules: Ruleset, wagers: Wagers) -> str:
    """The wager whose bets travel to a place."""
    return rules.addresses[min(wagers.places)].offer.id


def _unclear(place: str, text: str, right: str) -> StrategyTextError:
    return StrategyTextError(f"{place}: '{echo(text)}' is not clear; {right}")


def _check(strategy: Strategy) -> None:
    """Raise if clauses contradict each other or have nothing to act on."""
    rules = strategy.rules
    bets: dict[str, MakeBet] = {}
    for bet in strategy.bets:
        for id in bet.wagers.ids:
            offer = rules.addresses[id].offer
            if id in bets and (bets[id].amount, bets[id].ladder) != (bet.amount, bet.ladder):
                raise StrategyTextError(f"play, {id}: it is bet at two amounts; give it one, and press or regress it")
            bets[id] = bet
            if bet.ladder is not FLAT and (offer.travels or offer.stake or len(bet.wagers.ids) > 1):
                raise StrategyTextError(f"play, {id}: several of these bets can stand, or the sign fixes the stake: no ladder")
    if not bets:
        raise StrategyTextError("play: nothing is ever bet; begin with a wager and an amount")
    for id in bets:
        parent = rules.addresses[id].offer.rides_on
        if parent and rules.addresses[parent].offer.id not in bets:
            flat = rules.addresses[parent].offer.id
            raise StrategyTextError(f'play, {id}: these odds ride on {flat}, which is not bet; add it, for example "{flat} 10"')
    for change in (each.action for each in strategy.clauses if isinstance(each.action, PressBet | Regress)):
        changed = [id for id in change.wagers.ids if id in bets]
        fixed = [id for id in changed if bets[id].ladder is not FLAT or bets[id].amount.cents is None]
        if not changed or fixed or any(rules.addresses[id].offer.travels for id in changed):
            raise StrategyTextError(
                f"play, {change.wagers}: only a bet that the strategy makes in dollars, without a ladder, and that does not"
                " travel can be pressed or regressed"
            )
