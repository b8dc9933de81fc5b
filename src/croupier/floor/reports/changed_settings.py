"""What a change of settings has changed, of the cage and of the floor: every setting with what it was and what it is."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.opening import CageOpened, TicketRulesChanged
from croupier.cage.patron import PatronRules
from croupier.cage.patrons import PatronRulesChanged
from croupier.cage.state import TicketRules
from croupier.cage.voucher import VoucherRules
from croupier.cage.vouchers import VoucherRulesChanged
from croupier.floor.settings_differences import differences
from croupier.journal.port import Reader
from croupier.journal.streams import FLOOR_SETTINGS
from croupier.money import Cents, dollars
from croupier.printable import escaped
from croupier.settings import FloorOpened, FloorSettings, SettingsAdopted, decoded

CageRules = TicketRules | PatronRules | VoucherRules
CHANGES = (TicketRulesChanged, PatronRulesChanged, VoucherRulesChanged)
"""The events that change settings of the cage."""
NEVER = "never"
APPROVED = ("approved by nobody", "approved as they are")
"""What was and what is now, if settings with which a floor was opened are approved without a change."""
When = Callable[[int], str]
Words = Callable[[Any, When], str]


class AlteredSetting(NamedTuple):
    """A setting that was changed."""

    name: str
    was: str
    now: str


def _amount(value: Any, _: When) -> str:
    return dollars(Cents(value))


def _number(value: Any, _: When) -> str:
    return f"{value:,}"


def _house(value: Any, _: When) -> str:
    return f"{value:02}"


def _time(value: Any, when: When) -> str:
    return when(value)


RULES: Mapping[type[CageRules], Mapping[str, tuple[str, Words]]] = {
    TicketRules: {
        "house": ("number of the casino", _house),
        "days": ("days after which a ticket expires", _number),
        "most_out": ("most money on one ticket", _amount),
        "most_in": ("most that a terminal takes in as one ticket", _amount),
        "most_chips": ("most for which chips are sold at once", _amount),
        "most_moved": ("most cash to or from the vault at once", _amount),
    },
    PatronRules: {
        "age": ("age from which a person is registered", _number),
        "one_terminal_since": ("a card is in one terminal at a time at every table since", _time),
        "most_deposit": ("most money in one deposit", _amount),
        "most_balance": ("most money in one account", _amount),
        "most_in": ("most money in one transfer to a terminal", _amount),
        "most_out": ("most money in one transfer from a terminal", _amount),
    },
    VoucherRules: {
        "most": ("most money on one voucher", _amount),
        "most_day": ("most money on vouchers of one gaming day", _amount),
    },
}
"""What each setting of the cage is called, and how its value is written. None is never."""


class ChangedSettings:
    """The changes of settings in a journal. Each stream is read once, and only if a change in it is asked for."""

    EVENTS: ClassVar = frozenset(each.__name__ for each in (*CHANGES, SettingsAdopted))
    """The events that change settings."""

    def __init__(self, journal: Reader, when: When) -> None:
        """Read this journal. `when` writes a time."""
        self._journal, self._when = journal, when
        self._found: dict[str, dict[int, tuple[AlteredSetting, ...]]] = {}

    def in_line(self, stream: str, number: int) -> tuple[str, str]:
        """What was and what is now, after the change in a line of a stream."""
        changed = self._changed(stream, number)
        if stream == FLOOR_SETTINGS and not changed:
            return APPROVED
        return _listed((each.name, each.was) for each in changed), _listed((each.name, each.now) for each in changed)

    def words(self, stream: str, number: int) -> str:
        """The same as one text."""
        return escaped("; ".join(f"{name} from {was} to {now}" for name, was, now in self._changed(stream, number)))

    def _changed(self, stream: str, number: int) -> tuple[AlteredSetting, ...]:
        if stream not in self._found:
            self._found[stream] = dict(self._of_floor() if stream == FLOOR_SETTINGS else self._of_cage())
        return self._found[stream][number]

    def _of_floor(self) -> Iterator[tuple[int, tuple[AlteredSetting, ...]]]:
        before: FloorSettings | None = None
        for line in self._journal.lines(FLOOR_SETTINGS):
            event = decoded(line.body)
            if before is not None and not isinstance(event, FloorOpened):
                found = differences(before, event.settings)
                yield line.number, tuple(AlteredSetting(each.path, each.was, each.will) for each in found)
            before = event.settings

    def _of_cage(self) -> Iterator[tuple[int, tuple[AlteredSetting, ...]]]:
        rules: dict[type[CageRules], CageRules] = {each: each() for each in RULES}
        names = [f'"type":"{kind.__name__}"'.encode() for kind in (CageOpened, *CHANGES)]
        for line in self._journal.lines(CAGE_REGISTER.name):
            if not any(name in line.body for name in names):
                continue
            for event in CAGE_REGISTER.read(line.body).events:
                if isinstance(event, CHANGES):
                    yield line.number, tuple(self._unequal(rules[type(event.rules)], event.rules))
                if isinstance(event, (CageOpened, *CHANGES)):
                    rules[type(event.rules)] = event.rules

    def _unequal(self, before: CageRules, after: CageRules) -> Iterator[AlteredSetting]:
        for field, (name, words) in RULES[type(after)].items():
            old, new = (getattr(each, field) for each in (before, after))
            if old != new:
                was, now = (NEVER if each is None else words(each, self._when) for each in (old, new))
                yield AlteredSetting(name, was, now)


def _listed(values: Iterable[tuple[str, str]]) -> str:
    return escaped("; ".join(f"{name} {value}" for name, value in values))
