"""Exclusions of patrons from the casino, and their end. Each is decided by two people, or at a table under its document."""

from msgspec.structs import replace

from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, one_patron, patron_and_card
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.patron import CardState, Exclusion, Lift
from croupier.cage.patrons import excluded_refused, known_patron, unknown_patron
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage, with_card, with_patron
from croupier.cage.texts import because
from croupier.cage.ticket import CAGE_PLACE
from croupier.facts.refusal import Refusal


class ExcludePatron(CageOrder):
    """Exclude a patron from the casino: no stake, no deposit, and the card is cancelled. What is theirs is paid out."""

    patron: int
    why: str
    place: str = CAGE_PLACE
    """The table where it was decided, or the cage."""
    second: Clerk | None = None
    """Who approves it at the cage; None if it was decided at a table."""


class LiftExclusion(CageOrder):
    """End the exclusion of a patron. A bar from a game, which a table has decided, is not touched."""

    patron: int
    why: str
    second: Clerk
    """Who approves it."""


class PatronExcluded(CageEvent):
    """A patron was excluded from the casino, and the card cancelled if there was one."""

    patron: int
    card: int | None = None
    """The serial of the card that was cancelled."""
    why: str
    place: str
    by: Clerk
    second: Clerk | None = None


class ExclusionLifted(CageEvent):
    """The exclusion of a patron ended. The card that was cancelled with it stays cancelled."""

    patron: int
    why: str
    by: Clerk
    second: Clerk


def exclude_patron(cage: Cage, command: ExcludePatron) -> PatronExcluded | Refusal:
    """Exclude a patron, once. The card is cancelled with it."""
    patron = known_patron(cage, command.patron)
    if isinstance(patron, Refusal):
        return patron
    by, second = command.by, command.second
    alone = signed_alone(by, second, "Another person has to approve an exclusion.")
    if alone and command.place == CAGE_PLACE:
        return alone
    return excluded_refused(patron) or PatronExcluded(
        patron=patron.number, card=patron.card, why=command.why, place=command.place, by=by, second=second
    )


def lift_exclusion(cage: Cage, command: LiftExclusion) -> ExclusionLifted | Refusal:
    """End an exclusion, wherever it was decided, also that of a patron whose details were erased."""
    patron = cage.patrons.get(command.patron)
    if patron is None:
        return unknown_patron(command.patron)
    if refusal := signed_alone(command.by, command.second, "Another person has to approve the end of an exclusion."):
        return refusal
    if not patron.is_excluded:
        return Refusal(Reason.PATRON_NOT_EXCLUDED, f"Patron {patron.number} is not excluded.")
    return ExclusionLifted(patron=patron.number, why=command.why, by=command.by, second=command.second)


def _exclude(cage: Cage, event: PatronExcluded) -> Cage:
    exclusion = Exclusion(event.at, event.by.name, event.why, event.place, event.second.name if event.second else None)
    after = with_patron(cage, event.patron, is_excluded=True, card=None)
    if event.card is not None:
        after = with_card(after, event.card, state=CardState.CANCELLED, changed=event.at)
    lifts = {patron: lift for patron, lift in cage.lifts.items() if patron != event.patron}
    return replace(after, exclusions={**cage.exclusions, event.patron: exclusion}, lifts=lifts)


def _lift(cage: Cage, event: ExclusionLifted) -> Cage:
    exclusions = {patron: each for patron, each in cage.exclusions.items() if patron != event.patron}
    lifts = {**cage.lifts, event.patron: Lift(event.at, event.by.name, event.why)}
    return replace(with_patron(cage, event.patron, is_excluded=False), exclusions=exclusions, lifts=lifts)


CAGE_REGISTER.declare(
    CageRow(kind=ExcludePatron, decide=exclude_patron),
    CageRow(kind=LiftExclusion, decide=lift_exclusion),
    CageEventRow(
        kind=PatronExcluded,
        apply=_exclude,
        tell=lambda _, e: (
            f"{e.by}{f' and {e.second}' if e.second else ''} excluded patron {e.patron} at {e.place}"
            + ("" if e.card is None else f", and card {e.card} is cancelled")
            + because(e.why)
        ),
        moves_money=False,
        changes=patron_and_card,
    ),
    CageEventRow(
        kind=ExclusionLifted,
        apply=_lift,
        tell=lambda _, e: f"{e.by} and {e.second} ended the exclusion of patron {e.patron}{because(e.why)}",
        moves_money=False,
        changes=one_patron,
    ),
)
