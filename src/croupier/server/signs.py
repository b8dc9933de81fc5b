"""The sign of a table as its players see it: limits, announced changes, and the chips that suit them."""

from collections.abc import Sequence

import msgspec

from croupier.audit.local_time import in_zone
from croupier.floor.chips import in_chips
from croupier.money import Cents, dollars
from croupier.rules.moments import clock_time
from croupier.rules.offer import Offer
from croupier.rules.outcomes import listed
from croupier.rules.powers import Act
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import HAND_PAY_LIMIT, NOTE_CEILING, NOTES, Sign
from croupier.rules.terms import Judged
from croupier.table.core.desk import Posted
from croupier.table.core.state import Table
from croupier.table.core.words import on_sign
from croupier.table.money.acceptor import notes_taken

DENOMINATIONS = (5, 10, 20, 50, 100, 500, 2_500, 10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000)
"""The usual chips, in cents."""
USUAL_CHIP = 100
"""The smallest chip, in cents, if the sign has no minimum."""
CHIPS_SHOWN, FEW_CHIPS = 5, 3
"""The most chips of a player, and the fewest usual ones beside the smallest."""
UNUSUAL = (1, 5, 25, 100, 500, 2_500)
"""The chips of a table to which few usual ones fit, as multiples of its step."""


class OwnLimits(msgspec.Struct, frozen=True):
    """The limits of one player, as their own sign shows them. Amounts are cents."""

    minimum: int
    """The smallest bet."""
    maximum: int
    """The largest bet."""


class SignView(msgspec.Struct, frozen=True):
    """The sign that is in force. Amounts are cents."""

    minimum: int
    """The smallest bet."""
    maximum: int | None
    """The largest bet; null if there is none."""
    lines: list[str]
    """What else it says, in words."""
    notices: list[str]
    """The changes that other signs announce, in words."""
    payout_unit: int
    """What is paid is a multiple of this, in cents: the smallest chip of a dealer's table."""


def sign_view(table: Table, zone: str = "UTC") -> SignView:
    """The sign of a table, and the changes that are announced, with times in this time zone."""
    sign = table.sign
    notices = [in_zone(_announced(table, each), zone) for each in table.desk.posted.values()]
    return SignView(sign.minimum, sign.maximum, _lines(table), notices, payout_unit(table))


def payout_unit(table: Table) -> int:
    """What is paid is a multiple of this, in cents."""
    return 1 if table.rules.rounding.to_the_cent else table.sign.payout_unit


def _lines(table: Table) -> list[str]:
    """What the sign says beside its limits. It says nothing of what is not asked for, and of the chips that pay."""
    shown = {name: value for name, value in table.sign.named.items() if value is not False}
    for name in ("minimum", "maximum", "payout_unit", HAND_PAY_LIMIT, NOTE_CEILING, *NOTES):
        shown.pop(name, None)
    said: list[str] = []
    if notes := notes_taken(table.sign):
        taken = listed([dollars(Cents(value)).removesuffix(".00") for value in notes], "and")
        said.append(f"Terminals take notes of {taken}, up to a credit of {dollars(Cents(table.sign.named[NOTE_CEILING]))}.")
    if shown.pop("multiples", None):
        said.append("Bets are multiples of the minimum.")
    if unit := shown.pop("stake_unit", None):
        said.append(f"Above the minimum, bets rise in steps of {dollars(Cents(unit))}.")
    words = (on_sign(table, {name: value}) for name, value in shown.items())
    return said + [f"{each[0].upper()}{each[1:]}." for each in words]


def _announced(table: Table, posted: Posted) -> str:
    """What a sign announces, for players."""
    when, change = clock_time(posted.takes_effect), announced_change(table, posted)
    match posted.act:
        case Act.END_WAGER:
            return f"{change} at {when}; no new bets are taken on it."
        case Act.CLOSE_TABLE:
            return f"{change} at {when}."
        case _:
            return f"From {when}: {change}."


def announced_change(table: Table, posted: Posted) -> str:
    """The change that a sign announces, without its time."""
    match posted.act:
        case Act.END_WAGER:
            title = next(offer.wager.title for offer in table.rules.offers if offer.kind == posted.wager)
            return f"{title.partition(',')[0]} ends"
        case Act.CLOSE_TABLE:
            return "The table closes"
        case _:
            return on_sign(table, posted.values)


def step_of(sign: Sign) -> int:
    """The steps in which stakes rise above the minimum, in cents."""
    return sign.named.get("stake_unit") or (sign.minimum if sign.multiples else 0) or 1


def chips_for(sign: Sign, named: Sequence[int] | None = None) -> tuple[int, ...]:
    """The chips of a player: the smallest is a bet by itself, and each of the others may be added to it.

    `named` are the chips of the table, if the operator names them.
    """
    step = step_of(sign)
    smallest = sign.minimum or max(USUAL_CHIP, step)
    if named and in_chips(smallest, named)[1]:  # no chips make it
        smallest = min((each for each in named if each >= smallest and each % step == 0), default=smallest)
    larger = [each for each in named or DENOMINATIONS if each > smallest and each % step == 0]
    if not named and step > 1 and len(larger) < FEW_CHIPS:
        larger = [step * times for times in UNUSUAL if step * times > smallest]
    chips = (smallest, *larger)[:CHIPS_SHOWN]
    return chips if sign.maximum is None else tuple(each for each in chips if each <= max(sign.maximum, smallest))


def limits_in_words(rules: Ruleset, sign: Sign, offer: Offer) -> str:
    """The limits of a bet on this wager: "$5.00 to $500.00", "$5.00 exactly", or "up to 2 times Win Line"."""
    if offer.stake:
        return f"{dollars(Cents(sign.named[offer.stake]))} exactly"
    said: list[str] = []
    if offer.at_most:
        said.append(_cap_in_words(rules, sign, offer))
    if offer.limited:
        said.append(_range_in_words(sign))
        if offer.wager.pieces and rules.limits.judged is Judged.EVERY_SPOT:
            said[-1] += " on each part"
    return ", ".join(filter(None, said))


def _cap_in_words(rules: Ruleset, sign: Sign, offer: Offer) -> str:
    assert offer.at_most is not None, "asked for an offer with a cap"
    flat, times = rules.addresses[offer.rides_on].offer.wager.title, offer.at_most.times
    if isinstance(times, str):
        times = sign.named[times]
    if not isinstance(times, int):
        least, most = min(times.values()), max(times.values())
        count = f"{least} to {most} times" if least < most else f"{most} times"
    else:
        count = f"{times} times"
    return f"{'wins ' if offer.at_most.limits_winnings else ''}up to {count} {flat}".replace("up to 1 times", "as much as")


def _range_in_words(sign: Sign) -> str:
    if sign.maximum is None:
        return f"{dollars(sign.minimum)} or more" if sign.minimum else ""
    return f"{dollars(sign.minimum)} to {dollars(sign.maximum)}" if sign.minimum else f"up to {dollars(sign.maximum)}"
