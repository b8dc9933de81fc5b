"""Procedures side by side: whatever one document says otherwise than another, the rule book shows."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace

import pytest

from croupier.catalogue import names, ruleset
from croupier.games.craps.dice import COME_OUT, total
from croupier.rulebook.comparing import compare_procedures, compare_tables
from croupier.rules.machine import Result
from croupier.rules.powers import Act, Clock, Demand, Due, Ground, Power, Reach, Role
from croupier.rules.procedures import Abstaining, Approval, Cards, Lights, Measure, Procedures, Seating
from croupier.rules.reading import change_rules
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase, Step
from croupier.rules.shooting import DiceSet, Loss, Shooting
from croupier.rules.terms import Voided

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"


def first(procedures: Procedures, act: Act, **other: object) -> Procedures:
    """The procedures with changes to the first power for an act."""
    power = procedures.powers_to[act][0]
    return replace(procedures, powers=[replace(each, **other) if each is power else each for each in procedures.powers])


def shooting(rules: Ruleset) -> Shooting:
    found = rules.procedures.shooting
    assert found
    return found


DICE: Sequence[dict[str, object]] = (
    {"with_one_of": ["dont-pass-line", "pass-line"]},
    {"seconds": 11},
    {"least": ""},
    {"passes_on": {"pass-line": Result.WIN}},
    {"loses_on": Loss("3.11", COME_OUT, total(2))},
    {"keeps": None},
    {"keeps": COME_OUT},
    {"offered": "3.11"},
    {"passed": "3.11"},
    {"rests": "3.11"},
)
"""Changes to the turns at the dice."""

PLACES = ("approval", "cards", "abstaining", "seating", "lights", "payouts")


def other_power(rules: Ruleset) -> dict[str, object]:
    """Another value for each field of a power, except act, clause and grounds."""
    procedures = rules.procedures
    return {
        "held_by": [procedures.staff[-1].id],
        "during": [Phase.DONE],
        "voids": Voided.ALL_BETS,
        "wagers": [rules.offers[0].kind],
        "reach": Reach.UNTIL_PAID,
        "on_terminals": not procedures.powers[0].on_terminals,
        "only_with": "minimum",
        "not_for": [procedures.staff[0].id],
        "shows": "a flag",
        "must": not procedures.powers[0].must,
        "provided": "on a Sunday",
        "in_absence_of": [procedures.staff[0].id],
    }


def test_the_tests_know_every_field_of_the_language() -> None:
    """The book must describe every field. For a new field, add a sentence to the book and another value here."""
    known: dict[type, set[str]] = {
        Power: {"clause", "act", "grounds", *other_power(ruleset(STAR))},
        Ground: {"clause", "id", "words", "must", "at_once", "after_breaches", "fraud", "no_outcome", "grave"},
        Step: {"clause", "to", "words", "by", "times", "bets", "only_with"},
        Role: {"clause", "id", "title", "acts_as"},
        Demand: {"clause", "act", "to", "due"},
        Clock: {"clause", "act", "minutes"},
        Approval: {"clause", "since"},
        Cards: {"clause", "since"},
        Abstaining: {"clause", "rounds", "counted"},
        Seating: {"clause", "several"},
        Measure: {"clause", "id", "words", "most", "least"},
        Lights: {"clause", "ends", "locks"},
        DiceSet: {"clause", "dice", "chosen", "chosen_clause", "new_set_when_lost", "lost_clause", "ground"},
        Shooting: {"clause", "eligible", "seconds_clause", "least_clause", "dice", *(name for each in DICE for name in each)},
        Procedures: {
            "staff",
            "sequence",
            "powers",
            "freeze",
            "clocks",
            "demands",
            "period",
            "shooting",
            "display",
            "tokens",
            "account_out",
            "colour_checks",
            "measures",
            *PLACES,
        },
    }
    for kind, names_known in known.items():
        assert {each.name for each in fields(kind)} == names_known, kind


def otherwise(rules: Ruleset) -> Iterator[tuple[str, Procedures]]:
    """The procedures with one change, for every possible change."""
    procedures, last = rules.procedures, rules.procedures.staff[-1].id
    for at, step in enumerate(procedures.sequence[:-1]):
        others = {"by": [last], "times": 7, "bets": not step.bets, "only_with": "minimum"}
        for name, value in others.items():
            changed = [*procedures.sequence[:at], replace(step, **{name: value}), *procedures.sequence[at + 1 :]]
            yield f"{step.to} {name}", replace(procedures, sequence=changed)
    for power in procedures.powers:
        yield f"no power to {power.act}", replace(procedures, powers=[each for each in procedures.powers if each is not power])
        for ground in power.grounds:
            left = [each for each in power.grounds if each is not ground]
            yield f"{power.act} {ground.id} gone", changed_power(procedures, power, replace(power, grounds=left))
            for name, turned in {
                "must": replace(ground, at_once=False, must=not ground.must),
                "at_once": replace(ground, must=True, at_once=not ground.at_once),
                "after_breaches": replace(ground, after_breaches=ground.after_breaches + 1),
                "fraud": replace(ground, at_once=False, fraud=not ground.fraud),
                "no_outcome": replace(ground, no_outcome=not ground.no_outcome),
            }.items():
                if name == "must" and power.must:
                    continue  # if the power is a duty, `must` on its grounds changes nothing
                grounds = [turned if each is ground else each for each in power.grounds]
                yield f"{power.act} {ground.id} {name}", changed_power(procedures, power, replace(power, grounds=grounds))
    act = procedures.powers[0].act
    for name, value in other_power(rules).items():
        yield f"power {name}", first(procedures, Act.VOID_ROUND if name == "voids" else act, **{name: value})
    others = [("staff", {"title": "somebody"}), ("staff", {"acts_as": [last]}), ("clocks", {"minutes": 21})]
    others += [("measures", {"most": 900}), ("measures", {"least": 1}), ("measures", {"words": "its weight"})]
    for name, other in (*others, ("demands", {"due": Due.SOON, "to": "somebody"})):
        for at, each in enumerate(getattr(procedures, name)):
            changed = [*getattr(procedures, name)[:at], replace(each, **other), *getattr(procedures, name)[at + 1 :]]
            yield f"{name} {at}", replace(procedures, **{name: changed})
    yield "display", replace(procedures, display="" if procedures.display else procedures.freeze)
    yield "tokens", replace(procedures, tokens="" if procedures.tokens else procedures.freeze)
    yield "account_out", replace(procedures, account_out="" if procedures.account_out else procedures.freeze)
    for name in (*PLACES, "period", "shooting", "colour_checks"):
        if getattr(procedures, name):
            yield name, replace(procedures, **{name: None})


def apart(rules: Ruleset, procedures: Procedures) -> bool:
    """Whether the book distinguishes these procedures from those of the rule set."""
    other = rules.changed([change_rules(procedures=procedures)])
    return any(compare_tables(rules, other)) or any(compare_procedures(rules, other))


def changed_power(procedures: Procedures, power: Power, other: Power) -> Procedures:
    return replace(procedures, powers=[other if each is power else each for each in procedures.powers])


@pytest.mark.parametrize("name", names())
def test_whatever_the_procedures_say_otherwise_shows_side_by_side(name: str) -> None:
    rules = ruleset(name)
    silent = [what for what, procedures in otherwise(rules) if not apart(rules, procedures)]
    assert silent == []


@pytest.mark.parametrize("other", DICE, ids=str)
def test_another_way_for_the_dice_to_go_round_shows_side_by_side(other: dict[str, object]) -> None:
    rules = ruleset(ARUZE)
    procedures = replace(rules.procedures, shooting=replace(shooting(rules), **other))
    assert apart(rules, procedures)


@pytest.mark.parametrize("other", [{"dice": 6}, {"chosen": 3}, {"new_set_when_lost": 4}], ids=str)
def test_another_set_of_dice_shows_side_by_side(other: dict[str, int]) -> None:
    rules = ruleset(STAR)
    dice = shooting(rules).dice
    assert dice
    procedures = replace(rules.procedures, shooting=replace(shooting(rules), dice=replace(dice, **other)))
    assert apart(rules, procedures)


def test_two_documents_side_by_side() -> None:
    found = {each.what: (each.here, each.there) for each in compare_procedures(ruleset(STAR), ruleset(SICBO))}
    assert found["order of a round"] == (
        "betting, shot, settled, done",
        "shaken, betting, closed, pressed, uncovered, announced, settled, lit, done",
    )
    assert found["the dice: losing them"] == ("The shooter loses the dice on a total of 7 while a point is on.", "")
    assert found["the sign and the table: end a wager: sign"][0] == ""
    assert "the sign and the table: change the sign: sign" not in found
    found = {each.what: (each.here, each.there) for each in compare_procedures(ruleset(STAR), ruleset(ADELAIDE))}
    star, adelaide = (said.splitlines() for said in found["grounds to call “no roll”"])
    assert star[1:] == [
        "For the stickperson or the casino supervisor: fraudulent-device and unapproved-dice.",
        "For the stickperson or the casino supervisor: wrong-thrower.",
    ]
    assert adelaide[1] == "For the stickman, the boxman or the dealer: fraudulent-device and unapproved-dice."
    assert adelaide[3:] == ["For the boxman: disputed-face."]
    assert found["grounds to invalidate the outcome of a roll"] == (
        "For the casino supervisor: disorder and fraud.\nFor the casino supervisor: unapproved-dice-found.",
        "For the House: disorder and fraud.\nFor the House: unapproved-dice-found.",
    )
