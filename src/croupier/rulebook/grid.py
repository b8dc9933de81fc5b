"""Pictures of a wager: what every outcome does, in a grid."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from croupier.rules.machine import Decision, Effect, Move, Result
from croupier.rules.outcomes import FACES, OutcomeName, Space, shown
from croupier.rules.sentences import outcomes_in_words
from croupier.rules.wager import Wager


class CellMark(StrEnum):
    """What an outcome does to a bet, in one letter."""

    WINS = "W"
    LOSES = "L"
    PUSHES = "P"
    MOVES = "M"
    STANDS = "·"

    @property
    def meaning(self) -> str:
        """The mark in words."""
        return {"W": "wins", "L": "loses", "P": "push", "M": "moves on", "·": "stands"}[self.value]


@dataclass(frozen=True, slots=True)
class Cell:
    """One outcome, or several with the same effect."""

    shows: str
    mark: CellMark
    note: str = ""
    """What it pays, if not all wins pay the same, or the state it moves to."""


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of cells with its label."""

    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A picture of a wager. Without heads, each cell names its own outcome."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[GridRow, ...]


def grids(wager: Wager, turn: str) -> tuple[Grid, ...]:
    """The picture of a wager, or one picture per state if a single one cannot hold them."""
    if wager.space.shown_by == "pocket":
        return tuple(_board(wager, state) for state in wager.effects)
    if _by_total(wager):
        return (_totals(wager, turn),)
    if len(wager.effects) > 1:
        return (_classes(wager, turn),)
    return tuple(_pairs(wager, state) if wager.space.count == 2 else _triples(wager, state) for state in wager.effects)


def state_label(wager: Wager, state: str, turn: str) -> str:
    """The label of a state. The first state of a bet that moves on to several others is the "first roll"."""
    onward = {effect.state for effect in wager.effects[state].values() if isinstance(effect, Move)}
    begins = state == wager.first and len(onward) > 1
    return f"first {turn}" if begins else state


def _totals(wager: Wager, turn: str) -> Grid:
    """One column per total, one row per state."""
    totals = {sum(shown(name)): name for name in wager.space.ways}
    order = sorted(totals)
    rows = (
        GridRow(_label(wager, state, turn), tuple(_cell(wager, state, totals[n]) for n in order)) for state in wager.effects
    )
    return Grid("the total of the dice", tuple(str(n) for n in order), tuple(rows))


def _pairs(wager: Wager, state: str) -> Grid:
    """Six by six: one die down, the other across."""
    rows = (GridRow(str(one), tuple(_cell(wager, state, _name(wager.space, one, other)) for other in FACES)) for one in FACES)
    return Grid("one die down, the other across", tuple(str(face) for face in FACES), tuple(rows))


def _triples(wager: Wager, state: str) -> Grid:
    """Every outcome of three dice, by total."""
    by_total: dict[int, list[OutcomeName]] = {}
    for name in sorted(wager.space.ways):
        by_total.setdefault(sum(shown(name)), []).append(name)
    rows = (GridRow(str(n), tuple(_cell(wager, state, name, name) for name in by_total[n])) for n in sorted(by_total))
    return Grid("every throw, by its total", (), tuple(rows))


def _classes(wager: Wager, turn: str) -> Grid:
    """One column per group of outcomes with the same effects in every state, one row per state."""
    groups: dict[tuple[Effect | None, ...], list[OutcomeName]] = {}
    for name in wager.space.ways:
        groups.setdefault(tuple(row.get(name) for row in wager.effects.values()), []).append(name)
    said = {line.outcomes.names: line.words for lines in wager.states.values() for line in lines if line.outcomes}
    heads = (
        said.get(frozenset(names)) or (outcomes_in_words(wager, names) if any(effects) else "anything else")
        for effects, names in groups.items()
    )
    rows = (
        GridRow(_label(wager, state, turn), tuple(_cell(wager, state, names[0]) for names in groups.values()))
        for state in wager.effects
    )
    return Grid("what falls", tuple(heads), tuple(rows))


def _board(wager: Wager, state: str) -> Grid:
    """The numbers as on the layout: zero, then twelve columns of three."""
    numbers = sorted(int(name) for name in wager.space.ways)
    lines = [[0], *([n for n in numbers if n and n % 3 == rest] for rest in (0, 2, 1))]
    rows = (GridRow("", tuple(_cell(wager, state, OutcomeName(str(n)), str(n)) for n in line)) for line in lines)
    return Grid("the layout", (), tuple(rows))


def _by_total(wager: Wager) -> bool:
    """Whether the effect depends only on the total, in every state."""
    for effects in wager.effects.values():
        found: dict[int, Effect | None] = {}
        for name in wager.space.ways:
            effect = effects.get(name)
            if found.setdefault(sum(shown(name)), effect) != effect:
                return False
    return True


def _cell(wager: Wager, state: str, name: OutcomeName, shows: str = "") -> Cell:
    effect = wager.effects[state].get(name)
    match effect:
        case None:
            return Cell(shows, CellMark.STANDS)
        case Move(state=to):
            return Cell(shows, CellMark.MOVES, to)
        case Decision(result=Result.WIN):
            return Cell(shows, CellMark.WINS, _paid(wager, effect))
        case Decision(result=Result.PUSH):
            return Cell(shows, CellMark.PUSHES)
        case Decision():
            return Cell(shows, CellMark.LOSES)


def _paid(wager: Wager, effect: Decision) -> str:
    """The net result on the whole stake (parts of it may be lost); empty if all wins pay the same."""
    every = {
        _net(each)
        for row in wager.effects.values()
        for each in row.values()
        if isinstance(each, Decision) and each.result is Result.WIN
    }
    net = _net(effect)
    sign = "+" if net > 0 else "\N{MINUS SIGN}" if net < 0 else "±"
    return f"{sign}{abs(net)}" if len(every) > 1 else ""


def _net(effect: Decision) -> Fraction:
    return effect.returned + effect.winnings - 1


def _label(wager: Wager, state: str, turn: str) -> str:
    return state_label(wager, state, turn) if len(wager.effects) > 1 else ""


def _name(space: Space, *faces: int) -> OutcomeName:
    name = space.name(faces)
    assert name is not None, "two faces are always an outcome of two dice"
    return name
