"""Texts of floor files, and the mistakes in them."""

from pathlib import Path

import pytest

from croupier.floor.plan import Plan
from croupier.floor.plan_mistakes import PlanError
from croupier.floor.plan_reader import parse_plan
from croupier.testing.evening import OPENING

HEAD = 'name = "Floor"\njournal = "floor.sqlite"\n'
CRAPS = '[[tables]]\nname = "craps"\nruleset = "star-craps-2016"\nsign.minimum = "$5"\n'


ADELAIDE = '[[tables]]\nname = "{}"\nruleset = "adelaide-craps-2003"\nsign.minimum = "$5"\n{}'


ARUZE = '[[tables]]\nname = "aruze"\nruleset = "aruze-craps-2024"\nsign.minimum = "$5"\n'


def plan(text: str, folder: Path) -> Plan:
    return parse_plan(text, folder / "floor.toml", lambda: OPENING)


def mistakes(text: str, folder: Path) -> list[str]:
    """Every mistake of a file, without the name of its folder."""
    with pytest.raises(PlanError) as raised:
        plan(text, folder)
    return str(raised.value).replace(f"{folder}/", "").split("\n")
