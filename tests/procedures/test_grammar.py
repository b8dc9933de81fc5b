"""A page can give any order, also one that has no phrase of its own."""

from itertools import islice

import msgspec
import pytest

from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.table.core.message import Order
from croupier.table.core.person import Person
from croupier.table.core.rows import COMMANDS
from croupier.table.core.state import open_table
from croupier.table.money.boxes import EmptyStacker
from croupier.table.money.float import FillFloat
from croupier.table.pit.limits import SetPlayerLimits
from croupier.table.pit.signs import PostNotice
from croupier.table.rounds.dice import OrderPass
from croupier.table.rounds.lights import ReportLights
from croupier.table.telling.phrases import understood
from croupier.testing.evening import evening

KIM, ROBIN = Person("Kim", "casino-supervisor"), Person("Robin", "games-supervisor")


@pytest.mark.parametrize(
    ("line", "order"),
    [
        (
            "casino-supervisor Kim orders SetPlayerLimits seat=ann, minimum=500, maximum=5000: a regular: since May",
            SetPlayerLimits(by=KIM, seat="ann", minimum=Cents(500), maximum=Cents(5000), why="a regular: since May"),
        ),
        ("games-supervisor orders ReportLights refund_short=true", ReportLights(by=ROBIN, refund_short=True)),
        ("games-supervisor orders FillFloat amount=100", FillFloat(by=ROBIN, amount=Cents(100))),
        ("games-supervisor orders OrderPass: delay", OrderPass(by=ROBIN, why="delay")),
        (
            'games-supervisor orders PostNotice act=change the sign, takes_effect=5, wager=place-win:6, values={"minimum":500}',
            PostNotice(by=ROBIN, act=Act.CHANGE_SIGN, takes_effect=5, wager="place-win:6", values={"minimum": 500}),
        ),
        (
            'games-supervisor orders EmptyStacker stacker=ann, notes={"5000":1,"2000":2}: the count',
            EmptyStacker(by=ROBIN, stacker="ann", notes={5000: 1, 2000: 2}, why="the count"),
        ),
    ],
)
def test_an_order_is_given_by_its_name_and_its_fields(line: str, order: Order) -> None:
    assert understood(line) == order


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("games-supervisor orders Teleport seat=ann", "there is no order Teleport"),
        ("games-supervisor orders PlaceBet seat=ann", "there is no order PlaceBet"),
        ("games-supervisor orders FillFloat colour=red, amount=1", "FillFloat has no field colour"),
        ("games-supervisor orders FillFloat amount=much", "Expected `int`"),
    ],
)
def test_an_order_that_there_is_not_is_named(line: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        understood(line)


def test_whatever_bots_order_can_be_given_on_a_page() -> None:
    given = set[type[Order]]()
    for name in names():
        rules = ruleset(name)
        table = open_table(rules, rules.sign({"minimum": 100}), seats=5)
        for _, command, _, _ in islice(evening(table, seed=2, players=5, commands=30_000, faults=0.1), 1500):
            if isinstance(command, Order):
                given.add(type(command))
                order = msgspec.structs.replace(command, at=0, by=Person("Robin", command.by.role))
                assert understood(written(order)) == order
    assert len(given) > len([kind for kind in COMMANDS if issubclass(kind, Order)]) // 2


def written(order: Order) -> str:
    """An order as a line of a page."""
    own = [field for field in msgspec.structs.fields(order) if field.name not in ("at", "by", "why")]
    said = {each.name: getattr(order, each.name) for each in own if each.required or getattr(order, each.name)}
    words = ", ".join(f"{name}={canonical(value).decode().strip(chr(34))}" for name, value in said.items())
    why = f": {order.why}" if order.why else ""
    return f"{order.by.role} orders {type(order).__name__} {words}".rstrip() + why
