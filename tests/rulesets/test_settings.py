"""The least and the most that a sign may say."""

import pytest

from croupier.catalogue import names, ruleset
from croupier.rules.sign import SignError

LEAST = {
    "minimum": 0,
    "maximum": 0,
    "payout_unit": 1,
    "stake_unit": 1,
    "odds_multiple": 1,
    "super_streak_amount": 1,
    "shooting_minimum": 1,
    "hand_pay_limit": 1,
    "note_ceiling": 500,
}
"""By setting. A step, a unit or a fixed stake of nothing could not be paid or bet."""
MOST = {"odds_multiple": 10}
"""Adelaide 8(a) to 8(d): odds up to ten times the flat bet."""


@pytest.mark.parametrize("name", names())
def test_a_sign_takes_every_amount_from_the_least_to_the_most(name: str) -> None:
    rules = ruleset(name)
    for setting in (each for each in rules.all_settings if not isinstance(each.default, bool)):
        least, most = LEAST[setting.name], MOST.get(setting.name, 10**9)
        for value in (least, most):
            assert rules.sign({setting.name: value}).named[setting.name] == value
        for value in (least - 1, *([most + 1] if setting.name in MOST else [])):
            with pytest.raises(SignError, match=setting.name):
                rules.sign({setting.name: value})
