"""The sign at a table: the settings that the rules leave to the operator."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from croupier.money import Cents
from croupier.rules.outcomes import listed

SettingValue = int | bool


class SignError(ValueError):
    """The rule set does not allow this sign."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of the sign: its name, its clause and its allowed values."""

    name: str
    clause: str
    default: int | bool | None
    least: int = 0
    most: int | None = None
    unit: str = field(default="", metadata={"prose": True})
    """The unit of the number, such as cents."""
    live: bool = False
    """Whether only an open table has this setting; scenarios and the lab do not."""

    def checked(self, value: object) -> SettingValue:
        """Return the value if this setting allows it; else raise SignError."""
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
        elif type(value) is int and value >= self.least and (self.most is None or value <= self.most):
            return value
        raise SignError(f"{self.name} is {json.dumps(value)}, which should be {self.allowed}")

    @property
    def usual(self) -> str:
        """The default in words."""
        return "none" if self.default is None else str(self.default).lower()

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        if isinstance(self.default, bool):
            return "true or false"
        return f"a whole number from {self.least} to {self.most}" if self.most else f"a whole number of {self.least} or more"


HAND_PAY_LIMIT = "hand_pay_limit"
NOTE_CEILING = "note_ceiling"
NOTES = {f"takes_{value // 100}": value for value in (500, 1_000, 2_000, 5_000, 10_000)}
"""The notes that there are, in cents, by the name of the setting that says whether a machine takes them."""

TERMINAL_SETTINGS = (
    Setting(HAND_PAY_LIMIT, "", default=None, least=1, unit="cents", live=True),
    Setting(NOTE_CEILING, "", default=500_000, least=500, unit="cents", live=True),
    *(Setting(name, "", default=True, live=True) for name in NOTES),
)
"""Settings of every electronic table that no document names. They do not affect any bet."""


@dataclass(frozen=True, slots=True)
class Sign:
    """The values of the settings at a table."""

    minimum: Cents
    maximum: Cents | None
    payout_unit: int
    multiples: bool
    named: Mapping[str, int]
    """All values that are set, by name; terms refer to some, such as `odds_multiple`."""


def make_sign(settings: Iterable[Setting], given: Mapping[str, object]) -> Sign:
    """Check the given values and fill in the defaults."""
    known = {setting.name: setting for setting in settings}
    if strange := [name for name in given if name not in known]:
        raise SignError(f"{min(strange)} is no setting of this rule set, which knows {listed(known, 'and')}")
    values = {name: setting.checked(given[name]) if name in given else setting.default for name, setting in known.items()}
    named = {name: value for name, value in values.items() if value is not None}
    maximum = named.get("maximum")
    return Sign(
        minimum=Cents(named["minimum"]),
        maximum=None if maximum is None else Cents(maximum),
        payout_unit=named["payout_unit"],
        multiples=bool(named.get("multiples", False)),
        named=named,
    )
