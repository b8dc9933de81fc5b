"""Odds whose flat bet becomes smaller: they come down with it, stay, or hold it, as the reading says (SC-25, AD-31, AZ-11)."""

import pytest

from commanded import done, refused
from croupier.catalogue import ruleset
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Command
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
READINGS = {STAR: "SC-25", ADELAIDE: "AD-31", ARUZE: "AZ-11"}
LAYING = [
    (STAR, "dont-win", "dont-win", "behind-dont-win"),
    (STAR, "dont-come", "dont-come:5", "behind-dont-come:5"),
    (ADELAIDE, "dont-pass", "dont-pass", "dont-pass-odds"),
    (ADELAIDE, "dont-come", "dont-come:5", "dont-come-odds:5"),
    (ARUZE, "dont-pass-line", "dont-pass-line", "dont-odds"),
    (ARUZE, "dont-come", "dont-come:5", "dont-come-odds:5"),
]
TAKING = [("pass-line", "pass-line", "odds"), ("come", "come:5", "come-odds:5")]


def bet(wager: str, stake: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(stake))


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def off(wager: str, amount: int) -> TakeDown:
    return TakeDown(seat="ann", wager=wager, amount=Cents(amount))


def played(name: str, value: str, *commands: Command) -> Table:
    rules = ruleset(name).under({READINGS[name]: value})
    sign = {"odds_multiple": 2} if name == ADELAIDE else {}
    return done(open_table(rules, rules.sign(sign)), TakeSeat(seat="ann", chips=Cents(100_000)), *commands)[0]


def on_five(flat: str) -> tuple[Command, ...]:
    """A flat bet of $10.00 that goes to the 5."""
    return (*([fell("2-2")] if flat.endswith("come") else []), bet(flat, 1000), fell("2-3"))


@pytest.mark.parametrize(("name", "flat", "at", "odds"), LAYING)
def test_lay_odds_of_a_flat_bet_that_is_halved(name: str, flat: str, at: str, odds: str) -> None:
    """$30.00 may win $20.00 on a flat bet of $10.00, and $15.00 is what $5.00 carries."""
    for value, left in (("trims", 98_000), ("stays", 96_500)):
        if value != "stays" or name != ARUZE:
            table = played(name, value, *on_five(flat), bet(odds, 3000), off(at, 500))
            assert table.book.balance(rack("ann")) == left
    table = played(name, "refused", *on_five(flat), bet(odds, 3000))
    assert refused(table, off(at, 500)).reason is Reason.CANNOT_REMOVE
    assert done(table, off(odds, 1500), off(at, 500))[0].book.balance(rack("ann")) == 98_000


@pytest.mark.parametrize(("flat", "at", "odds"), TAKING)
def test_az_11_odds_of_a_flat_bet_that_loses_what_was_added(flat: str, at: str, odds: str) -> None:
    """$10.00 is added once the point is on, and carries $20.00 more of odds. It may come down until the next roll."""
    commands = (*on_five(flat), bet(at, 1000), bet(odds, 4000))
    assert played(ARUZE, "trims", *commands, off(at, 1000)).book.balance(rack("ann")) == 100_000 - 1000 - 2000
    table = played(ARUZE, "refused", *commands)
    assert refused(table, off(at, 1000)).reason is Reason.CANNOT_REMOVE
    assert done(table, off(odds, 2000), off(at, 1000))[0].book.balance(rack("ann")) == 100_000 - 1000 - 2000
