"""What terminals are shown of a table."""

from msgspec.structs import replace

from commanded import a_table, done
from croupier.devices import SoftwareGenerator
from croupier.floor.automatic import AutomaticDealer
from croupier.rules.outcomes import OutcomeName
from croupier.rules.sequence import Phase
from croupier.server.views import shared_view
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.results import EnterOutcome

NOW = 1_800_000_000_000
DEADLINE = NOW + 1000


def test_a_deadline_is_shown_only_while_there_is_one() -> None:
    shown: dict[Phase, int] = {}
    table = a_table("ministar-roulette-2018")
    outcome = EnterOutcome(outcome=OutcomeName("1"), at=DEADLINE)
    for command in (OpenBetting(deadline=DEADLINE, at=NOW), SpinBall(at=NOW), CloseBetting(at=DEADLINE), outcome):
        table, _ = done(table, command)
        shown[table.round.phase] = shared_view(table, ()).round.deadline
    assert shown == {Phase.BETTING: DEADLINE, Phase.SPUN: DEADLINE, Phase.CLOSED: 0, Phase.DONE: 0}


def test_where_a_dealer_decides_no_phase_has_a_deadline() -> None:
    """A table of Sic Bo keeps the time at which betting was closed, into the next round."""
    table, dealer = a_table("star-sicbo-2016"), AutomaticDealer(SoftwareGenerator())
    while table.round.phase is not Phase.CLOSED:
        command = dealer.next(table)
        assert command
        table, _ = done(table, replace(command, at=NOW))
        assert shared_view(table, ()).round.deadline == 0
    assert table.round.deadline
