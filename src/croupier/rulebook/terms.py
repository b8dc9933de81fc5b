"""The terms of an offer and the policies of a rule set, in sentences."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from croupier.money import dollars
from croupier.rulebook.machines import together
from croupier.rules.machine import Result, Transition
from croupier.rules.offer import Offer
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset
from croupier.rules.terms import (
    ANY_TIME,
    AfterWin,
    Below,
    Calls,
    Cap,
    Commission,
    Judged,
    Over,
    Refund,
    Shrinking,
    Span,
    Voided,
    While,
)

TIMES = {1: "the size of", 2: "twice", 3: "three times"}


def life(rules: Ruleset, offer: Offer) -> Iterator[str]:
    """When a bet is placed, grows, comes down, sleeps; what it costs and what limits it."""
    yield from _made(rules, offer)
    if offer.travels:
        yield f"Once its point is set it moves to its number ({', '.join(offer.travels.values())})."
    if offer.back_up is not ANY_TIME:
        yield f"Taken down after its first {rules.game.turn}, it is bet again only {offer.back_up.words}."
    if offer.sleeps:
        yield _sleeps(rules, offer, offer.sleeps)
    if offer.at_most:
        yield _cap(rules, offer, offer.at_most)
    if offer.commission:
        yield _commission(offer.commission)
    yield from _stake(rules, offer)
    if offer.after_win is AfterWin.MAY_STAY_UP:
        yield "A bet that wins may stay up as a new bet on the same terms."
    if offer.outlives_voids:
        yield "It stands where every other bet goes back because a result does not count."
    if offer.warning:
        yield f"Whoever adds to it after its first {rules.game.turn} is told: “{offer.warning}”"
    if offer.optional:
        yield "The operator may leave it out."


def _made(rules: Ruleset, offer: Offer) -> Iterator[str]:
    """When it is bet and changed; a bet that is free in both is said in one sentence."""
    turn = rules.game.turn
    if offer.rides_on or offer.placed.puck or (offer.grows, offer.comes_down) != (Span.ALWAYS, Span.ALWAYS):
        yield _placed(rules, offer)
        yield _changed(rules, offer)
    elif len(offer.wager.effects[offer.wager.first]) == len(offer.wager.space.ways):
        yield f"It may be bet, changed and taken down before any {turn} ({rules.removal})."
    else:
        yield f"It may be bet before any {turn}; until one decides it, it may grow, shrink and come down ({rules.removal})."


def _placed(rules: Ruleset, offer: Offer) -> str:
    if offer.rides_on:
        flat = rules.addresses[offer.rides_on]
        on = flat.state or "its point"
        return f"It is bet once the {flat.offer.wager.title} it supports stands on {on.removeprefix('point ')}."
    if offer.placed.puck:
        return f"It is bet only {offer.placed.words}."
    return f"It may be bet before any {rules.game.turn}."


def _changed(rules: Ruleset, offer: Offer) -> str:
    turn, clause = rules.game.turn, offer.locked_by or rules.removal
    match offer.grows, offer.comes_down:
        case Span.ALWAYS, Span.ALWAYS:
            said = f"It may grow, shrink and come down until the {turn} that decides it"
        case Span.NEVER, Span.NEVER:
            said = "Once made, it neither grows nor comes down"
        case Span.UNTIL_IT_MOVES, Span.UNTIL_IT_MOVES:
            said = "It may grow, shrink and come down until its point is set; from then on it stays until it is decided"
        case Span.UNTIL_IT_MOVES, Span.ALWAYS:
            down = f"it may shrink or come down until the {turn} that decides it, but not go back up"
            said = f"It may grow until its point is set; {down}"
        case Span.ALWAYS, Span.UNTIL_IT_MOVES:
            said = f"It may always grow; once its point is set, only what was added since the last {turn} may come down"
        case grows, comes_down:
            said = f"It may grow: {grows.value}. It may come down: {comes_down.value}"
    return f"{said} ({clause})."


def _sleeps(rules: Ruleset, offer: Offer, sleeps: While) -> str:
    during = sleeps.during or sleeps.words
    decided = (
        f"; if the {rules.addresses[offer.rides_on].offer.wager.title} is decided meanwhile, it goes back"
        if offer.rides_on
        else ""
    )
    calls = rules.calls
    assert calls is not None, "a bet that sleeps can be called, or the rule set could not have been made"
    return f"It is off {during} unless its owner calls it on{decided}; {_calling(calls)} ({calls.clause})."


def _calling(calls: Calls) -> str:
    when = "at any time" if calls.off is ANY_TIME else f"only {calls.off.words}"
    return f"it may be called off {when}, and a call reaches {calls.covers.value}"


def _cap(rules: Ruleset, offer: Offer, cap: Cap) -> str:
    flat = rules.addresses[offer.rides_on].offer.wager.title
    times = _times(rules, cap.times)
    limit = f"It may win at most {times} the {flat}" if cap.limits_winnings else f"It may be at most {times} the {flat}"
    over = "" if offer.over_cap is Over.REFUSED else f"; over that, {offer.over_cap.value}"
    shrunk = f" If that bet shrinks, {offer.when_flat_shrinks.value}."
    needed = offer.when_flat_shrinks is not Shrinking.TRIMS or _may_shrink(rules, offer)
    return f"{limit}{over} ({cap.clause}).{shrunk if needed else ''}"


def _may_shrink(rules: Ruleset, offer: Offer) -> bool:
    return rules.addresses[offer.rides_on].offer.comes_down is Span.ALWAYS


def _times(rules: Ruleset, times: int | str | Mapping[str, int]) -> str:
    match times:
        case int():
            return TIMES.get(times, f"{times} times")
        case str():
            (setting,) = (each for each in rules.settings if each.name == times)
            return (
                f"as many times as the sign says (from {setting.least} to {setting.most}, {setting.default} if it does not say)"
            )
        case _:
            return listed([f"{TIMES.get(each, f'{each} times')} on {state}" for state, each in times.items()], "and")


def _commission(charge: Commission) -> str:
    percent = int(charge.rate * 100)
    of = "what they could win" if charge.of_winnings else "their amount"
    back = {
        Refund.NONE: "when the bet comes down the house keeps it",
        Refund.OF_FRESH: "what was charged since the last roll goes back, in proportion, when the bet comes down",
        Refund.IN_PROPORTION: "when the bet comes down it goes back in proportion",
    }[charge.refund]
    unit = "payable chip" if charge.whole_chips else "cent"
    return f"With the chips a commission of {percent}% of {of} is charged, rounded down to the {unit}; {back}."


def _stake(rules: Ruleset, offer: Offer) -> Iterator[str]:
    if offer.stake:
        (setting,) = (each for each in rules.settings if each.name == offer.stake)
        yield f"Its stake is fixed by the sign, {dollars(int(setting.default or 0))} if it does not say ({setting.clause})."
    if offer.wager.pieces and offer.divides:
        yield f"The stake must divide into its {offer.wager.units} parts, also when some of it comes down."
    if not offer.limited:
        yield "The minimum and maximum on the sign do not hold for it."
    elif offer.counts_as:
        yield f"For the minimum and maximum it counts together with {rules.addresses[offer.counts_as].offer.wager.title}."


class Policy(NamedTuple):
    """Something that holds for every wager."""

    topic: str
    clause: str
    says: str


def policies(rules: Ruleset) -> Iterator[Policy]:
    """What holds for every wager, topic by topic."""
    limits, rounding = rules.limits, rules.rounding
    yield Policy("money", rules.payment, "Bets are made with money that the player has at the table, never on credit.")
    advice = f" The advice is for {limits.advice.value}." if limits.below is Below.VALID_UNTIL_ADVISED else ""
    yield Policy("minimum", limits.below_clause or limits.clause, f"Below the minimum, {limits.below.value}.{advice}")
    yield Policy("maximum", limits.above_clause or limits.clause, f"Above the maximum, {limits.above.value}.")
    if limits.judged is not Judged.WHOLE_BET:
        yield Policy("limits", limits.clause, f"Minimum and maximum are held against {limits.judged.value}.")
    yield Policy("rounding", rounding.clause, _rounding(rules))
    if rounding.off_multiple:
        earns = f"a bet off the multiple that cannot be paid exactly earns {rounding.off_multiple.value}"
        spared = "odds and split bets are spared"
        says = f"Where the sign asks for multiples of the minimum, {earns}; {spared}."
        yield Policy("multiples", rounding.multiples_clause, says)
    if rules.calls:
        says = f"A bet that sleeps may be called on at any time; {_calling(rules.calls)}."
        yield Policy("on and off", rules.calls.clause, says)
    call = rules.game.void_call.replace("-", " ")
    yield Policy(call, rules.void_clause, f"When {call} is called, {rules.voided.value}.{_outlived(rules)}")
    yield from _electronic(rules)
    if rules.raises_odds:
        yield Policy("odds", rules.raises_odds, "The printed odds are minimums: the operator may pay more, never less.")


def _electronic(rules: Ruleset) -> Iterator[Policy]:
    """What holds at a table of terminals."""
    if rules.period:
        says = "Bets are made, changed and taken down only in a wagering period, until its deadline."
        yield Policy("wagering period", rules.period.clause, says)
        yield Policy("collecting", rules.period.collecting_clause, f"Credit is collected {rules.period.collecting.value}.")
    if rules.shooting:
        titles = {id: rules.addresses[id].offer.wager.title for id in rules.shooting.with_one_of}
        lost = [f"{titles[id]} bet {'loses' if how is Result.LOSE else 'wins'}" for id, how in rules.shooting.passes_on.items()]
        needs = f"The shooter needs a {listed(titles.values())} bet and has {rules.shooting.seconds} seconds"
        passes = f"the dice pass to the next player when the shooter's {listed(lost)}"
        yield Policy("shooter", rules.shooting.clause, f"{needs}, after which the machine shoots; {passes}.")


def _outlived(rules: Ruleset) -> str:
    spared = list(dict.fromkeys(offer.wager.title.partition(",")[0] for offer in rules.offers if offer.outlives_voids))
    return f" {listed(spared, 'and')} stands." if spared and rules.voided is Voided.ALL_BETS else ""


def _rounding(rules: Ruleset) -> str:
    rounding = rules.rounding
    unit = "cent" if rounding.to_the_cent else "amount that can be paid (the payout unit on the sign)"
    exact = " A stake is taken only if everything it could win is payable exactly." if rounding.only_exact_stakes else ""
    return f"Winnings, not the stake, are rounded up to the next {unit}.{exact}"


def puck_sentences(rules: Ruleset) -> Iterator[str]:
    """How the markers of the table move; states that move alike, each on its own number, are said together."""
    for puck in rules.pucks.values():
        yield f"{puck.title} begins at “{puck.first}”."
        alike: dict[str, list[str]] = {}
        for state, lines in puck.states.items():
            alike.setdefault(_moves(lines, state.rpartition(" ")[2]), []).append(state)
        for moves, states in alike.items():
            yield f"At {listed([f'“{state}”' for state in states])}: {moves}."


def _moves(lines: Sequence[Transition], own: str) -> str:
    """What takes a marker where; the state's own number is said as "that number"."""
    by_target: dict[str, list[str]] = {}
    for line in lines:
        number = (line.state or "").rpartition(" ")[2]
        numbered = number.isdigit() and str(line.outcomes) == f"a total of {number}"
        target = "that point" if numbered else f"“{line.state}”"
        by_target.setdefault(target, []).append(re.sub(rf"\b{own}\b", "that number", str(line.outcomes)))
    return "; ".join(f"{together(words)} takes it to {target}" for target, words in by_target.items())
