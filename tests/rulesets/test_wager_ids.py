"""Every wager id of the scenario format exists, and no other does."""

import pytest

from croupier.catalogue import names, ruleset
from section_a import IDS


def test_there_are_five_rule_sets() -> None:
    assert list(names()) == list(IDS)


@pytest.mark.parametrize("name", IDS)
def test_the_ids_of_a_rule_set_are_those_of_the_format(name: str) -> None:
    assert list(ruleset(name).addresses) == IDS[name]
