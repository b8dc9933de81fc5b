"""What goes wrong around a table that people run: each sentence is played as a page of procedure is."""

from pages import Page, played

STAR, ADELAIDE = "star-craps-2016", "adelaide-craps-2003"

THROWN = """
    stickperson opens the bets
    stickperson offers the dice to ann
    ann takes the dice
    ann bets $10 on dont-win
    bob bets $12 on place-win:6
    ann throws
    stickperson calls 2-2
    dealer has paid
    stickperson opens the bets
    """


def last(name: str, *lines: str, players: str = "ann $500, bob $500") -> str:
    """What comes of the last line."""
    done = tuple(line.strip() for each in lines for line in each.splitlines() if line.strip())
    return played(Page(name, ("1",), "", (f"players: {players}",), done)).rstrip().splitlines()[-1].strip()


def test_a_shooter_whose_line_bet_is_gone_does_not_keep_the_house_from_throwing() -> None:
    thrown = last(STAR, THROWN, "ann takes dont-win down", "stickperson throws for the house")
    assert thrown == "Robin (stickperson) throws the dice."


def test_a_shooter_who_is_barred_throws_no_more_and_the_dice_go_on() -> None:
    barred = (THROWN, "casino-supervisor sanctions ann, bar: device")
    assert last(STAR, *barred, "ann throws") == "no: ann may not play here (3.8)."
    assert last(STAR, *barred, "stickperson throws for the house") == "Robin (stickperson) throws the dice."


def test_whoever_was_offered_the_dice_and_left_does_not_hold_them_up() -> None:
    asked = """
        stickperson opens the bets
        ann bets $12 on place-win:6
        stickperson offers the dice to ann
        ann declines the dice
        stickperson offers the dice to bob
        bob leaves
        """
    assert last(STAR, asked, "stickperson throws for the house") == "Robin (stickperson) throws the dice."


def test_no_bets_are_turned_away_for_a_closing_whose_sign_has_not_hung() -> None:
    early = "casino-supervisor announces the close: a quiet evening"
    assert last(STAR, early) == "no: A sign has to announce the closing of the table for 20 minutes (9.8)."
    hung = "at 12:00:00\ncasino-supervisor posts the closing at 12:20:00: a quiet evening\nat {}"
    soon = "no: The sign that announces the closing of the table has not hung for its time (9.8)."
    assert last(STAR, hung.format("12:19:59"), early) == soon
    assert last(STAR, hung.format("12:20:00"), early).startswith("Robin (casino supervisor) announces that play closes")


def test_an_inspector_hears_of_every_closing() -> None:
    closing = """
        house posts the closing at 12:00:00: the end of the day
        house gives notice 1: by telephone
        house closes the table: the end of the day
        house opens the day 2024-11-02
        """
    again = "no: First a Government Casino Inspector has to be told (14(i))."
    assert last(ADELAIDE, closing, "house closes the table: the end of the day") == again


CLOSED_ON_A_POINT = f"""
    {THROWN}
    ann takes dont-win down
    stickperson throws for the house
    stickperson calls it off: cocked
    stickperson misses 2 dice
    casino-supervisor posts the closing at 12:30:00: the end of the day
    at 12:30:00
    casino-supervisor closes the table, refunding: the end of the day
    boxperson opens the day 2024-11-02
    """


def test_a_day_begins_with_a_come_out_roll_and_a_whole_set_of_dice_for_the_first_player() -> None:
    assert last(STAR, CLOSED_ON_A_POINT, "the pucks") == "puck: come-out"
    first = (CLOSED_ON_A_POINT, "stickperson opens the bets", "stickperson offers the dice to ann")
    assert last(STAR, *first) == "Robin (stickperson) offers the dice to ann (3.2)."
    assert last(STAR, *first, "ann takes the dice 4 and 5") == "ann takes the dice and chooses 4 and 5."
    assert last(STAR, *first, "ann bets $10 on dont-win") == "ann bets $10.00 on dont-win."


def test_no_day_begins_at_a_table_that_has_been_played_at_and_is_not_closed() -> None:
    """So no bet stands over from the day before, and no higher minimum comes without its sign."""
    closes_first = "no: The table is open; it closes first."
    assert last(STAR, THROWN, "boxperson opens the day 2024-11-02") == closes_first
    assert last(STAR, "stickperson opens the bets", "boxperson opens the day 2024-11-01 with minimum 1000") == closes_first
    assert last(STAR, "boxperson opens the day 2024-11-01 with minimum 1000").startswith("Robin (boxperson) opens")


def test_where_only_future_bets_may_be_refused_a_bet_that_stands_is_not() -> None:
    standing = "stickman opens the bets\nann bets $10 on field"
    nobody = "no: These rules let nobody refuse a bet."
    assert last(ADELAIDE, standing, "house refuses field of ann: touched-bets") == nobody
    future = "house refuses all bets of ann: touched-bets"
    noted = "dealer notes a breach of 14(b) by ann: she touched her bets"
    once = "no: Breaches of ann were written down 1 times, and 2 is the least (14(b))."
    assert last(ADELAIDE, standing, noted, future) == once
    assert last(ADELAIDE, standing, noted, noted, future) == "Robin (house) takes no more bets of ann: touched-bets (14(b))."


def test_5_3_6_no_roll_is_called_for_a_stranger_though_the_shooter_has_not_thrown() -> None:
    called = '"No roll" is called by Robin (stickperson): somebody else than the shooter threw (5.3.6).'
    assert last(STAR, THROWN, "stickperson calls it off: wrong-thrower") == called
    reported = (THROWN, "a fault is reported: wrong-thrower", "ann throws")
    assert last(STAR, *reported) == "no: The round has to be called off: somebody else than the shooter threw (5.3.6)."


def test_9_11_no_bet_is_refused_once_the_dice_are_thrown() -> None:
    thrown = (THROWN, "ann throws", "casino-supervisor refuses place-win:6 of bob: he bets late")
    assert last(STAR, *thrown) == "no: It is too early or too late to refuse a bet (9.11)."


def test_a_refusal_is_a_sentence_that_a_dealer_could_say() -> None:
    assert last(STAR, THROWN, "stickperson calls 3-4") == "no: Not now: first the shooter throws the dice (4.2)."
    unmarked = "bob calls place-win:6 on"
    assert last(STAR, THROWN, unmarked) == "no: Nobody said who is to mark a bet on or off: dealer or boxperson (6.6.1)."


def test_an_outcome_that_is_invalidated_is_not_told_as_a_call_of_no_roll() -> None:
    why = "there was commotion, fire, riot, brawl, robbery or an act of God (9.4.1)."
    called = f"The outcome is invalidated by Robin (boxperson): {why}"
    assert last(STAR, THROWN, "boxperson calls it off: disorder") == called


def test_bets_that_stand_are_still_decided_after_the_close_was_announced() -> None:
    closing = """
        casino-supervisor posts the closing at 12:30:00: the end of the day
        at 12:30:00
        stickperson calls it off: wrong-thrower
        casino-supervisor announces the close: the end of the day
        stickperson opens the bets
        """
    assert last(STAR, THROWN, closing) == "Round 3: Robin (stickperson) opens the bets."
    assert (
        last(STAR, THROWN, closing, "bob bets $10 on field") == "no: The table is about to close and takes no more bets (9.8)."
    )
    done = ("ann throws", "stickperson calls 3-4", "dealer has paid")
    nothing = "no: The table is about to close, and no bet waits to be decided (9.8)."
    assert last(STAR, THROWN, closing, *done, "stickperson opens the bets") == nothing
    assert last(STAR, THROWN, closing, *done, "casino-supervisor closes the table: the end of the day").endswith(
        "closes the table: the end of the day (9.8)."
    )


def test_once_no_bets_are_taken_nobody_is_waited_for_to_make_a_line_bet() -> None:
    closing = """
        stickperson opens the bets
        stickperson offers the dice to ann
        ann takes the dice
        ann bets $11 on place-lose:4
        casino-supervisor posts the closing at 12:30:00: the end of the day
        at 12:30:00
        casino-supervisor announces the close: the end of the day
        """
    assert last(STAR, closing, "stickperson throws for the house") == "Robin (stickperson) throws the dice."
