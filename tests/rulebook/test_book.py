"""The rule book describes the machines correctly and in good sentences."""

import re

import pytest

from croupier.catalogue import names, ruleset, variant
from croupier.rulebook.book import UnknownWagerError, book, chapter
from croupier.rulebook.grid import CellMark, Grid, grids, state_label
from croupier.rulebook.trace import trace
from croupier.rules.machine import Decision, Move, Result
from croupier.rules.outcomes import OutcomeName, shown
from croupier.rules.wager import Wager

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"


def how(name: str, wager: str) -> str:
    return " ".join(chapter(variant(name), wager).pages[0].how)


def terms(name: str, wager: str) -> str:
    return " ".join(chapter(variant(name), wager).pages[0].terms)


@pytest.mark.parametrize(
    ("name", "wager", "said"),
    [
        (
            STAR,
            "dont-win",
            "On its first roll it wins at 1 to 1 on a 3 or 12, is a push on a 2, and loses on a 7 or 11. A 4, 5, 6, "
            "8, 9 or 10 becomes its point. Once its point is set, it wins at 1 to 1 if a 7 comes before the point, and loses if"
            " the point comes first. No other roll touches it.",
        ),
        (
            ADELAIDE,
            "pass-odds",
            "It wins if the point comes before a 7, at 2 to 1 on 4 or 10, 3 to 2 on 5 or 9 and 6 to 5 on 6 or 8, and "
            "loses if the 7 comes first. No other roll touches it.",
        ),
        (
            STAR,
            "hardway:8",
            "It wins at 9.5 to 1 on a hard 8, and loses on an easy 8 or a 7, whichever comes first. No other roll touches it.",
        ),
        (
            ARUZE,
            "field",
            "The next roll decides it: it wins at 1 to 1 on a 3, 4, 9, 10 or 11 and at 2 to 1 on a 2 or 12, and loses"
            " on anything else.",
        ),
        (
            ADELAIDE,
            "world",
            "The stake is split into 5 equal parts, and the next roll decides them: at 32 to 1, one on a 2 and one on"
            " a 12; at 15 to 1, one on a 3 and one on an 11; at 4 to 1, one on a 7. A part that does not win is lost;"
            " the bet counts as won when any part wins. On the whole stake that makes 28 to 5 if a 2 or 12 falls, 11 "
            "to 5 if a 3 or 11 falls and neither gain nor loss if a 7 falls. Every other roll loses all of it.",
        ),
        (
            SICBO,
            "super-streak:odd-even",
            "It is on one side: Odd (a total of 5, 7, 9, 11, 13, 15 or 17 except a triple) or Even (a total of 4, 6, "
            "8, 10, 12, 14 or 16 except a triple). It begins at 0, and every result of its side counts one more. The "
            "result that makes 12 ends it and pays 500 to 1. The first result of the other side ends it too: after 0,"
            " 1, 2 or 3 it loses, after 4 it pays 6 to 1, after 5 it pays 10 to 1, after 6 it pays 15 to 1, after 7 "
            "it pays 20 to 1, after 8 it pays 35 to 1, after 9 it pays 50 to 1, after 10 it pays 75 to 1 and after 11"
            " it pays 100 to 1. No other round touches it.",
        ),
        (
            SICBO,
            "single:3",
            "The next round decides it: it wins at 1 to 1 on one 3, at 2 to 1 on two 3s and at 12 to 1 on three 3s, "
            "and loses on anything else.",
        ),
        (
            MINISTAR,
            "dozen:2",
            "The next spin decides it: it wins at 2 to 1 on 13 to 24, and loses on anything else.",
        ),
        (
            MINISTAR,
            "orphans",
            "The stake is split into 5 equal parts, and the next spin decides them: at 35 to 1, one on 1; at 17 to 1,"
            " one on 6 or 9, one on 14 or 17, one on 17 or 20 and one on 31 or 34. A part that does not win is lost; "
            "the bet counts as won when any part wins. On the whole stake that makes 31 to 5 if 1 or 17 falls and 13 "
            "to 5 if 6, 9, 14, 20, 31 or 34 falls. Every other spin loses all of it.",
        ),
        (
            ARUZE,
            "hop:2-6",
            "The next roll decides it: it wins at 16 to 1 on a 2 and a 6, and loses on anything else.",
        ),
        (
            f"{STAR}+SC-12=stays-up",
            "dont-come",
            "On its first roll it wins at 1 to 1 on a 3 or 12, and loses on a 7 or 11. A 4, 5, 6, 8, 9 or 10 becomes "
            "its point. Any other roll leaves it as it is. Once its point is set, it wins at 1 to 1 if a 7 comes before the "
            "point, and loses if the point comes first. No other roll touches it.",
        ),
        (
            f"{SICBO}+SB-04=next-result-counted",
            "super-streak:small-big",
            "A total of 4 to 10 except a triple takes it to Small. A total of 11 to 17 except a triple takes it to "
            "Big. Any other round leaves it as it is. It is on one side: Small (a total of 4 to 10 except a triple) "
            "or Big (a total of 11 to 17 except a triple). It begins at 1, and every result of its side counts one "
            "more. The result that makes 12 ends it and pays 500 to 1. The first result of the other side ends it "
            "too: after 1, 2 or 3 it loses, after 4 it pays 6 to 1, after 5 it pays 10 to 1, after 6 it pays 15 to 1,"
            " after 7 it pays 20 to 1, after 8 it pays 35 to 1, after 9 it pays 50 to 1, after 10 it pays 75 to 1 and"
            " after 11 it pays 100 to 1. No other round touches it.",
        ),
    ],
)
def test_how_a_wager_is_decided(name: str, wager: str, said: str) -> None:
    assert how(name, wager) == said


@pytest.mark.parametrize(
    ("name", "wager", "said"),
    [
        (
            STAR,
            "win-line",
            "It is bet only before a come-out roll. Until its point is set it may be changed freely; from then on it "
            "stays until it is decided (6.4). It is always on.",
        ),
        (
            ARUZE,
            "pass-line",
            "It is bet only before a come-out roll. It may be changed freely until its point is set, and may grow "
            "also after that; what is added then may come down until the next roll, the rest stays (3.9.1). What is "
            "added later has an edge of its own: 1/3 at point 4 or 10, 1/5 at point 5 or 9 and 1/11 at point 6 or 8. "
            "Whoever adds to it then is told: “Chips added once its point is set can no longer win on the first roll;"
            " they only win if the point comes before a 7.”",
        ),
        (
            ARUZE,
            "dont-odds",
            "It is bet once the Don't Pass Line bet it supports stands on its point. It may grow, shrink and come "
            "down until the roll that decides it (3.5.1.1). Its winnings may be at most twice the Don't Pass Line bet"
            " (3.9.12.1). If that bet shrinks, the odds come down to what it still carries. The minimum and maximum "
            "on the sign do not hold for it.",
        ),
        (
            ADELAIDE,
            "buy-lose:4",
            "It may be bet whenever bets are open; until a roll decides it, it may grow, shrink and come down (5(c))."
            " It is always on. A commission of 5% of what it could win is taken when it is bet, rounded down to the "
            "cent; when the bet comes down, it goes back in proportion (7(c)). A bet that wins may stay up as a new "
            "bet on the same terms.",
        ),
        (
            ADELAIDE,
            "come-odds:4",
            "It is bet once the Come Bet it supports stands on 4. It may grow, shrink and come down until the roll "
            "that decides it (5(c)). It is off on a come-out roll unless the player calls it on; if the Come Bet is "
            "decided while it is off, it goes back; it may be called off only before a come-out roll, and a call "
            "holds for all open bets of that kind that the player has (5(e)). It may be at most the Come Bet times "
            "the multiple on the sign, 1 to 10, or 10 if the sign is silent (8(c)). The minimum and maximum on the "
            "sign do not hold for it.",
        ),
        (
            STAR,
            "horn",
            "It may be bet, changed and taken down whenever bets are open (6.4). The stake must divide into its 4 "
            "parts, also when some of it comes down.",
        ),
        (
            SICBO,
            "super-streak:odd-even",
            "It is bet only from the result that begins a run of Odd or Even to the next that is no triple. Once "
            "made, it neither grows nor comes down (6.2). The marker says how it begins: at “odd opened” as “odd 0” "
            "and at “even opened” as “even 0”. Its stake is fixed by the sign, $5.00 if it does not say (6.7). The "
            "minimum and maximum on the sign do not hold for it. It stands where every other bet goes back because a "
            "round does not count. The operator may leave it out.",
        ),
        (
            f"{STAR}+SC-05=not-until-come-out",
            "dont-come",
            "It is bet only while a point is on. When its point is thrown it moves to that number (dont-come:4, "
            "dont-come:5, dont-come:6, dont-come:8, dont-come:9, dont-come:10). Until its point is set it may be "
            "changed freely; after that it may shrink or come down, but never grow (6.5). Taken down after its first "
            "roll, it may be bet again only once the table stands before a come-out roll again. It is always on.",
        ),
        (
            f"{STAR}+SC-25=refused",
            "behind-dont-win",
            "It is bet once the Don't Win bet it supports stands on its point. It may grow, shrink and come down "
            "until the roll that decides it (6.4). It is always on. Its winnings may be at most twice the Don't Win "
            "bet (6.1.6.1). That bet may not shrink below what its odds need. The minimum and maximum on the sign do "
            "not hold for it.",
        ),
    ],
)
def test_on_which_terms_a_wager_is_offered(name: str, wager: str, said: str) -> None:
    assert terms(name, wager) == said


@pytest.mark.parametrize("name", names())
def test_every_sentence_is_one(name: str) -> None:
    """Every sentence starts with a capital, ends with a full stop, and has no gap where a word is missing."""
    rules = ruleset(name)
    pages = [page for each in book(rules).chapters for page in each.pages]
    sentences = [sentence for page in pages for sentence in (*page.how, *page.terms)]
    sentences += [policy.says for policy in book(rules).policies] + list(book(rules).markers)
    sentences += [each.says for section in book(rules).sections for each in section.passages]
    sentences += [line.says for line in book(rules).sign]
    for sentence in sentences:
        assert re.fullmatch(r"[A-Z].*[.”]", sentence), sentence
        assert not re.search(r"  | ,|\(\)|None|\{|\bon on\b|\.\.$", sentence), sentence


@pytest.mark.parametrize("name", names())
def test_every_clause_a_rule_set_names_is_in_the_document(name: str) -> None:
    rules, clauses = ruleset(name), {each.clause for each in trace(name)}
    named = {offer.clause for offer in rules.offers} | {offer.locked_by for offer in rules.offers}
    named |= {offer.at_most.clause for offer in rules.offers if offer.at_most}
    named |= {odds.clause for offer in rules.offers for odds in offer.wager.odds}
    named |= {clause for policy in book(rules).policies for clause in policy.clause.split(", ")} | {
        setting.clause for setting in rules.settings
    }
    named |= {each.clause for section in book(rules).sections for each in section.passages}
    named |= {clause for reading in rules.readings for clause in reading.clauses}
    assert named - clauses - {""} == set()


def outcomes_of(wager: Wager, grid: Grid, label: str, column: int, shows: str) -> list[OutcomeName]:
    """The outcomes that a cell of a picture stands for."""
    if shows:
        return [OutcomeName(shows)]
    head = grid.heads[column]
    if len(grid.heads) == 6 and label.isdigit():
        return [name for name in wager.space.ways if sorted(shown(name)) == sorted((int(label), int(head)))]
    if head.isdigit():
        return [name for name in wager.space.ways if sum(shown(name)) == int(head)]
    said = {line.words: line.outcomes.names for lines in wager.states.values() for line in lines if line.outcomes}
    named = {name for names in said.values() for name in names}
    return sorted(said[head]) if head in said else [name for name in wager.space.ways if name not in named]


@pytest.mark.parametrize("name", names())
def test_a_picture_shows_what_the_machine_does(name: str) -> None:
    """Compare every cell of every picture with the effect of its outcomes. No outcome may be missing."""
    rules = ruleset(name)
    for offer in rules.offers:
        wager = offer.wager
        states = {state_label(wager, state, rules.game.turn): state for state in wager.effects}
        for grid in grids(wager, rules.game.turn):
            for row in grid.rows:
                pictured: set[OutcomeName] = set()
                state = states.get(row.label, wager.first)
                for column, cell in enumerate(row.cells):
                    outcomes = outcomes_of(wager, grid, row.label, column, cell.shows)
                    pictured.update(outcomes)
                    assert {mark(wager, state, outcome) for outcome in outcomes} == {cell.mark}, (offer.id, state, outcomes)
                if row.label in states:
                    assert pictured == set(wager.space.ways), (offer.id, state)
            everything = {
                each
                for row in grid.rows
                for at, cell in enumerate(row.cells)
                for each in outcomes_of(wager, grid, row.label, at, cell.shows)
            }
            assert everything == set(wager.space.ways), offer.id


def mark(wager: Wager, state: str, outcome: OutcomeName) -> CellMark:
    match wager.effects[state].get(outcome):
        case None:
            return CellMark.STANDS
        case Move():
            return CellMark.MOVES
        case Decision(result=result):
            return {Result.WIN: CellMark.WINS, Result.LOSE: CellMark.LOSES, Result.PUSH: CellMark.PUSHES}[result]


def test_a_run_is_pictured_by_what_lengthens_and_what_ends_it() -> None:
    (grid,) = chapter(ruleset(SICBO), "super-streak:small-big").pages[0].grids
    small = grid.heads.index("a total of 4 to 10 except a triple")
    big = grid.heads.index("a total of 11 to 17 except a triple")
    rows = {row.label: [f"{row.cells[at].mark}{row.cells[at].note}" for at in (small, big)] for row in grid.rows}
    assert rows["small 3"] == ["Msmall 4", "L"]
    assert rows["small 4"] == ["Msmall 5", "W+6"]
    assert rows["big 11"] == ["W+100", "W+500"]


def test_the_first_roll_of_a_come_bet_is_no_come_out() -> None:
    (grid,) = chapter(ruleset(STAR), "come").pages[0].grids
    assert [row.label for row in grid.rows] == ["first roll", *(f"point {n}" for n in (4, 5, 6, 8, 9, 10))]


def test_a_wager_a_kind_a_clause_or_a_number_it_travels_to_can_be_asked_for() -> None:
    rules = ruleset(STAR)
    assert [page.id for page in chapter(rules, "hardway:6").pages] == ["hardway:6"]
    assert [page.id for page in chapter(rules, "hardway").pages] == [f"hardway:{n}" for n in (4, 6, 8, 10)]
    assert [page.id for page in chapter(rules, "6.1.9").pages] == [f"hardway:{n}" for n in (4, 6, 8, 10)]
    assert [page.id for page in chapter(rules, "6.1.1.2.1").pages] == ["win-line"]
    assert [page.id for page in chapter(rules, "come:6").pages] == ["come"]
    assert [page.id for page in chapter(rules, "Win Line").pages] == ["win-line"]
    assert [page.id for page in chapter(rules, "pass").pages] == ["win-line"]


@pytest.mark.parametrize(
    ("wager", "hint"),
    [
        ("hardwy", "did you mean hardway?"),
        ("hardway:7", "of that kind there are hardway:4, hardway:6, hardway:8 and hardway:10"),
        ("", "its kinds are win-line, "),
        ("1.2", "no sentence of the book stands on that clause; croupier rulebook trace star-craps-2016 has every clause"),
    ],
)
def test_an_unknown_wager_is_told_what_there_is(wager: str, hint: str) -> None:
    with pytest.raises(UnknownWagerError) as refused:
        chapter(ruleset(STAR), wager)
    assert f"star-craps-2016 has no wager '{wager}'; {hint}" in str(refused.value)


def test_a_wager_names_the_readings_that_concern_it() -> None:
    def readings(name: str, wager: str) -> list[str]:
        return [reading.id for reading in chapter(ruleset(name), wager).readings]

    assert readings(STAR, "dont-win") == ["SC-05", "SC-12", "SC-25"]
    assert readings(STAR, "hardway:4") == ["SC-01", "SC-22"]
    assert readings(STAR, "behind-come:4") == ["SC-04", "SC-21", "SC-22", "SC-28"]
    assert readings(STAR, "field") == []
    assert "AD-24" not in readings(ADELAIDE, "dont-come")
    assert "AD-15" in readings(ADELAIDE, "buy-win")
    assert "AD-01" in readings(ADELAIDE, "buy-lose")
