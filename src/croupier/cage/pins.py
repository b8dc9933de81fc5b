"""PINs of accounts: that one was set, and that a wrong one was typed. The PIN itself is in no journal."""

from msgspec.structs import replace

from croupier.cage.account_checks import account_of, pin_refused
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, one_patron
from croupier.cage.message import CageCommand, CageEvent, CageOrder, Clerk
from croupier.cage.patron import MOST_WRONG_PINS
from croupier.cage.state import Cage, with_patron
from croupier.facts.refusal import Refusal

PIN_LENGTHS = range(4, 9)


class SetPin(CageOrder):
    """Record that a patron has chosen a PIN at the cage."""

    patron: int


class RecordWrongPin(CageCommand):
    """Record that a wrong PIN was typed at a terminal."""

    patron: int
    place: str


class PinSet(CageEvent):
    """A patron has chosen a PIN. Wrong ones before it do not count any more."""

    patron: int
    by: Clerk


class WrongPinTyped(CageEvent):
    """A wrong PIN was typed at a terminal."""

    patron: int
    place: str
    in_a_row: int
    """How many wrong ones there were in a row."""


def set_pin(cage: Cage, command: SetPin) -> PinSet | Refusal:
    """Record a PIN."""
    found = account_of(cage, command.patron)
    return found if isinstance(found, Refusal) else PinSet(patron=command.patron, by=command.by)


def record_wrong_pin(cage: Cage, command: RecordWrongPin) -> WrongPinTyped | Refusal:
    """Count a wrong PIN. After some, the account is locked for terminals."""
    found = account_of(cage, command.patron)
    if isinstance(found, Refusal):
        return found
    _, account = found
    return pin_refused(account) or WrongPinTyped(patron=command.patron, place=command.place, in_a_row=account.wrong_pins + 1)


def _change(cage: Cage, patron: int, **changes: object) -> Cage:
    account = cage.patrons[patron].account
    assert account is not None, "a PIN is that of an account"
    return with_patron(cage, patron, account=replace(account, **changes))


CAGE_REGISTER.declare(
    CageRow(kind=SetPin, decide=set_pin),
    CageRow(kind=RecordWrongPin, decide=record_wrong_pin),
    CageEventRow(
        kind=PinSet,
        apply=lambda cage, e: _change(cage, e.patron, has_pin=True, wrong_pins=0),
        tell=lambda _, e: f"{e.by} let patron {e.patron} choose a PIN.",
        moves_money=False,
        changes=one_patron,
    ),
    CageEventRow(
        kind=WrongPinTyped,
        apply=lambda cage, e: _change(cage, e.patron, wrong_pins=e.in_a_row),
        tell=lambda _, e: (
            f"{e.place}: a wrong PIN for the account of patron {e.patron}"
            + (", which is locked now." if e.in_a_row >= MOST_WRONG_PINS else ".")
        ),
        moves_money=False,
        changes=one_patron,
    ),
)
