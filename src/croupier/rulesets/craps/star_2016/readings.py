"""The readings: how we read the unclear clauses of the Star craps document."""

from croupier.games.craps.dice import COME_OUT
from croupier.games.craps.wagers import dont, hardway_or, one_roll
from croupier.rules.odds import odds
from croupier.rules.reading import Reading, as_is_but, change, change_rules
from croupier.rules.terms import Below, Carries, Excess, Left, Over, Refund, Rounding, Shrinking, Span
from croupier.rulesets.craps.star_2016.odds import PAYS
from croupier.rulesets.craps.star_2016.procedures import POWERS

READINGS = [
    Reading(
        id="SC-01",
        clauses=["6.1.9"],
        literal=(
            "A hardway wins if its total comes as a pair before it comes any other way, 'or' before a 7; the clause "
            "never says when it loses."
        ),
        read="The pair must come before the easy form and before a 7. The bet loses on either of them.",
        why=(
            "Read word by word, each half of the 'or' would be enough to win, and no house could offer that. The "
            "Adelaide document says 'and'."
        ),
        rejected={
            "with 'or'": [
                change("hardway:4", wager=hardway_or("Hard 4", 4, PAYS["hard-4"])),
                change("hardway:6", wager=hardway_or("Hard 6", 6, PAYS["hard-6"])),
                change("hardway:8", wager=hardway_or("Hard 8", 8, PAYS["hard-8"])),
                change("hardway:10", wager=hardway_or("Hard 10", 10, PAYS["hard-10"])),
            ]
        },
    ),
    Reading(
        id="SC-02",
        clauses=["6.1.22.1", "8.1"],
        literal="A Horn High has five units, yet it is paid as four separate wagers.",
        read="There are four numbers, and the one the player names carries two of the five units.",
        why=(
            "6.1.22.1 makes it a Horn of four units and one more unit on the number named; the 'four' of 8.1 counts "
            "numbers, not units."
        ),
    ),
    Reading(
        id="SC-03",
        clauses=["6.1.21", "6.1.23", "8.1"],
        literal=(
            "A Horn is paid as four wagers, and the odds of a Crap-Eleven go to one half of it; what becomes of the losing "
            "parts is not spelt out, nor is a stake that does not divide by 4, 5 or 2."
        ),
        read=(
            "The parts are equal, and the losing parts are collected. A stake must divide into its parts, and still do "
            "so when some of it comes down. With 'rounded-parts' any stake is taken, its parts are equal shares of it, "
            "and the winnings round up as ever (6.7)."
        ),
        why=(
            "If the losing parts went back, both wagers would favour the player. The Aruze document prints 13 to 4 and "
            "15 to 2 on the whole stake, exactly what a winning half and a losing half leave."
        ),
        decided_by="the operator",
        default="divisible",
        otherwise={
            "rounded-parts": [
                change("horn", divides=False),
                change("horn-high", divides=False),
                change("crap-eleven", divides=False),
            ],
        },
        rejected={
            "the losing parts go back": [
                change("horn", wager=one_roll("Horn", {(2, 12): odds("33 to 4"), (3, 11): odds("16 to 4")})),
                change("crap-eleven", wager=one_roll("Crap-Eleven", {(2, 3, 12): odds("7.5 to 2"), (11,): odds("16 to 2")})),
            ]
        },
    ),
    Reading(
        id="SC-04",
        clauses=["6.6.1", "6.1.7.2", "6.1.7.3"],
        literal="Odds behind a Come bet win and lose with it, yet they are inactive on a come-out roll.",
        read=(
            "Odds that are off when their Come bet is decided go back to the player, as a push. They are off on a "
            "come-out roll unless called on, and whenever they have been called off."
        ),
        why="What is inactive can neither win nor lose, and the bet it supported is gone.",
    ),
    Reading(
        id="SC-05",
        clauses=["6.5"],
        literal=(
            "A Don't Win or Don't Come bet that was taken down or made smaller may not be put back or made larger "
            "afterwards, and no end is given to this."
        ),
        read=(
            "The bar is on that one bet. A new Don't Win may be made before the next come-out roll, and a new Don't "
            "Come in its box while a point is on. With 'not-until-come-out', a player who took down a Don't Come bet "
            "past its first roll waits for the next come-out roll before betting it again."
        ),
        why=(
            "A bet put back on its number would skip the roll on which it is weakest. A fresh one meets a first roll "
            "of its own and cannot be abused."
        ),
        decided_by="the operator",
        default="fresh-bets-allowed",
        otherwise={
            "not-until-come-out": [change("dont-come", back_up=COME_OUT)],
        },
    ),
    Reading(
        id="SC-06",
        clauses=["6.7"],
        literal="Whatever cannot be paid exactly in chips is always paid up to the next amount that can.",
        read=(
            "As written: the winnings, and not the stake, round up to the next payable amount. The sign may ask for "
            "increments (7.1) and so avoid the question: Place 4, 5, 9 and 10 in 5s, Place 6 and 8 in 6s, Place to "
            "Lose in 11s, 8s and 5s, odds on 5 and 9 in 2s, odds on 6 and 8 in 5s, lay odds in 2s, 3s and 6s, bets at "
            "7.5 or 9.5 to 1 in 2s, Horn and Crap-Eleven in 4s, Horn High in 5s, and Buy in 20s and Lay in 40s, 30s "
            "and 24s, so that the commission is payable too. The winning part of a divided stake and the commission are "
            "no winnings: they are booked to the cent, and what no chip can pay stays to the credit of the player. With "
            "'exact-stakes' a stake is taken only if everything it could win, what comes back of it and its commission "
            "are payable exactly."
        ),
        why=(
            "The clause is clear, and no printed table may be paid short. Its price is that some small stakes favour "
            "the player. A stake that comes back is the player's own money, and no clause lets it grow."
        ),
        edge=(
            "With a smallest chip of $1 the player has the better of Place 6 and 8 at $1-4, 7-9, 13-14 and 19 (it is "
            "even at 5, 10, 15, 20 and 25), of Place 5 and 9 at $1 and 3, of Place to Lose 6 and 8 at $1-4, 7-9, 13-14 "
            "and 19, 5 and 9 at $1, 2, 4, 5, 7, 10 and 13, 4 and 10 at $1, 3, 5, 7 and 9, and of odds and lay odds, "
            "which have no edge, at every stake off the multiple. Some small Buy and Lay bets off the multiple favour "
            "the player too."
        ),
        decided_by="the operator",
        default="next-payable",
        otherwise={
            "exact-stakes": [change_rules(rounding=Rounding("6.7", only_exact_stakes=True))],
        },
    ),
    Reading(
        id="SC-07",
        clauses=["3.6"],
        literal="A new set of dice comes to the table only when two dice are lost.",
        read="As printed. When one is lost the other four play on, and the crew is warned.",
        why="The clause names two. The Adelaide document, where one is enough (9(d)(iv)), shows that it is a choice.",
        decided_by="the operator",
    ),
    Reading(
        id="SC-08",
        clauses=["3.8.1"],
        literal=(
            "The dice are offered to a player who already has a Win Line or Don't Win bet, but a 7 Out has just "
            "decided all of them."
        ),
        read=(
            "The dice are offered, clockwise, to the next player who is willing to make such a bet. It must lie before "
            "the throw (4.1)."
        ),
        why="Otherwise nobody could take the dice after a 7 Out.",
    ),
    Reading(
        id="SC-09",
        clauses=["3.9", "4.1", "5.3.6"],
        literal=(
            "The stickperson throws when no player will, although a thrower needs a line bet and a throw by anybody "
            "but the shooter must be called no roll."
        ),
        read=(
            "The stickperson is then the shooter, for the house and without a bet, until the bets that are left are "
            "decided or a 7 Out falls. No new line bets are needed."
        ),
        why="3.9 itself names the stickperson, and the special rule goes before the general ones.",
    ),
    Reading(
        id="SC-10",
        clauses=["5.1"],
        literal="A throw is invalid only when no roll is called.",
        read=(
            "As written. A ground on which the call must be made (5.3) prompts the crew at the console; a throw that "
            "nobody calls is valid. Every call is recorded, and every bet stands."
        ),
        why="The clause leaves the validity of a throw to the call, and 5.3 tells the crew when to make it.",
        decided_by="the stickperson or a casino supervisor",
    ),
    Reading(
        id="SC-11",
        clauses=["4.4.2", "5.2.3", "5.2.4", "5.3.5"],
        literal=(
            "The uppermost face is the one 'opposite the obstruction'; two clauses catch any other irregularity; and a "
            "cocked die is a no roll if its natural fall cannot be called."
        ),
        read="The face that looks away from what the die leans on counts. Where that cannot be told, it is no roll.",
        why=(
            "'Opposite the obstruction' can only mean the face turned away from it, and in a dispute the boxperson's "
            "word is final (4.4.3)."
        ),
        decided_by="the boxperson",
    ),
    Reading(
        id="SC-12",
        clauses=["6.1.2.3", "6.1.4.3", "1.1:void"],
        literal="On the barred 2 a Don't Win or Don't Come bet is 'void', that is, invalid with no result.",
        read=(
            "The bet is a push and the stake goes back; the player may leave it as a new bet. With 'stays-up' the bet "
            "stays where it is and waits for the next roll."
        ),
        why="Where there is no result, nothing is won and nothing is lost.",
        decided_by="the operator",
        default="goes-back",
        otherwise={
            "stays-up": [
                change("dont-win", wager=dont("Don't Win", PAYS["dont-win"], bars=2, barred_stands=True)),
                change("dont-come", wager=dont("Don't Come", PAYS["dont-come"], bars=2, barred_stands=True)),
            ],
        },
    ),
    Reading(
        id="SC-13",
        clauses=["1.1:come-out-roll"],
        literal="A come-out roll is the first roll after a decision on a Win Line 'and' a Don't Win bet.",
        read=(
            "The dice alone say which roll is a come-out roll. After a come-out 2, on which a Don't Win bet "
            "is a push, the next roll is a come-out roll again."
        ),
        why="Where the table stands cannot depend on who has bet what.",
    ),
    Reading(
        id="SC-14",
        clauses=["9.4", "9.9"],
        literal="'Game' and 'round of play' are not defined.",
        read=(
            "For 9.9 a round lasts from a come-out roll to its decision, and a player with a live bet does not "
            "abstain. For 9.4 the game is the roll in question."
        ),
        why="Nobody is idle who has a bet on the table, and the outcome that can be invalidated is that of one roll.",
        decided_by="the operator",
    ),
    Reading(
        id="SC-15",
        clauses=["1.1:boxperson", "1.1:casino-supervisor", "1.1:gaming-manager", "9.12"],
        literal=(
            "A dispute is decided by a boxperson or gaming supervisor and reviewed by a casino supervisor, a class "
            "that includes both of them. Gaming Manager is defined and never used, and box person is also spelt "
            "boxperson."
        ),
        read="The review is made by another person than the first decision. The two spellings are one role.",
        why="Nobody can review themselves.",
        decided_by="the operator",
    ),
    Reading(
        id="SC-16",
        clauses=["9.11", "6.4"],
        literal="A refused bet comes down as 6.4 allows, so a Win Line bet with its point on cannot be refused.",
        read="As printed: such a bet stays until it is decided.",
        why="What binds the player once the point is set binds the house too.",
    ),
    Reading(
        id="SC-17",
        clauses=["6.1.24", "6.1.25"],
        literal=(
            "A commission is paid when the bet is placed. Nothing is said of a refund, of rounding, or of a bet that "
            "is made again."
        ),
        read=(
            "The commission is 5% of what is added, for a Lay bet of what that could win, rounded down to the cent "
            "each time and taken with the stake. When the bet comes down the house keeps it; a new "
            "bet pays a new commission. Once the bet is over, a casino supervisor may give it back. "
            "A sign should ask for stakes on which it is "
            "payable: with $1 chips, Buy in $20s, Lay in $40s, $30s and $24s. With 'returned' it goes back in "
            "proportion, rounded down, whenever the bet comes down."
        ),
        why=(
            "Of the craps documents only Adelaide's grants a refund, so none is implied here; nothing "
            "forbids one either, so a supervisor may decide it. More than 5% may not be "
            "charged, so it rounds down."
        ),
        decided_by="the operator",
        default="kept",
        otherwise={
            "returned": [
                change("buy", commission=as_is_but(refund=Refund.IN_PROPORTION)),
                change("lay", commission=as_is_but(refund=Refund.IN_PROPORTION)),
            ],
        },
    ),
    Reading(
        id="SC-18",
        clauses=["6.3", "7.2"],
        literal="Bets may be made with the dice in the air, and one below the minimum is valid once they are thrown.",
        read=(
            "A bet below the minimum is accepted and valid, also one that is confirmed while the dice are in the air. "
            "The confirmation is time-stamped and must come before the dice rest. Until the throw the crew is shown such "
            "a bet: a dealer may have it corrected, and a casino supervisor may refuse it (9.11). With 'refused' it is "
            "not taken before the throw, nor may a bet be made smaller than the minimum; one that is confirmed while the "
            "dice are in the air, or found below the minimum later, is valid."
        ),
        why=(
            "Both clauses speak of the time after the throw, and neither limits the other. The sign says what is "
            "permitted (7.1), and neither clause says what becomes of less before the throw: the crew may let it lie."
        ),
        decided_by="the operator",
        default="accepted",
        otherwise={"refused": [change_rules(limits=as_is_but(below=Below.VALID_ONCE_CLOSED, left=Left.AS_IF_BET))]},
    ),
    Reading(
        id="SC-19",
        clauses=["1.1:casino-promotional-token", "6.2"],
        literal="Winnings of a promotional token are paid in chips; what becomes of the token is not said.",
        read="A token is taken after one decision, and its winnings are paid in chips.",
        why="A token stands for a voucher that was given once; a second decision would be a second gift.",
        decided_by="the operator",
    ),
    Reading(
        id="SC-20",
        clauses=["6.1.1", "6.1.3"],
        literal="Nothing says whether a Win Line or Come bet may grow once its point is set.",
        read="It may not, and such chips are refused. With 'grows' they are taken.",
        why=(
            "A Win Line bet is placed immediately before the come-out roll, so later chips are none. The Aruze "
            "document, which lets the bet grow, says so in words."
        ),
        decided_by="the operator",
        default="refused",
        otherwise={
            "grows": [change("win-line", grows=Span.ALWAYS), change("come", grows=Span.ALWAYS)],
        },
    ),
    Reading(
        id="SC-21",
        clauses=["7.3"],
        literal="A bet found above the maximum is settled to it, and earlier rolls stand; odds are not mentioned.",
        read=(
            "Odds above their own limit are refused; it is judged on the flat bet as it stands (SC-28), and the minimum "
            "and maximum on the sign do not hold for odds. With 'settled-to-cap' odds found above it are settled to "
            "it, as a bet above the maximum is, and the excess goes back."
        ),
        why=(
            "6.1.5.1 to 6.1.8.1 limit the odds themselves, so an amount beyond them is no permitted wager; 7.3 speaks "
            "of the maximum on the sign."
        ),
        decided_by="the operator",
        default="refused",
        otherwise={
            "settled-to-cap": [
                change("behind-win-line", over_cap=Over.SETTLED_TO_LIMIT),
                change("behind-dont-win", over_cap=Over.SETTLED_TO_LIMIT),
                change("behind-come", over_cap=Over.SETTLED_TO_LIMIT),
                change("behind-dont-come", over_cap=Over.SETTLED_TO_LIMIT),
            ],
        },
    ),
    Reading(
        id="SC-22",
        clauses=["6.6.2"],
        literal="Bets may be called off or on 'at any time'.",
        read=(
            "Until the dice are thrown, with a marker both ways. A call lasts until the bet is decided or called "
            "again; an off that was called on a come-out roll holds also when a point is on."
        ),
        why="A call after the throw could be made in knowledge of the result.",
    ),
    Reading(
        id="SC-23",
        clauses=["10.4"],
        literal="Only the winner of a cash prize above $10,000 may choose how it is paid.",
        read=(
            "At or below $10,000 the operator decides. Money above it that a winner takes instead of a thing (10.3) is paid as "
            "the winner chooses, too. Other times of a promotion that is resumed (10.12) are amended terms and need approval "
            "(10.9.1)."
        ),
        why=(
            "The choice is granted above the threshold and nowhere else; once chosen, the alternative is paid as cash. The "
            "other reading lets the operator decide. The times are terms, and 10.9.1 makes no exception; the other reading, "
            "that 10.12 itself lets the operator set new times, would let anybody who postpones change the terms."
        ),
        decided_by="the operator",
    ),
    Reading(
        id="SC-24",
        clauses=["9.5"],
        literal="Bets on an outcome that was invalidated 'may' be refunded.",
        read=(
            "They are refunded unless a casino supervisor decides otherwise; the bet of a player whose fraud was the "
            "reason is forfeited."
        ),
        why="Honest players should not pay for a game that was taken from them.",
        decided_by="a casino supervisor",
    ),
    Reading(
        id="SC-25",
        clauses=["6.1.6.1", "6.1.8.1", "6.5"],
        literal=(
            "A Don't bet may be made smaller after odds were laid behind it; what becomes of odds that are then above "
            "their limit is not said."
        ),
        read=(
            "The odds come down with it, to the largest whole cent within the limit, and the player is told. With "
            "'refused' the Don't bet may not shrink below what its odds need; with 'stays' the odds remain as they "
            "were allowed when they were made."
        ),
        why="Odds support the bet that stands, and no bet should carry odds that it could not have been given.",
        decided_by="the operator",
        default="trims",
        otherwise={
            "refused": [
                change("behind-dont-win", when_flat_shrinks=Shrinking.REFUSED),
                change("behind-dont-come", when_flat_shrinks=Shrinking.REFUSED),
            ],
            "stays": [
                change("behind-dont-win", when_flat_shrinks=Shrinking.LEAVES),
                change("behind-dont-come", when_flat_shrinks=Shrinking.LEAVES),
            ],
        },
    ),
    Reading(
        id="SC-26",
        clauses=["4.4.3"],
        literal=(
            "The decision of the boxperson about the uppermost face is final. What players did after a total that was "
            "called wrongly is not mentioned."
        ),
        read=(
            "That roll and all later ones are settled as if the right total had been called. What a player did since is "
            "done again in its order, as far as it could have been done then. A call or a take-down of a bet that no "
            "longer stands falls away. Chips that were added or moved to a bet that no longer stands are a new bet where one "
            "could be made, on or off as that bet had been called, and go back where not. Chips that a player had taken off a "
            "bet do not stand there: if there are fewer, those come down, and if they could not have been moved, they go "
            "back. What falls away is listed, so that the player can be asked."
        ),
        why="Nobody may gain or lose by a mistake of the crew, and nobody can know what else the player would have done.",
        decided_by="the boxperson",
    ),
    Reading(
        id="SC-27",
        clauses=["5.1", "5.3.7", "5.3.8", "9.4", "9.5"],
        literal=(
            "No roll shall be called if a fraudulent device or dice that are not approved were used. Until when it can be "
            "called, and what becomes of a throw that has been settled, is not said."
        ),
        read=(
            "The stickperson and the casino supervisor call no roll on the throw in hand, until its bets are settled. After "
            "that only a casino supervisor may undo it: for disorder or fraud (9.4), or because the dice turned out not to be "
            "approved. What the throw had decided, and what was bet for it, is refunded (9.5). Later throws stand as they "
            "were thrown, with the puck where it lay, and no bet of the undone throw is settled on them; what players did "
            "since is done again as after a wrong total (SC-26). With 'stands' a "
            "throw with dice that turn out not to be approved stands once it is settled, unless there was fraud."
        ),
        why=(
            "5.1 is about a throw and its call, and a throw that nobody called is valid (SC-10); 9.4 gives the outcome of a "
            "game to a casino supervisor. 5.3.8 demands that such a throw does not count, so somebody must be able to see to "
            "it later; refunds follow 9.5, since nobody chose to bet on the throws that came after."
        ),
        decided_by="the operator",
        default="supervisor",
        otherwise={"stands": [change_rules(procedures=as_is_but(powers=POWERS))]},
    ),
    Reading(
        id="SC-28",
        clauses=["6.1.5.1", "6.1.6.1", "6.1.7.1", "6.1.8.1", "7.3"],
        literal=(
            "Odds are limited by the amount of the flat bet, and a flat bet above the maximum is settled to the maximum. Which "
            "amount limits the odds then is not said."
        ),
        read=(
            "Odds are held against the part of the flat bet that is in play: at most the maximum. The maximum is the one that "
            "holds for that player when the bet is made or grows; one that is put up later neither cuts the bet nor touches "
            "earlier rolls. With 'whole-bet' odds are held against all of the flat bet."
        ),
        why=(
            "The part above the maximum is neither paid nor collected, so it is no wager that odds could support. Otherwise "
            "a player could lay down any amount to carry odds of any size."
        ),
        decided_by="the operator",
        default="part-in-play",
        otherwise={"whole-bet": [change_rules(limits=as_is_but(odds=Carries.WHOLE_BET))]},
    ),
    Reading(
        id="SC-29",
        clauses=["6.1.24", "6.1.25", "7.3"],
        literal=(
            "A commission is paid on a Buy or Lay bet, and a bet above the maximum is settled to the maximum. What becomes of "
            "the commission on the rest is not said."
        ),
        read=(
            "When the bet is decided, the commission on what lies above the maximum goes back with it: the charge times the "
            "excess, divided by the stake, rounded down. With 'kept' it stays with the house."
        ),
        why=(
            "It was paid for a bet that the house did not take. What the house keeps when a player takes a bet down (SC-17) is "
            "another case."
        ),
        decided_by="the operator",
        default="goes-back",
        otherwise={"kept": [change_rules(limits=as_is_but(commission=Excess.KEPT))]},
    ),
    Reading(
        id="SC-30",
        clauses=["6.1.24", "6.1.25", "6.7"],
        literal="The 5% may be an amount that no chip can pay; 6.7 rounds what is paid to players, and nothing else.",
        read=(
            "The commission rounds down to the cent, and what no chip can pay is booked to the credit of the player. With "
            "'to-the-chip' it rounds down to an amount that chips can pay."
        ),
        why="More than 5% may not be charged, so it rounds down; how far is for the house to say, as at Adelaide (AD-13).",
        decided_by="the operator",
        default="to-the-cent",
        otherwise={
            "to-the-chip": [
                change("buy", commission=as_is_but(whole_chips=True)),
                change("lay", commission=as_is_but(whole_chips=True)),
            ],
        },
    ),
]
