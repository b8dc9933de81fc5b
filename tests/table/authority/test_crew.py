"""Who takes a table over: where people make the calls of a round, and nowhere else."""

import pytest

from commanded import a_table, done, refused
from croupier.catalogue import names, ruleset
from croupier.table.authority.crew import HandBackTable, RelieveDealer
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason

ELECTRONIC = [name for name in names() if ruleset(name).procedures.is_electronic]


@pytest.mark.parametrize("name", ELECTRONIC)
def test_nobody_takes_over_an_electronic_table(name: str) -> None:
    """The person could make no call: the table would stand still, with credit of players, and nobody would be told."""
    table, roles = a_table(name), [role.id for role in ruleset(name).procedures.staff]
    for role in filter(table.rules.procedures.works_here, roles):
        refusal = refused(table, RelieveDealer(by=Person("Kim", role)))
        assert refusal.reason is Reason.NO_SUCH_POWER
        assert refusal.message == "Nobody deals an electronic table. To stop it, take it out of service."


@pytest.mark.parametrize("name", [name for name in names() if name not in ELECTRONIC])
def test_a_dealers_table_is_taken_over_and_given_back(name: str) -> None:
    kim = Person("Kim", "dealer")
    table, _ = done(a_table(name, minimum=500), RelieveDealer(by=kim))
    assert table.desk.dealer == kim
    table, _ = done(table, HandBackTable(by=kim))
    assert table.desk.dealer is None
