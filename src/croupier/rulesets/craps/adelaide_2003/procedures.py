"""Craps at SkyCity Adelaide: staff, the steps of a round, and powers (clauses 5 and 9 to 14)."""

from croupier.games.craps.dice import seven_out
from croupier.rules.moments import moment
from croupier.rules.powers import Act, Demand, Due, Ground, Power, Reach, Role
from croupier.rules.procedures import Approval, Procedures
from croupier.rules.sequence import Phase, Step
from croupier.rules.shooting import DiceSet, Shooting
from croupier.rules.terms import Voided

DEALER = "dealer"
STICKMAN = "stickman"
BOXMAN = "boxman"
HOUSE = "house"
REVIEWER = "manager-of-the-inspectorate"

FOUND_LATER = Power(
    "11(a)(vi)",
    Act.VOID_ROUND,
    [HOUSE],
    voids=Voided.THAT_RESULT,
    reach=Reach.SETTLED,
    grounds=[Ground("11(a)(vi)", "unapproved-dice-found", "the dice turned out not to be approved for the game", grave=True)],
)
"""Dice found unapproved once the bets are settled (AD-34)."""

POWERS = [
    Power("5(a)", Act.CONFIRM_BET, [DEALER, BOXMAN], during=[Phase.BETTING]),
    Power("5(e)", Act.MARK_BET, [DEALER, BOXMAN]),
    Power("6(b)", Act.AMEND_RULES, [HOUSE]),
    Power("9(b)", Act.OFFER_DICE, [STICKMAN], must=True),
    Power("9(a)", Act.TEND_DICE, [STICKMAN]),
    Power("9(d)(iii)", Act.CHECK_DICE, [BOXMAN], must=True),
    # These make a roll invalid without a decision, so any member of staff at the table may enter one (AD-17).
    Power(
        "11(a)",
        Act.VOID_ROUND,
        [STICKMAN, BOXMAN, DEALER],
        during=[Phase.SHOT],
        grounds=[
            Ground("11(a)(i)", "off-the-table", "a die went off the table", must=True),
            Ground("11(a)(ii)", "die-on-die", "one die rests on the other", must=True),
            Ground("11(a)(iii)", "on-the-float", "a die rests on the chips of the bank", must=True),
            Ground("11(a)(iv)", "in-bowl-or-on-rail", "a die rests in the cup or on a rail", must=True),
        ],
    ),
    # The crew may know of these before the throw, so no phase is named; a settled round is the House's (AD-34).
    Power(
        "11(a)",
        Act.VOID_ROUND,
        [STICKMAN, BOXMAN, DEALER],
        grounds=[
            Ground("11(a)(v)", "fraudulent-device", "there was cheating, or a crooked device", must=True, grave=True),
            Ground("11(a)(vi)", "unapproved-dice", "the dice are not approved for the game", must=True, grave=True),
        ],
    ),
    Power(
        "11(b)",
        Act.VOID_ROUND,
        [BOXMAN, STICKMAN],
        during=[Phase.SHOT],
        grounds=[
            Ground("11(b)(i)", "not-together", "the dice did not leave the hand together"),
            Ground("11(b)(ii)", "no-end-struck", "a die did not strike an end of the table"),
            Ground("11(b)(iii)", "irregular-throw", "the throw seemed improper to the caller"),
            Ground("11(b)(iv)", "out-of-view", "a player took the dice out of view"),
        ],
    ),
    Power(
        "12(a)",
        Act.VOID_ROUND,
        [BOXMAN],
        during=[Phase.SHOT, Phase.SETTLED],
        reach=Reach.UNTIL_PAID,
        grounds=[
            Ground(
                "12(a)",
                "disputed-face",
                "nobody can say which face is uppermost: the dice are thrown again",
                no_outcome=True,
            )
        ],
    ),
    Power("12(a)", Act.SETTLE_FACE, [BOXMAN]),
    Power("12(a)", Act.CORRECT_OUTCOME, [BOXMAN]),
    Power(
        "13(a)(ii)",
        Act.ORDER_PASS,
        [BOXMAN],
        grounds=[
            Ground("13(a)(ii)", "delay", "the shooter unreasonably delays the game"),
            Ground("13(a)(ii)", "invalid-rolls", "the shooter makes invalid rolls again and again"),
            Ground("13(a)(ii)", "breach", "the shooter contravenes the rules"),
        ],
    ),
    Power(
        "14(a)",
        Act.VOID_ROUND,
        [HOUSE],
        voids=Voided.THAT_RESULT,
        reach=Reach.ANY,
        grounds=[
            Ground("14(a)(i)", "disorder", "there was commotion, fire, riot, brawl or an act of God", grave=True),
            Ground("14(a)(ii)", "fraud", "a player or a dealer committed a fraud", fraud=True, grave=True),
        ],
    ),
    Power("14(a)", Act.FORFEIT, [HOUSE], provided="but only one of whoever committed the fraud"),
    Power("14(b)", Act.NOTE_BREACH, [DEALER, STICKMAN, BOXMAN, HOUSE]),
    Power(
        "14(b)",
        Act.REFUSE_PLAYER,
        [HOUSE],
        grounds=[
            Ground("14(b)", "touched-bets", "bets were touched before they were settled, again and again", after_breaches=2)
        ],
    ),
    Power("14(i)", Act.CLOSE_TABLE, [HOUSE]),
    # The document does not say who throws when no player can, so the House decides (AD-28).
    Power("14(j)", Act.THROW_FOR_HOUSE, [HOUSE]),
    Power("14(j)", Act.HEAR_DISPUTE, [HOUSE]),
    Power("14(k)", Act.HEAR_DISPUTE, [HOUSE]),
    Power("14(j)", Act.REVIEW_DISPUTE, [REVIEWER]),
    Power("14(k)", Act.REVIEW_DISPUTE, [REVIEWER]),
    Power("14(l)", Act.ADVISE_COMPLAINT, [DEALER, BOXMAN, HOUSE], must=True),
]

PROCEDURES = Procedures(
    staff=[
        Role("5(a)", DEALER, "dealer"),
        Role("9(a)", STICKMAN, "stickman"),
        Role("9(b)", BOXMAN, "boxman"),
        Role("14(a)", HOUSE, "the House"),
        Role("14(i)", "inspector", "Government Casino Inspector"),
        Role("14(j)", REVIEWER, "Manager of the Government Casino Inspectorate"),
    ],
    sequence=[
        Step("12(b)", Phase.BETTING, "passes the dice for the next throw", by=[STICKMAN], bets=True),
        Step("10/p1", Phase.SHOT, "throws the dice"),
        Step("12(a)", Phase.SETTLED, "calls the total", by=[STICKMAN]),
        Step("12(b)", Phase.DONE, "has settled every bet that the throw decided", by=[DEALER, BOXMAN]),
    ],
    freeze="5(a)",
    shooting=Shooting(
        "13(b)",
        with_one_of=["pass", "dont-pass"],
        eligible="10/p1",
        loses_on=seven_out("13(a)(i)"),
        offered="9(b)",
        passed="13(a)",
        rests="11(c)",
        dice=DiceSet(
            "3", dice=5, chosen=2, chosen_clause="9(c)", new_set_when_lost=1, lost_clause="9(d)(iv)", ground="off-the-table"
        ),
    ),
    powers=[*POWERS, FOUND_LATER],
    demands=[Demand("14(i)", Act.CLOSE_TABLE, "a Government Casino Inspector", Due.BEFORE)],
    approval=Approval("Title", since=moment("2003-04-28T00:00:00+09:30")),
)
