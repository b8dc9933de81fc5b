"""A table as the lobby shows it."""

import pytest

from commanded import a_table, done
from croupier.catalogue import names
from croupier.money import Cents
from croupier.server import lobby
from croupier.server.lobby import Lobby, special_of
from croupier.table.core.message import SeatKind
from croupier.table.core.state import Table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"


def special(name: str, **sign: int) -> tuple[str, ...]:
    table = a_table(name, **sign)
    return special_of(table.rules, table.sign)


def test_what_is_special_about_a_table_follows_from_its_rules_and_its_sign() -> None:
    assert special(STAR) == ("61 bets", "odds up to 2 times", "edge from 1.36 %")
    assert special(ADELAIDE) == ("58 bets", "odds up to 10 times", "edge from 1.36 %")
    assert special(ADELAIDE, odds_multiple=3)[1] == "odds up to 3 times"
    assert special("ministar-roulette-2018") == ("248 bets", "edge 2.70 %")


def test_no_two_tables_look_alike() -> None:
    shown = [Lobby().table(name, a_table(name), ()) for name in names()]
    assert len({(each.game, each.short) for each in shown}) == len(shown)
    craps = [each for each in shown if each.game == "Craps"]
    assert len({(each.electronic, each.special) for each in craps}) == len(craps) == 3
    assert all(len(each.short) <= 24 for each in shown)


def seated(table: Table, **seats: SeatKind) -> Table:
    return done(table, *(TakeSeat(seat=seat, chips=Cents(0), kind=kind) for seat, kind in seats.items()))[0]


def test_players_are_those_who_are_here_and_not_terminals_that_are_gone() -> None:
    """Bots, and players whom the staff have seated without a terminal, are here."""
    kinds = {"ada": SeatKind.BOT, "nora": SeatKind.PERSON, "one": SeatKind.TERMINAL, "two": SeatKind.TERMINAL}
    table = seated(a_table(STAR, minimum=500), **kinds)
    assert Lobby().table("craps", table, {"one"}).players == 3


def test_the_last_results_are_shown() -> None:
    table = a_table(STAR)
    for outcome in ["1-1"] * 5 + ["6-6"] * 6:
        table, _ = done(table, EnterOutcome(outcome=outcome))  # type: ignore[arg-type]
    assert Lobby().table("craps", table, ()).results == ("1-1",) * 2 + ("6-6",) * 6


def test_the_rules_are_worked_out_once_for_each_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(rules: object, sign: object) -> tuple[str, ...]:  # noqa: ARG001 - as `special_of`
        asked.append(1)
        return ("special",)

    monkeypatch.setattr(lobby, "special_of", counted)
    shown, table = Lobby(), a_table(STAR)
    assert [shown.table("craps", table, ()).special for _ in range(3)] == [("special",)] * 3
    shown.table("craps", a_table(STAR, minimum=500), ())
    assert len(asked) == 2
