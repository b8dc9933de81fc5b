"""The rule book describes everything that a document declares about staff, powers, steps and clocks."""

from collections import Counter

import pytest

from croupier.catalogue import names, ruleset
from croupier.rulebook.book import look_up
from croupier.rulebook.conditions import policies
from croupier.rulebook.decisions import DURING, SUBJECTS
from croupier.rulebook.passages import Passage
from croupier.rulebook.procedures import sections
from croupier.rulebook.signs import setting_entries
from croupier.rulebook.text import text
from croupier.rulebook.writing import readings_document
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"


def passages(name: str) -> list[Passage]:
    return [each for section in sections(ruleset(name)) for each in section.passages]


@pytest.mark.parametrize(
    ("name", "topic", "clause", "said"),
    [
        (
            STAR,
            "boxperson",
            "1.1:boxperson",
            "May also act as the casino supervisor. Makes calls in a round. May order the shooter to pass the dice, decide "
            "which face is uppermost, correct a recorded outcome, confirm a spoken bet, mark a bet on or off and decide a "
            "dispute. Is to check a die that was found, where that is called for.",
        ),
        (
            STAR,
            "stickperson",
            "1.1:stickperson",
            "Makes calls in a round. May see to the set of dice, call “no roll” and write a breach down. Is to offer the dice "
            "and throw the dice when nobody can, where that is called for.",
        ),
        (
            ADELAIDE,
            "the House",
            "14(a)",
            "May put another reading in force, or higher odds where they may be raised, invalidate the outcome of a roll, ",
        ),
        (STAR, "inspector", "1.1:inspector", "Decides nothing at the table."),
        (SICBO, "shaken", "5.1", "The dealer or the casino supervisor tumbles the dice under the cover at least 3 times."),
        (SICBO, "pressed", "5.2", 'The dealer presses "no more bets". Where the sign has no touch screen, this is left out.'),
        (MINISTAR, "spun", "3.13", "The machine spins the ball. Bets stay open."),
        (ARUZE, "shot", "3.11", "The shooter or the machine shoots the dice."),
        (
            STAR,
            "after the close",
            "6.3",
            "Once bets are closed none is made or changed, but for a spoken bet that the dealer or the boxperson confirms; "
            "the document lets nobody relax that.",
        ),
        (
            MINISTAR,
            "after the close",
            "3.3.6",
            "Once bets are closed none is made or changed; the casino supervisor may let one be, where to hold to the close "
            "would be unfair to the player.",
        ),
        (
            ARUZE,
            "let a bet be changed after the close",
            "3.3.8",
            "The assistant gaming manager may let a bet be changed after the close once bets are closed or from the throw to "
            "the call, where to hold to the close would be unfair to the player. Once the dice are on their way, another who "
            "may decide it has to agree.",
        ),
        (
            MINISTAR,
            "void bets that no record confirms",
            "7.3",
            "The assistant gaming manager is to void bets that no record confirms.",
        ),
        (MINISTAR, "interrupted", "7.2.2", "Taken to have malfunctioned: play was interrupted, or the display is faulty."),
        (
            SICBO,
            "refuse a bet",
            "9.11",
            "The casino supervisor may refuse a bet before bets open or while bets are open, on rea",
        ),
        (
            SICBO,
            "have a bet forfeited",
            "9.5",
            "The casino supervisor may have a bet forfeited, but only one of whoever committed the fraud.",
        ),
        (
            SICBO,
            "end a wager: sign",
            "6.6",
            "A wager ends only after a sign has announced it for 20 minutes. It is the final call: new bets on "
            "that wager are taken until the bets that are open close; those that stand run on until they are decided.",
        ),
        (
            SICBO,
            "close the table: sign",
            "9.8",
            "While somebody sits at it, the table closes only after a sign has announced it for 20 minutes. It is the final "
            "call: new bets on Super Streak are taken until the bets that are open close; those that stand run on until "
            "they are decided.",
        ),
        (ADELAIDE, "lost dice", "9(d)(iv)", "Once a die is lost, the next shooter is offered a new set."),
        (ARUZE, "time to throw", "3.11.1", "The shooter has 10 seconds from the close of bets; then the machine shoots."),
        (ARUZE, "cards", "3.13", "Since 2024-10-18 13:00:00 UTC a bet needs the player's own card in the terminal."),
        (ARUZE, "terminals", "7.1", "A player may play at one terminal at a time only."),
        (
            STAR,
            "abstaining",
            "9.9",
            "When every place is taken, a player who has not bet for 3 rounds may be asked to go. A round counts that "
            "leaves the table before a come-out roll.",
        ),
        (STAR, "off-the-table", "5.3.1", "Must: a die came to rest off the table."),
        (STAR, "not-together", "5.2.1", "May: the dice did not leave the hand together."),
        (
            ADELAIDE,
            "touched-bets",
            "14(b)",
            "May: bets were touched before they were settled, again and again. It needs at least 2 breaches by the same "
            "person, written down before.",
        ),
        (
            MINISTAR,
            "ball-at-rest",
            "3.12",
            "Must, and the machine does it at once: the ball came to rest while bets were open.",
        ),
        (
            STAR,
            "change the sign: sign",
            "7.5",
            "A higher minimum takes effect only after a sign has announced it for 20 minutes.",
        ),
        (
            ADELAIDE,
            "close the table: notice",
            "14(i)",
            "A Government Casino Inspector has to be told before it is done.",
        ),
        (
            ADELAIDE,
            "nobody",
            "",
            "The document lets nobody change the sign, give a player limits of their own or end a wager.",
        ),
    ],
)
def test_what_is_said_of_a_procedure(name: str, topic: str, clause: str, said: str) -> None:
    assert [each.clause for each in passages(name) if each.topic == topic and each.says.startswith(said)] == [clause]


def test_every_act_is_told_in_one_place_and_every_phase_has_words() -> None:
    assert Counter(act for acts in SUBJECTS.values() for act in acts) == Counter(Act)
    assert set(DURING) == set(Phase)


@pytest.mark.parametrize("name", names())
def test_every_power_and_every_ground_is_read_with_its_clause(name: str) -> None:
    procedures = ruleset(name).procedures
    told = Counter(each.clause for each in passages(name))
    declared = [power.clause for power in procedures.powers]
    declared += [ground.clause for power in procedures.powers for ground in power.grounds]
    declared += [each.clause for each in (*procedures.staff, *procedures.sequence, *procedures.clocks, *procedures.demands)]
    assert [clause for clause in declared if not told[clause]] == []


@pytest.mark.parametrize("name", names())
def test_what_no_power_allows_is_said_once_or_cannot_be_asked_for(name: str) -> None:
    """An act without a power is in at most one "nobody may" sentence, an act with a power in none."""
    nobody = [each.says for each in passages(name) if "lets nobody" in each.says]
    for act, powers in ruleset(name).procedures.powers_to.items():
        words = "relax that" if act is Act.RELAX_FREEZE else str(act)
        assert sum(words in said for said in nobody) <= (0 if powers else 1), act
    assert nobody


@pytest.mark.parametrize("name", names())
def test_every_clause_of_the_procedures_can_be_looked_up(name: str) -> None:
    rules = ruleset(name)
    for each in passages(name):
        if each.clause:
            _, found = look_up(rules, each.clause)
            assert found
            assert each in [passage for section in found.sections for passage in section.passages]


def test_a_ground_is_told_with_its_power_and_a_power_with_its_grounds() -> None:
    rules = ruleset(STAR)

    def topics(clause: str) -> list[str]:
        _, found = look_up(rules, clause)
        assert found
        return [each.topic for section in found.sections for each in section.passages]

    assert topics("5.3.2") == ["call “no roll”", "die-on-die"]
    assert topics("5.1")[:3] == ["no roll", "call “no roll”", "not-together"]
    assert {"die-on-die", "wrong-thrower"} <= set(topics("5.1"))
    assert topics("9.3.1") == ["void a person's bets", "device"]
    assert topics("7.6") == ["give a player limits of their own"]
    assert "minimum" in topics("7.1")


def test_a_reading_says_what_it_changes_at_the_table() -> None:
    rules = ruleset(ARUZE)
    for each in (rules, rules.under({"AZ-12": "seven-out"})):
        told = text(readings_document(each, [reading for reading in each.readings if reading.id == "AZ-12"]), 1000)
        assert "with seven-out  the dice: passing on: no longer holds\n" in told
        assert "the dice: losing them: The shooter loses the dice on a total of 7 while a point is on." in told


def test_a_reading_that_waits_for_the_operator_says_so() -> None:
    rules = ruleset(SICBO)
    told = text(readings_document(rules, rules.readings), 1000)
    assert told.count("no table may offer even before the operator has confirmed this reading") == 1
    chapter, _ = look_up(rules, "even")
    assert chapter
    assert chapter.pages[0].terms[-1] == "No table may offer it before the operator has confirmed the reading SB-01."


def test_every_line_of_a_sign_says_what_it_is_for() -> None:
    lines = {(name, line.setting): line.says for name in names() for line in setting_entries(ruleset(name))}
    assert lines[ADELAIDE, "odds_multiple"] == "How many times the flat bet its odds may be, or may win."
    assert lines[ARUZE, "shooting_minimum"].startswith("The smallest bet with which a player may shoot;")
    assert lines[SICBO, "touch_screen"].startswith('Whether the table has one: then the dealer presses "no more bets".')
    assert lines[SICBO, "super_streak_amount"] == "The stake of Super Streak."
    assert lines[STAR, "stake_unit"].endswith("Only a table that is open has it, no scenario.")
    assert "scenario" not in lines[ADELAIDE, "multiples"]


def test_named_properties_say_how_a_table_is_run() -> None:
    """Which tables are electronic, take tokens, offer the dice in turn and let a shooter give them up."""
    every = {name: ruleset(name).procedures for name in names()}
    assert [name for name, each in every.items() if each.is_electronic] == [ARUZE, MINISTAR]
    assert [name for name, each in every.items() if each.takes_tokens] == [STAR, SICBO]
    assert [name for name, each in every.items() if each.offers_dice] == [STAR, ADELAIDE]
    thrown = {name: each.shooting for name, each in every.items() if each.shooting}
    assert {name: (each.is_offered, each.may_be_passed) for name, each in thrown.items()} == {
        STAR: (True, True),
        ADELAIDE: (True, True),
        ARUZE: (False, False),
    }
    assert [name for name in names() if ruleset(name).odds_may_be_raised] == [ADELAIDE]


def test_tokens_are_bet_only_where_the_document_knows_them() -> None:
    money = {name: {each.topic: each for each in policies(ruleset(name))} for name in names()}
    assert {name: said["tokens"].clause for name, said in money.items() if "tokens" in said} == {
        STAR: "1.1:casino-promotional-token",
        SICBO: "1.1:casino-promotional-voucher",
    }
    assert money[ADELAIDE]["money"].says == "Bets are made with chips that the player has at the table."
