"""The terms of a promotion, as a clerk fills them in: statements, times, prizes. A draft may leave anything out."""

from collections.abc import Mapping

import msgspec

from croupier.money import Cents
from croupier.rules.moments import Millis
from croupier.rules.promotions import PrizeKind


class Prize(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A prize of a promotion. Prizes are counted from 1."""

    kind: PrizeKind
    title: str = ""
    value: Cents | None = None
    details: str = ""
    """What the prize is, and the conditions of receiving, using and accepting it."""
    particulars: Mapping[str, str] = {}
    """What the document also asks for this kind, by the id of each statement."""
    contains: Mapping[str, int] = {}
    """For each thing that is forbidden, by its id, how much of it the prize includes: 0 for none; liquor in millilitres."""
    instead: Cents | None = None
    """The money that the winner may take instead; None if the terms offer none."""


class QualifyingPlay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Which bets earn an entry by themselves. Only bets of players with a card are known to be theirs."""

    least: Cents
    """The smallest stake that counts."""
    tables: tuple[str, ...] = ()
    """At which tables; empty for all whose document is one of those that the promotion keeps to."""
    wagers: tuple[str, ...] = ()
    """On which wagers, such as `place-win:6`, or all of a kind, such as `place-win`; empty for all."""


class PromotionTerms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The terms and conditions of a promotion."""

    title: str = ""
    also: tuple[str, ...] = ()
    """The rule sets of other documents to which the promotion keeps, because play at their tables earns entries."""
    texts: Mapping[str, str] = {}
    """The statements that the document asks for, by id."""
    starts: Millis | None = None
    closes: Millis | None = None
    """Until when entries are received."""
    drawn: Millis | None = None
    """When the prizes are drawn."""
    wager: bool | None = None
    """Whether a bet is needed to take part."""
    most: int = 1
    """How many entries a person can have."""
    play: QualifyingPlay | None = None
    """The play that earns entries; None if a clerk says which bet has."""
    present: bool | None = None
    """Whether the winner has to be present at the draw."""
    claim_days: int | None = None
    """Until the end of how many days after the draw a prize can be claimed."""
    notice: tuple[str, ...] = ()
    """By which methods a winner is told who need not be present."""
    prizes: tuple[Prize, ...] = ()
