"""A table out of service: who may take it out, what still happens there, and how it comes back."""

from commanded import a_table, done
from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.decide import decide
from croupier.table.core.person import Person
from croupier.table.core.recorded import read_recorded, recorded
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.disabling import DisableTable, EnableTable, TableDisabled
from croupier.table.rounds.calls import CloseBetting, OpenBetting, ShakeDice
from croupier.table.rounds.results import AnnounceResult, EnterOutcome, FinishPaying, LightAreas, UncoverTumbler
from croupier.table.rounds.turns import in_turn
from pages import Page, played

SIC_BO = "star-sicbo-2016"
RULES = ruleset(SIC_BO)
DORA, KIM = Person("Dora", "dealer"), Person("Kim", "casino-supervisor")
DISABLE = DisableTable(by=KIM, why="The tumbler rattles.")

PAGE = """
ann bets $5 on small
  ann bets $5.00 on small.
waiter Joe orders DisableTable: no reason
  no: Joe (waiter) does not work at this table.
dealer Dora orders DisableTable
  no: Say why the table is taken out of service.
dealer Dora orders DisableTable: the tumbler rattles
  Dora (dealer) takes the table out of service: the tumbler rattles.
casino-supervisor Kim orders DisableTable: the tumbler rattles
  no: The table is out of service already.
bob bets $5 on big
  no: The table is out of service and takes no bets.
casino-supervisor Kim orders EnableTable
  no: Say why the table goes on.
casino-supervisor Kim orders EnableTable: it was replaced
  Kim (casino supervisor) puts the table back into service: it was replaced.
casino-supervisor Kim orders EnableTable: it was replaced
  no: The table is in service.
bob bets $5 on big
  bob bets $5.00 on big.
"""


def test_a_table_is_taken_out_of_service_and_put_back() -> None:
    lines = tuple(line for line in PAGE.splitlines() if line and not line.startswith(" "))
    assert played(Page(RULES.id, (), "Out of service", (), lines)).endswith(PAGE)


def with_ann(name: str) -> Table:
    return done(a_table(name), TakeSeat(seat="ann", chips=Cents(10_000)))[0]


def refusal_of(table: Table, command: ShakeDice | OpenBetting) -> Refusal:
    outcome = decide(table, command)
    assert isinstance(outcome, Refusal)
    return outcome


def test_the_round_in_play_is_concluded_and_no_other_begins() -> None:
    table = with_ann(SIC_BO)
    bet = PlaceBet(seat="ann", wager="small", stake=Cents(500))
    for command in (ShakeDice(by=DORA, times=3), OpenBetting(by=DORA), bet, DISABLE):
        table, _ = done(table, command)
    assert table.layout["ann"]["small"].stake == 500
    number = table.round.number
    outcome = EnterOutcome(outcome=OutcomeName("1-2-5"), by=DORA)
    for command in (
        CloseBetting(by=DORA),
        UncoverTumbler(by=DORA),
        AnnounceResult(by=DORA, numbers=(1, 2, 5), total=8),
        outcome,
        LightAreas(),
        FinishPaying(by=DORA),
    ):
        table, _ = done(table, command)
    assert table.won["ann"] == 500
    refused = refusal_of(table, ShakeDice(by=DORA, times=3))
    assert refused == Refusal(Reason.TABLE_DISABLED, "The table is out of service, and no round opens.")
    for command in (EnableTable(by=DORA, why="It was replaced."), ShakeDice(by=DORA, times=3)):
        table, _ = done(table, command)
    assert table.round.number == number + 1


def test_a_round_that_began_before_still_opens_its_bets() -> None:
    """The dice were tumbled, so the round is in play; nobody bets in it."""
    table = a_table(SIC_BO)
    for command in (ShakeDice(by=DORA, times=3), DISABLE, OpenBetting(by=DORA), CloseBetting(by=DORA)):
        table, _ = done(table, command)
    assert not any(table.layout.values())


def test_at_craps_no_player_is_asked_to_throw_who_would_have_to_bet_first() -> None:
    table, _ = done(with_ann("star-craps-2016"), OpenBetting(by=Person("Sam", "stickperson")))
    assert in_turn(table)
    table, _ = done(table, DISABLE)
    assert not in_turn(table)


def test_the_reason_stands_in_the_journal() -> None:
    table, (event,) = done(a_table(SIC_BO), DISABLE)
    assert event == TableDisabled(by=KIM, why="The tumbler rattles.", clause="")
    line = read_recorded(recorded(DISABLE, (event,)))
    assert (line.command, line.events) == (DISABLE, (event,))
    assert table.desk.disabled == "The tumbler rattles."
