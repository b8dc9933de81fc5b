"""Sic Bo at The Star, Sydney: staff, the steps of a round, and powers (clauses 3.5 to 3.11, 4 to 6, 8 and 9)."""

from croupier.rules.moments import moment
from croupier.rules.powers import Act, Clock, Demand, Due, Ground, Power, Reach, Role
from croupier.rules.procedures import Abstaining, Approval, ColourChecks, Lights, Procedures
from croupier.rules.sequence import Phase, Step
from croupier.rules.terms import ANY_TIME, Voided

DEALER = "dealer"
SUPERVISOR = "casino-supervisor"
GAMES_SUPERVISOR = "games-supervisor"
MANAGER = "gaming-manager"

BEFORE_THE_CALL = [Phase.SHAKEN, Phase.BETTING]
BREACHES = [Ground("9.1", "device", "a device that records, projects, analyses or transmits")]

PROCEDURES = Procedures(
    staff=[
        Role("1.1:dealer", DEALER, "dealer"),
        Role("1.1:games-supervisor", GAMES_SUPERVISOR, "games supervisor", acts_as=[SUPERVISOR]),
        Role("1.1:casino-supervisor", SUPERVISOR, "casino supervisor"),
        Role("1.1:casino-supervisor", MANAGER, "gaming manager", acts_as=[SUPERVISOR]),
        Role("1.1:inspector", "inspector", "inspector"),
    ],
    sequence=[
        Step("5.1", Phase.SHAKEN, "tumbles the dice under the cover", by=[DEALER, SUPERVISOR], times=3),
        Step("5.1", Phase.BETTING, 'calls "place your bets"', by=[DEALER], bets=True),
        Step("5.2", Phase.CLOSED, 'calls "no more bets"', by=[DEALER]),
        Step("5.2", Phase.PRESSED, 'presses "no more bets"', by=[DEALER], only_with="touch_screen"),
        Step("5.2", Phase.UNCOVERED, "uncovers the tumbler", by=[DEALER]),
        Step("5.3", Phase.ANNOUNCED, "announces the numbers and their total", by=[DEALER, SUPERVISOR]),
        Step("5.4", Phase.SETTLED, "enters the result", by=[DEALER, SUPERVISOR]),
        Step("5.5", Phase.LIT, "lights the winning areas"),
        Step("5.5", Phase.DONE, "has collected the losing bets and paid the others", by=[DEALER]),
    ],
    freeze="3.10",
    powers=[
        Power("3.11", Act.CONFIRM_BET, [DEALER], during=[Phase.BETTING]),
        Power("4.2", Act.CORRECT_BET, [DEALER, SUPERVISOR], during=BEFORE_THE_CALL, provided="as the player agrees"),
        Power("4.5", Act.CHANGE_SIGN, [SUPERVISOR]),
        Power("4.6", Act.PLAYER_LIMITS, [SUPERVISOR], shows="a sign with that player's limits"),
        Power("6.6", Act.END_WAGER, [DEALER, SUPERVISOR], wagers=["super-streak"], shows="a sign with the time of closure"),
        Power(
            "8.6",
            Act.VOID_ROUND,
            [DEALER, SUPERVISOR],
            grounds=[
                Ground("8.1", "cocked", "a die does not lie flat", must=True),
                Ground("8.2", "tumbler-fault", "the tumbler did not work", must=True, no_outcome=True, grave=True),
                Ground("8.3", "not-tumbled", "the tumbler was not worked as the rules say", must=True),
                Ground("8.3", "seen-early", 'the dice were seen before "no more bets"', must=True),
                Ground("8.5", "broken", "a die or the tumbler is broken", must=True, grave=True),
            ],
        ),
        Power(
            "8.4",
            Act.VOID_ROUND,
            [DEALER, SUPERVISOR],
            grounds=[Ground("8.4", "key-not-pressed", '"no more bets" was not pressed', must=True)],
            during=[Phase.CLOSED],
            only_with="touch_screen",
        ),
        Power("8.7", Act.REPORT_LIGHTS, [DEALER, SUPERVISOR], during=[Phase.SETTLED, Phase.LIT]),
        Power("8.7.1", Act.REFUND_RUNS, [SUPERVISOR]),
        Power("8.7", Act.CORRECT_OUTCOME, [SUPERVISOR]),
        Power("8.8", Act.RECTIFY, [SUPERVISOR]),
        Power("9.3.1", Act.VOID_BETS, [SUPERVISOR], grounds=BREACHES),
        Power("9.3.2", Act.BAR, [SUPERVISOR], grounds=BREACHES),
        Power("9.3.3", Act.EXCLUDE, [SUPERVISOR], grounds=BREACHES),
        Power(
            "9.4",
            Act.VOID_ROUND,
            [SUPERVISOR],
            voids=Voided.THAT_RESULT,
            reach=Reach.ANY,
            grounds=[
                Ground("9.4.1", "disorder", "there was commotion, fire, riot, brawl, robbery or an act of God", grave=True),
                Ground("9.4.2", "fraud", "a fraud touches the outcome", fraud=True, grave=True),
            ],
        ),
        Power("9.5", Act.FORFEIT, [SUPERVISOR], provided="but only one of whoever committed the fraud"),
        Power("9.8", Act.CLOSE_TABLE, [SUPERVISOR], shows="a sign with the time of closure"),
        Power("9.9", Act.VACATE_SEAT, [SUPERVISOR]),
        Power("9.10", Act.NOTE_BREACH, [DEALER, SUPERVISOR]),
        Power("9.11", Act.REFUSE_BET, [SUPERVISOR], during=BEFORE_THE_CALL, provided="on reasonable grounds"),
        Power("9.11", Act.REFUSE_PLAYER, [SUPERVISOR], provided="on reasonable grounds"),
        Power("1.1:games-supervisor", Act.SUPERVISE, [GAMES_SUPERVISOR]),
        Power("9.12", Act.HEAR_DISPUTE, [GAMES_SUPERVISOR]),
        Power("9.12", Act.HEAR_DISPUTE, [SUPERVISOR], in_absence_of=[GAMES_SUPERVISOR]),
        Power("9.12", Act.REVIEW_DISPUTE, [SUPERVISOR], not_for=[GAMES_SUPERVISOR]),
        Power("9.13", Act.ADVISE_COMPLAINT, [SUPERVISOR], must=True),
        Power("Order(1)", Act.AMEND_RULES, [MANAGER]),
    ],
    clocks=[
        Clock("4.5", Act.CHANGE_SIGN, minutes=20),
        Clock("6.6", Act.END_WAGER, minutes=20),
        Clock("9.8", Act.CLOSE_TABLE, minutes=20),
    ],
    demands=[Demand("8.8", Act.REPORT_LIGHTS, "an inspector", Due.AT_ONCE)],
    lights=Lights("8.7", ends="8.7.1", locks="8.8"),
    abstaining=Abstaining("9.9", rounds=3, counted=ANY_TIME),
    approval=Approval("Order(1)", since=moment("2016-08-17T00:00:00+10:00")),
    display="8.9",
    tokens="1.1:casino-promotional-voucher",
    colour_checks=ColourChecks(
        staked="3.5",
        redeemed="3.6",
        one_holder="3.7",
        value="3.8",
        several="3.9",
        several_by=[SUPERVISOR],
    ),
)
