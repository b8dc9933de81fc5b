"""The chips of a table, and the payout unit that follows from them."""

from collections.abc import Mapping, Sequence

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
    """How many chips of each value make an amount, largest first, and what cannot be paid in these chips."""
    counts: dict[int, int] = {}
    for value in sorted(chips, reverse=True):
        count, amount = divmod(amount, value)
        if count:
            counts[value] = count
    return counts, amount
