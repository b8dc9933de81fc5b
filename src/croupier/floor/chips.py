"""The chips of a table, and the payout unit that follows from them."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import gcd

from croupier.money import Cents
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import SettingValue

USUAL_CHIPS = (Cents(100), Cents(500), Cents(2_500), Cents(10_000), Cents(50_000))
"""The chips of a table, in cents, if the operator names no others."""

PAYOUT_UNIT = "payout_unit"


def live_sign(
    rules: Ruleset, sign: Mapping[str, SettingValue], chips: Sequence[Cents] = USUAL_CHIPS
) -> Mapping[str, SettingValue]:
    """The sign of a table of a running floor: a dealer pays in chips, so the payout unit is the smallest one unless set.

    An electronic table pays credit, to the cent.
    """
    if PAYOUT_UNIT in sign or rules.procedures.is_electronic:
        return sign
    return {**sign, PAYOUT_UNIT: min(chips)}


def in_chips(amount: int, chips: Sequence[int]) -> tuple[dict[int, int], int]:
    """How many chips of each value make an amount, the largest that fit first, and what cannot be paid in these chips."""
    values = tuple(sorted(chips, reverse=True))
    rest = next(rest for rest in range(amount + 1) if rest == amount or _made_of(amount - rest, values) is not None)
    return _made_of(amount - rest, values) or {}, rest


@cache
def _made_of(amount: int, values: tuple[int, ...]) -> dict[int, int] | None:
    """How many of each value, which are in falling order, make an amount exactly; None if they cannot."""
    if not amount:
        return {}
    if not values or amount % gcd(*values):
        return None
    value, smaller = values[0], values[1:]
    for count in range(amount // value, -1, -1):
        found = _made_of(amount - count * value, smaller)
        if found is not None:
            return ({value: count} if count else {}) | found
    return None
