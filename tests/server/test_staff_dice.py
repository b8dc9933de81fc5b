"""What the staff of a table see of its dice."""

import pytest
from msgspec.structs import replace

from commanded import a_table
from croupier.server.staff_dice import dice_view


@pytest.mark.parametrize(
    ("name", "lost", "shooter", "new_set"),
    [
        ("adelaide-craps-2003", 0, "", False),
        ("adelaide-craps-2003", 1, "", True),
        ("adelaide-craps-2003", 1, "ann", False),  # who goes on with the others
        ("star-sicbo-2016", 1, "", False),  # a set that nobody chooses from
    ],
)
def test_a_new_set_is_needed_before_the_dice_are_offered(name: str, lost: int, shooter: str, *, new_set: bool) -> None:
    table = a_table(name)
    table = replace(table, desk=replace(table.desk, lost=lost), round=replace(table.round, shooter=shooter))
    assert dice_view(table).new_set is new_set
