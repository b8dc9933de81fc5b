"""Aruze Craps at The Star, Sydney: staff, the steps of a round, and powers (clauses 3.3, 3.11 to 3.14, 6 and 7)."""

from dataclasses import replace

from croupier.games.craps.dice import POINT_ON, seven_out
from croupier.rules.machine import Result
from croupier.rules.moments import moment
from croupier.rules.powers import Act, Demand, Due, Ground, Power, Reach, Role
from croupier.rules.procedures import Approval, Cards, Procedures, Seating
from croupier.rules.sequence import Phase, Step
from croupier.rules.shooting import Shooting
from croupier.rules.terms import Collecting, PayMethod, Payouts, Period, Voided

HOST = "gaming-services-host"
MANAGER = "assistant-gaming-manager"
OPERATOR = "operator"

LINES = ["pass-line", "dont-pass-line"]

BREACHES = [
    Ground("7.3", "kept-silent", "a malfunction was not reported, or what it gave was kept"),
    Ground("7.4", "tampering", "the terminal was tilted, damaged or interfered with"),
    Ground("7.5", "device", "a device that interferes with the outcome or the machine"),
    Ground("7.10", "inducement", "a player was induced to leave a terminal, or that was solicited"),
    Ground("7.11", "disturbance", "patrons or staff were disturbed or intimidated"),
    Ground("7.13", "refused-to-leave", "an order to leave a terminal was not followed"),
]

SHOOTING = Shooting(
    "3.11",
    with_one_of=LINES,
    eligible="3.11",
    seconds=10,
    seconds_clause="3.11.1",
    least="shooting_minimum",
    least_clause="3.11.2",
    passes_on={"pass-line": Result.LOSE, "dont-pass-line": Result.WIN},
    keeps=POINT_ON,
)

PROCEDURES = Procedures(
    staff=[
        Role("1.1:gaming-services-host", HOST, "gaming services host"),
        Role("1.1:assistant-gaming-manager", MANAGER, "assistant gaming manager"),
        Role("3.3.8", "gaming-manager", "gaming manager", acts_as=[MANAGER, OPERATOR]),
        Role("6.5", OPERATOR, "casino operator"),
        Role("1.1:inspector", "inspector", "inspector"),
    ],
    sequence=[
        Step("1.1:wagering-period", Phase.BETTING, "opens the wagering period", bets=True),
        Step("3.3.6", Phase.CLOSED, "closes the wagering period"),
        Step("3.11", Phase.SHOT, "shoots the dice"),
        Step("3.12", Phase.DONE, "reads the dice and settles"),
    ],
    freeze="3.3.6",
    period=Period("3.3.6", Collecting.BETWEEN_ROUNDS, "3.7"),
    shooting=SHOOTING,
    powers=[
        Power(
            "3.3.8",
            Act.RELAX_FREEZE,
            [MANAGER],
            during=[Phase.CLOSED, Phase.SHOT],
            provided="where to hold to the close would be unfair to the player",
        ),
        Power("3.14", Act.DECLARE_INVALID, [MANAGER, OPERATOR]),
        Power("6.1", Act.CONFIRM_RECORD, [MANAGER], must=True),
        Power("6.1", Act.ADJUST_CREDIT, [MANAGER]),
        Power("6.1", Act.CORRECT_OUTCOME, [MANAGER], must=True),
        Power(
            "6.2",
            Act.DECLARE_FAULT,
            [MANAGER, OPERATOR],
            must=True,
            grounds=[
                Ground("6.2.1", "wrong-credits", "the credits do not follow from the odds and the stake"),
                Ground("6.2.2", "interrupted", "play was interrupted, or the display is faulty"),
                Ground("6.2.3", "opinion", "the operator holds that the terminal does not work"),
            ],
        ),
        Power("6.3", Act.VOID_UNCONFIRMED, [MANAGER], must=True),
        Power(
            "6.4",
            Act.VOID_ROUND,
            [MANAGER],
            # A die that is not flat gives no result (3.12), even if the sensors read one.
            reach=Reach.ANY,
            grounds=[
                Ground("6.4.1", "cocked", "a die is cocked", must=True),
                Ground(
                    "6.4.2",
                    "tumbler-fault",
                    "the operator holds that the tumbler does not work",
                    must=True,
                    no_outcome=True,
                    grave=True,
                ),
            ],
        ),
        Power("6.5", Act.WITHHOLD, [OPERATOR]),
        Power("6.5", Act.RELEASE, [OPERATOR]),
        Power(
            "6.6",
            Act.VOID_ROUND,
            [MANAGER, OPERATOR],
            reach=Reach.ANY,
            on_terminals=True,
            grounds=[
                Ground("6.6.1.1", "same-error", "several terminals show the same error", must=True, grave=True),
                Ground("6.6.1.2", "system-fault", "the operator holds that the system does not work", must=True, grave=True),
            ],
        ),
        Power("7.2", Act.CLOSE_TABLE, [MANAGER]),
        Power("7.7.1", Act.VOID_BETS, [MANAGER], grounds=BREACHES),
        Power("7.7.2", Act.BAR, [MANAGER], grounds=BREACHES),
        Power("7.7.3", Act.RECOMMEND_EXCLUSION, [MANAGER], grounds=BREACHES),
        Power(
            "7.8",
            Act.VOID_ROUND,
            [MANAGER],
            voids=Voided.THAT_RESULT,
            reach=Reach.ANY,
            grounds=[
                Ground("7.8.1", "disorder", "there was commotion, fire, riot, brawl, robbery or an act of God", grave=True),
                Ground("7.8.2", "fraud", "a fraud touches the outcome", fraud=True, grave=True),
            ],
        ),
        Power("7.9", Act.FORFEIT, [MANAGER], provided="but only one of whoever committed the fraud"),
        Power("7.12", Act.NOTE_BREACH, [HOST, MANAGER]),
        Power(
            "7.13",
            Act.VACATE_SEAT,
            [MANAGER],
            grounds=[
                Ground("7.13.1", "idle", "somebody occupies a terminal without playing"),
                Ground("7.13.2", "in-the-way", "somebody keeps others from a terminal"),
            ],
        ),
        Power("7.14", Act.HEAR_DISPUTE, [HOST]),
        Power("7.14", Act.REVIEW_DISPUTE, [MANAGER]),
        Power("7.15", Act.ADVISE_COMPLAINT, [HOST, MANAGER], must=True),
        Power("Order(1)", Act.AMEND_RULES, [OPERATOR]),
    ],
    demands=[Demand("6.5", Act.WITHHOLD, "an inspector", Due.SOON)],
    cards=Cards("3.13", since=moment("2024-10-19T00:00:00+11:00")),
    seating=Seating("7.1", several=False),
    payouts=Payouts(
        form="4.1",
        withhold="4.2",
        at_once="4.3",
        delay="4.3.1",
        other_method="4.3.2",
        identification="4.3.3",
        methods=[PayMethod.CASH, PayMethod.CHEQUE, PayMethod.TRANSFER],
    ),
    approval=Approval("Order(1)", since=moment("2024-08-27T00:00:00+10:00")),
    account_out="3.8.2",
)

ROTATING_ON_SEVEN_OUT = replace(PROCEDURES, shooting=replace(SHOOTING, passes_on={}, loses_on=seven_out("3.11")))
