"""The cage as a pure state machine: tickets that are redeemed once, hand pays, patrons, chips and the count room.

`decide` answers a command with events or a refusal. `apply` returns the cage after an event. Each module of messages
declares its rows (see `rows`); importing this package imports them all.
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
from croupier.cage.rows import check_complete

SUBJECTS = (
    *(opening, opening_balances, former, issuing, redeeming, unprinting, delaying, withholding, expiring, settling, reversals),
    *(hand_pays, prizes, vouchers),
    *(patrons, exclusions, cards, accounts, pins, erasing),
    *(chips, chip_stock, counting, drawer, vault, attempts, variances, days),
)
"""The modules that declare messages, in the order of the reference."""

check_complete()
