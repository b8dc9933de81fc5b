"""Compare two rule sets, or one under two readings: the differences only."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from croupier.rulebook.conditions import marker_sentences, policies
from croupier.rulebook.counterparts import counterparts
from croupier.rulebook.decisions import purpose
from croupier.rulebook.effects import percent
from croupier.rulebook.grid import state_label
from croupier.rulebook.passages import the
from croupier.rulebook.procedures import sections
from croupier.rulebook.signs import SettingEntry, setting_entries
from croupier.rules.exact import edge
from croupier.rules.machine import Decision, Effect, Move, Result
from croupier.rules.offer import Offer
from croupier.rules.outcomes import OutcomeName, listed
from croupier.rules.ruleset import Ruleset
from croupier.rules.sentences import outcomes_in_words
from croupier.rules.terms import Cap, Commission, While


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """One difference. A side is empty if it has nothing of the kind."""

    what: str
    here: str
    there: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Wagers of one kind and their counterparts, which all differ in the same way."""

    here: tuple[str, ...]
    there: tuple[str, ...]
    differences: tuple[RuleDifference, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences between two rule sets."""

    here: Ruleset
    there: Ruleset
    only_here: tuple[Offer, ...]
    only_there: tuple[Offer, ...]
    policies: tuple[RuleDifference, ...]
    procedures: tuple[RuleDifference, ...]
    wagers: tuple[Pair, ...]
    same: tuple[str, ...]
    """The wagers without any difference."""


def compare(here: Ruleset, there: Ruleset) -> Comparison:
    """Match the wagers of two rule sets, and list the differences of each pair."""
    pairs = counterparts(here, there)
    met = {each.id for each in pairs.values()}
    differing = [
        (mine, pairs[mine.id], tuple(_wager(here, mine, there, pairs[mine.id]))) for mine in here.offers if mine.id in pairs
    ]
    return Comparison(
        here=here,
        there=there,
        only_here=tuple(offer for offer in here.offers if offer.id not in pairs),
        only_there=tuple(offer for offer in there.offers if offer.id not in met),
        policies=tuple(compare_tables(here, there)),
        procedures=tuple(compare_procedures(here, there)),
        wagers=tuple(_families(each for each in differing if each[2])),
        same=tuple(mine.id for mine, _, differences in differing if not differences),
    )


def compare_tables(here: Ruleset, there: Ruleset) -> Iterator[RuleDifference]:
    """The differences in settings, policies and pucks."""
    yield from _settings(here, there)
    yield from _policies(here, there)
    yield from _markers(here, there)


def _families(differing: Iterable[tuple[Offer, Offer, tuple[RuleDifference, ...]]]) -> Iterator[Pair]:
    """Group the wagers of one kind that differ in the same way."""
    found: dict[tuple[str, str, tuple[RuleDifference, ...]], list[tuple[str, str]]] = {}
    for mine, other, differences in differing:
        found.setdefault((mine.kind, other.kind, differences), []).append((mine.id, other.id))
    for (_, _, differences), ids in found.items():
        yield Pair(tuple(mine for mine, _ in ids), tuple(other for _, other in ids), differences)


def _wager(here: Ruleset, mine: Offer, there: Ruleset, other: Offer) -> Iterator[RuleDifference]:
    turn = here.game.turn
    yield from _different("name", _name(mine), _name(other))
    apart = [_apart(mine, other, turn), _apart(other, mine, turn)]
    if any(apart):
        yield RuleDifference("decided", apart[0] or "nothing more", apart[1] or "nothing more")
    ours, theirs = _paid(mine), _paid(other)
    if any(ours[place] != theirs[place] for place in ours.keys() & theirs.keys()):
        yield RuleDifference("odds", _odds(mine), _odds(other))
    yield from _different("edge", percent(edge(here, mine.id)), percent(edge(there, other.id)))
    for what, say in TERMS.items():
        yield from _different(what, say(mine), say(other))


def _different(what: str, here: str, there: str) -> Iterator[RuleDifference]:
    if here != there:
        yield RuleDifference(what, here, there)


def _name(offer: Offer) -> str:
    """Return the title without the key at its end: `Place Win` for `Place Win 6`."""
    return offer.wager.title.removesuffix(f" {offer.id.partition(':')[2]}")


def _does(effect: Effect | None) -> str:
    match effect:
        case None:
            return "stands"
        case Move(state=to):
            return f"goes on to {to}"
        case Decision(result=result):
            return ENDS[result]


ENDS = {
    Result.WIN: "wins",
    Result.LOSE: "loses",
    Result.PUSH: "is a push",
    Result.VOID: "is void",
    Result.REFUND: "is refunded",
    Result.FORFEIT: "is forfeited",
}


def _apart(mine: Offer, other: Offer, turn: str) -> str:
    """The outcomes with another effect than in the other wager, by state, and the states that only this one has."""
    ours, theirs = _states(mine), _states(other)
    found: dict[tuple[str, str], list[OutcomeName]] = {}
    for state, row in ours.items():
        if state not in theirs:
            if mine.begins == other.begins:  # else the term "begins" shows the difference
                found["knows the state", state] = []
            continue
        for name in mine.wager.space.ways:
            does = _does(row.get(name))
            if does != _does(theirs[state].get(name)):
                found.setdefault((does, state), []).append(name)
    said: list[str] = []
    for (does, state), names in found.items():
        where = f" ({state_label(mine.wager, state, turn)})" if len(ours) > 1 and names else ""
        said.append(f"{does} on {outcomes_in_words(mine.wager, names)}{where}" if names else f"{does} “{state}”")
    return listed(said, "and")


def _states(offer: Offer) -> dict[str, dict[OutcomeName, Effect]]:
    """The compiled machine. The name of a single state does not matter and becomes ""."""
    effects = offer.wager.effects
    return {"" if len(effects) == 1 else state: dict(row) for state, row in effects.items()}


def _paid(offer: Offer) -> dict[tuple[str, OutcomeName], Fraction]:
    """What every win returns, by state and outcome."""
    return {
        (state, name): effect.returned + effect.winnings
        for state, row in _states(offer).items()
        for name, effect in row.items()
        if isinstance(effect, Decision) and effect.result is Result.WIN
    }


def _odds(offer: Offer) -> str:
    return listed(dict.fromkeys(odds.text for odds in offer.wager.odds), "and")


def _while(condition: While | None, never: str) -> str:
    return never if condition is None else condition.during or condition.words


def _cap(cap: Cap | None) -> str:
    match cap:
        case None:
            return ""
        case Cap(times=int(times)):
            often = f"{times} times the flat bet"
        case Cap(times=str(setting)):
            often = f"the flat bet times the {setting.replace('_', ' ')} on the sign"
        case Cap(times=by_state):
            assert not isinstance(by_state, int | str), "the cases above match int and str"
            often = f"{listed([f'{each} times at {state}' for state, each in by_state.items()], 'and')}"
    return f"{'wins at most' if cap.limits_winnings else 'at most'} {often}"


def _commission(charge: Commission | None) -> str:
    if charge is None:
        return "none"
    of = "win" if charge.of_winnings else "stake"
    chips = ", in whole chips" if charge.whole_chips else ""
    return f"{int(charge.rate * 100)}% of the {of}{chips}; back when it comes down: {charge.refund.value}"


TERMS: dict[str, Callable[[Offer], str]] = {
    "bet": lambda offer: offer.placed.words,
    "begins": lambda offer: listed([f"{state} at {at}" for at, state in offer.begins.items()], "and"),
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
    "when nothing counts": lambda offer: "stands" if offer.outlives_voids else "as every bet",
    "after a win": lambda offer: offer.after_win.value,
    "warning": lambda offer: offer.warning,
}


def _policies(here: Ruleset, there: Ruleset) -> Iterator[RuleDifference]:
    ours = {each.topic: each.says for each in policies(here)}
    theirs = {each.topic: each.says for each in policies(there)}
    for topic in dict.fromkeys((*ours, *theirs)):
        yield from _different(topic, ours.get(topic, ""), theirs.get(topic, ""))


def _markers(here: Ruleset, there: Ruleset) -> Iterator[RuleDifference]:
    yield from _different("markers", " ".join(marker_sentences(here)), " ".join(marker_sentences(there)))


def _settings(here: Ruleset, there: Ruleset) -> Iterator[RuleDifference]:
    ours = {each.setting: _setting(each) for each in setting_entries(here)}
    theirs = {each.setting: _setting(each) for each in setting_entries(there)}
    for name in dict.fromkeys((*ours, *theirs)):
        yield from _different(f"sign: {name}", ours.get(name, ""), theirs.get(name, ""))


def _setting(each: SettingEntry) -> str:
    return f"{each.says} {each.allowed[0].upper()}{each.allowed[1:]}, {each.usual} unless set."


def compare_procedures(here: Ruleset, there: Ruleset) -> Iterator[RuleDifference]:
    """The differences in the order of a round and in every passage about steps, powers and grounds."""
    yield from _different("order of a round", _order(here), _order(there))
    ours, theirs = _said(here), _said(there)
    for what in dict.fromkeys((*ours, *theirs)):
        yield from _different(what, ours.get(what, ""), theirs.get(what, ""))


def _order(rules: Ruleset) -> str:
    return ", ".join(step.to.value for step in rules.procedures.sequence)


def _said(rules: Ruleset) -> dict[str, str]:
    """The passages by subject; several passages about the same subject are joined with newlines."""
    said: dict[str, list[str]] = {}
    for section in sections(rules):
        for passage in section.passages:
            said.setdefault(f"{section.title.lower()}: {passage.topic}", []).append(passage.says)
    for power in rules.procedures.powers:
        if power.grounds:
            who = the(rules.procedures.named(power.held_by))
            grounds = listed([ground.id for ground in power.grounds], "and")
            said.setdefault(f"grounds to {purpose(rules, power)}", []).append(f"For {who}: {grounds}.")
    return {what: "\n".join(lines) for what, lines in said.items()}
