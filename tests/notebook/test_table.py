"""Pages of play at a table of a notebook."""

import pytest

import croupier
from croupier.table.telling.playing import PageError
from section_a import STAR

star = croupier.rules(STAR)


def test_a_page_is_played_and_the_table_goes_on_from_there() -> None:
    table = star.table(minimum=500)
    page = table.play("ann bets $10 on field", "roll 2-2")
    assert [row["results"] for row in page.rows()] == ["placed", "field wins $10.00, the point is 4"]
    table.play(
        """
        ann bets $10 on come   -> placed
        bob bets $2 on field   -> placed
        roll 3-3               -> bob: field loses $2.00
        ann has $1,000.00
        """
    )
    assert table.money("ann") == 100_000
    assert table.rows() == [{"player": "ann", "wager": "come:6", "stake": 1000, "state": "point 6", "called": None}]


def test_what_the_rules_refuse_is_a_result() -> None:
    table = star.table()
    (row,) = table.play("ann bets $10 on odds").rows()
    assert (row["accepted"], row["results"]) == (False, "not-allowed-now")
    assert row["refusal"] == "Behind the Win Line: there is no Win Line with its point on (6.1.5)."


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (("ann bets $5 on field", "ann flies"), "line 2: 'ann flies' is no phrase of play; write for example "),
        (("ann bets $5 on field -> down",), "line 1, ann bets $5 on field: this came of it: placed"),
        (("ann bets $5 on come -> placed",), "not-allowed-now; Come is bet only while a point is on"),
        (("ann bets $5 on field", "ann has $5"), "line 2, ann has $5: ann has $995.00"),
        (("roll 3-x",), "line 1: 'roll 3-x' is no phrase of play"),
    ],
)
def test_a_line_that_fails_is_named_and_nothing_is_played(lines: tuple[str, ...], sentence: str) -> None:
    table = star.table()
    before = table.state
    with pytest.raises(PageError) as failed:
        table.play(*lines)
    assert sentence in str(failed.value)
    assert table.state is before


def test_players_bring_chips_or_say_how_much() -> None:
    table = star.table(chips=5_000)
    table.play("ann bets $5 on field", "bob sits down with $20", "bob bets $5 on field")
    assert (table.money("ann"), table.money("bob")) == (4_500, 1_500)


def test_an_unknown_wager_is_an_error_unless_the_page_expects_it() -> None:
    table = star.table()
    before = table.state
    for name, sentence in (("fied", "did you mean field?"), ("hard", "is the name of 4 wagers")):
        with pytest.raises(croupier.UnknownNameError) as unknown:
            table.play("ann bets $5 on field -> placed", f"ann bets $5 on {name} -> placed")
        assert sentence in str(unknown.value)
    assert table.state is before
    table.play("ann bets $5 on fied -> unknown-wager")


def test_staff_may_be_on_a_page() -> None:
    table = star.table()
    table.play("ann bets $5 on field", "no roll -> nothing")
    assert list(table.state.layout) == ["ann"]


def test_a_table_goes_on_from_its_position() -> None:
    table = star.table(minimum=500)
    table.play("ann bets $10 on pass", "roll 3-3", "ann bets $20 on odds")
    assert repr(table) == f"<table at {table.position}>"
    again = croupier.table_at(table.position)
    assert again.position == table.position == star.table_at(table.position).position
    again.play("roll 2-4 -> behind-win-line wins $24.00, win-line wins $10.00, come-out")
    with pytest.raises(ValueError, match="position, part 2, 'puck=7': '7' is no state of it"):
        croupier.table_at("star-craps-2016 puck=7")
