"""A machine read aloud: what has to fall for a bet to win, to lose, to move and to stand."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from croupier.rules.machine import Decision, Result, Transition
from croupier.rules.odds import Odds
from croupier.rules.outcomes import OutcomeName, listed, numbers
from croupier.rules.wager import Piece, Wager

_NUMBERED = re.compile(r"(.+) (\d+)")


class Rung(NamedTuple):
    """A state that belongs to a row of states: "point 6" is 6 of the points, "small 3" is 3 of small."""

    row: str
    number: int


def sentences(wager: Wager, turn: str) -> list[str]:
    """How a bet is decided, from its first roll to its last."""
    if wager.pieces:
        return _of_pieces(wager, turn)
    if len(wager.states) == 1:
        return _of_one_state(wager, turn)
    rows = {row: list(group) for row, group in groupby(wager.states.items(), lambda each: _row(each[0]))}
    ladders = {row: states for row, states in rows.items() if row and _climbs(states)}
    told: list[str] = []
    for row, states in rows.items():
        if not row:
            told += [sentence for state, lines in states for sentence in _of_first(state, lines, wager, turn, ladders)]
        elif row not in ladders:
            told += _of_points(row, states, turn)
    return told + (_of_ladders(ladders, turn) if ladders else [])


def _of_one_state(wager: Wager, turn: str) -> list[str]:
    (lines,) = wager.states.values()
    wins = _by_odds(lines)
    lost = together([str(line.outcomes) for line in lines if line.result is Result.LOSE and line.outcomes])
    if len(wager.effects[wager.first]) == len(wager.space.ways):
        won = [f"{together(words)} wins at {odds}" for odds, words in wins.items()]
        ends = [*won, *_pushed(lines), f"{lost or 'anything else'} loses"]
        return [f"The next {turn} decides it: {', '.join(ends)}."]
    ((odds, words),) = wins.items()
    first = f"It wins at {odds} if {together(words)} comes before {lost}, and loses the other way round."
    return [first, f"No other {turn} touches it."]


def _of_first(state: str, lines: Sequence[Transition], wager: Wager, turn: str, ladders: Container[str]) -> list[str]:
    """A state from which a bet goes on to a row of others, as from a come-out to a point."""
    when = f"On its first {turn}" if state == wager.first else f"While it is at '{state}'"
    won = [f"wins at {odds} on {together(words)}" for odds, words in _by_odds(lines).items()]
    lost = [str(line.outcomes) for line in lines if line.result is Result.LOSE]
    pushed = [str(line.outcomes) for line in lines if line.result is Result.PUSH]
    parts = [*won, *(f"{verb} on {together(words)}" for verb, words in (("loses", lost), ("is a push", pushed)) if words)]
    told = [f"{when} it {listed(parts, 'and')}."] if parts else []
    moves = [line for line in lines if line.state]
    for row, group in groupby(moves, lambda line: _row(line.state or "")):
        fallen = _capital(together([str(line.outcomes) for line in group]))
        told.append(f"{fallen} becomes its {row}." if row not in ladders else f"{fallen} takes it to {_capital(row)}.")
    if len(wager.effects[state]) < len(wager.space.ways):
        told.append("Anything else leaves it as it was.")
    return told


def _of_points(row: str, states: Sequence[tuple[str, Sequence[Transition]]], turn: str) -> list[str]:
    """States that do the same, each for its own number: one sentence for all, the odds listed where they differ."""
    which = numbers([_rung(state).number for state, _ in states])
    wins = [(str(line.odds), _own(str(line.outcomes), state)) for state, lines in states for line in lines if line.odds]
    lost = [_own(str(line.outcomes), state) for state, lines in states for line in lines if line.result is Result.LOSE]
    pays = {odds for odds, _ in wins}
    odds = pays.pop() if len(pays) == 1 else _odds_by_number(states)
    won = f"it wins if {_any(words for _, words in wins)} comes before {_any(lost)}, at {odds}"
    return [f"With its {row} on {which}, {won}; it loses the other way round.", f"No other {turn} touches it."]


def _of_ladders(rows: Mapping[str, Sequence[tuple[str, Sequence[Transition]]]], turn: str) -> list[str]:
    """A run that is counted on one side or the other: what lengthens it, what ends it, what each length is worth."""
    sides = [f"{_capital(row)} ({_onward(states[0][1])})" for row, states in rows.items()]
    states = next(iter(rows.values()))
    (begins, first), (top, last) = states[0], states[-1]
    (end,) = (line.odds for line in last if str(line.outcomes) == _onward(first))
    ends = {_rung(state).number: line.odds for state, lines in states for line in lines if str(line.outcomes) != _onward(first)}
    lost = [count for count, odds in ends.items() if odds is None]
    paid = [f"after {count} it pays {odds}" for count, odds in ends.items() if odds]
    return [
        f"It takes a side: {listed(sides)}.",
        f"It begins at {_rung(begins).number}, and every result of its side counts one more.",
        f"The result that makes {_rung(top).number + 1} ends it and pays {end}.",
        f"The first result of the other side ends it too: after {numbers(lost)} it loses, {listed(paid, 'and')}.",
        f"No other {turn} touches it.",
    ]


def _onward(lines: Sequence[Transition]) -> str:
    (words,) = (str(line.outcomes) for line in lines if line.state)
    return words


def _of_pieces(wager: Wager, turn: str) -> list[str]:
    """A composite: its parts, and what comes of the whole."""
    nets = net_by_outcomes(wager)
    won = [f"{_net_words(net)} on {words}" for net, words in nets.items() if net > -1]
    return [
        f"The stake is split into {wager.units} equal parts for one {turn}: {_parts(wager.pieces)}.",
        "A part that does not win is lost.",
        f"On the whole stake that comes to {listed(won, 'and')}.",
        f"Every other {turn} loses all of it.",
    ]


def net_by_outcomes(wager: Wager) -> Mapping[Fraction, str]:
    """What a unit staked brings in the end, highest first, and in words on what."""
    found: dict[Fraction, list[OutcomeName]] = {}
    for name in wager.space.ways:
        effect = wager.effects[wager.first].get(name)
        if isinstance(effect, Decision):
            found.setdefault(effect.returned + effect.winnings - 1, []).append(name)
    return {net: outcomes_in_words(wager, found[net]) for net in sorted(found, reverse=True)}


def outcomes_in_words(wager: Wager, names: Sequence[OutcomeName]) -> str:
    """Outcomes by their totals where these tell them apart, else one by one."""
    space = wager.space
    if space.shown_by == "pocket":
        return numbers(sorted(int(name) for name in names))
    totals = sorted({_total(name) for name in names})
    if {name for name in space.ways if _total(name) in totals} == set(names):
        return f"a total of {numbers(totals)}"
    return listed(names)


def _net_words(net: Fraction) -> str:
    if net == 0:
        return "nothing won or lost"
    return f"{'a gain' if net > 0 else 'a loss'} of {abs(net).numerator} for {net.denominator} staked"


def _parts(pieces: Sequence[Piece]) -> str:
    """The parts by what they win on, those at the same odds together."""
    by_odds: dict[str, list[str]] = {}
    for piece in pieces:
        for line in (line for lines in piece.wager.states.values() for line in lines if line.odds):
            count = {1: "one", 2: "two"}.get(piece.count, str(piece.count))
            by_odds.setdefault(str(line.odds), []).append(f"{count} on {line.outcomes}")
    return "; ".join(f"at {odds}, {_alike(shares)}" for odds, shares in by_odds.items())


def _alike(shares: Sequence[str]) -> str:
    """Write "one on 1", "one on 5" and so on as "one each on 1, 5 and 9"."""
    single = [_NUMBERED.fullmatch(share) for share in shares]
    heads = {each[1] for each in single if each}
    if len(shares) > 2 and all(single) and len(heads) == 1:
        return (
            f"one each on {listed([each[2] for each in single if each], 'and')}"
            if heads == {"one on"}
            else listed(shares, "and")
        )
    return listed(shares, "and")


def _by_odds(lines: Iterable[Transition]) -> Mapping[Odds, Sequence[str]]:
    found: dict[Odds, list[str]] = {}
    for line in lines:
        if line.odds:
            found.setdefault(line.odds, []).append(str(line.outcomes))
    return found


def _pushed(lines: Iterable[Transition]) -> list[str]:
    pushed = [str(line.outcomes) for line in lines if line.result is Result.PUSH]
    return [f"{together(pushed)} is a push"] if pushed else []


def together(words: Sequence[str]) -> str:
    """Write "a total of 4", "a total of 5" and so on as "a total of 4 or 5"; what shares no beginning is listed."""
    words = list(dict.fromkeys(words))
    cut = [_NUMBERED.fullmatch(each) for each in words]
    heads = {each[1] for each in cut if each}
    if len(words) > 1 and all(cut) and len(heads) == 1:
        return f"{heads.pop()} {numbers([int(each[2]) for each in cut if each])}"
    return listed(words)


def _any(words: Iterable[str]) -> str:
    return listed(dict.fromkeys(words))


def _own(words: str, state: str) -> str:
    """A total that is the state's own number is said as such: "that total"."""
    return words if words != f"a total of {_rung(state).number}" else f"that {_row(state)}"


def _odds_by_number(states: Sequence[tuple[str, Sequence[Transition]]]) -> str:
    by_odds: dict[str, list[int]] = {}
    for state, lines in states:
        for line in lines:
            if line.odds:
                by_odds.setdefault(line.odds.text, []).append(_rung(state).number)
    return listed([f"{odds} for {numbers(which)}" for odds, which in by_odds.items()], "and")


def _rung(state: str) -> Rung:
    numbered = _NUMBERED.fullmatch(state)
    return Rung(numbered[1], int(numbered[2])) if numbered else Rung("", 0)


def _row(state: str) -> str:
    return _rung(state).row


def _climbs(states: Sequence[tuple[str, Sequence[Transition]]]) -> bool:
    """Whether every state but the last leads to the next of its own row."""
    names = [state for state, _ in states]
    onward = [{line.state for line in lines if line.state} for _, lines in states]
    return len(states) > 1 and onward[:-1] == [{name} for name in names[1:]]


def _total(name: OutcomeName) -> int:
    return sum(int(face) for face in name.split("-"))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
