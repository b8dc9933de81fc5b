"""Who runs the table, and how a roll goes."""

from croupier.games.craps.dice import seven_out
from croupier.rules.powers import Act, Ground, Power, Role
from croupier.rules.procedures import Procedures
from croupier.rules.sequence import Phase, Step
from croupier.rules.shooting import Shooting

PROCEDURES = Procedures(
    staff=[
        Role("crew", "dealer", "dealer"),
        Role("crew", "stickman", "stickman"),
        Role("crew", "boxman", "boxman", acts_as=["dealer"]),
    ],
    sequence=[
        Step("a roll", Phase.BETTING, "brings the dice to the middle for the next throw", by=["stickman"], bets=True),
        Step("a roll", Phase.SHOT, "throws the dice"),
        Step("a roll", Phase.SETTLED, "calls the total", by=["stickman"]),
        Step("a roll", Phase.DONE, "has settled every bet that the throw decided", by=["dealer"]),
    ],
    freeze="a roll",
    shooting=Shooting(
        "shooter",
        with_one_of=["pass-line", "dont-pass"],
        eligible="shooter",
        loses_on=seven_out("shooter"),
        offered="shooter",
        passed="shooter",
    ),
    powers=[
        Power("shooter", Act.OFFER_DICE, ["stickman"]),
        Power(
            "no roll",
            Act.VOID_ROUND,
            ["stickman", "boxman"],
            during=[Phase.SHOT],
            grounds=[Ground("no roll", "off-the-table", "a die went off the table", must=True)],
        ),
        Power("disputes", Act.HEAR_DISPUTE, ["boxman"]),
    ],
)
