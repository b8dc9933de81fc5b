"""The cage, a register: tickets that are redeemed once, hand pays, patrons, chips and the count room.

Each module of messages declares its rows; importing this package imports them all. `fold` has what the rows share.
"""

from croupier.cage import (
    accounts,
    attempts,
    cards,
    chip_stock,
    chips,
    counting,
    days,
    delaying,
    drawer,
    erasing,
    exclusions,
    expiring,
    former,
    hand_pays,
    issuing,
    opening,
    opening_balances,
    patrons,
    pins,
    prizes,
    redeeming,
    reversals,
    settling,
    unprinting,
    variances,
    vault,
    vouchers,
    withholding,
)
from croupier.cage.fold import CAGE_REGISTER

SUBJECTS = (
    *(opening, opening_balances, former, issuing, redeeming, unprinting, delaying, withholding, expiring, settling, reversals),
    *(hand_pays, prizes, vouchers),
    *(patrons, exclusions, cards, accounts, pins, erasing),
    *(chips, chip_stock, counting, drawer, vault, attempts, variances, days),
)
"""The modules that declare messages, in the order of the reference."""

CAGE_REGISTER.check_complete()
