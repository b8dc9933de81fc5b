"""The readings: how we read the unclear clauses of the Aruze craps document."""

from croupier.games.craps.dice import COME_OUT
from croupier.games.craps.wagers import dont, hardway_or, hop_either, one_roll
from croupier.rules.reading import Reading, as_is_but, change, change_rules
from croupier.rules.terms import (
    ANY_TIME,
    AfterWin,
    Calls,
    Left,
    Refund,
    Rounding,
    Shrinking,
    Span,
    Voided,
    commission,
)
from croupier.rules.wager import split
from croupier.rulesets.craps.aruze_2024.odds import PAYS
from croupier.rulesets.craps.aruze_2024.procedures import ROTATING_ON_SEVEN_OUT

READINGS = [
    Reading(
        id="AZ-01",
        clauses=["3.9.3", "3.9.3.1", "3.9.11"],
        wagers=["come"],
        literal="A Come bet is placed immediately before the come-out roll, which would make it a second Pass Line.",
        read=(
            "A Come bet is taken only while a point is on. With 'any-time' it is taken before any roll, with "
            "'come-out' only before a come-out roll."
        ),
        why=(
            "Its own wins and losses speak of the roll after it was placed (3.9.3.1), Don't Come is placed after the "
            "come-out roll (3.9.11), and both other craps documents say the same of Come (Star 6.1.3, Adelaide 4(d)). "
            "The opening words are copied from 3.9.1."
        ),
        decided_by="the operator",
        default="point-on",
        otherwise={
            "any-time": [change("come", placed=ANY_TIME)],
            "come-out": [change("come", placed=COME_OUT)],
        },
    ),
    Reading(
        id="AZ-02",
        clauses=["3.9.1", "3.9.3"],
        literal="Pass Line and Come bets 'can be added to' once the point is set.",
        read=(
            "As printed, and only in a wagering period; for a Come bet the point is its own. The screen warns the "
            "player. The addition may come down until the next roll and is locked after it. With 'not-warned' the "
            "screen gives no warning."
        ),
        why="The addition is bad for the player and no risk to the house, so it is allowed, and a warning is fair.",
        decided_by="the operator",
        default="warned",
        otherwise={
            "not-warned": [change("pass-line", warning=""), change("come", warning="")],
        },
    ),
    Reading(
        id="AZ-03",
        clauses=["3.9.10", "3.9.11", "3.5.1.2"],
        literal="Cancelling or increasing a Don't bet after its point is not mentioned, and chips may be 'moved'.",
        read=(
            "A Don't bet may come down in any wagering period and is never restored. Once it has met its first roll it "
            "may not grow, and no chip may be moved onto it. With 'stays' it cannot come down after its first roll."
        ),
        why=(
            "Players may cancel in a wagering period, only Pass Line and Come are barred from it, and it favours the "
            "house. An increase would favour the player and must be impossible."
        ),
        decided_by="the operator (coming down only)",
        default="may-come-down",
        otherwise={
            "stays": [
                change("dont-pass-line", comes_down=Span.UNTIL_IT_MOVES),
                change("dont-come", comes_down=Span.UNTIL_IT_MOVES),
            ],
        },
        rejected={"may grow": [change("dont-pass-line", grows=Span.ALWAYS), change("dont-come", grows=Span.ALWAYS)]},
    ),
    Reading(
        id="AZ-04",
        clauses=["3.9.8", "3.9.15"],
        literal="Buy and Lay say neither when they win nor when they lose, and the Lay area has no label.",
        read="Buy is decided as Place is, and Lay as Place to Lose.",
        why="The Star document says so in words (6.1.24, 6.1.25).",
    ),
    Reading(
        id="AZ-05",
        clauses=["3.9.9"],
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
                change("hardway:4", wager=hardway_or("Hard 4", 4, PAYS["hard-4-10"])),
                change("hardway:6", wager=hardway_or("Hard 6", 6, PAYS["hard-6-8"])),
                change("hardway:8", wager=hardway_or("Hard 8", 8, PAYS["hard-6-8"])),
                change("hardway:10", wager=hardway_or("Hard 10", 10, PAYS["hard-4-10"])),
            ]
        },
    ),
    Reading(
        id="AZ-06",
        clauses=["3.9.21", "3.9.22", "3.10"],
        literal="One table has two bases: C&E odds are on the whole stake, Horn odds on a quarter of it.",
        read=(
            "C&E is one wager, paid on the whole stake. A Horn is paid on its winning quarter, and the other three "
            "quarters lose."
        ),
        why=(
            "13 to 4 is exactly (15/2 - 1)/2, and 15 to 2 is exactly (16 - 1)/2: what a winning half and a losing half "
            "leave of the odds of C and of E."
        ),
        rejected={
            "Horn odds on the whole stake": [
                change("horn", wager=one_roll("Horn Bet", {(2, 12): PAYS["horn-2-12"], (3, 11): PAYS["horn-3-11"]}))
            ],
            "C&E odds on a half": [
                change(
                    "c-and-e",
                    wager=split(
                        "C&E (Craps & Eleven)",
                        one_roll("C&E, craps", {(2, 3, 12): PAYS["c-and-e-2-3-12"]}),
                        one_roll("C&E, eleven", {(11,): PAYS["c-and-e-11"]}),
                    ),
                )
            ],
        },
    ),
    Reading(
        id="AZ-07",
        clauses=["3.9.18", "3.9.19"],
        literal="Any Craps and C win on the same totals at the same odds.",
        read=(
            "They are two areas for one wager. Both are kept, each with its own limits. With 'combined' a player's "
            "bets on both are held to the limits together."
        ),
        why="The document lists both, and limits are per selection.",
        decided_by="the operator",
        default="separate",
        otherwise={
            "combined": [change("c", counts_as="any-craps")],
        },
    ),
    Reading(
        id="AZ-08",
        clauses=["3.9"],
        literal="No wager is ever inactive.",
        read=(
            "As written: every bet is live on every roll, come-out rolls included. With 'off-on-come-out' Place, Buy, "
            "Hardway and Come Odds bets sleep on a come-out roll unless they are called on."
        ),
        why=(
            "Bets are 'made at any time', and a terminal has no marker buttons. Both craps tables differ, and the "
            "operator might later have on and off approved."
        ),
        decided_by="the operator",
        default="always-on",
        otherwise={
            "off-on-come-out": [
                change("place", sleeps=COME_OUT),
                change("buy", sleeps=COME_OUT),
                change("hardway", sleeps=COME_OUT),
                change("come-odds", sleeps=COME_OUT),
                change_rules(calls=Calls("3.9")),
            ],
        },
    ),
    Reading(
        id="AZ-09",
        clauses=["3.3.2", "3.10"],
        literal=(
            "Odds of 7 to 6, 5 to 11, 5 to 8, 5 to 6, 2 to 3, 13 to 4, 15 to 2, 9 to 5, 7 to 5, 6 to 5 and 3 to 2 come "
            "without a rule for fractions, and a 'credit' has no stated value."
        ),
        read=(
            "Money is counted in cents, and the winnings of the whole bet round up to the cent. A sign may ask for "
            "stakes that pay exactly (3.1). With 'payout-unit' winnings round up to the payout unit of the table; with "
            "'exact-stakes' a stake is taken only if everything it could win is a whole number of cents."
        ),
        why="A printed table is never paid short, and the craps tables round up too.",
        edge=(
            "Rounding up costs the house less than a cent a bet. It favours the player on Place 6 and 8 only at 1-4, "
            "7-9, 13-14 and 19 cents. From 26 cents on no wager without commission loses its edge, and from 40 cents "
            "on no Buy or Lay bet that is placed at once does. Odds have no edge, so there it is a gift of less than a cent."
        ),
        decided_by="the operator",
        default="cent",
        otherwise={
            "payout-unit": [change_rules(rounding=Rounding(""))],
            "exact-stakes": [change_rules(rounding=Rounding("", to_the_cent=True, only_exact_stakes=True))],
        },
    ),
    Reading(
        id="AZ-10",
        clauses=["3.9.8", "3.9.15", "3.5.1.1"],
        literal=(
            "The commission is paid 'at the time of placement'. Refund, rounding, and a bet left up after a win are "
            "not mentioned."
        ),
        read=(
            "The commission is 5% of what is added, for a Lay bet of what that could win, rounded down to the cent "
            "each time and taken with the stake. When a bet comes down, what was placed since the last roll comes down "
            "first, and what was charged since then goes back in proportion, rounded down; older commission is kept. A "
            "winning stake is returned, so betting it again pays again. With 'any-time' the commission goes back in "
            "proportion whenever the bet comes down."
        ),
        why=(
            "Chips that disappear in their wagering period must restore the meter in full (3.5.1.1). Of a later refund "
            "only the Adelaide document speaks, so none is implied. More than 5% may not be charged, so it rounds "
            "down."
        ),
        decided_by="the operator",
        default="same-period",
        otherwise={
            "any-time": [
                change("buy", commission=commission("5% of the stake", refund=Refund.IN_PROPORTION)),
                change("lay", commission=commission("5% of the win", refund=Refund.IN_PROPORTION)),
            ],
        },
    ),
    Reading(
        id="AZ-11",
        clauses=["3.9.2.1", "3.9.4.1", "3.9.12.1"],
        literal=(
            "Odds are limited by 'the amount of' the flat bet; taking odds down, and a flat bet that shrinks, are not "
            "mentioned."
        ),
        read=(
            "The limit follows the flat bet as it stands, additions included. Odds may come down in any wagering "
            "period. When the flat bet shrinks, the odds that it no longer supports come down with it, to the largest "
            "whole cent within the limit. With 'refused' the flat bet may not shrink below what its odds need."
        ),
        why="Odds support the bet that stands.",
        decided_by="the operator",
        default="trims",
        otherwise={
            "refused": [
                change("odds", when_flat_shrinks=Shrinking.REFUSED),
                change("come-odds", when_flat_shrinks=Shrinking.REFUSED),
                change("dont-odds", when_flat_shrinks=Shrinking.REFUSED),
                change("dont-come-odds", when_flat_shrinks=Shrinking.REFUSED),
            ],
        },
    ),
    Reading(
        id="AZ-12",
        clauses=["3.11"],
        literal=(
            "The dice move on whenever the shooter's Pass Line bet loses, also on a come-out 2, 3 or 12, or the "
            "shooter's Don't Pass bet wins, also on a come-out 2 or 3."
        ),
        read=(
            "As printed. A draw on 12 with only a Don't Pass bet does not move them; with both bets, either cause "
            "does; a shooter who cancels the line bet passes them on at the next come-out roll. With 'seven-out' they "
            "move only when a 7 falls while a point is on."
        ),
        why="At a craps table the dice move only on a 7 out, but the sentence is clear and harmless on a machine.",
        decided_by="the operator",
        default="line-loss",
        otherwise={"seven-out": [change_rules(procedures=ROTATING_ON_SEVEN_OUT)]},
    ),
    Reading(
        id="AZ-13",
        clauses=["3.11.2"],
        literal="The 'minimum credits for the dice shooting value' are not defined.",
        read=(
            "They are the line bet that makes a player the shooter: the minimum bet on Pass Line or Don't Pass Line, "
            "unless the sign names another."
        ),
        why="A line bet is what 3.11 asks of a shooter, and the smallest one is the minimum.",
        decided_by="the operator",
    ),
    Reading(
        id="AZ-14",
        clauses=["3.3", "3.3.1", "3.4.4", "3.8.2"],
        literal=(
            "An account must first be opened with cash or a ticket, although transfers from the casino management "
            "system credit the meter too."
        ),
        read="Any source named in 3.4 opens the account.",
        why="3.4.1 allows machines that take no notes, and transferred credit is credit like any other.",
    ),
    Reading(
        id="AZ-15",
        clauses=["3.3.4", "3.3.5"],
        literal="The text has 'that spin' and 'controlling of an PT'.",
        read="That roll, and the player who controls the terminal, are meant.",
        why="The text was taken over from roulette, and no bet depends on it.",
    ),
    Reading(
        id="AZ-16",
        clauses=["3.3.6", "3.3.8", "3.8.3"],
        literal=(
            "That bets are frozen when the wagering period ends is said twice, and only 3.3.6 may be relaxed by an "
            "assistant gaming manager."
        ),
        read=(
            "3.8.3 is a stray copy, and a relaxation covers both. It is recorded with its reason and with the bets "
            "before and after, and once the outcome is known it takes two people."
        ),
        why="If the copy could not be relaxed, the power of 3.3.8 would be empty.",
        decided_by="an assistant gaming manager",
    ),
    Reading(
        id="AZ-17",
        clauses=["1.1:cocked-dice", "6.4"],
        literal="The definition voids the round; 6.4 has an assistant gaming manager void all relevant wagers.",
        read=(
            "The roll is void. What was placed since the last roll goes back with its commission, an addition alone, "
            "and older bets stand. An assistant gaming manager releases it at the console. With 'all-bets' every bet "
            "goes back."
        ),
        why=(
            "For one-roll bets the two are the same. For a line bet with its point on, voiding the bet would move "
            "money between player and house and break the lock of 3.9.1."
        ),
        edge=(
            "To void a Pass Line or Don't Pass bet with its point on would move 1/11 to 1/3 of the stake between "
            "player and house."
        ),
        decided_by="the operator or an assistant gaming manager",
        default="fresh-bets",
        otherwise={
            "all-bets": [change_rules(voided=Voided.ALL_BETS)],
        },
    ),
    Reading(
        id="AZ-18",
        clauses=["6.1", "6.2.3", "6.6", "6.6.1.2"],
        literal=(
            "The same opinion, that a terminal is not functioning, leads to reconstructing the bets (6.1) and to "
            "voiding them (6.6). 6.6 voids on 'that terminal' although its first limb is about several, and the 'or' "
            "between its limbs is missing."
        ),
        read=(
            "6.6.1.2 means the game system. After a terminal fault the bets are reconstructed first, and void only "
            "under 6.3; a system fault voids the round on every terminal it affects, which are named. There bets go back "
            "as under 6.4 (AZ-17), the roll does not count for those that stand, and nothing is paid for it. The other "
            "terminals play on. If no other has a bet, the round is void."
        ),
        why="The roulette document says 'game system' in the same place (MiniStar 7.4.1.4).",
        decided_by="an assistant gaming manager",
    ),
    Reading(
        id="AZ-19",
        clauses=["3.14.2"],
        literal="The clause refers to 3.13.1, which is about claims of agency.",
        read="3.14.1 is meant, the last completed game.",
        why="That is the clause which speaks of the last completed game, as 3.14.2 does.",
    ),
    Reading(
        id="AZ-20",
        clauses=["3.14.1"],
        literal="The invalid wager of the 'last completed game' is returned, without winnings.",
        read=(
            "A game is a round, that is, one roll. The stake goes back whether the bet won or lost. Bets over several "
            "rolls that still stand are void and go back; earlier rounds stand, even if the bet began there. The "
            "return is recorded as attempted or done."
        ),
        why="The clause promises a reasonable attempt, and 3.14.2 lets earlier games stand.",
        decided_by="the operator",
    ),
    Reading(
        id="AZ-21",
        clauses=["1.1:player-card", "3.13"],
        literal="A player card includes 'a social member', who is no card, and 'gaming session' is not defined.",
        read=(
            "The cards of social members are meant. A session lasts from card in to card out or to a balance of zero. "
            "From 19 October 2024, 00:00 in Sydney, no bet is taken without a valid card; when it is pulled, bets "
            "stand and no new ones are taken."
        ),
        why="Only so can the duty be met and checked.",
        decided_by="the operator",
    ),
    Reading(
        id="AZ-22",
        clauses=["7.4"],
        literal="A terminal may be operated with nothing but legal tender.",
        read="Tickets and cards may be used as well.",
        why="The document itself provides for tickets (3.4.2) and requires cards (3.13).",
    ),
    Reading(
        id="AZ-23",
        clauses=["7.7"],
        literal="There are sanctions for 7.3, 7.4, 7.5, 7.10, 7.11 and 7.13 only.",
        read=(
            "A breach of 7.1, 7.2, 7.12 or 3.13 carries no sanction under 7.7 and is only recorded; neither a void nor "
            "an exclusion can be entered for it."
        ),
        why="A sanction that is not listed was not approved.",
        decided_by="the operator",
    ),
    Reading(
        id="AZ-24",
        clauses=["7.14"],
        literal="The rules speak of a 'Gaming Service Host', the definitions of a 'Gaming Services Host'.",
        read="They are the same role.",
        why="No other host is defined.",
    ),
    Reading(
        id="AZ-25",
        clauses=["5.5", "5.7.11.3(i)"],
        literal="The number 5.5, the first numeral of 5.7.11.3 and the 2 of the contents are missing.",
        read="The numbers are restored.",
        why="They were lost in drafting or in extracting the text; 5.5.1 and its neighbours prove what stood there.",
    ),
    Reading(
        id="AZ-26",
        clauses=["5.3", "5.4"],
        literal=(
            "No prize may be cash, yet its value in money may be taken instead. Only 'casino dollars' are excepted, "
            "where the documents of 2016 and 2018 also name 'slots dollars'."
        ),
        read=(
            "Money is paid by crossed cheque or electronic funds transfer only. How prizes may be paid is part of each "
            "rule set."
        ),
        why="The clause is clear, and differs from 10.4 and 6.4 of the older documents, which allow cash.",
    ),
    Reading(
        id="AZ-27",
        clauses=["5.8", "5.9.1", "5.10"],
        literal="'2 days', 'as soon as possible' and 'must retain' are given without a clock or a period.",
        read=(
            "Days are calendar days, to the end of the second, Sydney time. This text sets no lead time for "
            "amendments. Other times of a promotion that is resumed (5.12) are amended terms, and go to the NICC. Records are "
            "kept forever unless the operator sets a period."
        ),
        why=(
            "This is the plain meaning of the words, and the careful side where there are none. The other reading, that 5.12 "
            "itself lets the operator set new times, would let anybody who postpones change the terms."
        ),
        decided_by="the operator",
    ),
    Reading(
        id="AZ-28",
        clauses=["1.1:come-out-roll"],
        literal="A come-out roll is the first roll after a decision on a Pass Line 'or' a Don't Pass bet.",
        read=(
            "The dice alone say which roll is a come-out roll. After a come-out 12, on which a Don't Pass bet draws, "
            "the next roll is a come-out roll again."
        ),
        why="Where the table stands cannot depend on whether anybody has bet.",
    ),
    Reading(
        id="AZ-29",
        clauses=["3.9.10.3", "1.1:draw"],
        literal="A draw neither wins nor loses; nothing is said of the stake.",
        read=(
            "The stake goes back to the meter, and the player may bet again; the terminal does not do so by itself. "
            "With 'stays-up' the bet stays where it is and waits for the next roll."
        ),
        why="What has neither won nor lost is still the player's.",
        decided_by="the operator",
        default="goes-back",
        otherwise={
            "stays-up": [
                change("dont-pass-line", wager=dont("Don't Pass Line", PAYS["dont-pass"], bars=12, barred_stands=True)),
                change("dont-come", wager=dont("Don't Come", PAYS["dont-come"], bars=12, barred_stands=True)),
            ],
        },
    ),
    Reading(
        id="AZ-30",
        clauses=["3.9.23", "3.10"],
        literal=(
            "A hop bet wins on the chosen combination; its row of the odds runs together a 'Roll in a pair of same "
            "numbers' and a 'Hard' pair, and no section is marked for it."
        ),
        read=(
            "A combination is one pair of faces in either order, so an easy eight on the hop is 2-6 or 3-5 and never "
            "both. There are 21 hop areas."
        ),
        why="The odds prove it: 16 to 1 fits a pair that falls in 2 ways of 36.",
        rejected={"two pairs for one bet": [change("hop:2-6", wager=hop_either("Hop 2-6", ("2-6", "3-5"), PAYS["hop-easy"]))]},
    ),
    Reading(
        id="AZ-31",
        clauses=["3.7", "7.2"],
        literal=(
            "Credits may be collected after any play and must be cleared at the close of play; bets that are not yet "
            "decided are not mentioned."
        ),
        read=(
            "The meter may be collected at any time between rounds, and standing bets run on for the card or the "
            "session. At the close of play no new bets are taken, and those that stand are rolled out or voided by an "
            "assistant gaming manager."
        ),
        why=(
            "The roulette document blocks a cash-out while a bet is down (MiniStar 4.2), but here Pass Line and Come "
            "bets cannot be cancelled."
        ),
        decided_by="the operator or an assistant gaming manager",
    ),
    Reading(
        id="AZ-32",
        clauses=["1.1:maximum-bet", "1.1:minimum-bet", "3.1"],
        literal="The limits are per selection in the definitions, and 'permitted by a player' in 3.1.",
        read=(
            "They hold for each selection of each player, and a composite is judged whole. Odds have no limit but "
            "their own. With 'table-maximum' the minimum and maximum on the sign hold for odds as well."
        ),
        why=(
            "One clause says what is counted and the other whose it is. Of odds the document is silent, and their own "
            "limit follows the flat bet."
        ),
        decided_by="the operator",
        default="own-cap",
        otherwise={
            "table-maximum": [
                change("odds", limited=True),
                change("come-odds", limited=True),
                change("dont-odds", limited=True),
                change("dont-come-odds", limited=True),
            ],
        },
    ),
    Reading(
        id="AZ-33",
        clauses=["3.12", "6.1"],
        literal="There is no rule for a sensor that disagrees with the dice.",
        read=(
            "The upper faces are the result. Staff may correct a misread result, and all is calculated again: that round "
            "and all later ones, as if the right result had been read. What a player did since is done again as far as it "
            "could have been done then. A call or a take-down of a bet that no longer stands falls away; credits that "
            "were added or moved to such a bet are a new bet where one could be made, on or off as that bet had been called, "
            "and go back where not. Credits that a player had taken off a bet do not stand there: if there are fewer, those "
            "come down, and if they could not have been moved, they go back."
        ),
        why=(
            "3.12 makes the faces the result and 6.1 speaks of the actual outcome; the other documents are alike "
            "(MiniStar 7.2.3.1, Sic Bo 8.7 and 8.9)."
        ),
        decided_by="an assistant gaming manager",
    ),
    Reading(
        id="AZ-34",
        clauses=["7.3", "6.3"],
        literal="The text has 'prizes free play' and 'rules 6.1'.",
        read="Prizes or free play, and rule 6.1, are meant.",
        why="The sense is plain, and no bet depends on it.",
    ),
    Reading(
        id="AZ-35",
        clauses=["Diagram A", "Order"],
        literal="The layout is missing, and the order takes effect on a date of publication that it does not give.",
        read="The date from which the rules hold is a setting.",
        why="It cannot be read from the document.",
        decided_by="the operator",
    ),
    Reading(
        id="AZ-36",
        clauses=["7.9"],
        literal="Bets on an outcome that was invalidated 'may' be refunded.",
        read=(
            "They are refunded unless an assistant gaming manager decides otherwise; the bet of a player whose fraud "
            "was the reason is forfeited."
        ),
        why="Honest players should not pay for a game that was taken from them.",
        decided_by="an assistant gaming manager",
    ),
    Reading(
        id="AZ-37",
        # The documents of the two dealer-run craps tables are silent on the same points.
        clauses=["3.9.5", "3.9.6", "3.9.7", "3.9.8", "3.9.9", "3.9.14", "3.9.15"],
        literal="Nothing says whether a winning bet over several rolls stays up.",
        read=(
            "A bet ends when it wins. At a terminal its stake and winnings go to the meter, and the player may repeat "
            "it. At a craps table the chips stay unless the player takes them, which is recorded as a new bet on the "
            "same terms, for Buy and Lay with a new commission. With 'may-stay-up' the terminal does so too."
        ),
        why="A wager that has won is decided, so what is left on its spot can only be a new one.",
        decided_by="the operator",
        default="comes-down",
        otherwise={
            "may-stay-up": [
                change("big-6", after_win=AfterWin.MAY_STAY_UP),
                change("big-8", after_win=AfterWin.MAY_STAY_UP),
                change("place", after_win=AfterWin.MAY_STAY_UP),
                change("buy", after_win=AfterWin.MAY_STAY_UP),
                change("hardway", after_win=AfterWin.MAY_STAY_UP),
                change("place-lose", after_win=AfterWin.MAY_STAY_UP),
                change("lay", after_win=AfterWin.MAY_STAY_UP),
            ],
        },
    ),
    Reading(
        id="AZ-38",
        clauses=["1.1:minimum-bet", "3.1", "3.5.1.1", "3.5.1.2"],
        literal="The minimum is the least that may be wagered on a selection, and players may take chips back or move them.",
        read=(
            "The minimum holds when chips are put down; some of them may come back, and what stays may be less. With "
            "'refused' what stays on a selection is nothing, or an amount that could be bet there: not less than the "
            "minimum, and in the multiples or steps that the sign asks for. So of two bets on one selection the one "
            "that could not stand alone comes back first."
        ),
        why=(
            "The format of the scenarios takes chips back without looking at the minimum. What is wagered when betting "
            "closes is what stays, so a running table refuses to leave less."
        ),
        decided_by="the operator",
        default="may-leave-less",
        live="refused",
        otherwise={"refused": [change_rules(limits=as_is_but(left=Left.AS_IF_BET))]},
    ),
    Reading(
        id="AZ-39",
        clauses=["1.1:redeemable-ticket", "4.3"],
        literal="Nothing says for how long a ticket can be redeemed.",
        read=(
            "It never expires. The operator may set a number of days, which each ticket then shows from its issue. The value "
            "of a ticket that has expired stays owed until two people decide about it."
        ),
        why="A ticket is credit of the player, and no clause ends that. The other reading sets a time by house rule.",
        decided_by="the operator",
    ),
]
