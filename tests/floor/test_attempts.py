"""Attempts: whoever asks for more than there is of a hidden amount is refused without it, and each try is one line."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from cage_floor import on_a_floor
from cages import CAY, FLOAT, SUE
from croupier.audit.cage import resettled_cage
from croupier.cage.attempts import AttemptRefused
from croupier.cage.chips import RedeemChips, SellChips
from croupier.cage.drawer import MoveCash
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.message import CageCommand
from croupier.cage.refusals import Reason
from croupier.cage.reversals import ReverseTransaction
from croupier.facts.message import Event
from croupier.floor.dealer import Dealer
from croupier.floor.keeper import Keeper
from croupier.money import Cents
from croupier.table.core.person import Person
from croupier.table.money.credit import InsertMoney
from croupier.table.money.tender import Tender, Way
from journals import bodies, looked_at

SICBO = "star-sicbo-2016"
CHIPS = Tender(Way.CHIPS)
DAN = Person("Dan Moss", "dealer")
SOLD = SellChips(by=CAY, chips={500: 4})
TO_VAULT = MoveCash(by=CAY, second=SUE, amount=FLOAT, to_vault=True, why="Too much in the drawer")


def listened(keeper: Keeper) -> list[Event]:
    """What happens at the cage from now on."""
    heard: list[Event] = []
    keeper.listeners.append(heard.append)
    return heard


def decided_again(path: Path) -> int:
    """How many attempts are on record, all of which the audit decides as they were."""
    with looked_at(path) as reader:
        again = resettled_cage(reader, lambda _: None)
        assert (again.differences, again.broken, again.ended) == ([], "", "")
    return sum(b"AttemptRefused" in body for body in bodies(path, CAGE_REGISTER.name))


@pytest.mark.parametrize(
    ("command", "reason", "words"),
    [
        (
            RedeemChips(by=CAY, chips={500: 3}),
            Reason.TOO_MANY_CHIPS,
            "Cay Rich asked for more chips than players can have by the books (RedeemChips): refused.",
        ),
        (
            ReverseTransaction(by=CAY, second=SUE, reverses=1, why="The wrong patron"),
            Reason.TOO_MANY_CHIPS,
            "Cay Rich asked for more chips than players can have by the books (ReverseTransaction): refused.",
        ),
        (
            TO_VAULT,
            Reason.DRAWER_SHORT,
            "Cay Rich asked for more cash than the own drawer has by the books (MoveCash): refused.",
        ),
    ],
    ids=["redeeming", "reversing", "moving"],
)
def test_each_try_at_the_counter_is_one_line(tmp_path: Path, command: CageCommand, reason: Reason, words: str) -> None:
    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        assert (await keeper.ask(SOLD)).ok
        bought = InsertMoney(seat="ann", amount=Cents(1_000), tender=CHIPS, by=DAN)
        assert (await dealers[SICBO].ask(bought)).ok, "half of the chips go to a table"
        assert (await keeper.ask(replace(TO_VAULT, amount=Cents(10_000)))).ok, "the drawer has less than at first"
        heard = listened(keeper)
        for id in ("cay/1", "cay/1", "cay/2"):
            reply = await keeper.ask(command, id)
            assert (reply.error, "$" in reply.message) == (reason, False)
            assert reply.message.endswith("This is on record.")
        assert [CAGE_REGISTER.tell(keeper.durable, each) for each in heard] == [words, words], (
            "an order that is sent twice is one try"
        )

    path = tmp_path / "journal.sqlite"
    on_a_floor(path, scene, tables=(SICBO,))
    assert decided_again(path) == 2


def test_chips_that_were_never_issued_are_on_record_with_the_dealer_and_the_seat(tmp_path: Path) -> None:
    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        heard = listened(keeper)
        reply = await dealers[SICBO].ask(InsertMoney(seat="ann", amount=Cents(500), tender=CHIPS, by=DAN))
        assert (reply.error, "$" in reply.message) == (Reason.TOO_MANY_CHIPS, False)
        assert reply.message.endswith("This is on record.")
        [event] = heard
        assert isinstance(event, AttemptRefused)
        assert CAGE_REGISTER.tell(keeper.durable, event) == (
            f"Dan Moss at {SICBO}/ann asked for more chips than players can have by the books (ExchangeWithTable): refused."
        )

    path = tmp_path / "journal.sqlite"
    on_a_floor(path, scene, tables=(SICBO,))
    assert decided_again(path) == 1


def test_a_refusal_that_hides_nothing_leaves_no_line(tmp_path: Path) -> None:
    async def scene(_: dict[str, Dealer], keeper: Keeper) -> None:
        heard = listened(keeper)
        assert (await keeper.ask(RedeemChips(by=CAY, chips={}))).error == Reason.BAD_AMOUNT
        assert heard == []

    path = tmp_path / "journal.sqlite"
    on_a_floor(path, scene, tables=(SICBO,))
    assert decided_again(path) == 0
