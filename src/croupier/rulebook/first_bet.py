"""How a first bet goes at a table, for a player who has never made one. Everything is read from the rule set and the sign."""

from collections.abc import Iterator

from croupier.money import dollars
from croupier.rulebook.book import Page, chapter
from croupier.rules.felt import complete_felt
from croupier.rules.offer import Offer
from croupier.rules.outcomes import listed
from croupier.rules.payout import winnings
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign
from croupier.rules.terms import AfterWin

EXAMPLE = 500
"""The stake of the example, in cents, at a table without a minimum."""


def first_bet(rules: Ruleset, sign: Sign) -> Iterator[tuple[str, str]]:
    """The steps of a first bet, each with what a player should know."""
    offer = first_offer(rules)
    page, title = _page(rules, offer), offer.wager.title
    most = f" to {dollars(sign.maximum)}" if sign.maximum else " or more"
    yield "Put money in", f"A bet is {dollars(sign.minimum)}{most} here."
    yield f"Bet on {title}", f"Choose a chip and touch “{_label(rules, offer)}” while bets are open. {page.terms[0]}"
    yield "Wait for the result", " ".join(page.how)
    stake = sign.minimum or EXAMPLE
    won = winnings(rules, sign, offer, stake, offer.wager.best[offer.wager.first])
    yield "If it wins", f"{dollars(stake)} wins {dollars(won)}. {_after_win(rules, offer)}"
    yield "If it loses", f"The stake is gone. On average the house keeps {float(page.edge) * 100:.2f} % of such a bet."
    if after := _odds(rules, offer):
        yield "Add odds", after
    if shooting := rules.procedures.shooting:
        lines = listed([rules.addresses[id].offer.wager.title for id in shooting.with_one_of])
        offered = "When the dice are offered to you, take or decline them"
        asked = offered if shooting.is_offered else "When it is your turn, shoot"
        yield "Throw the dice", f"{asked}. The shooter needs a bet on {lines}."
    yield (
        "Any other bet",
        "Press the key with the question mark and touch a spot. It says what it pays and when it is decided.",
    )


def first_offer(rules: Ruleset) -> Offer:
    """The bet for a beginner: on the line that a shooter needs, or else the first one that pays even money at any time."""
    shooting = rules.procedures.shooting
    if shooting and shooting.with_one_of:
        return rules.addresses[shooting.with_one_of[0]].offer
    even = (each for each in rules.offers if not each.placed.puck and set(each.wager.best.values()) == {1})
    return next(even, rules.offers[0])


def _page(rules: Ruleset, offer: Offer) -> Page:
    return next(page for page in chapter(rules, offer.id).pages if page.id == offer.id)


def _label(rules: Ruleset, offer: Offer) -> str:
    """What is printed on the spot of a bet."""
    spots = (spot for screen in complete_felt(rules).screens for spot in screen.spots)
    return next((spot.label.replace("\n", " ") for spot in spots if spot.id == offer.id), offer.wager.title)


def _after_win(rules: Ruleset, offer: Offer) -> str:
    if offer.after_win is AfterWin.MAY_STAY_UP and not rules.procedures.is_electronic:
        return "The winnings go to your credit, and the stake stays up until you take it down."
    return "The winnings go to your credit, and the stake comes back."


def _odds(rules: Ruleset, offer: Offer) -> str:
    """What may be added to the bet later; empty if nothing may."""
    for odds in rules.riders.get(offer.id, ()):
        without = " It pays what it is worth: the house has no edge on it." if not _page(rules, odds).edge else ""
        return f"Once its point is on, you may add odds: {odds.wager.title}.{without}"
    return ""
