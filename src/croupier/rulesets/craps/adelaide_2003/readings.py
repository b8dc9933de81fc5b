"""The readings: how we read the unclear clauses of the Adelaide craps document."""

from croupier.games.craps.dice import COME_OUT
from croupier.games.craps.wagers import laying_odds, one_roll, to_lose
from croupier.rules.odds import odds
from croupier.rules.reading import Reading, as_is_but, change, change_rules
from croupier.rules.terms import (
    ANY_TIME,
    Advice,
    Carries,
    Covers,
    Excess,
    OffMultiple,
    Refund,
    Rounding,
    Shrinking,
    commission,
)
from croupier.rulesets.craps.adelaide_2003.odds import PAYS
from croupier.rulesets.craps.adelaide_2003.procedures import POWERS

READINGS = [
    Reading(
        id="AD-01",
        clauses=["6(c)", "7(b)"],
        wagers=["dont-pass-odds", "buy-lose"],
        literal="Laying odds on a Don't Pass bet are printed for '6 & 9' at 5-6. There is no row for 8, and 9 has two.",
        read="The row is for 6 and 8, for lay odds and for Buy Bets to Lose alike.",
        why="8(b) says 6 or 8 in words, and 8(d) and the Don't Come row agree.",
        rejected={
            "9 at the row printed for 6 and 9": [
                change(
                    "dont-pass-odds",
                    wager=laying_odds(
                        "Laying Odds on the Don't Pass Bet",
                        {
                            4: PAYS["lay-dp-4-10"],
                            5: PAYS["lay-dp-5-9"],
                            6: PAYS["lay-dp-6-9"],
                            8: PAYS["lay-dp-6-9"],
                            9: PAYS["lay-dp-6-9"],
                            10: PAYS["lay-dp-4-10"],
                        },
                    ),
                ),
                change("buy-lose:9", wager=to_lose("Buy Bet to Lose 9", 9, PAYS["lay-dp-6-9"])),
            ]
        },
    ),
    Reading(
        id="AD-02",
        clauses=["4(h)"],
        literal=(
            "The sentence runs two halves together: the bet wins if a 7 comes before the number 'is thrown before a 7 "
            "appears', and it never says when the bet loses."
        ),
        read="A Place Bet to Lose wins if a 7 comes before the number, and loses if the number comes first.",
        why="Words were dropped; the Star document has both halves whole (6.1.11).",
    ),
    Reading(
        id="AD-03",
        clauses=["4(g)", "5(e)"],
        literal="'All place bets' are inactive on a come-out roll, which would include a Place Bet to Lose.",
        read="Only bets to win are off. With 'all-place-bets' a Place Bet to Lose sleeps on a come-out roll as well.",
        why=(
            "5(e) is the list made for this and names only bets to win, and the Star document agrees (6.6). The rule "
            "spares right-way bets a come-out 7, which a bet to lose is glad to see."
        ),
        decided_by="the operator",
        default="to-win-only",
        otherwise={
            "all-place-bets": [change("place-lose", sleeps=COME_OUT)],
        },
    ),
    Reading(
        id="AD-04",
        clauses=["4(d)/win(ii)", "4(d)/lose(ii)"],
        literal="A Come bet wins if its point is thrown again before a '7 Out', and loses on any 7.",
        read="Any 7 decides it.",
        why="A come-out 7 is no 7 Out and yet must decide the bet: the losing half says so, and Don't Come mirrors it.",
    ),
    Reading(
        id="AD-05",
        clauses=["1:7-out"],
        literal="A 7 Out is a 7 thrown by the shooter after 'him' establishing the point.",
        read="A 7 Out is any 7 after a come-out point is established, whoever throws it.",
        why=(
            "If the dice change hands while a point is on (13(a)), no 7 could otherwise be a 7 Out. The Star document "
            "speaks of the point alone (1.1)."
        ),
    ),
    Reading(
        id="AD-06",
        clauses=["4"],
        wagers=["buy-win", "buy-lose"],
        literal="Only the wagers of rule 4 are permitted, which would bar the Buy Bets of rule 7 and the odds of 8.",
        read="They are permitted; 'this section' means these Rules.",
        why="Rules 7 and 8 grant them expressly and would otherwise be empty.",
    ),
    Reading(
        id="AD-07",
        clauses=["14(d)"],
        wagers=["buy-win", "buy-lose"],
        literal=(
            "No fee may be charged except as 'this section' provides, and rule 14 provides none, which would bar the "
            "5% of a Buy Bet."
        ),
        read="'In these Rules' is meant: the charge of rule 7 is taken, and no other.",
        why="Rule 7 sets the charge in words.",
    ),
    Reading(
        id="AD-08",
        clauses=["6(d)", "14(h)"],
        literal=(
            "6(d) always rounds up. 14(h), whose sentence is broken, pays 'to the lower multiples' where a notice asks "
            "for multiples of the minimum and the bet is none."
        ),
        read=(
            "Winnings round up. With the notice, a bet that is off the multiple and whose winnings are not payable "
            "earns its odds on the largest multiple of the minimum in it, rounded up as ever, and the rest of the "
            "stake comes back without winnings. Odds and composites are exempt. The winning part of a divided stake is "
            "no winnings: it is booked to the cent, and what no chip can pay stays to the credit of the player. With "
            "'rounded-down' a bet off the multiple earns the odds on all of it, rounded down."
        ),
        why=(
            "The special rule goes before the general one, and 'paid to' names a part of the stake for the Horn and "
            "for the maximum too. 6(d) rounds what is paid at the odds, and a stake that comes back is not."
        ),
        decided_by="the operator",
        default="lower-multiple",
        otherwise={
            "rounded-down": [change_rules(rounding=Rounding("6(d)", off_multiple=OffMultiple.ROUNDED_DOWN))],
        },
    ),
    Reading(
        id="AD-09",
        clauses=["4(v)", "4(w)", "4(x)", "6(c)"],
        literal=(
            "The odds of a Horn, World or Craps Eleven bet are 'paid only to' a quarter, a fifth or a half of it; what "
            "becomes of the rest is not said."
        ),
        read="The rest loses.",
        why="If it went back, Horn and World would favour the player.",
        rejected={
            "the rest goes back": [
                change("horn", wager=one_roll("Horn Bet", {(2, 12): odds("32 to 4"), (3, 11): odds("15 to 4")})),
                change(
                    "world",
                    wager=one_roll("World Bet", {(2, 12): odds("32 to 5"), (3, 11): odds("15 to 5"), (7,): odds("4 to 5")}),
                ),
                change("craps-eleven", wager=one_roll("Craps Eleven", {(2, 3, 12): odds("7 to 2"), (11,): odds("15 to 2")})),
            ]
        },
    ),
    Reading(
        id="AD-10",
        clauses=["4(i)", "4(j)", "4(k)", "4(l)", "4(m)", "4(n)"],
        literal="Hardways, Big 6 and Big 8 are told when they win and never when they lose.",
        read="They lose on a 7, and a hardway also on its easy form.",
        why="A bet that must come before something has lost when that something comes first.",
    ),
    Reading(
        id="AD-11",
        clauses=["5(c)", "5(d)"],
        literal="A wager 'shall' be removed or reduced before it is decided, and Don't bets fall under both clauses.",
        read="'Shall' means 'may': a player may take a bet down, and need not.",
        why="5(d) says 'may' of the same act, and read so the two clauses agree.",
    ),
    Reading(
        id="AD-12",
        clauses=["5(d)"],
        wagers=["dont-come"],
        literal=(
            "A Don't Come bet that was taken down may not be put back or made larger 'until a new Come Out Roll', "
            "although it can only be made after one."
        ),
        read=(
            "The bar is on the bet that lay on its number, and it never goes back there. A fresh Don't Come bet in the "
            "box is allowed while a point is on. With 'not-until-come-out', a player who took one down past its first "
            "roll waits for the next come-out roll."
        ),
        why="A fresh bet is a new wager with a first roll of its own and cannot be abused.",
        decided_by="the operator",
        default="fresh-bets-allowed",
        otherwise={
            "not-until-come-out": [change("dont-come", back_up=COME_OUT)],
        },
    ),
    Reading(
        id="AD-13",
        clauses=["7(a)", "7(c)"],
        literal=(
            "The 5% may be an amount that no chip can pay. It is returned 'if the player requests removal'; a bet made "
            "smaller, or left up after a win, is not mentioned."
        ),
        read=(
            "Each addition is charged 5%, of itself or, for a bet to lose, of what it could win, rounded down to the "
            "cent and taken with the stake. What comes down takes its share back, in proportion and rounded down, and "
            "every new bet is charged anew. A sign should ask for stakes on which the charge is payable. With "
            "'to-the-chip' the charge rounds down to an amount that chips can pay."
        ),
        why="More than 5% may not be charged (14(d)), so it rounds down.",
        decided_by="the operator",
        default="to-the-cent",
        otherwise={
            "to-the-chip": [
                change(
                    "buy-win",
                    commission=commission(
                        "5% of the stake", refund=Refund.IN_PROPORTION, whole_chips=True, refund_clause="7(c)"
                    ),
                ),
                change(
                    "buy-lose",
                    commission=commission("5% of the win", refund=Refund.IN_PROPORTION, whole_chips=True, refund_clause="7(c)"),
                ),
            ],
        },
    ),
    Reading(
        id="AD-14",
        clauses=["13(b)"],
        literal="The next shooter must already have a line bet, but a 7 Out has just decided all of them.",
        read="The dice are offered to the next player who is willing to make one. It must lie before the throw (10).",
        why="Otherwise nobody could take the dice after a 7 Out.",
    ),
    Reading(
        id="AD-15",
        clauses=["4(g)", "4(l)/note", "5(e)"],
        wagers=["place-win", "hardway", "buy-win", "come-odds"],
        literal=(
            "A call of on is confirmed by the dealer in rule 4, by the dealer or boxman in 5(e). One button covers all "
            "similar bets of the player. Calling a bet off at other times is not mentioned."
        ),
        read=(
            "5(e) prevails. A call, on or off, covers the player's other open bets of that kind. Off may be called "
            "before a come-out roll and not while a point is on; with 'any-time' it always may. A call holds until the "
            "next one, also on later rolls."
        ),
        why="5(e) is the fuller clause. It grants no off while a point is on; the Star document does (6.6.2).",
        decided_by="the operator",
        default="come-out-only",
        otherwise={
            "any-time": [change_rules(calls=as_is_but(off=ANY_TIME))],
        },
    ),
    Reading(
        id="AD-16",
        clauses=["5(e)", "8(c)"],
        literal="Come odds are inactive on a come-out roll, yet they are paid 'if the Come Bet wins'.",
        read="Odds that are off when their Come bet is decided on a come-out roll go back to the player, as a push.",
        why="What is inactive can neither win nor lose, and the bet it supported is gone.",
    ),
    Reading(
        id="AD-17",
        clauses=["11(a)", "11(b)", "11(d)", "12(a)"],
        literal=(
            "Some rolls are invalid by themselves and some only when called; dice that rest on the bank's chips are "
            "invalid, and dice that touch chips never are; a dispute may void the throw."
        ),
        read="As printed, with both classes kept. 11(a)(iii) is about where dice rest, 11(d) about what they touch.",
        why="Read so, the clauses do not contradict each other.",
    ),
    Reading(
        id="AD-18",
        clauses=["14(g)"],
        literal=(
            "The first bet below the minimum is settled and its owner is advised; later ones are 'returned regardless "
            "of the result'."
        ),
        read=(
            "As printed, for each player and session. The advice is given once such a bet has been decided, a push "
            "included. A bet whose first chip this player puts down afterwards, and whose stake is below the minimum "
            "when it is decided, goes back with its commission; odds on it are settled by the roll. The advice holds "
            "although that roll is corrected or undone later: what the player was told stays told. With 'same-wager' it "
            "holds only for later bets on the same wager."
        ),
        why="The clause ties what goes back to the advice, so the advice is what the table remembers.",
        decided_by="the operator",
        default="all-bets",
        otherwise={
            "same-wager": [change_rules(limits=as_is_but(advice=Advice.SAME_WAGER))],
        },
    ),
    Reading(
        id="AD-19",
        clauses=["14(a)"],
        literal="The House may invalidate an outcome; nothing is said about the money.",
        read="Bets go back, and the bet of a person whose fraud was the reason is forfeited.",
        why="The Star document says so of the same case (9.5).",
        decided_by="the House",
    ),
    Reading(
        id="AD-20",
        clauses=["4", "6(c)"],
        literal=(
            "There is no Horn High, and some names differ between the wagers and the odds: Craps Two and Craps 2, 11 "
            "in One Roll."
        ),
        read="Horn High is not offered here. Names that differ so mean the same wager.",
        why="What is not listed is not permitted (closing sentence of rule 4).",
    ),
    Reading(
        id="AD-21",
        clauses=["6(a)", "6(b)"],
        literal=(
            "Odds must be stated with the word 'to', yet the table prints dashes; and the printed odds are the least "
            "that may be paid."
        ),
        read="Odds are shown as in '7 to 1'. They may be raised, at all tables alike, and never fall below the table.",
        why="6(b) allows higher odds where they are uniform within the casino.",
        decided_by="the operator",
    ),
    Reading(
        id="AD-22",
        clauses=["8(a)", "8(b)", "8(c)", "8(d)"],
        literal="Odds are limited to 'up to ten times' the flat bet, and the exact multiple is displayed.",
        read=(
            "Each table shows a whole number from 1 to 10 while it is open; it is 10 unless the table says otherwise. "
            "For lay odds it limits the winnings."
        ),
        why="The displayed multiple is the limit and ten its ceiling; 8(b) and 8(d) measure what could be won.",
        edge=(
            "Odds have none. With full odds at ten times, a Pass bet and its odds cost 7/3795 of all that is staked, a "
            "Don't Pass bet and its lay odds 3/2420."
        ),
        decided_by="the operator",
    ),
    Reading(
        id="AD-23",
        clauses=["9(d)(iv)"],
        literal="Any lost die means a new set, though the old one may stay in use until a 7 out.",
        read="As printed.",
        why="The Star document asks for two lost dice and gives no end (3.6). Each document keeps its own rule.",
    ),
    Reading(
        id="AD-24",
        clauses=["10", "5(d)"],
        wagers=["dont-pass"],
        literal="The shooter must keep a line bet, yet may take down a Don't Pass bet.",
        read="The bet may come down. With it ends the shooter's turn, and the dice move on.",
        why="One clause is about the bet and the other about who may throw, so both hold.",
    ),
    Reading(
        id="AD-25",
        clauses=["1:void", "12(a)"],
        wagers=["dont-pass", "dont-come"],
        literal="'Void' means a stand-off, and is also said of a throw.",
        read="A void bet is a push. A void throw is a no roll, and every bet stands.",
        why="A throw that does not count cannot decide a bet.",
    ),
    Reading(
        id="AD-26",
        clauses=["14(l)", "14(m)", "8(b)"],
        wagers=[],
        literal="The text has 'Complaint's', 'use of actually' and 'operation hours'.",
        read="Complainants, 'use or actually' and operating hours are meant.",
        why="The sense is plain, and no bet depends on it.",
    ),
    Reading(
        id="AD-27",
        clauses=["Title"],
        literal="The rules are as at 28 April 2003, and a page is stamped 21 September 1999 and 4 February 2003.",
        read="The stamps say when that page was amended. They are kept beside the date of the document.",
        why="Both lie before the date on the title and do not contradict it.",
    ),
    Reading(
        id="AD-28",
        clauses=[],
        literal=(
            "There is nothing on notice for changed limits or for closing, on a throw by the stickman when nobody "
            "shoots, on promotions, or on bets while the dice are in the air."
        ),
        read="Nothing is supplied: these features are off for this rule set. When nobody shoots, the House decides.",
        why="A rule that was not approved is not ours to invent.",
        decided_by="the operator",
    ),
    Reading(
        id="AD-29",
        clauses=["4(y)", "5(g)", "14(j)", "14(k)"],
        literal="Some things are said twice: who answers for the placement of a bet, and who decides disputes.",
        read="There is one kind of record for each.",
        why="The two sayings mean the same.",
    ),
    Reading(
        id="AD-30",
        clauses=["1:come-out-roll"],
        literal="A come-out roll is the first roll after a decision on a Pass bet 'and' a Don't Pass bet.",
        read=(
            "The dice alone say which roll is a come-out roll. After a come-out 12, on which a Don't Pass bet "
            "is a push, the next roll is a come-out roll again."
        ),
        why="Where the table stands cannot depend on who has bet what.",
    ),
    Reading(
        id="AD-31",
        clauses=["8(b)", "8(d)"],
        literal=(
            "Lay odds are limited to ten times the amount 'originally' wagered, so they would stay up when the flat "
            "bet shrinks."
        ),
        read=(
            "The odds come down with the flat bet, to the largest whole cent within the limit, and the player is told. "
            "With 'stays' they remain as they were allowed when they were made; with 'refused' the flat bet may not "
            "shrink below what its odds need."
        ),
        why=(
            "Odds support the bet that stands, as in Star 6.1.6 and Aruze 3.9.12, and a smaller bet must not leave "
            "odds that it could not have carried."
        ),
        decided_by="the operator",
        default="trims",
        otherwise={
            "stays": [
                change(
                    "dont-pass-odds",
                    when_flat_shrinks=Shrinking.LEAVES,
                ),
                change(
                    "dont-come-odds",
                    when_flat_shrinks=Shrinking.LEAVES,
                ),
            ],
            "refused": [
                change(
                    "dont-pass-odds",
                    when_flat_shrinks=Shrinking.REFUSED,
                ),
                change(
                    "dont-come-odds",
                    when_flat_shrinks=Shrinking.REFUSED,
                ),
            ],
        },
    ),
    Reading(
        id="AD-32",
        clauses=["5(e)"],
        literal=(
            "One bet marked with an 'ON' button indicates that all similar bets of the player are on. A similar bet that "
            "the player makes after the call is not mentioned."
        ),
        read=(
            "At a live table, with 'later-too', a bet made while a similar bet of the player is on is on from the start. In "
            "scenarios, with 'open-bets', a call covers the bets that lie there when it is made; a bet made later is off until "
            "it is called on."
        ),
        why=(
            "The words are plain: the button stands for all similar bets, and while it lies there nobody could tell from the "
            "table which of two such bets is on. So at a live table a later bet is on. The scenario format covers the bets "
            "that lie there when the call is made, which is the narrow reading: a player calls only what has been bet. "
            "Neither is the safe one: a bet that is on by mistake can be lost, and one that is off by mistake misses a win."
        ),
        decided_by="the operator",
        default="open-bets",
        live="later-too",
        otherwise={"later-too": [change_rules(calls=as_is_but(covers=Covers.SAME_KIND_AND_LATER))]},
    ),
    Reading(
        id="AD-33",
        clauses=["12(a)"],
        literal=(
            "The boxman determines which face is uppermost. What players did after a total that was called wrongly is "
            "not mentioned."
        ),
        read=(
            "That roll and all later ones are settled as if the right total had been called. What a player did since is "
            "done again in its order, as far as it could have been done then. A call or a take-down of a bet that no "
            "longer stands falls away, and no other bet is called on or taken down for it; other bets that it called off "
            "are off. Chips that were added or moved to a bet that no longer stands are a new bet where one could be made, on "
            "or off as that bet had been called, and go back where not. Chips that a player had taken off a bet do not stand "
            "there: if there are fewer, those come down, and if they could not have been moved, they go back. What falls "
            "away is listed, so that the player can be asked."
        ),
        why="Nobody may gain or lose by a mistake of the crew, and nobody can know what else the player would have done.",
        decided_by="the boxman",
    ),
    Reading(
        id="AD-34",
        clauses=["11(a)(v)", "11(a)(vi)", "12(a)", "14(a)"],
        literal=(
            "A roll is invalid whenever there is cheating or dice that are not approved are used. Who may say so once the bets "
            "are settled is not said."
        ),
        read=(
            "The crew calls the throw in hand, until its bets are settled, and the boxman voids a disputed throw until its "
            "bets are paid. After that only the House may undo it: for disorder or fraud (14(a)), or because the dice turned "
            "out not to be approved. What the throw had decided, and what was bet for it, is refunded. Later throws stand as "
            "they were thrown, with the puck where it lay, and no bet of the undone throw is settled on them; what players "
            "did since is done again as after a wrong total (AD-33). With 'stands' a "
            "throw with dice that turn out not to be approved stands once it is settled, unless there was fraud."
        ),
        why=(
            "14(a) gives the outcome of a game to the House, and no clause gives a settled one to a dealer. 11(a)(vi) makes "
            "the roll invalid by itself, so the House must be able to act on it; 14(a) is refunded too (AD-19), and nobody "
            "chose to bet on the throws that came after."
        ),
        decided_by="the operator",
        default="house",
        otherwise={"stands": [change_rules(procedures=as_is_but(powers=POWERS))]},
    ),
    Reading(
        id="AD-35",
        clauses=["8(a)", "8(b)", "8(c)", "8(d)", "14(g)"],
        literal=(
            "Odds are limited by the amount of the original bet, and a bet above the maximum is settled to the maximum. Which "
            "amount limits the odds then is not said."
        ),
        read=(
            "Odds are held against the part of the flat bet that is in play: at most the maximum. The maximum is the one that "
            "holds when the bet is made or grows; one that is put up later neither cuts the bet nor touches earlier rolls. "
            "With 'whole-bet' odds are held against all of the flat bet."
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
        id="AD-36",
        clauses=["7(a)", "14(d)", "14(g)"],
        literal=(
            "5% is paid on a Buy Bet, no other charge may be made, and a bet above the maximum is settled to the maximum. What "
            "becomes of the charge on the rest is not said."
        ),
        read=(
            "When the bet is decided, the charge on what lies above the maximum goes back with it: the charge times the "
            "excess, divided by the stake, rounded down. With 'kept' it stays with the house."
        ),
        why="A charge on money that is not wagered would be one that 14(d) forbids.",
        decided_by="the operator",
        default="goes-back",
        otherwise={"kept": [change_rules(limits=as_is_but(commission=Excess.KEPT))]},
    ),
]
