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
    values = sorted(chips, reverse=True)

    @cache  # for this call only: a floor pays ever new amounts
    def made_of(amount: int, first: int) -> dict[int, int] | None:
        """How many of the values from `first` on make an amount exactly; None if they cannot."""
        if not amount:
            return {}
        if first == len(values) or amount % gcd(*values[first:]):
            return None
        value = values[first]
        for count in range(amount // value, -1, -1):
            found = made_of(amount - count * value, first + 1)
            if found is not None:
                return ({value: count} if count else {}) | found
        return None

    rest = next(rest for rest in range(amount + 1) if rest == amount or made_of(amount - rest, 0) is not None)
    return made_of(amount - rest, 0) or {}, rest
