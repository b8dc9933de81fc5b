"""Craps at The Star, Sydney: staff, the steps of a round, and powers (clauses 3 to 5, 6.3, 6.6, 7 and 9)."""

from croupier.games.craps.dice import COME_OUT, seven_out
from croupier.rules.moments import moment
from croupier.rules.powers import Act, Clock, Demand, Due, Ground, Power, Reach, Role
from croupier.rules.procedures import Abstaining, Approval, Procedures
from croupier.rules.sequence import Phase, Step
from croupier.rules.shooting import DiceSet, Shooting
from croupier.rules.terms import Voided

DEALER = "dealer"
STICKPERSON = "stickperson"
BOXPERSON = "boxperson"
SUPERVISOR = "casino-supervisor"
MANAGER = "gaming-manager"

BEFORE_THE_ROLL = [Phase.BETTING, Phase.SETTLED, Phase.DONE]
"""A bet comes down only before the roll that decides it (6.4)."""
BREACHES = [Ground("9.1", "device", "a device that records, projects, analyses or transmits")]
FOUND_LATER = Power(
    "5.3.8",
    Act.VOID_ROUND,
    [SUPERVISOR],
    voids=Voided.THAT_RESULT,
    reach=Reach.SETTLED,
    grounds=[Ground("5.3.8", "unapproved-dice-found", "the dice turned out not to be approved for the game", grave=True)],
)
"""Dice found unapproved once the bets are settled (SC-27)."""

POWERS = [
    Power("3.2", Act.OFFER_DICE, [STICKPERSON], must=True),
    Power("3.1", Act.TEND_DICE, [STICKPERSON]),
    Power("3.5", Act.CHECK_DICE, [BOXPERSON], must=True),
    Power(
        "3.7.2",
        Act.ORDER_PASS,
        [BOXPERSON],
        grounds=[
            Ground("3.7.2", "delay", "the shooter unreasonably delays the game"),
            Ground("3.7.2", "invalid-rolls", "the shooter makes invalid rolls again and again"),
            Ground("3.7.2", "breach", "the shooter contravenes the rules"),
        ],
    ),
    Power("3.9", Act.THROW_FOR_HOUSE, [STICKPERSON], must=True),
    Power("4.4.3", Act.SETTLE_FACE, [BOXPERSON]),
    Power("4.4.3", Act.CORRECT_OUTCOME, [BOXPERSON]),
    Power(
        "5.1",
        Act.VOID_ROUND,
        [STICKPERSON, SUPERVISOR],
        during=[Phase.SHOT],
        grounds=[
            Ground("5.2.1", "not-together", "the dice did not leave the hand together"),
            Ground("5.2.2", "no-end-struck", "a die did not strike an end of the table"),
            Ground("5.2.3", "irregular-throw", "the throw seemed irregular to the caller"),
            Ground("5.2.4", "other-irregularity", "something else was irregular", no_outcome=True),
            Ground("5.3.1", "off-the-table", "a die came to rest off the table", must=True),
            Ground("5.3.2", "die-on-die", "one die rests on the other", must=True),
            Ground("5.3.3", "on-the-float", "a die rests on the chips of the float", must=True),
            Ground("5.3.4", "in-bowl-or-on-rail", "a die rests in the bowl or on a rail", must=True),
            Ground("5.3.5", "cocked", "a die is cocked so that nobody can call it", must=True),
        ],
    ),
    # The crew may know of these before the throw, so no phase is named; a settled round is the supervisor's (SC-27).
    Power(
        "5.3",
        Act.VOID_ROUND,
        [STICKPERSON, SUPERVISOR],
        grounds=[
            Ground("5.3.7", "fraudulent-device", "a fraudulent device or technique was used", must=True, grave=True),
            Ground("5.3.8", "unapproved-dice", "the dice are not approved for the game", must=True, grave=True),
        ],
    ),
    # The wrong person may throw while the table still waits for the shooter, so the phase may be "betting".
    Power(
        "5.1",
        Act.VOID_ROUND,
        [STICKPERSON, SUPERVISOR],
        during=[Phase.BETTING, Phase.SHOT],
        grounds=[Ground("5.3.6", "wrong-thrower", "somebody else than the shooter threw", must=True)],
    ),
    Power("6.3", Act.CONFIRM_BET, [DEALER, BOXPERSON], during=[Phase.BETTING, Phase.SHOT]),
    Power("6.1.24", Act.RETURN_COMMISSION, [SUPERVISOR]),
    Power("6.6.1", Act.MARK_BET, [DEALER, BOXPERSON]),
    Power("7.2", Act.CORRECT_BET, [DEALER, SUPERVISOR], during=BEFORE_THE_ROLL, provided="as the player agrees"),
    Power("7.5", Act.CHANGE_SIGN, [SUPERVISOR]),
    Power("7.6", Act.PLAYER_LIMITS, [SUPERVISOR], shows="a sign with that player's limits"),
    Power("9.3.1", Act.VOID_BETS, [SUPERVISOR], grounds=BREACHES),
    Power("9.3.2", Act.BAR, [SUPERVISOR], grounds=BREACHES),
    Power("9.3.3", Act.EXCLUDE, [SUPERVISOR], grounds=BREACHES),
    Power("9.3.4", Act.DETAIN, [SUPERVISOR], grounds=BREACHES),
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
    Power("9.10", Act.NOTE_BREACH, [DEALER, STICKPERSON, SUPERVISOR]),
    Power("9.11", Act.REFUSE_BET, [SUPERVISOR], during=BEFORE_THE_ROLL, provided="on reasonable grounds"),
    Power("9.11", Act.REFUSE_PLAYER, [SUPERVISOR], provided="on reasonable grounds"),
    Power("9.12", Act.HEAR_DISPUTE, [BOXPERSON, "gaming-supervisor"]),
    Power("9.12", Act.REVIEW_DISPUTE, [SUPERVISOR]),
    Power("9.13", Act.ADVISE_COMPLAINT, [SUPERVISOR], must=True),
    Power("Order(1)", Act.AMEND_RULES, [MANAGER]),
]

PROCEDURES = Procedures(
    staff=[
        Role("1.1:dealer", DEALER, "dealer"),
        Role("1.1:stickperson", STICKPERSON, "stickperson"),
        Role("1.1:boxperson", BOXPERSON, "boxperson", acts_as=[SUPERVISOR]),
        Role("1.1:gaming-supervisor", "gaming-supervisor", "gaming supervisor", acts_as=[SUPERVISOR]),
        Role("1.1:casino-supervisor", SUPERVISOR, "casino supervisor"),
        Role("1.1:assistant-gaming-manager", "assistant-gaming-manager", "assistant gaming manager", acts_as=[SUPERVISOR]),
        Role("1.1:gaming-manager", MANAGER, "gaming manager", acts_as=[SUPERVISOR]),
        Role("1.1:inspector", "inspector", "inspector"),
    ],
    sequence=[
        Step("4.5", Phase.BETTING, "passes the dice for the next throw", by=[STICKPERSON], bets=True),
        Step("4.2", Phase.SHOT, "throws the dice"),
        Step("4.4.1", Phase.SETTLED, "calls the total", by=[STICKPERSON]),
        Step("4.5", Phase.DONE, "has settled every bet that the throw decided", by=[DEALER, BOXPERSON]),
    ],
    freeze="6.3",
    shooting=Shooting(
        "3.8",
        with_one_of=["win-line", "dont-win"],
        eligible="4.1",
        loses_on=seven_out("3.7.1"),
        offered="3.2",
        passed="3.7",
        dice=DiceSet(
            "2.3", dice=5, chosen=2, chosen_clause="3.3", new_set_when_lost=2, lost_clause="3.6", ground="off-the-table"
        ),
    ),
    powers=[*POWERS, FOUND_LATER],
    clocks=[Clock("7.5", Act.CHANGE_SIGN, minutes=20), Clock("9.8", Act.CLOSE_TABLE, minutes=20)],
    demands=[Demand("9.3.4", Act.DETAIN, "an inspector or a police officer", Due.SOON)],
    abstaining=Abstaining("9.9", rounds=3, counted=COME_OUT),
    approval=Approval("Order(1)", since=moment("2016-08-17T00:00:00+10:00")),
    tokens="1.1:casino-promotional-token",
)
