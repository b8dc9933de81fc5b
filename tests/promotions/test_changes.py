"""What a change of terms has changed: every field, with what was and what is now."""

from typing import Any

import pytest
from msgspec.structs import fields, replace

from croupier.money import Cents
from croupier.promotions.changes import LONGEST, NOTHING, PLAY, PRIZE, TERMS, changes
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.integrity import PostponePromotion, ResumePromotion
from croupier.promotions.opening import AmendTerms
from croupier.promotions.terms import Prize, PromotionTerms, QualifyingPlay
from croupier.rules.moments import DAY
from croupier.rules.promotions import PrizeKind
from prizes import CLEO, CLOSES, DRAWN, MAX, STARTS, done, events, opened, prize, terms

RULES = "star-craps-2016"
BEFORE = terms(RULES, prize(RULES, value=1_500_000), play=QualifyingPlay(least=Cents(500)), wager=True)
OTHER: dict[str, Any] = {
    "title": "Autumn draw",
    "also": ("star-sicbo-2016",),
    "texts": {**BEFORE.texts, "claiming": "Another way to claim"},
    "starts": STARTS + DAY,
    "closes": CLOSES + DAY,
    "drawn": DRAWN + DAY,
    "wager": False,
    "most": 7,
    "present": True,
    "claim_days": 21,
    "notice": ("mail",),
}
OTHER_PRIZE: dict[str, Any] = {
    "kind": PrizeKind.CASINO_DOLLARS,
    "title": "Second prize",
    "value": Cents(100),
    "details": "In the cellar",
    "particulars": {"colour": "Red"},
    "contains": {"liquor": 750},
    "instead": Cents(900),
}
OTHER_PLAY: dict[str, Any] = {"least": Cents(1_000), "tables": ("craps",), "wagers": ("place-win",)}


def test_every_field_of_terms_has_a_name() -> None:
    """A field that is added to terms is told when it changes."""
    named = {kind: {each.name for each in fields(kind)} for kind in (PromotionTerms, Prize, QualifyingPlay)}
    assert TERMS.keys() == named[PromotionTerms] - {"prizes", "play"} == OTHER.keys()
    assert (PRIZE.keys(), PLAY.keys()) == (named[Prize], named[QualifyingPlay]) == (OTHER_PRIZE.keys(), OTHER_PLAY.keys())


@pytest.mark.parametrize("name", [*OTHER, *(f"prize.{each}" for each in OTHER_PRIZE), *(f"play.{each}" for each in OTHER_PLAY)])
def test_a_change_of_any_field_says_what_was_and_what_is_now(name: str) -> None:
    """Whatever is another is told, with both values, and nothing else is."""
    match name.split("."):
        case ["prize", field]:
            after = replace(BEFORE, prizes=(replace(BEFORE.prizes[0], **{field: OTHER_PRIZE[field]}),))
        case ["play", field]:
            assert BEFORE.play
            after = replace(BEFORE, play=replace(BEFORE.play, **{field: OTHER_PLAY[field]}))
        case _:
            after = replace(BEFORE, **{name: OTHER[name]})
    assert changes(BEFORE, BEFORE) == ()
    found = changes(BEFORE, after)
    assert found
    assert all(each.was != each.now and each.was and each.now for each in found)
    assert {(each.field, each.now, each.was) for each in found} == set(changes(after, BEFORE))


def test_amounts_are_dollars_times_are_dates_and_a_prize_that_goes_is_nothing() -> None:
    """A prize that is cut from $15,000 to $1 is told so; prizes in money come first."""
    cut = replace(BEFORE.prizes[0], details="Elsewhere", value=Cents(100))
    two = replace(BEFORE, prizes=(cut, prize(RULES)), closes=CLOSES + DAY)
    found = changes(BEFORE, two, lambda at: f"day {(at - STARTS) // DAY}")
    assert found[0] == ("prize 1 value", "$15,000.00", "$1.00")
    assert found[1] == ("prize 2 value", NOTHING, "$500.00")
    assert found[-1] == ("close of entries", "day 7", "day 8")


def test_of_a_long_statement_the_part_that_differs_is_told() -> None:
    """A change at the end of a long text is not cut off."""
    long = " ".join(f"word{number}" for number in range(200))
    before, after = (replace(BEFORE, texts={"claiming": f"{long} {amount} {long}"}) for amount in ("$15,000.00", "$1.00"))
    (found,) = changes(before, after)
    assert found == ("statement on claiming", "… $15,000.00 …", "… $1.00 …")
    (new,) = changes(replace(BEFORE, texts={}), replace(BEFORE, texts={"claiming": long}))
    assert (new.was, len(new.now)) == (NOTHING, LONGEST + 1)


def test_the_page_of_the_register_tells_what_was_amended() -> None:
    """Whoever reads the register sees both values, and so for other times."""
    register = opened(RULES, terms(RULES))
    before = register.promotions[1].terms
    cut = replace(before, prizes=(replace(before.prizes[0], value=Cents(100)),))
    (event,) = events(register, AmendTerms(by=CLEO, second=MAX, promotion=1, terms=cut, why="A slip", approval="letter 1"))
    assert PRIZE_REGISTER.tell(register, event) == (
        "Cleo Marsh (cleo) and Max Bell (max) amended the terms of promotion 1: A slip. "
        "Changed: prize 1 value from $500.00 to $1.00."
    )
    register = done(PRIZE_REGISTER.replayed(register, [event]), PostponePromotion(by=CLEO, promotion=1, why="A doubt"))
    resume = ResumePromotion(by=CLEO, second=MAX, promotion=1, found="Sound", drawn=DRAWN + DAY, approval="letter 2")
    (resumed,) = events(register, resume)
    assert " Changed: time of the draw from " in PRIZE_REGISTER.tell(register, resumed)
