"""Odds that favour the player: no table opens with them, and no amendment brings them."""

from collections.abc import Mapping

from croupier.lab.breakage import favoured_by_odds
from croupier.rules.error import RuleError
from croupier.rules.ruleset import ReadingError, Ruleset
from croupier.rules.sign import SettingValue
from croupier.table.core.message import Command
from croupier.table.core.opening import OpeningError
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.pit.amending import AmendRules


def check_odds(rules: Ruleset, sign: Mapping[str, SettingValue]) -> None:
    """Check that no odds favour the player. Raise `OpeningError` if some do, and `SignError` for a sign that is not allowed."""
    if wager := favoured_by_odds(rules, rules.sign(sign)):
        raise OpeningError(f"{rules.id} cannot be opened so: the odds of {wager} favour the player")


def favoured(table: Table, command: Command) -> Refusal | None:
    """Refuse an amendment to odds that favour the player."""
    if not isinstance(command, AmendRules):
        return None
    try:
        rules = table.rules.amended(command.readings, command.raised)
    except (ReadingError, RuleError):
        return None  # `decide` refuses it and says why
    wager = favoured_by_odds(rules, table.sign)
    return Refusal(Reason.BAD_RULES, f"The odds of {wager} would favour the player.") if wager else None
