"""The chips of a table, and the payout unit that follows from them."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import gcd

from croupier.money import Cents, dollars
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import SettingValue
from croupier.table.core.message import Command, SeatKind
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.money.colour_change import ChangeColour
from croupier.table.money.credit import InsertMoney
from croupier.table.money.first_float import SetUpFloat
from croupier.table.money.seats import TakeSeat
from croupier.table.money.slips import RequestCredit, RequestFill
from croupier.table.money.tender import Way
from croupier.table.money.tray import CountTray, RecountTray

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


def chips_refused(table: Table, command: Command, chips: Sequence[int]) -> Refusal | None:
    """Refuse cash that the chips of a dealer's table do not make, and a colour change with chips that it does not have.

    The table does not know its chips, so the floor refuses it. An audit decides older journals as they were decided.
    """
    if table.rules.procedures.is_electronic:
        return None
    match command:
        case InsertMoney() if table.kinds.get(command.seat) is not SeatKind.TERMINAL:
            return _cash_refused(command.amount, command, chips)
        case TakeSeat():
            return _cash_refused(command.chips, command, chips)
        case RequestFill() | RequestCredit() | CountTray() | RecountTray() | SetUpFloat():
            return _strange_refused([*command.chips], chips)
        case ChangeColour():
            return _strange_refused([*command.given, *command.received], chips)
        case _:
            return None


def _cash_refused(amount: int, command: InsertMoney | TakeSeat, chips: Sequence[int]) -> Refusal | None:
    if amount < 1 or (command.tender and command.tender.way is not Way.CASH):
        return None
    _, rest = in_chips(amount, chips)
    makes = f"The chips of this table make {dollars(Cents(amount - rest))}, and not {dollars(Cents(amount))}."
    return Refusal(Reason.BAD_AMOUNT, makes) if rest else None


def _strange_refused(values: Sequence[int], chips: Sequence[int]) -> Refusal | None:
    if strange := sorted({*values} - {*chips}):
        have = listed([dollars(Cents(chip)) for chip in sorted(chips)], "and")
        return Refusal(Reason.BAD_AMOUNT, f"This table has no chip of {dollars(Cents(strange[0]))}: its chips are {have}.")
    return None
