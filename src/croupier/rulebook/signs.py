"""The settings of a sign: what each is for, its default and its allowed values."""

from typing import NamedTuple

from croupier.money import Cents, dollars
from croupier.rulebook.passages import the
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import HAND_PAY_LIMIT, NOTE_CEILING, NOTES


class SettingEntry(NamedTuple):
    """A setting of the sign, in words."""

    setting: str
    clause: str
    meaning: str
    """What it is for."""
    says: str
    """The same for a reader of scenarios, who is told which settings only an open table has."""
    usual: str
    """The default."""
    allowed: str


def setting_entries(rules: Ruleset) -> tuple[SettingEntry, ...]:
    """Every setting of the rule set, except a payout unit that has no effect."""
    known = (each for each in rules.settings if each.name != "payout_unit" or not rules.rounding.to_the_cent)
    return tuple(
        SettingEntry(
            each.name,
            each.clause,
            meaning,
            f"{meaning} Only a table that is open has it, no scenario." if each.live else meaning,
            each.usual,
            f"{each.allowed}{f', in {each.unit}' if each.unit else ''}",
        )
        for each in known
        for meaning in [MEANINGS.get(each.name) or _asked_for(rules, each.name)]
    )


MEANINGS = {
    "minimum": "The least that may be bet.",
    "maximum": "The most that may be bet.",
    "payout_unit": "The smallest chip: what can be paid is a multiple of it.",
    "multiples": "Whether stakes are to be multiples of the minimum; odds and split bets are spared.",
    "stake_unit": "The steps above the minimum in which stakes are made; odds and split bets are spared.",
}


OF_TERMINALS = {
    HAND_PAY_LIMIT: "Wins above this are paid by hand.",
    NOTE_CEILING: "A note that would bring the credit of a terminal over this is given back.",
    **{name: f"Whether its terminals take notes of {dollars(Cents(value))}." for name, value in NOTES.items()},
}
"""The settings of every electronic table that no document names."""


def _asked_for(rules: Ruleset, name: str) -> str:
    """What a setting without a text in MEANINGS is for: the wagers and steps that refer to it."""
    staked = dict.fromkeys(offer.wager.title.partition(",")[0] for offer in rules.offers if offer.stake == name)
    if staked:
        return f"The stake of {listed(staked, 'and')}."
    if any(offer.at_most and offer.at_most.times == name for offer in rules.offers):
        return "How many times the flat bet its odds may be, or may win."
    shooting = rules.procedures.shooting
    if shooting and shooting.least == name:
        return "The smallest bet with which a player may shoot; without it, the minimum."
    procedures = rules.procedures
    steps = [f"{the(procedures.named(step.by))} {step.words}" for step in procedures.sequence if step.only_with == name]
    return f"Whether the table has one: then {listed(steps, 'and')}."
