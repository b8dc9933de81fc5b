"""The known strategies, in the words of the trade, so that they are read under any document of their game."""

from collections.abc import Mapping
from dataclasses import dataclass

CRAPS, SIC_BO, ROULETTE = "Craps", "Sic Bo", "Roulette"
"""The titles of the games."""


@dataclass(frozen=True)
class Known:
    """A strategy that has a name."""

    name: str
    title: str
    texts: Mapping[str, str]
    """By the title of the game, as it is written."""
    idea: str
    """What its players hope for."""
    fails: str
    """How it fails."""


def _progression(name: str, title: str, ladder: str, idea: str, fails: str) -> Known:
    """A progression on the even-money bets of every game."""
    texts = {ROULETTE: f"red 10 {ladder}", SIC_BO: f"small 10 {ladder}", CRAPS: f"pass 10 {ladder}"}
    return Known(name, title, texts, idea, fails)


def _craps(name: str, title: str, text: str, idea: str, fails: str) -> Known:
    return Known(name, title, {CRAPS: text}, idea, fails)


_INSIDE = "place 5 {0}, place 6 {1}, place 8 {1}, place 9 {0}"

LIBRARY: Mapping[str, Known] = {
    each.name: each
    for each in (
        _craps(
            "pass-with-odds",
            "Pass line with double odds",
            "pass 10, odds 2x",
            "The line has a low edge, and odds have none: the yardstick for every other strategy.",
            "Nothing wins in the long run. Odds cost nothing, but they make the evening three times as wild.",
        ),
        _craps(
            "dont-with-lay-odds",
            "Don't pass with lay odds",
            "dont-pass 10, dont-pass-odds max",
            "Bet against the shooter, and lay the most that the house allows.",
            "The come-out roll costs more than the point wins back, and one point made takes a large lay with it.",
        ),
        _craps(
            "three-point-molly",
            "Three Point Molly",
            "pass 10, odds 2x, come 10 with fewer than 2 come bets, come-odds 2x",
            "Keep three numbers working, all with odds, and collect while the shooter lives.",
            "A seven takes all three numbers with their odds at once, before most of them have paid.",
        ),
        _craps(
            "iron-cross",
            "Iron Cross",
            "place 5 10 while point on, place 6 12 while point on, place 8 12 while point on, field 5 while point on",
            "Field and place bets together win on every total but 7.",
            "A seven loses all four bets, and the field costs its edge at every roll. The small wins do not add up to that.",
        ),
        _craps(
            "three-two-one",
            "3-2-1",
            "pass 10, odds 1x, place 6 12 while point is not 6 and before 1 win of place,"
            " place 8 12 while point is not 8 and before 2 wins of place,"
            " take down place 6 after 1 win of place, take down place 8 after 2 wins of place",
            "Three numbers at first; each win takes one of the place bets down, so that a seven takes less and less.",
            "Bets that come down cannot win. What is saved on the seven is lost on the numbers that no longer pay.",
        ),
        _craps(
            "ponytail",
            "Ponytail",
            "dont-pass 10, place 6 12 while point is 4 or 5 or 9 or 10, place 8 12 while point is 4 or 5 or 9 or 10,"
            " take down place after 1 win of place",
            "A don't bet hedged by the 6 and the 8 until one of them pays. Several games go by this name; this is one of them.",
            "A hedge costs two edges instead of one. An early seven loses two place bets and wins one flat bet.",
        ),
        _craps(
            "regression",
            "Regression",
            f"{_INSIDE.format(25, 30).replace(',', ' while point on,')} while point on,"
            " regress place 5 to 5 after 1 win of place, regress place 6 to 6 after 1 win of place,"
            " regress place 8 to 6 after 1 win of place, regress place 9 to 5 after 1 win of place,"
            " take down place after 4 wins of place",
            "Large bets for one win, then small ones: a hand that lives for one roll more is ahead.",
            "One point in four ends with a seven before any of the four numbers. The $110 lost are three wins at large bets.",
        ),
        _craps(
            "power-press",
            "Power press on 6 and 8",
            "place 6 12 while point on, place 8 12 while point on, press place 6 by 12 up to 60 on a win of place 6,"
            " press place 8 by 12 up to 60 on a win of place 8",
            "Let the house's money grow on the numbers that repeat.",
            "The last press is always lost: winnings stay on the felt until the seven.",
        ),
        _progression(
            "martingale",
            "Martingale",
            "martingale:6",
            "Double after every loss, so that the first win brings back everything and one unit more.",
            "Six losses in a row lose 63 units, more than the single units won in between. The edge is paid on doubled bets.",
        ),
        _progression(
            "grand-martingale",
            "Grand Martingale",
            "grand-martingale:6",
            "Double and add one unit after every loss, so that a win brings a unit for every loss before it.",
            "It fails like the martingale, only sooner and larger: six losses in a row lose 120 units.",
        ),
        _progression(
            "labouchere",
            "Labouchère",
            "labouchere:1-2-3-4/15",
            "Write a line of numbers; strike two after a win, write one after a loss. When all are struck, the line is won.",
            "Losses write faster than wins strike in a bad run, and the stake grows until a limit ends the line far behind.",
        ),
        _progression(
            "fibonacci",
            "Fibonacci",
            "fibonacci:8",
            "One step up the Fibonacci numbers after a loss, two down after a win.",
            "Milder than doubling, but a win does not bring back what the losses before it cost.",
        ),
        _progression(
            "oscars-grind",
            "Oscar's Grind",
            "oscar:12",
            "Win one unit per series: never raise after a loss, and never bet more than the series needs.",
            "Most series end with their unit. The few that do not end 12 units behind, and cost more than the others win.",
        ),
        _progression(
            "paroli",
            "Paroli",
            "paroli:3",
            "Double after a win, three times, then take the seven units and begin anew.",
            "Seven runs in eight end before the third win, with a unit lost, and the edge is paid on every unit bet.",
        ),
        _progression(
            "dalembert",
            "D'Alembert",
            "dalembert:10",
            "One unit more after a loss, one less after a win: as many wins as losses bring a unit each.",
            "Wins and losses do not even out. A run of losses leaves the stake at ten units, and the edge grows with it.",
        ),
        _progression(
            "one-three-two-six",
            "1-3-2-6",
            "up-on-win:1-3-2-6",
            "Four wins in a row bring twelve units, and two units at most are risked.",
            "Four wins in a row come about once in seventeen attempts, too rarely for the units that the others cost.",
        ),
        Known(
            "james-bond",
            "James Bond",
            {ROULETTE: "high 140, six-line:13-18 50, straight:0 10"},
            "$200 on 25 of the 37 numbers.",
            "Twelve numbers lose everything, and every bet has the same edge as any other.",
        ),
        Known(
            "two-dozens",
            "Two dozens",
            {ROULETTE: "dozen:1 20, dozen:2 20"},
            "Win on two numbers of three.",
            "A loss costs two wins, and comes more often than once in three spins.",
        ),
        Known(
            "after-three",
            "After three of a colour",
            {ROULETTE: "red 10 after 3 wins in a row of black, black 1"},
            "Follow black for a dollar; after three in a row, red is due.",
            "The wheel has no memory: red after three blacks is as likely as ever. Waiting costs nothing, and wins nothing.",
        ),
        Known(
            "triple-hedge",
            "Small with a hedge on triples",
            {SIC_BO: "small 20, any-triple 1"},
            "A triple loses the small bet, so insure it.",
            "The insurance has several times the edge of the bet that it insures: the pair costs more than the bet alone.",
        ),
    )
}
