"""The readings: how we read the unclear clauses of the Sic Bo document."""

from croupier.games.sicbo.dice import ANY_TRIPLE, BIG, EVEN, ODD, SMALL, only, showing, streak_marker, total
from croupier.games.sicbo.wagers import any_of, begins_at, in_a_row, single, super_streak
from croupier.rules.odds import odds
from croupier.rules.reading import Reading, as_is_but, change, change_rules
from croupier.rules.terms import Below, Left
from croupier.rulesets.sicbo.star_2016.odds import PAYS, STREAK

READINGS = [
    Reading(
        id="SB-01",
        clauses=["3.2", "3.2.2.1"],
        wagers=["even"],
        to_confirm=["even"],
        literal="Even wins on 4, 6, 8, 12, 14, 16 and 18; a total of 10, which falls in 27 ways, loses.",
        read=(
            "Even wins on 4, 6, 8, 10, 12, 14 and 16, and loses on every triple. A live table is to offer it only once the "
            "operator has confirmed this reading. With 'as-printed' the printed totals win, triple 2 and triple 4 "
            "excepted, so that triple 6 wins; with 'as-printed-triple-six-loses' they win without any triple. The Odd "
            "or Even streak counts 10 as even in every case."
        ),
        why=(
            "Even is the mirror image of Odd: take every face from 7, and the totals 5, 7 and so on to 17 become 16, "
            "14 and so on to 4, in the same 105 ways."
        ),
        decided_by="the operator",
        default="mirror-of-odd",
        otherwise={
            "as-printed": [
                change(
                    "even",
                    wager=any_of("Even", total(4, 6, 8, 12, 14, 16, 18) - showing(2, 3) - showing(4, 3), PAYS["even"]),
                ),
            ],
            "as-printed-triple-six-loses": [
                change("even", wager=any_of("Even", total(4, 6, 8, 12, 14, 16, 18) - ANY_TRIPLE, PAYS["even"])),
            ],
        },
    ),
    Reading(
        id="SB-02",
        clauses=["3.2.2.1", "3.2.2.2"],
        literal=(
            "18 is listed among the winning totals, with only triples 2 and 4 excepted, but it is itself a triple, and "
            "any triple loses."
        ),
        read="Triple 6 loses. The choice is made with SB-01.",
        why="18 is 6-6-6 and nothing else, Odd never lists 3, and the clause by which any triple loses governs.",
        decided_by="the operator",
        rejected={
            "18 wins beside 10": [
                change(
                    "even",
                    wager=any_of("Even", total(4, 6, 8, 10, 12, 14, 16, 18) - showing(2, 3) - showing(4, 3), PAYS["even"]),
                )
            ]
        },
    ),
    Reading(
        id="SB-03",
        clauses=["6.3"],
        wagers=["super-streak"],
        literal="Streaks are measured by 3.1.1 to 3.1.4, of which the last two are Specific Triples and Doubles.",
        read="3.2.1 and 3.2.2, Odd and Even, are meant in their place.",
        why="6.3.3 and 6.3.4 speak of Odd and Even; the numbers come from an earlier draft.",
    ),
    Reading(
        id="SB-04",
        clauses=["6.2", "6.3", "6.4", "7.2"],
        literal="It is not stated whether the result that opened the window counts.",
        read=(
            "The bet takes the side of the result that opened the window; that result does not count, and the "
            "following ones do. With 'opener-counted' it counts as the first; with 'next-result-counted' the next "
            "result counts as the first, whichever side it falls on. No live table is to open on terms that favour the "
            "player."
        ),
        why=(
            "To count one result more would give the player about four fifths of the stake, which cannot be intended. "
            "And if either side could begin, 'after the first result' in 6.2 would be pointless."
        ),
        decided_by="the operator",
        default="opener-not-counted",
        otherwise={
            "opener-counted": [
                change(
                    "super-streak:small-big",
                    wager=super_streak("Super Streak, Small or Big", {"small": SMALL, "big": BIG}, in_a_row(STREAK), counted=1),
                    begins=begins_at(1, "small", "big"),
                ),
                change(
                    "super-streak:odd-even",
                    wager=super_streak("Super Streak, Odd or Even", {"odd": ODD, "even": EVEN}, in_a_row(STREAK), counted=1),
                    begins=begins_at(1, "odd", "even"),
                ),
            ],
            "next-result-counted": [
                change(
                    "super-streak:small-big",
                    wager=super_streak(
                        "Super Streak, Small or Big",
                        {"small": SMALL, "big": BIG},
                        in_a_row(STREAK),
                        either_may_begin=True,
                    ),
                    begins={"small opened": "either", "big opened": "either"},
                ),
                change(
                    "super-streak:odd-even",
                    wager=super_streak(
                        "Super Streak, Odd or Even",
                        {"odd": ODD, "even": EVEN},
                        in_a_row(STREAK),
                        either_may_begin=True,
                    ),
                    begins={"odd opened": "either", "even opened": "either"},
                ),
            ],
        },
    ),
    Reading(
        id="SB-05",
        clauses=["6.1", "6.2"],
        literal="The bet is taken after the day's first result or when a streak has ended, not while one goes on.",
        read=(
            "The window opens with the first result of the gaming day that is not a triple, and with each changeover. "
            "It stays open through triples and no results, and closes with the next result that is neither a triple "
            "nor a changeover. After twelve in a row it stays closed until a real changeover. With 'closed-by-triples' "
            "a triple closes it as well."
        ),
        why="Triples and no results leave a streak where it is (6.4, 8.6), so they do not put one in progress.",
        decided_by="the operator",
        default="through-triples",
        otherwise={
            "closed-by-triples": [
                change_rules(
                    pucks={
                        "small-big": streak_marker(
                            "The run of Small or Big",
                            "small",
                            SMALL,
                            "big",
                            BIG,
                            triples_close=True,
                        ),
                        "odd-even": streak_marker(
                            "The run of Odd or Even",
                            "odd",
                            ODD,
                            "even",
                            EVEN,
                            triples_close=True,
                        ),
                    }
                ),
            ],
        },
    ),
    Reading(
        id="SB-06",
        clauses=["6.3", "7.2"],
        wagers=["super-streak"],
        literal="The table of odds starts at 1, and the maximum is 12.",
        read=(
            "As the opening result does not count (SB-04), a streak of none is possible, and loses. At twelve in a row "
            "the bet is paid 500 to 1 and ends."
        ),
        why="Three or fewer lose (6.4.1), and none is fewer; 6.3 sets the maximum.",
    ),
    Reading(
        id="SB-07",
        clauses=["6.6", "9.8"],
        literal=(
            "A table may close after a sign of 20 minutes, but streak bets 'remain in play until a result'; 'the "
            "clock' is not defined. Once it is on the table the dealer announces final call, and no further streak bets are "
            "accepted; until when is not said."
        ),
        read=(
            "The sign is the clock, and putting it up is the final call. If bets are open then, streak bets are taken until "
            "they close; after that none is. The table plays on, and does not close, until the streak bets are decided or a "
            "casino supervisor refunds them."
        ),
        why=(
            "A call that leaves no time to answer it is none, and a final one leaves no other. So the table may close, and no "
            "streak bet is cut short."
        ),
        decided_by="a casino supervisor",
    ),
    Reading(
        id="SB-08",
        clauses=["8.7.1"],
        literal="When the lights fail, streak bets are settled by the dice and deemed ended.",
        read=(
            "As written: the count with this result in it decides. Four or more are paid; three or fewer lose, even if "
            "unbroken. The casino supervisor is told, and may refund an unbroken count below four."
        ),
        why="The clause ends the bet there and then; whether that is fair to an unbroken streak, a person may judge.",
        decided_by="a casino supervisor",
    ),
    Reading(
        id="SB-09",
        clauses=["3.1.4"],
        literal="A Specific Double wins 'if that double or win once only if a triple' of the number appears.",
        read="It wins on the double, and also, once, on the triple.",
        why="A word is missing, but 'once only' is plain.",
        rejected={
            "a triple is paid twice": [
                change("double:1", wager=single("Specific Double 1", 1, {2: PAYS["specific-double"], 3: odds("22 to 1")}))
            ],
            "a triple is paid three times": [
                change("double:1", wager=single("Specific Double 1", 1, {2: PAYS["specific-double"], 3: odds("33 to 1")}))
            ],
        },
    ),
    Reading(
        id="SB-10",
        clauses=["1.1:casino-promotional-voucher", "3.3", "3.11", "3.13"],
        literal="The definitions name a 'voucher', the rules a 'token'; whether a winning token goes back is not said.",
        read="They are the same thing. A token is taken after one decision, and its winnings are paid in chips.",
        why="The Star craps document defines a token in these words (1.1).",
        decided_by="the operator",
    ),
    Reading(
        id="SB-11",
        clauses=["7.1"],
        literal="Stray lines stand among the odds: '100111', '5, 4, 5 and 6 7 10 1' and 'S and S 0 10 1'.",
        read="They are ignored.",
        why="Each is a ghost of the line above it, left when the text was extracted.",
    ),
    Reading(
        id="SB-12",
        clauses=["3.2.3"],
        literal=(
            "The set 2, 3, 5, 6 is not consecutive, and a bet on 'any of these' wins 'once and only if' three of its "
            "four numbers appear."
        ),
        read="The set is kept, and three different faces of the four must show.",
        why=(
            "It is listed in 3.2.3 and again in 7.1, so it is no misprint. Different faces fall in 24 ways; with "
            "repeats there would be 64."
        ),
        rejected={
            "repeats count": [
                change(
                    "four-numbers:1-2-3-4",
                    wager=any_of("Four Number Combination 1-2-3-4", only(1, 2, 3, 4), PAYS["four-1-2-3-4"]),
                )
            ]
        },
    ),
    Reading(
        id="SB-13",
        clauses=["5.1", "3.10", "3.13"],
        literal=(
            "The dice are shaken before bets are made, and chips count as they lie when the cover is lifted, though "
            "bets froze earlier."
        ),
        read=(
            "Nothing may reveal the outcome before 'no more bets': no sensor, no display, no log. The software tumbler "
            "is tumbled before bets are made and shows its dice only once they are closed and the close is on record; "
            "until then its result exists nowhere. The bets are noted at the close and cannot change before the cover "
            "is lifted."
        ),
        why="A result that could be known early would not be a game of chance, and one that does not exist cannot be known.",
    ),
    Reading(
        id="SB-14",
        clauses=["8.4", "5.2"],
        literal="Any game in which the 'no more bets' key was not pressed is a no result.",
        read="This holds at tables with a touch screen.",
        why="Only they have the key (5.2).",
        decided_by="the operator",
    ),
    Reading(
        id="SB-15",
        clauses=["2.4", "2.5"],
        literal="The dice are 'sealed' under a 'removable' cover.",
        read="The base is sealed and the dome comes off; whether it is on is part of the state of the device.",
        why="Only so are both words true.",
    ),
    Reading(
        id="SB-16",
        clauses=["6.1", "6.2", "6.6", "9.9"],
        literal="Round of play, gaming day, game and clock are not defined.",
        read=(
            "A round lasts from the shake to settlement. The gaming day is the operator's business date, and when it "
            "changes is a setting."
        ),
        why="This is how the words are used in a casino.",
        decided_by="the operator",
    ),
    Reading(
        id="SB-17",
        clauses=["9.12", "1.1:games-supervisor"],
        literal=(
            "A dispute is decided by a games supervisor and reviewed by a casino supervisor, a class that includes the "
            "games supervisor."
        ),
        read="The review is made by another, more senior person.",
        why="Nobody can review themselves.",
        decided_by="the operator",
    ),
    Reading(
        id="SB-18",
        clauses=["4.2", "4.3"],
        literal=(
            "A bet below the minimum is valid when it is found 'after' the call; one above the maximum is settled to "
            "the maximum."
        ),
        read=(
            "A bet below the minimum is accepted and valid. One above the maximum is accepted and settled to the "
            "maximum, and the excess goes back on win and loss alike. Before the call the dealer is shown a bet below the "
            "minimum and may have it corrected, and a casino supervisor may refuse either (9.11). With 'refused' less "
            "than the minimum is not taken before the call, nor may a bet be made smaller than it; what is found below "
            "the minimum after the call is valid."
        ),
        why=(
            "Both clauses keep a bet that was let through, and what is above the maximum was never at risk. The sign says "
            "what is permitted (4.1), and 4.2 does not say what becomes of less before the call: the dealer may let it lie."
        ),
        decided_by="the operator",
        default="accepted",
        otherwise={"refused": [change_rules(limits=as_is_but(below=Below.VALID_ONCE_CLOSED, left=Left.AS_IF_BET))]},
    ),
    Reading(
        id="SB-19",
        clauses=["10.4", "10.7.11.1", "10.7.11.3"],
        literal=(
            "Only the winner of a cash prize above $10,000 may choose how it is paid. Two items are numbered 'ii', and "
            "one has no number."
        ),
        read=(
            "At or below $10,000 the operator decides. Money above it that a winner takes instead of a thing (10.3) is paid as "
            "the winner chooses, too. Other times of a promotion that is resumed (10.12) are amended terms and need approval "
            "(10.9.1). The items are read in their order."
        ),
        why=(
            "The choice is granted above the threshold and nowhere else; once chosen, the alternative is paid as cash. The "
            "other reading lets the operator decide. The times are terms, and 10.9.1 makes no exception; the other reading, "
            "that 10.12 itself lets the operator set new times, would let anybody who postpones change the terms."
        ),
        decided_by="the operator",
    ),
    Reading(
        id="SB-20",
        clauses=["3.8", "3.9"],
        literal=(
            "The value of a colour is marked only if it is above the minimum, and several colours of one player must "
            "share a value."
        ),
        read="A colour without a marker is worth the table minimum.",
        why="That is the one value that needs no marker.",
    ),
    Reading(
        id="SB-21",
        clauses=["8.6", "9.5"],
        literal="A no result makes bets void; bets on an invalidated outcome 'may be refunded'.",
        read="Void bets go back, Super Streak excepted. Bets on an invalidated outcome normally go back too.",
        why="Void means that nothing is won or lost, and players should not pay for a game that was taken from them.",
        decided_by="a casino supervisor",
    ),
    Reading(
        id="SB-22",
        clauses=["6.3.3", "6.3.4", "3.2"],
        wagers=["super-streak"],
        literal="Streaks of Odd and Even exist where the wagers Odd and Even are optional.",
        read="The streaks may be offered where the wagers are not; each is switched on by itself.",
        why="The definitions of 3.2 hold even if the wagers are not offered.",
        decided_by="the operator",
    ),
    Reading(
        id="SB-23",
        clauses=["3.1.8", "7.1"],
        literal="The wager simply wins if its number shows; the odds vary with the number of dice.",
        read="There is one payment, at the row for the number of dice that show it.",
        why="The three rows exclude each other, so only one can apply.",
    ),
    Reading(
        id="SB-24",
        clauses=["9.12", "1.1:games-supervisor"],
        literal=(
            "In the absence of a games supervisor, a person responsible for the immediate supervision of the game, a casino "
            "supervisor decides first. From where a games supervisor is absent is not said."
        ),
        read=(
            "From the table. A games supervisor is there who supervises it, or who works that evening and supervises no other "
            "table. Whoever supervises other tables only is absent from this one."
        ),
        why="Whoever is responsible for another game cannot leave it to decide here. Anybody else can come to the table.",
        decided_by="the operator",
    ),
]
