"""The sign at a table: what the operator sets within the rules."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from croupier.money import Cents
from croupier.rules.outcomes import listed

SettingValue = int | bool


class SignError(ValueError):
    """A sign that this rule set does not allow."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One line that a sign may carry, its clause, and what may stand on it."""

    name: str
    clause: str
    default: int | bool | None
    least: int = 0
    most: int | None = None
    unit: str = field(default="", metadata={"prose": True})
    """What is counted, such as cents."""
    live: bool = False
    """Whether only a table that is open has this line, and no scenario."""

    def checked(self, value: object) -> SettingValue:
        """The value, if it may stand on this line."""
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
        elif type(value) is int and value >= self.least and (self.most is None or value <= self.most):
            return value
        raise SignError(f"{self.name} is {json.dumps(value)}, which should be {self.allowed}")

    @property
    def usual(self) -> str:
        """What holds where the sign does not say."""
        return "none" if self.default is None else str(self.default).lower()

    @property
    def allowed(self) -> str:
        """What may stand on this line, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        return f"a whole number from {self.least} to {self.most}" if self.most else f"a whole number of {self.least} or more"


HAND_PAY_LIMIT = "hand_pay_limit"

OF_TERMINALS = (Setting(HAND_PAY_LIMIT, "", default=None, least=1, unit="cents", live=True),)
"""Lines that no document asks for and every operator of terminals sets: they decide no bet."""


@dataclass(frozen=True, slots=True)
class Sign:
    """The settings in force at a table."""

    minimum: Cents
    maximum: Cents | None
    payout_unit: int
    multiples: bool
    named: Mapping[str, int]
    """The settings that terms refer to by name, such as the multiple for odds."""


def make_sign(settings: Iterable[Setting], given: Mapping[str, object]) -> Sign:
    """Put up a sign: what is given, each line checked, and the default for the rest."""
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
