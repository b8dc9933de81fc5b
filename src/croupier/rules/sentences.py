"""Describe a machine in English sentences: which outcomes win a bet, lose it, move it or leave it."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.rules.machine import Decision, Result, Transition
from croupier.rules.odds import Odds
from croupier.rules.outcomes import OutcomeName, Space, listed, numbers, shown
from croupier.rules.wager import Piece, Wager

_NUMBERED = re.compile(r"(.+) (\d+)")
_SINGLE = re.compile(r"([^\d]+(?<! to)) (\d+)")
"""Matches words whose only number is the last word."""


class Rung(NamedTuple):
    """A numbered state: "point 6" is number 6 of the row "point", "small 3" is number 3 of the row "small"."""

    row: str
    number: int


States = Sequence[tuple[str, Sequence[Transition]]]


def sentences(wager: Wager, turn: str) -> list[str]:
    """Sentences that say how a bet is decided, from its first roll to its last."""
    return [_shorter(sentence, wager.space) for sentence in _sentences(wager, turn)]


def _sentences(wager: Wager, turn: str) -> list[str]:
    if wager.pieces:
        return _of_pieces(wager, turn)
    if len(wager.states) == 1:
        return _of_one_state(wager, turn)
    ladders = climbing(wager)
    told: list[str] = []
    for row, states in _rows(wager).items():
        if row in ladders:
            continue
        if row and _alike(states):
            told += _of_points(states, wager, turn)
        else:
            told += [sentence for state, lines in states for sentence in _of_state(state, lines, wager, turn, ladders)]
    return told + (_of_ladders(ladders, turn) if ladders else [])


def _rows(wager: Wager) -> Mapping[str, States]:
    """The states of a machine by row; states without a number are in the row ""."""
    rows: dict[str, list[tuple[str, Sequence[Transition]]]] = {}
    for state, lines in wager.states.items():
        rows.setdefault(_row(state), []).append((state, lines))
    return rows


def _of_one_state(wager: Wager, turn: str) -> list[str]:
    (lines,) = wager.states.values()
    if wager.at_once:
        return [f"The next {turn} decides it: {_ends(lines)}."]
    untouched = f"No other {turn} touches it."
    won, lost = _by_odds(lines), [line.words for line in lines if line.result is Result.LOSE]
    simple = {line.result for line in lines} == {Result.WIN, Result.LOSE} and all(line.outcomes for line in lines)
    if not simple or len(won) != 1:
        everything = len(wager.effects[wager.first]) == len(wager.space.ways)
        return [f"It stands until it is decided: {_ends(lines)}.", *([] if everything else [untouched])]
    ((odds, words),) = won.items()
    if len(lost) > 1:
        return [f"It wins at {odds} on {together(words)}, and loses on {together(lost)}, whichever comes first.", untouched]
    return [
        f"It wins at {odds} if {together(words)} comes before {lost[0]}, and loses if {_the(lost[0])} comes first.",
        untouched,
    ]


def _ends(lines: Iterable[Transition]) -> str:
    """All transitions of a state: "it wins at 4 to 1 on a total of 7, and loses on anything else"."""
    lines = sorted(lines, key=lambda each: each.outcomes is None)
    won = [f"at {odds} on {together(words)}" for odds, words in _by_odds(lines).items()]
    said = [f"wins {listed(won, 'and')}"] if won else []
    for verb, result in (("is a push on", Result.PUSH), ("loses on", Result.LOSE)):
        words = [line.words for line in lines if line.result is result]
        said += [f"{verb} {together(words)}"] if words else []
    for state in dict.fromkeys(line.state for line in lines if line.state):
        said.append(f"goes on to “{state}” on {together([line.words for line in lines if line.state == state])}")
    return f"it {', '.join(said[:-1])}, and {said[-1]}" if len(said) > 1 else f"it {''.join(said)}"


def _of_state(state: str, lines: Sequence[Transition], wager: Wager, turn: str, ladders: Container[str]) -> list[str]:
    """One state. The first state may lead to a row of numbered states, as a come-out leads to a point."""
    rows = {_row(line.state) for line in lines if line.state}
    numbered = all(_row(line.state) in ladders or _own(line.words, line.state) != line.words for line in lines if line.state)
    if state != wager.first or "" in rows or not numbered or not all(line.outcomes for line in lines):
        rest = "" if len(wager.effects[state]) == len(wager.space.ways) else f" Any other {turn} leaves it as it is."
        return [f"At “{state}”: {_ends(lines)}.{rest}"]
    ends = [line for line in lines if not line.state]
    told = [f"On its first {turn} {_ends(ends)}."] if ends else []
    for row in dict.fromkeys(_row(line.state) for line in lines if line.state):
        fallen = _capital(together([line.words for line in lines if line.state and _row(line.state) == row]))
        told.append(f"{fallen} takes it to {_capital(row)}." if row in ladders else f"{fallen} becomes its {row}.")
    if len(wager.effects[state]) < len(wager.space.ways):
        told.append(f"Any other {turn} leaves it as it is.")
    return told


def _alike(states: States) -> bool:
    """Whether the states differ only in their number and their odds, and each has one winning and one losing transition."""
    shapes = {tuple((_own(line.words, state), line.result) for line in lines) for state, lines in states}
    return len(shapes) == 1 and sorted(result or "" for _, result in shapes.pop()) == [Result.LOSE, Result.WIN]


def _of_points(states: States, wager: Wager, turn: str) -> list[str]:
    """One sentence for states that are alike; the odds are listed by number if they differ."""
    ((won, _, odds), (lost, _, _)) = sorted(
        ((_own(line.words, states[0][0]), line.result or "", str(line.odds)) for line in states[0][1]),
        key=lambda each: each[1] != Result.WIN,
    )
    begins = "It wins" if states[0][0] == wager.first else f"Once its {_row(states[0][0])} is set, it wins"
    pays = {str(line.odds) for _, lines in states for line in lines if line.odds}
    same = f" at {odds}" if len(pays) == 1 else ""
    each = "" if same else f", at {_odds_by_number(states)}"
    return [
        f"{begins}{same} if {won} comes before {lost}{each}, and loses if {_the(lost)} comes first.",
        f"No other {turn} touches it.",
    ]


def climbing(wager: Wager) -> Mapping[str, States]:
    """The rows that count a streak: one set of outcomes leads from each state to the next, another one ends the streak."""
    return {row: states for row, states in _rows(wager).items() if row and _climbs(states)}


def _climbs(states: States) -> bool:
    names = [state for state, _ in states]
    onward = {line.words for _, lines in states[:-1] for line in lines if line.state}
    leads = [[line.state for line in lines if line.state] for _, lines in states]
    ends = {line.words for _, lines in states for line in lines} - onward
    return len(states) > 1 and leads == [*([name] for name in names[1:]), []] and len(onward) == len(ends) == 1


def counted(states: States) -> Iterator[tuple[int, Odds | None]]:
    """Yield each length at which a streak can end, with its odds, or None if a streak of that length loses."""
    lengthens = onward(states)
    for state, lines in states:
        for line in lines:
            if not line.state:
                yield _rung(state).number + (line.words == lengthens), line.odds


def onward(states: States) -> str:
    """The outcomes, in words, that extend a streak."""
    (words,) = {line.words for _, lines in states for line in lines if line.state}
    return words


def _of_ladders(rows: Mapping[str, States], turn: str) -> list[str]:
    """Sentences for a streak bet: what extends the streak, what ends it, and what each length pays."""
    told = [f"It is on one side: {listed([f'{_capital(row)} ({onward(states)})' for row, states in rows.items()])}."]
    lengths = {row: tuple(counted(states)) for row, states in rows.items()}
    for row, worth in lengths.items() if len(set(lengths.values())) > 1 else list(lengths.items())[:1]:
        longest = max(count for count, _ in worth)
        lost = [count for count, odds in worth if odds is None]
        paid = [f"after {count} it pays {odds}" for count, odds in worth if odds and count < longest]
        ends = [f"after {numbers(lost)} it loses"] if lost else []
        side = f"On {_capital(row)} it" if len(set(lengths.values())) > 1 else "It"
        (top,) = [odds for count, odds in worth if count == longest]
        told += [
            f"{side} begins at {min(count for count, _ in worth)}, and every result of its side counts one more.",
            f"The result that makes {longest} ends it and pays {top}.",
            f"The first result of the other side ends it too: {listed([*ends, *paid], 'and')}.",
        ]
    return [*told, f"No other {turn} touches it."]


def _of_pieces(wager: Wager, turn: str) -> list[str]:
    """Sentences for a composite: its parts, and the net result on the whole stake."""
    nets = net_by_outcomes(wager)
    won = [f"{_net_words(net)} if {words} falls" for net, words in nets.items() if net > -1]
    rest = [f"Every other {turn} loses all of it."] if -1 in nets else []
    return [
        f"The stake is split into {wager.units} equal parts, and the next {turn} decides them: {_parts(wager.pieces)}.",
        "A part that does not win is lost; the bet counts as won when any part wins.",
        f"On the whole stake that makes {listed(won, 'and')}.",
        *rest,
    ]


def net_by_outcomes(wager: Wager) -> Mapping[Fraction, str]:
    """The net results of a unit staked, highest first, each with its outcomes in words."""
    found: dict[Fraction, list[OutcomeName]] = {}
    for name in wager.space.ways:
        effect = wager.effects[wager.first].get(name)
        if isinstance(effect, Decision):
            found.setdefault(effect.returned + effect.winnings - 1, []).append(name)
    return {net: outcomes_in_words(wager, found[net]) for net in sorted(found, reverse=True)}


def outcomes_in_words(wager: Wager, names: Sequence[OutcomeName]) -> str:
    """Describe outcomes by their totals if that is unambiguous, else list them."""
    space = wager.space
    if space.shown_by == "pocket":
        return numbers(sorted(int(name) for name in names))
    totals = sorted({sum(shown(name)) for name in names})
    if {name for name in space.ways if sum(shown(name)) in totals} == set(names):
        return f"a total of {numbers(totals)}"
    return listed(names)


def _net_words(net: Fraction) -> str:
    if net < 0:
        return f"a loss of {-net}"
    return f"{net.numerator} to {net.denominator}" if net else "neither gain nor loss"


def _parts(pieces: Sequence[Piece]) -> str:
    """The parts by the outcomes that win them, grouped by odds."""
    by_odds: dict[str, dict[str, int]] = {}
    for piece in pieces:
        lines = [line for lines in piece.wager.states.values() for line in lines if line.odds]
        rates = listed([str(line.odds) for line in lines], "and")
        words = together([line.words for line in lines]) if lines else piece.wager.title
        counts = by_odds.setdefault(rates, {})
        counts[words] = counts.get(words, 0) + piece.count
    counted_out = {1: "one", 2: "two", 3: "three", 4: "four"}
    return "; ".join(
        f"{f'at {rates}, ' if rates else ''}{_shares([f'{counted_out.get(n, n)} on {words}' for words, n in counts.items()])}"
        for rates, counts in by_odds.items()
    )


def _shares(shares: Sequence[str]) -> str:
    """Shorten "one on 1", "one on 5", "one on 9" to "one each on 1, 5 and 9"."""
    single = [_NUMBERED.fullmatch(share) for share in shares]
    if len(shares) > 2 and all(each and each[1] == "one on" for each in single):
        return f"one each on {listed([each[2] for each in single if each], 'and')}"
    return listed(shares, "and")


def _by_odds(lines: Iterable[Transition]) -> Mapping[Odds, Sequence[str]]:
    found: dict[Odds, list[str]] = {}
    for line in lines:
        if line.odds:
            found.setdefault(line.odds, []).append(line.words)
    return found


def together(words: Sequence[str]) -> str:
    """Shorten "a total of 4", "a total of 5" to "a total of 4 or 5"; words without a common beginning are listed."""
    words = list(dict.fromkeys(words))
    cut = [_SINGLE.fullmatch(each) for each in words]
    heads = {each[1] for each in cut if each}
    if len(words) > 1 and all(cut) and len(heads) == 1:
        return f"{heads.pop()} {numbers([int(each[2]) for each in cut if each])}"
    return ", or ".join(words) if any(" except " in each for each in words) else listed(words)


def _own(words: str, state: str) -> str:
    """Name a total that is the number of the state after its row: "the point"."""
    return words if words != f"a total of {_rung(state).number}" else f"the {_row(state)}"


def _the(words: str) -> str:
    """Replace the indefinite article: "a total of 7" becomes "the 7"."""
    return re.sub(r"^an? (total of )?", "the ", words)


def _shorter(sentence: str, space: Space) -> str:
    """Shorten "a total of 7" to "a 7", as craps players say."""
    if space.shown_by != "dice" or space.count != 2:
        return sentence

    def said(found: re.Match[str]) -> str:
        article = "an" if found[2] in {"8", "11"} else "a"
        return f"{article.capitalize() if found[1] == 'A' else article} {found[2]}"

    return re.sub(r"\b([Aa]) total of (\d+)", said, sentence)


def _odds_by_number(states: States) -> str:
    by_odds: dict[str, list[int]] = {}
    for state, lines in states:
        for line in lines:
            if line.odds:
                by_odds.setdefault(line.odds.text, []).append(_rung(state).number)
    return listed([f"{odds} on {numbers(which)}" for odds, which in by_odds.items()], "and")


def _rung(state: str) -> Rung:
    numbered = _NUMBERED.fullmatch(state)
    return Rung(numbered[1], int(numbered[2])) if numbered else Rung("", 0)


def _row(state: str) -> str:
    return _rung(state).row


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
