"""Any sign that a rule set allows: every setting is drawn or left at its default, also one that is added later."""

from collections.abc import Mapping

from hypothesis import strategies as st

from croupier.catalogue import ruleset
from croupier.rules.powers import Act
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Setting, SettingValue
from croupier.table.core.person import Person

LIKELY = {
    "minimum": (100, 500, 1000),
    "maximum": (2000, 10_000, 50_000),
    "payout_unit": (5, 50, 100, 500),
    "stake_unit": (100, 500),
    "shooting_minimum": (500, 1000),
    "hand_pay_limit": (1, 1000, 5000, 50_000),
}
"""Values at which something happens in a test; a setting that is not here takes any value within its bounds."""


def _values(setting: Setting) -> st.SearchStrategy[SettingValue]:
    if isinstance(setting.default, bool):
        return st.booleans()
    if setting.name in LIKELY:
        return st.sampled_from(LIKELY[setting.name])
    return st.integers(setting.least, setting.most if setting.most is not None else setting.least + 2000)


@st.composite
def signs(draw: st.DrawFn, name: str) -> dict[str, SettingValue]:
    """The settings of a sign; a maximum is never below the minimum."""
    return {setting.name: draw(_values(setting)) for setting in ruleset(name).all_settings if draw(st.booleans())}


def without_minimum(rules: Ruleset, sign: Mapping[str, SettingValue]) -> Person | None:
    """Who decided that this sign shows no minimum; None if it shows one."""
    powers = rules.procedures.powers_to[Act.CHANGE_SIGN]
    role = powers[0].held_by[0] if powers else rules.procedures.staff[0].id
    return None if sign.get("minimum") else Person("Kim", role)
