"""MiniStar Roulette at The Star, Sydney: staff, the steps of a round, and powers (clauses 3.3, 3.10 to 3.15, 7 and 8)."""

from croupier.rules.moments import moment
from croupier.rules.powers import Act, Demand, Due, Ground, Power, Reach, Role
from croupier.rules.procedures import Approval, Measure, Procedures, Seating
from croupier.rules.sequence import Phase, Step
from croupier.rules.terms import Collecting, PayMethod, Payouts, Period, Voided

SUPERVISOR = "casino-supervisor"
MANAGER = "assistant-gaming-manager"
OPERATOR = "operator"

BREACHES = [
    Ground("8.3", "kept-silent", "a malfunction was not reported, or what it gave was kept"),
    Ground("8.4", "tampering", "the terminal was tilted, damaged or interfered with"),
    Ground("8.5", "device", "a device that interferes with the outcome or the machine"),
    Ground("8.10", "inducement", "a player was induced to leave a terminal, or that was solicited"),
    Ground("8.11", "disturbance", "patrons or staff were disturbed or intimidated"),
    Ground("8.13", "refused-to-leave", "an order to leave a terminal was not followed"),
]

PROCEDURES = Procedures(
    staff=[
        Role("1.1:casino-supervisor", "games-supervisor", "games supervisor", acts_as=[SUPERVISOR]),
        Role("1.1:casino-supervisor", SUPERVISOR, "casino supervisor"),
        Role("1.1:assistant-gaming-manager", MANAGER, "assistant gaming manager", acts_as=[SUPERVISOR]),
        Role("1.1:assistant-gaming-manager", "gaming-manager", "gaming manager", acts_as=[SUPERVISOR, MANAGER, OPERATOR]),
        Role("7.5", OPERATOR, "casino operator"),
        Role("1.1:inspector", "inspector", "inspector"),
    ],
    sequence=[
        Step("1.1:wagering-period", Phase.BETTING, "opens the wagering period", bets=True),
        Step("3.13", Phase.SPUN, "spins the ball", bets=True),
        Step("3.14", Phase.CLOSED, "closes the wagering period"),
        Step("3.15", Phase.DONE, "registers the number and settles"),
    ],
    freeze="3.3.6",
    measures=[
        Measure("2.2", "ball", "the diameter of the ball", 23, least=17),
        Measure("2.3.1", "housing", "the diameter of the housing of the wheel", 730),
        Measure("2.3.2", "insert", "the diameter of the wheel insert", 560),
    ],
    period=Period("3.3.6", Collecting.NO_BET_DOWN, "4.2"),
    powers=[
        Power(
            "3.3.8",
            Act.RELAX_FREEZE,
            [SUPERVISOR],
            during=[Phase.CLOSED],
            provided="where to hold to the close would be unfair to the player",
        ),
        Power("7.1", Act.CONFIRM_RECORD, [MANAGER], must=True),
        Power("7.1", Act.ADJUST_CREDIT, [MANAGER]),
        Power(
            "7.2",
            Act.DECLARE_FAULT,
            [MANAGER, OPERATOR],
            must=True,
            grounds=[
                Ground("7.2.1", "wrong-credits", "the credits do not follow from the odds and the stake"),
                Ground("7.2.2", "interrupted", "play was interrupted, or the display is faulty"),
                Ground("7.2.3", "opinion", "the operator holds that the terminal does not work"),
            ],
        ),
        Power("7.2.3.1", Act.CORRECT_OUTCOME, [MANAGER], must=True),
        Power("7.3", Act.VOID_UNCONFIRMED, [MANAGER], must=True),
        Power(
            "7.4",
            Act.VOID_ROUND,
            [MANAGER, OPERATOR],
            reach=Reach.ANY,
            grounds=[
                Ground("7.4.1.1", "same-error", "several terminals show the same error", must=True, grave=True),
                Ground("7.4.1.2", "wheel-error", "the wheel did not work", must=True, no_outcome=True, grave=True),
                Ground("3.12", "ball-at-rest", "the ball came to rest while bets were open", must=True, at_once=True),
                Ground(
                    "7.4.1.4",
                    "system-fault",
                    "the operator holds that the system or the wheel does not work",
                    must=True,
                    grave=True,
                ),
            ],
        ),
        Power("7.5", Act.WITHHOLD, [OPERATOR]),
        Power("7.5", Act.RELEASE, [OPERATOR]),
        Power("8.1", Act.ONE_TERMINAL, [MANAGER]),
        Power("8.2", Act.CLOSE_TABLE, [SUPERVISOR]),
        Power("8.7.1", Act.VOID_BETS, [MANAGER], grounds=BREACHES),
        Power("8.7.2", Act.BAR, [MANAGER], grounds=BREACHES),
        Power("8.7.3", Act.RECOMMEND_EXCLUSION, [MANAGER], grounds=BREACHES),
        Power(
            "8.8",
            Act.VOID_ROUND,
            [MANAGER],
            voids=Voided.THAT_RESULT,
            reach=Reach.ANY,
            grounds=[
                Ground(
                    "8.8.1",
                    "disorder",
                    "the game was disrupted by commotion, fire, riot, brawl, robbery or an act of God",
                    grave=True,
                ),
                Ground("8.8.2", "fraud", "somebody's fraud touched the outcome", fraud=True, grave=True),
            ],
        ),
        Power("8.9", Act.FORFEIT, [MANAGER], provided="but only one of whoever committed the fraud"),
        Power("8.12", Act.NOTE_BREACH, [SUPERVISOR]),
        Power(
            "8.13",
            Act.VACATE_SEAT,
            [MANAGER],
            grounds=[
                Ground("8.13.1", "idle", "somebody occupies a terminal without playing"),
                Ground("8.13.2", "in-the-way", "somebody keeps others from a terminal"),
            ],
        ),
        Power("8.14", Act.HEAR_DISPUTE, [SUPERVISOR]),
        Power("8.14", Act.REVIEW_DISPUTE, [MANAGER]),
        Power("8.15", Act.ADVISE_COMPLAINT, [SUPERVISOR, OPERATOR], must=True),
        Power("Order(1)", Act.AMEND_RULES, [OPERATOR]),
    ],
    demands=[Demand("7.5", Act.WITHHOLD, "an inspector", Due.SOON)],
    seating=Seating("8.1", several=True),
    payouts=Payouts(
        form="5.1",
        withhold="5.2",
        at_once="5.3",
        delay="5.3.1",
        other_method="5.3.2",
        identification="5.3.3",
        methods=[PayMethod.CASH, PayMethod.CHEQUE, PayMethod.TRANSFER],
    ),
    approval=Approval("Order(1)", since=moment("2018-01-23T00:00:00+11:00")),
)
