"""The settings of a floor, line by line in words."""

from croupier.floor.plan import Plan, TablePlan
from croupier.floor.settings import settings_of
from croupier.floor.settings_differences import in_words
from croupier.rules.moments import clock_time
from croupier.testing.evening import OPENING

CRAPS = TablePlan(name="craps", ruleset="star-craps-2016", sign={"minimum": 500, "maximum": 50_000}, in_force=OPENING)
ARUZE = TablePlan(name="aruze", ruleset="aruze-craps-2024", sign={"minimum": 100})
PLAN = Plan(name="Floor", journal="floor.sqlite", tables=(CRAPS, ARUZE))


def test_settings_are_told_line_by_line_in_words() -> None:
    lines = {(table, name): value for table, name, value in in_words(settings_of(PLAN))}
    assert lines["craps", "sign.minimum"] == "$5.00"
    assert lines["craps", "chips"].startswith("$1.00, $5.00, ")
    assert lines["craps", "in_force"] == clock_time(OPENING)
    assert lines["aruze", "attended"] == "automatic"
    assert ("aruze", "in_force") not in lines, "it has no value"
    assert lines[None, "duties.administrator"] == "manage-staff, settings"
    assert lines[None, "roles.administrator"] == "nothing"
