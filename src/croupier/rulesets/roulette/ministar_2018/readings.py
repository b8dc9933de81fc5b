"""The readings: how we read the unclear clauses of the MiniStar roulette document."""

from croupier.games.roulette.wagers import any_of, inside
from croupier.rules.reading import Reading, as_is_but, change, change_rules
from croupier.rules.terms import Below, Left, Limits, Over
from croupier.rules.wager import split
from croupier.rulesets.roulette.ministar_2018.odds import PAYS

READINGS = [
    Reading(
        id="MR-01",
        clauses=["3.9.2.6"],
        literal="Red Splits contain a split of 16/16.",
        read="16/19 is meant.",
        why="The layout has exactly four splits of two red numbers: 9/12, 16/19, 18/21 and 27/30.",
        rejected={
            "16/16 as printed, a split on one number": [
                change(
                    "red-splits",
                    wager=split(
                        "Red Splits",
                        inside("Split 9-12", "9-12", PAYS),
                        any_of("Straight Up 16", (16,), PAYS["split"]),
                        inside("Split 18-21", "18-21", PAYS),
                        inside("Split 27-30", "27-30", PAYS),
                    ),
                )
            ]
        },
    ),
    Reading(
        id="MR-02",
        clauses=["3.9.2.9"],
        literal="Complete 3 lists 1/3, 1/6 and 2/6 beside splits, and 'every betting area' would include outside bets.",
        read=(
            "The first and last number are given: 1/3 is the street 1-2-3, 1/6 the six-line 1 to 6, and 2/6 the corner "
            "2-3-5-6. Complete has one piece on every inside position of the number, 6 to 12 pieces, and none outside."
        ),
        why="Read so, the example is exactly the nine inside positions of 3.",
    ),
    Reading(
        id="MR-03",
        clauses=["7.3", "7.4.1", "8.9"],
        literal="The clauses cite 8.1, 8.4, 9.8 and 9.8.2.",
        read="7.1, 7.4, 8.8 and 8.8.2 are meant.",
        why="A section was removed before these; 7.2, 8.6 and 8.7 were renumbered, and these references were not.",
    ),
    Reading(
        id="MR-04",
        clauses=["3.15", "7.2.3.1"],
        literal="The system registers the winning number and pays by itself; the true outcome is the ball's pocket.",
        read="The pocket prevails. Staff correct the outcome, and what was paid is reversed and settled again.",
        why="7.2.3.1 sets the pocket above every record and display, although it is printed among the terminal faults.",
        decided_by="an assistant gaming manager",
    ),
    Reading(
        id="MR-05",
        clauses=["7.1", "7.2", "7.4"],
        literal="After a terminal fault bets are reconstructed; after a system fault the round is void.",
        read="As printed. An assistant gaming manager chooses the class of the fault before anything is done.",
        why="The two classes lead to different money, so the class comes first.",
        decided_by="an assistant gaming manager",
    ),
    Reading(
        id="MR-06",
        clauses=["3.12", "7.4.1.3"],
        literal="If the ball rests before betting ends, one clause returns all bets and the other voids the round.",
        read="It is one event with one result: the stakes go back.",
        why="A void bet goes back to its player, so the two clauses agree.",
    ),
    Reading(
        id="MR-07",
        clauses=["3.9.1.2", "3.9.1.3", "3.9.1.4"],
        literal="A split is any two numbers and a corner any four, and splits with zero are not named.",
        read="The numbers must touch on the layout: 60 splits, 0/1, 0/2 and 0/3 included, 14 streets and 23 corners.",
        why="A chip needs a place on the layout, and 3.9.2.1 itself uses 0/3.",
    ),
    Reading(
        id="MR-08",
        clauses=["3.9.2", "3.9.3", "1.1:maximum-bet", "1.1:minimum-bet"],
        literal="Composites have no row of odds, and limits are per selection.",
        read=(
            "Each piece is settled at its own odds. The limits hold for each spot after the bet, over all bets of the "
            "player on both screens: Orphans, for example, put one piece on each of two splits of 17. With 'whole-bet' "
            "they hold for each bet as a whole."
        ),
        why="A piece lies on its spot as any other chip does, and the spot is the selection.",
        decided_by="the operator",
        default="every-spot",
        otherwise={
            "whole-bet": [change_rules(limits=Limits("3.1", below=Below.REFUSED, above=Over.REFUSED))],
        },
    ),
    Reading(
        id="MR-09",
        clauses=["2.4.2", "Diagram A"],
        wagers=["neighbours"],
        literal="The order of the numbers is shown only in a picture, which is missing.",
        read=(
            "It is the single-zero order: 0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 "
            "22 18 29 7 28 12 35 3 26."
        ),
        why=(
            "The text confirms it four ways. The neighbours of 17 are those of 3.9.2.5; Zero Game, Neighbours of Zero "
            "and Small Series are unbroken arcs; Neighbours of Zero, Small Series and Orphans share out all 37 "
            "numbers, and the Zero Game lies within the first; and the colours alternate (2.4.1)."
        ),
    ),
    Reading(
        id="MR-10",
        clauses=["3.9.2.10"],
        literal="The example of a Final Bet has four pieces.",
        read="Final 7, 8 and 9 have three pieces, and Final 0 includes zero.",
        why="The numbers end at 36, and 0 ends in 0.",
    ),
    Reading(
        id="MR-11",
        clauses=["1.1:wagering-period", "3.10", "3.11", "3.14"],
        literal="Betting closes on a sensor 'or' a call; a countdown is shown, and the operator sets its length.",
        read="Whichever comes first closes it, the end of the countdown included.",
        why="Each of them tells the player that betting is over.",
        decided_by="the operator",
    ),
    Reading(
        id="MR-12",
        clauses=["3.7", "4.2"],
        literal=(
            "Credits may be collected at the end of any play, and cashed out in the wagering period only with no bet "
            "on the spin."
        ),
        read="Cash-out is disabled while any chip is down.",
        why="Read so, both clauses hold.",
    ),
    Reading(
        id="MR-13",
        clauses=["3.8.1", "3.3.8"],
        literal="The freeze of bets is stated twice, and it is a casino supervisor who may relax it.",
        read=(
            "The role is the one printed. Who holds a power is part of each rule set. The ball runs before bets are "
            "closed (3.13), so a relaxation always takes two people who hold the power."
        ),
        why=(
            "The document names the role, and the Aruze document names another for the same power (3.3.8). It does not "
            "say that one person is enough once the ball runs, when that person may see where it falls."
        ),
    ),
    Reading(
        id="MR-14",
        clauses=["8.1"],
        literal="A player may play several terminals at a time unless told otherwise.",
        read="As printed. It is the opposite of the Aruze document (7.1).",
        why="Each document keeps its own rule.",
        decided_by="an assistant gaming manager",
    ),
    Reading(
        id="MR-15",
        clauses=["8.4"],
        literal="A terminal may be operated with nothing but legal tender.",
        read="Tickets may be used as well.",
        why="The document itself provides for tickets (3.4.2).",
    ),
    Reading(
        id="MR-16",
        clauses=["1.1:casino-supervisor", "7.1", "8.7", "8.8", "8.14"],
        literal=(
            "A games supervisor is named and not defined, an assistant gaming manager reviews a casino supervisor, and "
            "the 'or above' of the Aruze document is missing."
        ),
        read="An assistant gaming manager is the senior of the two, and higher ranks may act too.",
        why="A review goes upwards, and who may direct a role may also fill it.",
        decided_by="the operator",
    ),
    Reading(
        id="MR-17",
        clauses=["8.7"],
        literal="The list of breaches with sanctions omits 8.12, side wagers.",
        read="A breach of 8.12 carries no sanction under 8.7 and is only recorded.",
        why="A sanction that is not listed was not approved.",
    ),
    Reading(
        id="MR-18",
        clauses=["1.1:roulette", "3.9.1.1", "3.9.3"],
        literal="Roulette is defined loosely, 'if any' is doubled, and a note explains what is paid.",
        read="The stake comes back beside the winnings, stake x (odds + 1) in all: $1 straight up brings $36.",
        why="This is the note's own example.",
    ),
    Reading(
        id="MR-19",
        clauses=["3.9.1.10", "3.9.1.11", "3.9.1.12", "3.9.1.13"],
        literal="Even wins if 'the number wagered and spun' is even, and so on for Odd, Red and Black.",
        read="Zero is none of the four, and they all lose on it.",
        why="Each of the clauses says that 0 loses.",
    ),
    Reading(
        id="MR-20",
        clauses=["2.3.1"],
        literal="The housing may have at most 730 mm, and what is measured is not said.",
        read="Its diameter is meant. The operator measures it, and the settings of the table keep it on record.",
        why="2.3.2 measures the diameter of the wheel insert.",
    ),
    Reading(
        id="MR-21",
        clauses=["3.3", "3.4.4"],
        literal=(
            "An account must first be opened with cash or a ticket, although transfers from the monitoring system "
            "credit the meter too."
        ),
        read="Any source named in 3.4 opens the account.",
        why="Transferred credit is credit like any other.",
    ),
    Reading(
        id="MR-22",
        clauses=["6.4"],
        literal="Only the winner of a cash prize above $10,000 may choose how it is paid.",
        read=(
            "At or below $10,000 the operator decides. Money above it that a winner takes instead of a thing (6.3) is paid as "
            "the winner chooses, too. Other times of a promotion that is resumed (6.12) are amended terms and need approval "
            "(6.9.1)."
        ),
        why=(
            "The choice is granted above the threshold and nowhere else; once chosen, the alternative is paid as cash. The "
            "other reading lets the operator decide. The times are terms, and 6.9.1 makes no exception; the other reading, "
            "that 6.12 itself lets the operator set new times, would let anybody who postpones change the terms."
        ),
        decided_by="the operator",
    ),
    Reading(
        id="MR-23",
        clauses=["8.9"],
        literal="Bets on an outcome that was invalidated 'may' be refunded.",
        read=(
            "They are refunded unless an assistant gaming manager decides otherwise; the bet of a player whose fraud "
            "was the reason is forfeited if such a manager so directs."
        ),
        why="Honest players should not pay for a game that was taken from them.",
        decided_by="an assistant gaming manager",
    ),
    Reading(
        id="MR-24",
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
        id="MR-25",
        clauses=["1.1:redeemable-ticket", "5.3"],
        literal="Nothing says for how long a ticket can be redeemed.",
        read=(
            "It never expires. The operator may set a number of days, which each ticket then shows from its issue. The value "
            "of a ticket that has expired stays owed until two people decide about it."
        ),
        why="A ticket is credit of the player, and no clause ends that. The other reading sets a time by house rule.",
        decided_by="the operator",
    ),
]
