"""Sentences about the terms of a wager, and about the policies of a rule set."""

import re
from collections.abc import Iterator, Mapping, Sequence

from croupier.money import dollars
from croupier.rulebook.passages import Passage
from croupier.rules.exact import expected_loss
from croupier.rules.machine import Transition
from croupier.rules.offer import Offer
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset
from croupier.rules.sentences import together
from croupier.rules.terms import (
    ANY_TIME,
    AfterWin,
    Below,
    Calls,
    Cap,
    Commission,
    Left,
    Over,
    Refund,
    Shrinking,
    Span,
    Voided,
    While,
)

TIMES = {1: "as much as", 2: "twice", 3: "three times"}


def term_sentences(rules: Ruleset, offer: Offer) -> Iterator[str]:
    """When a bet may be made and changed, when it is off, what it costs and what limits it."""
    turn = rules.game.turn
    yield from _made(rules, offer)
    if offer.begins:
        begins = [f"at “{at}” as “{state}”" for at, state in offer.begins.items()]
        yield f"The marker says how it begins: {listed(begins, 'and')}."
    if offer.back_up is not ANY_TIME:
        yield f"Taken down after its first {turn}, it may be bet again only once the table stands {offer.back_up.words} again."
    if offer.sleeps:
        yield _sleeps(rules, offer, offer.sleeps)
    elif rules.calls and not offer.wager.at_once:
        yield "It is always on."
    if offer.at_most:
        yield from _cap(rules, offer, offer.at_most)
    if offer.commission:
        yield _commission(rules, offer.commission)
    yield from _stake(rules, offer)
    yield from _growing(offer)
    if offer.after_win is AfterWin.MAY_STAY_UP:
        yield "A bet that wins may stay up as a new bet on the same terms."
    if offer.outlives_voids:
        yield f"It stands where every other bet goes back because a {turn} does not count."
    if offer.optional:
        yield "The operator may leave it out."
    if unconfirmed := [reading.id for reading in rules.readings if offer.kind in reading.to_confirm]:
        yield f"No table may offer it before the operator has confirmed the reading {listed(unconfirmed, 'and')}."


def _made(rules: Ruleset, offer: Offer) -> Iterator[str]:
    """When it may be bet and changed; one sentence if there is no restriction."""
    turn = rules.game.turn
    if offer.rides_on or offer.placed.puck or (offer.grows, offer.comes_down) != (Span.ALWAYS, Span.ALWAYS):
        yield _placed(rules, offer)
        if offer.travels:
            yield f"When its point is thrown it moves to that number ({', '.join(offer.travels.values())})."
        yield _changed(rules, offer)
    elif offer.wager.at_once:
        yield f"It may be bet, changed and taken down whenever bets are open ({rules.removal})."
    else:
        decided = f"until a {turn} decides it, it may grow, shrink and come down"
        yield f"It may be bet whenever bets are open; {decided} ({rules.removal})."


def _placed(rules: Ruleset, offer: Offer) -> str:
    if offer.rides_on:
        flat = rules.addresses[offer.rides_on]
        on = (flat.state or "its point").removeprefix("point ")
        return f"It is bet once the {bet(flat.offer)} it supports stands on {on}."
    if offer.placed.puck:
        return f"It is bet only {offer.placed.words}."
    return "It may be bet whenever bets are open."


def _changed(rules: Ruleset, offer: Offer) -> str:
    turn, clause = rules.game.turn, offer.locked_by or rules.removal
    match offer.grows, offer.comes_down:
        case Span.ALWAYS, Span.ALWAYS:
            said = f"It may grow, shrink and come down until the {turn} that decides it"
        case Span.NEVER, Span.NEVER:
            said = "Once made, it neither grows nor comes down"
        case Span.UNTIL_IT_MOVES, Span.UNTIL_IT_MOVES:
            said = "Until its point is set it may be changed freely; from then on it stays until it is decided"
        case Span.UNTIL_IT_MOVES, Span.ALWAYS:
            said = "Until its point is set it may be changed freely; after that it may shrink or come down, but never grow"
        case Span.ALWAYS, Span.UNTIL_IT_MOVES:
            added = f"what is added then may come down until the next {turn}, the rest stays"
            said = f"It may be changed freely until its point is set, and may grow also after that; {added}"
        case grows, comes_down:
            said = f"It may grow {grows.value} and come down {comes_down.value}"
    return f"{said} ({clause})."


def _growing(offer: Offer) -> Iterator[str]:
    """The edge on chips added after the first roll, and the warning to the player."""
    if offer.grows is not Span.ALWAYS or offer.rides_on or len(offer.wager.effects) == 1:
        return
    by_loss: dict[str, list[str]] = {}
    for state, loss in expected_loss(offer.wager).items():
        if state not in offer.starts:
            by_loss.setdefault(str(loss), []).append(state)
    costs = [f"{loss} at {together(states)}" for loss, states in by_loss.items()]
    if costs:
        yield f"What is added later has an edge of its own: {listed(costs, 'and')}."
    if offer.warning:
        yield f"Whoever adds to it then is told: “{offer.warning}”"


def _sleeps(rules: Ruleset, offer: Offer, sleeps: While) -> str:
    during = sleeps.during or sleeps.words
    back = (
        f"; if the {bet(rules.addresses[offer.rides_on].offer)} is decided while it is off, it goes back"
        if offer.rides_on
        else ""
    )
    assert rules.calls is not None, "Ruleset requires calls for an offer that sleeps"
    return f"It is off {during} unless the player calls it on{back}; {_calling(rules.calls)} ({rules.calls.clause})."


def _calling(calls: Calls) -> str:
    when = "at any time" if calls.off is ANY_TIME else f"only {calls.off.words}"
    return f"it may be called off {when}, and a call holds for {calls.covers.value}"


def _cap(rules: Ruleset, offer: Offer, cap: Cap) -> Iterator[str]:
    flat = rules.addresses[offer.rides_on].offer
    what = "Its winnings may be" if cap.limits_winnings else "It may be"
    over = "" if offer.over_cap is Over.REFUSED else f"; over that, {offer.over_cap.value}"
    yield f"{what} at most {_times(rules, cap.times, bet(flat))}{over} ({cap.clause})."
    if flat.comes_down is Span.ALWAYS or flat.grows is Span.ALWAYS:
        yield {
            Shrinking.TRIMS: "If that bet shrinks, the odds come down to what it still carries.",
            Shrinking.REFUSED: "That bet may not shrink below what its odds need.",
            Shrinking.LEAVES: "If that bet shrinks, the odds stay as they were allowed when they were made.",
        }[offer.when_flat_shrinks]


def bet(offer: Offer) -> str:
    """The title of a bet, ending in "bet": "Win Line bet", "Pass Bet"."""
    return offer.wager.title if offer.wager.title.lower().endswith("bet") else f"{offer.wager.title} bet"


def _times(rules: Ruleset, times: int | str | Mapping[str, int], flat: str) -> str:
    match times:
        case int():
            return f"{TIMES.get(times, f'{times} times')} the {flat}"
        case str():
            (setting,) = (each for each in rules.settings if each.name == times)
            most = f" to {setting.most}" if setting.most else " or more"
            return f"the {flat} times the multiple on the sign, {setting.least}{most}, or {setting.usual} if the sign is silent"
        case _:
            by_times: dict[int, list[str]] = {}
            for state, each in times.items():
                by_times.setdefault(each, []).append(state)
            said = [f"{TIMES.get(each, f'{each} times')} at {together(states)}" for each, states in by_times.items()]
            return f"so many times the {flat}: {listed(said, 'and')}"


def _commission(rules: Ruleset, charge: Commission) -> str:
    of = "what it could win" if charge.of_winnings else "the stake"
    back = {
        Refund.NONE: "when the bet comes down, the house keeps it",
        Refund.OF_FRESH: f"when the bet comes down, what was charged since the last {rules.game.turn} goes back in proportion",
        Refund.IN_PROPORTION: "when the bet comes down, it goes back in proportion",
    }[charge.refund]
    unit = "payable chip" if charge.whole_chips else "cent"
    clause = f" ({charge.refund_clause})" if charge.refund_clause else ""
    charged = f"A commission of {int(charge.rate * 100)}% of {of} is taken when it is bet"
    return f"{charged}, rounded down to the {unit}; {back}{clause}."


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


TOKENS = (
    "Tokens are bet like chips, where the operator issues them. What they win is paid in chips, "
    "and a token is taken after one decision; it is never paid out."
)


COLOUR_CHECKS = (
    "A player may have chips of a colour that nobody else has, or that its holders share. Each gets its value when it is "
    "bought, and a marker shows a value above the minimum. They are used and redeemed at this table, and elsewhere only "
    "while it is closed."
)


def _maximum(rules: Ruleset) -> str:
    """The sentences about bets over the maximum."""
    limits = rules.limits
    said = [f"Above the maximum, {limits.above.value}."]
    if limits.above is Over.SETTLED_TO_LIMIT:
        if any(offer.commission for offer in rules.offers):
            said.append(f"{limits.commission.value.capitalize()}.")
        if any(offer.rides_on for offer in rules.offers):
            said.append(f"Odds behind such a bet are held against {limits.odds.value}.")
    return " ".join(said)


def policies(rules: Ruleset) -> Iterator[Passage]:
    """The policies that apply to every wager, by topic."""
    limits, turn = rules.limits, rules.game.turn
    money = "the credit of the terminal" if rules.procedures.is_electronic else "chips that the player has at the table"
    yield Passage("money", rules.payment, f"Bets are made with {money}.")
    if rules.procedures.takes_tokens:
        yield Passage("tokens", rules.procedures.tokens, TOKENS)
    if checks := rules.procedures.colour_checks:
        yield Passage("colour checks", checks.value, COLOUR_CHECKS)
    later = f" From then on {limits.advice.value} that is below it when it is decided goes back, with its commission."
    advice = later if limits.below is Below.VALID_UNTIL_ADVISED else ""
    yield Passage("minimum", limits.below_clause or limits.clause, f"Below the minimum, {limits.below.value}.{advice}")
    yield Passage("maximum", limits.above_clause or limits.clause, _maximum(rules))
    yield Passage(
        "limits", limits.judged_clause or limits.clause, f"Minimum and maximum are held against {limits.judged.value}."
    )
    if rules.procedures.is_electronic or limits.left is not Left.ANY_AMOUNT:
        yield Passage("left", limits.clause, f"When chips are taken back or moved, {limits.left.value}.")
    if not rules.procedures.is_electronic:
        yield Passage(
            "closing", rules.removal, "Bets are made and changed until they are closed; what each may do is said with it."
        )
    yield from _rounding(rules)
    if rules.calls:
        when = "at any time" if rules.calls.off is ANY_TIME else f"only {rules.calls.off.words}"
        says = f"Bets that sleep may be called on at any time and off {when}; a call holds for {rules.calls.covers.value}."
        yield Passage("on and off", rules.calls.clause, says)
    else:
        yield Passage("on and off", "", "Every bet is always on.")
    call = rules.game.void_call.replace("-", " ")
    yield Passage(
        call, rules.void_clause, f"After a {turn} that does not count (“{call}”), {rules.voided.value}.{_outlived(rules)}"
    )
    yield from _electronic(rules)
    if rules.odds_may_be_raised:
        says = "The printed odds are minimums: the operator may pay more, never less, and the same at every table."
        yield Passage("odds", rules.raises_odds, says)
    else:
        tables = dict.fromkeys(odds.clause.partition(":")[0] for offer in rules.offers for odds in offer.wager.odds)
        yield Passage("odds", ", ".join(tables), "The odds are fixed as printed.")


def _electronic(rules: Ruleset) -> Iterator[Passage]:
    """The policies of an electronic table."""
    if period := rules.procedures.period:
        says = "Bets are made, changed and taken down only in a wagering period, until its deadline."
        yield Passage("closing", period.clause, says)
        says = f"Credit is collected while bets are open and once a {rules.game.turn} is settled, {period.collecting.value}."
        yield Passage("collecting", period.collecting_clause, says)


def _outlived(rules: Ruleset) -> str:
    spared = list(dict.fromkeys(offer.wager.title.partition(",")[0] for offer in rules.offers if offer.outlives_voids))
    return f" {listed(spared, 'and')} stands." if spared and rules.voided is Voided.ALL_BETS else ""


def _rounding(rules: Ruleset) -> Iterator[Passage]:
    rounding = rules.rounding
    unit = "cent" if rounding.to_the_cent else "amount that the chips can pay, which is a multiple of the payout unit"
    exact = " A stake is taken only if all that it could be paid is payable exactly." if rounding.only_exact_stakes else ""
    yield Passage("rounding", rounding.clause, f"Winnings, not the stake, are rounded up to the next {unit}.{exact}")
    if rounding.off_multiple:
        earns = f"a bet off the multiple that cannot be paid exactly earns {rounding.off_multiple.value}"
        says = f"Where the sign asks for multiples of the minimum, {earns}; odds and split bets are spared."
        yield Passage("multiples", rounding.multiples_clause, says)


def marker_sentences(rules: Ruleset) -> Iterator[str]:
    """How the pucks move. States that move alike, each on its own number, share a sentence."""
    for puck in rules.pucks.values():
        yield f"{puck.title} begins at “{puck.first}”."
        alike: dict[str, list[str]] = {}
        for state, lines in puck.states.items():
            alike.setdefault(_moves(lines, state.rpartition(" ")[2]), []).append(state)
        for moves, states in alike.items():
            yield f"At {listed([f'“{state}”' for state in states])}: {moves}."


def _moves(lines: Sequence[Transition], own: str) -> str:
    """The moves of a puck from one state. The state's own number becomes "that number"."""
    by_target: dict[str, list[str]] = {}
    for line in lines:
        number = (line.state or "").rpartition(" ")[2]
        to_its_number = number.isdigit() and line.words == f"a total of {number}"
        target = "that point" if to_its_number else f"“{line.state}”"
        words = re.sub(rf"\b{own}\b", "that number", line.words) if own.isdigit() else line.words
        by_target.setdefault(target, []).append(words)
    moved = "; ".join(f"{together(words)} takes it to {target}" for target, words in by_target.items())
    return moved or "nothing moves it"
