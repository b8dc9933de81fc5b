"""What random play has found at the edges of a table: each of these went wrong once."""

from croupier.catalogue import ruleset
from croupier.ledger.accounts import felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.refusing import RefuseBet
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.pit.days import AnnounceClose, CloseTable, OpenDay
from croupier.table.pit.invalid import DeclareInvalid
from croupier.table.pit.signs import ChangeSign, PostNotice
from croupier.table.rounds.calls import OpenBetting, ShakeDice
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.dice import AcceptDice, OfferDice
from croupier.table.rounds.results import EnterOutcome, FinishPaying
from croupier.table.rounds.shooting import ShootDice, ThrowForHouse
from croupier.table.rounds.voiding import VoidRound

STAR, ARUZE, SICBO = "star-craps-2016", "aruze-craps-2024", "star-sicbo-2016"
BOXPERSON = Person("leo", "boxperson")
SUPERVISOR = Person("mia", "casino-supervisor")
MINUTE = 60_000


def table_with(name: str, *seats: str) -> Table:
    rules = ruleset(name)
    table = open_table(rules, rules.sign({"minimum": 500, "maximum": 50_000}))
    return after(table, *(TakeSeat(seat=seat, chips=Cents(100_000)) for seat in seats))


def after(table: Table, *commands: Command) -> Table:
    for command in commands:
        events = decide(table, command)
        assert not isinstance(events, Refusal), (command, events)
        for event in events:
            table = apply(table, event)
    return table


def refused(table: Table, command: Command) -> Reason:
    refusal = decide(table, command)
    assert isinstance(refusal, Refusal), refusal
    return refusal.reason


def test_a_sign_names_a_day_that_there_is() -> None:
    """It is read aloud, and no calendar goes beyond the year 9999."""
    sign = PostNotice(act=Act.CLOSE_TABLE, takes_effect=2**61, by=SUPERVISOR, why="The night is over.")
    assert refused(table_with(STAR), sign) is Reason.BAD_SIGN


def bet(wager: str, stake: int = 1000) -> Command:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(stake))


def falls(outcome: str) -> Command:
    return EnterOutcome(outcome=OutcomeName(outcome))


def corrected(round: int, outcome: str) -> Command:
    return CorrectOutcome(round=round, outcome=OutcomeName(outcome), by=BOXPERSON, why="It was misread.")


def test_who_left_and_came_back_keeps_the_bets_that_a_correction_puts_back() -> None:
    """Had the dice been read rightly, Ann could not have left: her bet stood."""
    gone = after(table_with(STAR, "ann"), bet("win-line"), falls("1-1"), LeaveSeat(seat="ann"))
    back = after(gone, TakeSeat(seat="ann", chips=Cents(5000)))
    table = after(back, corrected(1, "2-2"))
    assert table.layout["ann"]["win-line"].stake == table.book.balance(felt("ann")) == 1000


def test_bets_that_were_invalid_go_back_once() -> None:
    order = DeclareInvalid(seat="ann", by=Person("mia", "operator"), why="The card was somebody else's.")
    table = after(table_with(ARUZE, "ann"), bet("field"), falls("3-4"), order)
    assert table.book.balance(rack("ann")) == 100_000
    assert after(table, order).book.balance(rack("ann")) == 100_000


def test_without_rounds_the_last_result_can_be_invalidated_by_its_number() -> None:
    """The number of the last result is not that of the throw to come."""
    table = after(table_with(STAR, "ann"), bet("field"), falls("3-4"))
    again = after(table, VoidRound(round=1, ground="disorder", by=SUPERVISOR))
    assert again.book.balance(rack("ann")) == 100_000


def test_a_new_sign_does_not_take_the_place_of_one_that_hangs() -> None:
    def sign(act: Act, minimum: int) -> Command:
        return PostNotice(act=act, takes_effect=40 * MINUTE, values={"minimum": minimum}, by=SUPERVISOR, why="It is late.")

    both = after(table_with(STAR), sign(Act.CHANGE_SIGN, 600), sign(Act.CLOSE_TABLE, 0))
    changed = after(both, ChangeSign(values={"minimum": 400}, by=SUPERVISOR, why="It is quiet."))
    after_all = after(changed, sign(Act.CHANGE_SIGN, 1000))
    assert sorted(each.act for each in after_all.desk.posted.values()) == sorted(
        (Act.CHANGE_SIGN, Act.CHANGE_SIGN, Act.CLOSE_TABLE)
    )


def test_the_dice_are_not_held_out_to_an_empty_place() -> None:
    stick = Person("leo", "stickperson")
    offered = after(table_with(STAR, "ann", "bob"), OpenBetting(by=stick), OfferDice(seat="ann", by=stick))
    gone = after(offered, LeaveSeat(seat="ann"))
    assert refused(gone, AcceptDice(seat="ann", dice=(1, 2))) is Reason.NOT_YOUR_TURN
    assert after(gone, OfferDice(seat="bob", by=stick)).round.offered == "bob"


def test_3_9_the_house_throws_where_the_shooter_no_longer_can() -> None:
    """Ann's Don't Win is refused while the point is on: she cannot make the bet to throw again, nor can anybody."""
    stick, dealer = Person("leo", "stickperson"), Person("eve", "dealer")
    thrown = after(
        table_with(STAR, "ann"),
        OpenBetting(by=stick),
        OfferDice(seat="ann", by=stick),
        AcceptDice(seat="ann", dice=(1, 2)),
        bet("dont-win"),
        bet("place-win:6", 1200),
        ShootDice(seat="ann"),
        EnterOutcome(outcome=OutcomeName("2-2"), by=stick),
        FinishPaying(by=dealer),
        OpenBetting(by=stick),
    )
    assert refused(thrown, ThrowForHouse(by=stick)) is Reason.OUT_OF_SEQUENCE
    without = after(thrown, RefuseBet(seat="ann", wager="dont-win", by=SUPERVISOR, why="It was placed late."))
    assert after(without, ThrowForHouse(by=stick)).round.phase == "shot"


def test_no_round_begins_at_a_table_that_is_about_to_close() -> None:
    """Dice that were tumbled then could not be bet on, and the table could not close over them."""
    sign = PostNotice(act=Act.CLOSE_TABLE, takes_effect=20 * MINUTE, by=SUPERVISOR, why="The night is over.")
    late = AnnounceClose(by=SUPERVISOR, why="The night is over.", at=20 * MINUTE)
    table = after(table_with(SICBO, "ann"), sign, late)
    assert refused(table, ShakeDice(by=Person("eve", "dealer"), times=3)) is Reason.TABLE_CLOSED


def test_the_first_roll_at_the_opening_of_the_game_is_a_come_out_roll() -> None:
    """A point that was on when the table closed stayed on, and nobody could make the bet to throw."""
    house = Person("mia", "casino-supervisor")
    table = after(table_with(STAR), falls("2-2"), CloseTable(by=house, why="The night is over."))
    assert table.pucks == {"puck": "point 4"}
    assert after(table, OpenDay(day="tomorrow", by=house)).pucks == {"puck": "come-out"}
