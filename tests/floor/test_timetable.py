"""The times of a round: a person gets the time to bet, to decide about the dice and to throw them; nobody waits for a ghost."""

import asyncio

import pytest

from commanded import a_table, done
from croupier.catalogue import names, ruleset
from croupier.floor.clock import Clock
from croupier.floor.roles import AUTOMATIC
from croupier.floor.timetable import Timed, Timing, document_times
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.sequence import Phase
from croupier.table.authority.crew import RelieveDealer
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.person import Person
from croupier.table.money.credit import InsertMoney
from croupier.table.rounds.calls import BettingClosed, BettingOpened, CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.dice import AcceptDice, DeclineDice, DiceDeclined, DiceOffered, DicePassed
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.shooting import DiceShot, ShootDice
from virtual import on_virtual_time
from visitors import Visited

SIC_BO, STAR, ADELAIDE = "star-sicbo-2016", "star-craps-2016", "adelaide-craps-2003"
ARUZE = "aruze-craps-2024"
LINE = {STAR: "win-line", ADELAIDE: "pass"}
TIMING = Timing()
ROUNDS = 20


def bet(seat: str, wager: str, stake: int = 1000) -> PlaceBet:
    return PlaceBet(seat=seat, wager=wager, stake=Cents(stake))


def is_betting(table: Visited) -> bool:
    return table.dealer.table.round.phase is Phase.BETTING


async def shooting(table: Visited, seat: str) -> None:
    """Wait until a visitor is offered the dice, take them and make the bet that a shooter needs."""
    await table.until(lambda: table.dealer.table.round.offered == seat)
    await table.do(AcceptDice(seat=seat, dice=(1, 2)), bet(seat, LINE[table.dealer.name]))


def betting_times(table: Visited) -> list[float]:
    """For how many seconds bets were open in each round that was played."""
    found, opened = list[float](), 0
    for event in table.told:
        if isinstance(event, BettingOpened):
            opened = event.at
        elif isinstance(event, BettingClosed | DiceShot) and opened:
            found.append((event.at - opened) / 1000)
            opened = 0
    return found


@pytest.mark.parametrize("name", names())
def test_a_visitor_has_15_seconds_to_bet_in_every_round_of_every_table(name: str) -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name, guests=3)
        await table.visitor()
        table.run()
        await table.until(lambda: len(betting_times(table)) >= ROUNDS, 3600)
        assert min(betting_times(table)) >= 15
        assert max(betting_times(table)) <= TIMING.betting + TIMING.offer * 2 + TIMING.patience
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("name", LINE)
def test_without_visitors_the_bots_throw_sooner(name: str) -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name, guests=3)
        table.run()
        await table.until(lambda: len(betting_times(table)) >= ROUNDS, 3600)
        times = sorted(betting_times(table))
        assert times[0] >= TIMING.unattended
        assert times[ROUNDS // 2] < 10
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("name", [SIC_BO, STAR])
def test_betting_goes_on_until_a_person_has_been_quiet_for_three_seconds(name: str) -> None:
    """At Sic Bo it ends within a step of a second. At craps a bot that has the dice throws then."""

    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name, guests=1)
        seat = await table.visitor()
        table.run()
        wager = "field" if name == STAR else "small"
        await table.until(lambda: is_betting(table))
        await asyncio.sleep(TIMING.betting - 0.5 - table.times(BettingOpened)[-1])
        await table.do(bet(seat, wager))
        last = clock()
        assert table.loop.timetable.timed(table.dealer.table).until == "betting"
        await table.until(lambda: not is_betting(table))
        quiet = (table.dealer.table.round.since - last) / 1000
        assert TIMING.quiet <= quiet <= TIMING.quiet + 2.5
        table.close()

    on_virtual_time(scene)


def test_a_person_who_never_stops_betting_prolongs_it_by_ten_seconds() -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, SIC_BO)
        seat = await table.visitor()
        table.run()
        await table.until(lambda: is_betting(table))
        while is_betting(table):
            change = bet(seat, "small") if not table.dealer.table.layout[seat] else TakeDown(seat=seat, wager="small")
            await table.dealer.ask(change)
            await asyncio.sleep(0.7)
        assert table.times(BettingClosed) == [TIMING.betting + TIMING.overtime]
        table.close()

    on_virtual_time(scene)


def test_a_bet_after_the_end_of_betting_does_not_begin_it_again() -> None:
    """While the table waits for the shooter, bets are taken, and the shooter may throw."""

    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, STAR)
        ann, bob = await table.visitor(), await table.visitor()
        table.run()
        await shooting(table, ann)
        await asyncio.sleep(TIMING.betting + 1)
        await table.do(bet(bob, "field"))
        now = table.loop.timetable.timed(table.dealer.durable)
        assert (now.until, now.throw_from) == ("throw", 0)
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("name", LINE)
def test_an_offer_lasts_eight_seconds_and_the_next_player_is_asked(name: str) -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name)
        ann, bob = await table.visitor(), await table.visitor()
        table.run()
        await table.until(lambda: table.dealer.table.round.offered == ann)
        round = table.dealer.table.round
        told = table.loop.timetable.timed(table.dealer.table)
        assert told == Timed(round.since + 8000, "offer", round.opened + 20_000)
        await table.until(lambda: table.dealer.table.round.offered == bob)
        (offered, _), (declined,) = table.times(DiceOffered), table.times(DiceDeclined)
        assert declined - offered == TIMING.offer
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("name", LINE)
def test_a_shooter_has_15_seconds_after_betting_before_the_dice_are_passed(name: str) -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name)
        seat = await table.visitor()
        table.run()
        await shooting(table, seat)
        timetable, opened = table.loop.timetable, table.dealer.table.round.opened
        assert timetable.timed(table.dealer.durable) == Timed(opened + 20_000, "betting"), "alone, they may throw at once"
        await table.until(lambda: timetable.timed(table.dealer.durable).until == "throw")
        assert timetable.timed(table.dealer.durable) == Timed(opened + 35_000, "throw")
        await table.until(lambda: table.times(DicePassed))
        assert table.times(DicePassed) == [TIMING.betting + TIMING.patience]
        table.close()

    on_virtual_time(scene)


def test_whoever_takes_the_dice_late_has_the_same_time_to_throw() -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, STAR)
        seats = [await table.visitor() for _ in range(4)]
        table.run()
        await table.until(lambda: is_betting(table))
        await table.do(bet(seats[3], LINE[STAR]))
        for seat in seats[:3]:
            await table.until(lambda seat=seat: table.dealer.table.round.offered == seat)
            await asyncio.sleep(7.5)
            await table.do(DeclineDice(seat=seat))
        await shooting(table, seats[3])
        taken = table.dealer.table.round.since
        assert taken > table.dealer.table.round.opened + 20_000
        await table.until(lambda: table.times(DicePassed))
        (passed,) = [each.at for each in table.told if isinstance(each, DicePassed)]
        assert passed - taken == TIMING.patience * 1000
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("name", LINE)
def test_a_person_throws_at_once_unless_another_person_is_here(name: str) -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name, guests=0)
        ann = await table.visitor()
        table.run()
        await shooting(table, ann)
        timetable = table.loop.timetable
        assert timetable.throw_from(table.dealer.table) == 0
        bob = await table.visitor(money=0)
        assert timetable.throw_from(table.dealer.table) == table.dealer.table.round.opened + 20_000
        table.seating.went(bob)
        await asyncio.sleep(TIMING.gone - 0.1)
        assert timetable.throw_from(table.dealer.table) == table.dealer.table.round.opened + 20_000
        await asyncio.sleep(0.2)
        assert timetable.throw_from(table.dealer.table) == 0
        await table.do(ShootDice(seat=ann))
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("name", LINE)
def test_sc_3_8_ad_13b_the_dice_are_offered_to_nobody_who_is_gone_or_cannot_make_the_bet(name: str) -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name)
        ghosts = [await table.visitor() for _ in range(20)]
        for seat in ghosts:
            table.seating.went(seat)
        poor, rich = await table.visitor(money=99), await table.visitor()
        await asyncio.sleep(1)
        table.run()
        await shooting(table, rich)
        assert table.times(DiceOffered)[0] <= TIMING.calling + 1
        assert [each.seat for each in table.told if isinstance(each, DiceOffered)] == [rich]
        await table.do(ShootDice(seat=rich))
        table.seating.went(rich)
        await table.do(InsertMoney(seat=poor, amount=Cents(1)))
        # The house throws for a shooter who is gone until a seven-out, which may take very many throws.
        await table.until(
            lambda: any(each.seat == poor for each in table.told if isinstance(each, DiceOffered)), seconds=50_000
        )
        assert not {each.seat for each in table.told if isinstance(each, DiceOffered)}.intersection(ghosts)
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("name", LINE)
def test_a_shooter_who_has_gone_is_passed_by_without_their_time(name: str) -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name)
        ann, bob = await table.visitor(), await table.visitor()
        table.run()
        await shooting(table, ann)
        gone = clock()
        table.seating.went(ann)
        await table.until(lambda: table.dealer.table.round.offered == bob)
        (passed,) = [each.at for each in table.told if isinstance(each, DicePassed)]
        assert TIMING.gone * 1000 <= passed - gone <= TIMING.gone * 1000 + 100
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("away", [1.2, 10])
@pytest.mark.parametrize("name", LINE)
def test_a_break_of_the_only_persons_connection_takes_none_of_the_time_that_was_told(name: str, away: float) -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name, guests=3)
        seat = await table.visitor(money=99)
        table.run()
        await table.until(lambda: table.dealer.table.round.shooter.startswith("guest"))
        told = table.loop.timetable.timed(table.dealer.durable)
        await asyncio.sleep(1)
        table.seating.went(seat)
        await asyncio.sleep(away)
        assert table.loop.timetable.timed(table.dealer.durable) == told
        table.seating.came(seat)
        await table.until(lambda: not is_betting(table))
        assert table.dealer.table.round.since >= told.deadline
        table.close()

    on_virtual_time(scene)


def test_a_bet_of_a_player_whose_connection_breaks_prolongs_betting() -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, SIC_BO)
        seat = await table.visitor()
        table.run()
        await table.until(lambda: is_betting(table))
        await asyncio.sleep(TIMING.betting - 1)
        table.seating.went(seat)
        await table.do(bet(seat, "small"))
        await table.until(lambda: not is_betting(table))
        assert table.times(BettingClosed)[0] > TIMING.betting + 1
        table.close()

    on_virtual_time(scene)


def test_a_shooter_who_is_back_in_time_keeps_the_dice() -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, STAR)
        ann, _ = await table.visitor(), await table.visitor()
        table.run()
        await shooting(table, ann)
        table.seating.went(ann)
        await asyncio.sleep(TIMING.gone - 1)
        table.seating.came(ann)
        await asyncio.sleep(TIMING.gone)
        assert table.dealer.table.round.shooter == ann
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("name", LINE)
def test_sc_3_9_the_house_throws_for_the_bets_of_players_who_cannot(name: str) -> None:
    """Their bets wait for a throw, and nobody who is here may make it. Betting lasts its time before that."""

    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name)
        ann = await table.visitor()
        table.run()
        await table.until(lambda: table.dealer.table.round.offered == ann)
        await table.do(DeclineDice(seat=ann), bet(ann, "field"))
        table.seating.went(ann)
        await table.until(lambda: table.times(DiceShot))
        (shot,) = [each for each in table.told if isinstance(each, DiceShot)]
        assert (shot.seat, shot.by and shot.by.name) == ("", AUTOMATIC)
        assert table.times(DiceShot)[0] >= TIMING.betting
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("name", LINE)
def test_betting_begins_for_whoever_comes_to_an_empty_table(name: str) -> None:
    """It was open for an hour, and nothing was timed. The first two who come have the whole time."""

    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name)
        table.run()
        await asyncio.sleep(3600)
        assert table.loop.timetable.timed(table.dealer.durable) == Timed()
        ann, _ = await table.visitor(), await table.visitor()
        came = clock()
        await shooting(table, ann)
        throw_from = table.loop.timetable.throw_from(table.dealer.table)
        assert 18_000 <= throw_from - came <= 20_000
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("name", [SIC_BO, STAR])
def test_where_a_person_deals_nothing_is_timed(name: str) -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name)
        await table.visitor()
        table.run()
        await table.until(lambda: is_betting(table))
        assert table.loop.timetable.timed(table.dealer.table).deadline
        await table.do(RelieveDealer(by=Person("Dora", "dealer")))
        assert table.loop.timetable.timed(table.dealer.table) == Timed()
        table.close()

    on_virtual_time(scene)


def test_at_an_electronic_table_the_deadlines_are_those_of_its_document() -> None:
    """A table keeps its last deadline into phases in which it means nothing."""
    at, deadline, shown = 1_800_000_000_000, 1_800_000_001_000, dict[Phase, Timed]()
    table = a_table("ministar-roulette-2018")
    outcome = EnterOutcome(outcome=OutcomeName("1"), at=deadline)
    for command in (OpenBetting(deadline=deadline, at=at), SpinBall(at=at), CloseBetting(at=deadline), outcome):
        table, _ = done(table, command)
        shown[table.round.phase] = document_times(table)
    betting, nothing = Timed(deadline, "betting"), Timed()
    assert shown == {Phase.BETTING: betting, Phase.SPUN: betting, Phase.CLOSED: nothing, Phase.DONE: nothing}


def test_a_shooter_of_an_electronic_table_has_the_time_of_its_document() -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, ARUZE)
        seat = await table.visitor()
        table.run()
        await table.until(lambda: is_betting(table))
        await table.do(bet(seat, "pass-line"))
        await table.until(lambda: table.dealer.durable.round.phase is Phase.CLOSED)
        round = table.dealer.durable.round
        assert table.loop.timetable.timed(table.dealer.durable) == Timed(round.deadline, "throw")
        table.close()

    on_virtual_time(scene)


def test_the_dealer_run_tables_are_those_that_these_tests_name() -> None:
    assert {name for name in names() if not ruleset(name).procedures.is_electronic} == {SIC_BO, STAR, ADELAIDE}
