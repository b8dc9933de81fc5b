"""Play that the program stops after an error of its own, until it is started again."""

from commanded import done, refused
from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.rows import EVENTS, Audience
from croupier.table.core.state import Table, open_table
from croupier.table.money.credit import Collect
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import CloseBetting, OpenBetting, ShakeDice
from croupier.table.rounds.lights import Rectify, ReportLights
from croupier.table.rounds.results import AnnounceResult, EnterOutcome, FinishPaying, UncoverTumbler
from croupier.table.rounds.stopping import PlayResumed, PlayStopped, ResumePlay, StopPlay

SICBO = ruleset("star-sicbo-2016")
DEALER, SUPERVISOR = Person("Robin", "dealer"), Person("Kim", "casino-supervisor")
STOP = StopPlay(why="KeyError: 'x'")
BET = PlaceBet(seat="ann", wager="small", stake=Cents(500))


def betting() -> Table:
    commands = (TakeSeat(seat="ann", chips=Cents(10_000)), ShakeDice(by=DEALER, times=3), OpenBetting(by=DEALER))
    return done(open_table(SICBO, SICBO.sign({})), *commands)[0]


def test_nothing_is_played_until_play_is_resumed_and_credit_can_be_collected() -> None:
    stopped, (event,) = done(betting(), STOP)
    assert event == PlayStopped(why="KeyError: 'x'")
    for command in (BET, CloseBetting(by=DEALER)):
        assert refused(stopped, command).reason is Reason.TABLE_LOCKED
    done(stopped, Collect(seat="ann"))
    resumed, (event,) = done(stopped, ResumePlay())
    assert event == PlayResumed()
    assert resumed.round.phase is Phase.BETTING
    done(resumed, BET, CloseBetting(by=DEALER))


def test_it_is_stopped_once_for_a_reason_and_resumed_once() -> None:
    table = betting()
    assert refused(table, ResumePlay()).reason is Reason.OUT_OF_SEQUENCE
    assert refused(table, StopPlay(why=" ")).reason is Reason.REASON_NEEDED
    assert refused(done(table, STOP)[0], STOP).reason is Reason.TABLE_LOCKED


def test_mended_lights_do_not_resume_it_and_nobody_pays_meanwhile() -> None:
    result = (
        BET,
        CloseBetting(by=DEALER),
        UncoverTumbler(by=DEALER),
        AnnounceResult(by=DEALER, numbers=(1, 2, 3), total=6),
        EnterOutcome(outcome=OutcomeName("1-2-3"), by=DEALER),
    )
    dark, _ = done(betting(), *result, ReportLights(by=SUPERVISOR, why="Half is dark."))
    done(dark, FinishPaying(by=DEALER))
    stopped, _ = done(dark, STOP)
    assert refused(stopped, FinishPaying(by=DEALER)).reason is Reason.TABLE_LOCKED
    mended, _ = done(stopped, Rectify(by=SUPERVISOR, why="It was mended."))
    assert mended.desk.is_locked
    assert refused(mended, Rectify(by=SUPERVISOR, why="It was mended.")).reason is Reason.OUT_OF_SEQUENCE


def test_terminals_are_not_told_why() -> None:
    assert {EVENTS[kind].audience for kind in (PlayStopped, PlayResumed)} == {Audience.STAFF}
