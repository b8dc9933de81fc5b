"""The reference of the cage: whoever sends the fields that it has for an order is understood."""

import re
from pathlib import Path

import msgspec
import pytest

from croupier.cage.message import CageOrder
from croupier.server.api.cage_orders import KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "cage.md").read_text()
BY_SERVER = frozenset(("at", "by", "second", "salt", "place", "since"))
"""What the page says of all orders: the server sets these."""


@pytest.mark.parametrize(("sent", "kind"), KINDS.items(), ids=[kind.__name__ for kind in KINDS.values()])
def test_an_order_names_the_fields_that_the_api_takes(sent: type[msgspec.Struct], kind: type[CageOrder]) -> None:
    about, *rows = re.findall(rf"^### {kind.__name__}\n\n(.*?)(?=^###? )", PAGE, re.MULTILINE | re.DOTALL)[0].split("\n| ")
    fields = set(re.findall(r"^`(\w+)`", "\n".join(rows), re.MULTILINE))
    taken = set(sent.__struct_fields__)
    said = set(re.findall(r"`(\w+)`", about))
    assert fields - taken - BY_SERVER <= said, "it says which fields are not sent"
    assert taken - fields <= said, "it says what is sent in their place"


def test_tickets_of_a_former_system_have_their_numbers() -> None:
    about = PAGE.split("### TakeOverTickets")[1].split("\n| ")[0]
    assert all(f"`{name}`" in about for name in ("number", "amount", "issued"))
