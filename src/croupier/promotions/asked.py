"""What a page asks for when somebody gives an order about a promotion."""

from enum import StrEnum

import msgspec


class PromotionPage(StrEnum):
    """The page on which an order is given."""

    TERMS = "terms"
    """The register of the clerk."""
    DRAW = "draw"
    """The draw under the eyes of a scrutineer."""
    CLAIMS = "claims"
    """Winners and claimants, at the cage."""


class AskedKind(StrEnum):
    """What a field is, and how a page asks for it."""

    TEXT = "text"
    TIME = "time"
    YES_OR_NO = "yes-or-no"
    CHOICE = "choice"
    PERSON = "person"
    """Somebody who is taken into the register with the order: name, address and so on."""
    PAYMENT = "payment"
    """An amount for each way in `options`, which together are `total`."""
    TERMS = "terms"
    """The form of the terms."""


class AskedField(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A field of an order that a person fills in."""

    name: str
    label: str
    kind: AskedKind = AskedKind.TEXT
    required: bool = True
    options: tuple[tuple[str, str], ...] = ()
    """Values, each with its words."""
    needed: tuple[str, ...] = ()
    """For a person: which data has to be given, such as `name`."""
    total: int = 0
    """For a payment: what is owed, in cents."""
