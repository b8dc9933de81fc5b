"""Vouchers: what the cage keeps about each one it ever issued, and the limits for them."""

from enum import StrEnum

import msgspec

from croupier.money import Cents


class VoucherKind(StrEnum):
    """What a table gives for a voucher."""

    TOKENS = "tokens"
    """Promotional tokens, at a dealer's table."""
    RESTRICTED = "restricted"
    """Credits of a terminal that can only be staked."""
    UNRESTRICTED = "unrestricted"
    """Credits of a terminal that can be staked or paid out."""

    @property
    def words(self) -> str:
        """What staff and players call it."""
        return WORDS[self]


WORDS = {
    VoucherKind.TOKENS: "promotional tokens",
    VoucherKind.RESTRICTED: "promotional credits to stake only",
    VoucherKind.UNRESTRICTED: "promotional credits",
}


class VoucherState(StrEnum):
    """Whether a voucher can still be exchanged."""

    ISSUED = "issued"
    EXCHANGED = "exchanged"
    VOID = "void"


class VoucherRules(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The limits for vouchers."""

    most: Cents = Cents(10_000)
    """The most that one voucher is for."""
    most_day: Cents = Cents(100_000)
    """The most for which vouchers are issued on one gaming day; those declared void do not count."""


class Voucher(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A voucher. It is kept forever, so that one that was exchanged is recognised."""

    serial: int
    """Vouchers are counted from 1. The serial is no secret; the number on the voucher is, and is not kept: see `numbers`."""
    salt: int
    """The part of its number that was drawn by chance."""
    kind: VoucherKind
    amount: Cents
    conditions: str | None
    """What it says about its use; None if nothing."""
    promotion: int | None
    """The promotion under which it was issued; None if under none."""
    issued: int
    """When it was issued: milliseconds since 1970."""
    issuer: str
    """Who issued it."""
    second: str | None
    """Who signed with the issuer; None if it is a prize, which the prize register vouches for."""
    state: VoucherState
    changed: int
    """When it came to its state."""
    place: str
    """Where it came to its state."""
    prize: int | None = None
    """The prize of the promotion that it is; None if it is none."""
    why: str | None = None
    """Whom it is for, or on which occasion."""
