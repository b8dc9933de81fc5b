"""Two rule sets side by side, or one under two readings: what differs, and nothing else."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from croupier.rulebook.machines import outcomes_in_words
from croupier.rulebook.terms import policies
from croupier.rules.exact import edge
from croupier.rules.machine import Decision, Result
from croupier.rules.offer import Offer
from croupier.rules.outcomes import OutcomeName, listed
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Setting
from croupier.rules.terms import Cap, Commission, While

KIN = 0.6
"""Two machines are kin when they agree on at least so much of what decides either."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not the same here and there; empty where one side has nothing of the kind."""

    what: str
    here: str
    there: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that differs between two rule sets."""

    here: Ruleset
    there: Ruleset
    only_here: tuple[Offer, ...]
    only_there: tuple[Offer, ...]
    policies: tuple[Difference, ...]
    wagers: tuple["Pair", ...]
    same: int
    """How many wagers do not differ at all."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Wagers of one kind here and their counterparts there, which all differ in the same way."""

    here: tuple[str, ...]
    there: tuple[str, ...]
    differences: tuple[Difference, ...]


def compare(here: Ruleset, there: Ruleset) -> Comparison:
    """Pair the wagers of two rule sets, and list what differs in each pair."""
    pairs = dict(_pairs(here, there))
    matched = {each.id for each in pairs.values()}
    differing = [
        (mine, pairs[mine.id], tuple(_wager(here, mine, there, pairs[mine.id]))) for mine in here.offers if mine.id in pairs
    ]
    return Comparison(
        here=here,
        there=there,
        only_here=tuple(offer for offer in here.offers if offer.id not in pairs),
        only_there=tuple(offer for offer in there.offers if offer.id not in matched),
        policies=(*_settings(here, there), *_policies(here, there)),
        wagers=tuple(_families(each for each in differing if each[2])),
        same=sum(not differences for _, _, differences in differing),
    )


def _families(differing: Iterable[tuple[Offer, Offer, tuple[Difference, ...]]]) -> Iterator[Pair]:
    """Wagers of one kind that differ in the same way are told of once."""
    found: dict[tuple[str, str, tuple[Difference, ...]], list[tuple[str, str]]] = {}
    for mine, other, differences in differing:
        found.setdefault((mine.kind, other.kind, differences), []).append((mine.id, other.id))
    for (_, _, differences), ids in found.items():
        yield Pair(tuple(mine for mine, _ in ids), tuple(other for _, other in ids), differences)


def _pairs(here: Ruleset, there: Ruleset) -> Iterator[tuple[str, Offer]]:
    """Wagers of the same id belong together; then whatever is decided alike and offered alike."""
    left = {offer.id: offer for offer in there.offers}
    for mine in here.offers:
        if mine.id in left and _kinship(mine, left[mine.id]) >= KIN:
            yield mine.id, left.pop(mine.id)
    for mine in here.offers:
        if mine.id in there.addresses and _kinship(mine, there.addresses[mine.id].offer) >= KIN:
            continue
        best = max(left.values(), key=lambda other: (_kinship(mine, other), mine.wager.best == other.wager.best), default=None)
        if best and _kinship(mine, best) >= KIN:
            yield mine.id, left.pop(best.id)


def _kinship(mine: Offer, other: Offer) -> float:
    """How much of what decides either bet decides the other in the same way."""
    if mine.wager.space is not other.wager.space or _family(mine) != _family(other):
        return 0
    one, two = _decided(mine), _decided(other)
    return len(one & two) / len(one | two)


def _family(offer: Offer) -> tuple[bool, bool, bool, tuple[int, ...]]:
    """What a bet is besides its machine: odds, a bought bet, a bet that travels, a composite of such parts."""
    parts = sorted(piece.count for piece in offer.wager.pieces)
    return bool(offer.rides_on), offer.commission is not None, bool(offer.travels), tuple(parts)


def _decided(offer: Offer) -> set[tuple[str, OutcomeName, str]]:
    single = len(offer.wager.effects) == 1
    return {
        ("" if single else state, name, effect.result)
        for state, row in offer.wager.effects.items()
        for name, effect in row.items()
        if isinstance(effect, Decision) and not (effect.result is Result.LOSE and _at_once(offer))
    }


def _at_once(offer: Offer) -> bool:
    """Where the next outcome decides whatever it is, what loses follows from what wins and says nothing of its own."""
    return [len(row) for row in offer.wager.effects.values()] == [len(offer.wager.space.ways)]


def _wager(here: Ruleset, mine: Offer, there: Ruleset, other: Offer) -> Iterator[Difference]:
    yield from _different("name", _name(mine), _name(other))
    yield from _different("decided", _apart(mine, other), _apart(other, mine))
    if mine.wager.best != other.wager.best or {each.rate for each in mine.wager.odds} != {
        each.rate for each in other.wager.odds
    }:
        yield Difference("odds", _odds(mine), _odds(other))
    yield from _different("edge", _percent(here, mine), _percent(there, other))
    for what, say in TERMS.items():
        yield from _different(what, say(mine), say(other))


def _name(offer: Offer) -> str:
    """What it is called, without its number."""
    return offer.wager.title.removesuffix(f" {offer.id.partition(':')[2]}")


def _different(what: str, here: str, there: str) -> Iterator[Difference]:
    if here != there:
        yield Difference(what, here, there)


def _apart(mine: Offer, other: Offer) -> str:
    """The outcomes that one decides otherwise than the other, by state."""
    found: dict[tuple[str, str], list[OutcomeName]] = {}
    for state, name, result in sorted(_decided(mine) - _decided(other)):
        found.setdefault((state, result), []).append(name)
    verbs = {Result.WIN: "wins on", Result.LOSE: "loses on", Result.PUSH: "is a push on"}
    return listed(
        [
            f"{verbs[Result(result)]} {outcomes_in_words(mine.wager, names)}{f' ({state})' if state else ''}"
            for (state, result), names in found.items()
        ],
        "and",
    )


def _odds(offer: Offer) -> str:
    return listed(dict.fromkeys(odds.text for odds in offer.wager.odds), "and")


def _percent(rules: Ruleset, offer: Offer) -> str:
    worth = edge(rules, offer.id)
    return f"{worth} = {float(worth):.3%}"


def _while(condition: While | None, never: str) -> str:
    return never if condition is None else condition.during or condition.words


def _cap(cap: Cap | None) -> str:
    if cap is None:
        return ""
    times = cap.times if isinstance(cap.times, int | str) else listed(f"{each} on {state}" for state, each in cap.times.items())
    what = "wins at most" if cap.limits_winnings else "at most"
    return f"{what} {times.replace('_', ' ') + ' on the sign' if isinstance(times, str) else f'{times} times'}"


def _commission(charge: Commission | None) -> str:
    if charge is None:
        return "none"
    of = "win" if charge.of_winnings else "stake"
    chips = ", in whole chips" if charge.whole_chips else ""
    return f"{int(charge.rate * 100)}% of the {of}{chips}; back when it comes down: {charge.refund.value}"


TERMS: dict[str, Callable[[Offer], str]] = {
    "bet": lambda offer: offer.placed.words,
    "grows": lambda offer: offer.grows.value,
    "comes down": lambda offer: offer.comes_down.value,
    "goes back up": lambda offer: offer.back_up.words,
    "off": lambda offer: _while(offer.sleeps, "never"),
    "cap": lambda offer: _cap(offer.at_most),
    "over the cap": lambda offer: offer.over_cap.value if offer.at_most else "",
    "when the flat bet shrinks": lambda offer: offer.when_flat_shrinks.value if offer.at_most else "",
    "commission": lambda offer: _commission(offer.commission),
    "stake": lambda offer: "fixed by the sign" if offer.stake else "",
    "divides into its parts": lambda offer: ("yes" if offer.divides else "no") if offer.wager.pieces else "",
    "held to minimum and maximum": lambda offer: "yes" if offer.limited else "no",
    "counts together with": lambda offer: offer.counts_as,
    "may be left out": lambda offer: "yes" if offer.optional else "no",
    "no result": lambda offer: "stands" if offer.outlives_voids else "as every bet",
    "after a win": lambda offer: offer.after_win.value,
    "warning": lambda offer: offer.warning,
}


def _policies(here: Ruleset, there: Ruleset) -> Iterator[Difference]:
    ours = {each.topic: each.says for each in policies(here)}
    theirs = {each.topic: each.says for each in policies(there)}
    for topic in dict.fromkeys((*ours, *theirs)):
        yield from _different(topic, ours.get(topic, ""), theirs.get(topic, ""))


def _settings(here: Ruleset, there: Ruleset) -> Iterator[Difference]:
    ours = {each.name: _setting(each) for each in here.settings}
    theirs = {each.name: _setting(each) for each in there.settings}
    for name in dict.fromkeys((*ours, *theirs)):
        yield from _different(f"sign: {name}", ours.get(name, ""), theirs.get(name, ""))


def _setting(setting: Setting) -> str:
    return f"{setting.allowed}, {'none' if setting.default is None else str(setting.default).lower()} unless set"
