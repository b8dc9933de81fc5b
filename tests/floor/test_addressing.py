"""A terminal is told about its own seat as "you"."""

import random
import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from commanded import a_table
from croupier.catalogue import names
from croupier.floor.addressing import addressed
from croupier.money import Cents
from croupier.rules.ruleset import Ruleset
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import LeaveUp, PlaceBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.seats import LeaveSeat
from croupier.table.rounds.dice import AcceptDice, DeclineDice, PassDice
from croupier.table.rounds.shooting import ShootDice
from croupier.testing.evening import evening

AMOUNTS = (1, 7, 100, 100, 700, 100_000, 10**12)
BAD_GRAMMAR = re.compile(r"\b(you (has|is|was|does|sits|needs)|of you|you own)\b", re.IGNORECASE)


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Field: seat-5 has no bet there (6.1.3).", "Field: you have no bet there (6.1.3)."),
        ("seat-5 has no bet on field.", "You have no bet on field."),
        ("seat-5 does not have the dice.", "You do not have the dice."),
        ("seat-5 still has bets on the layout.", "You still have bets on the layout."),
        ("seat-5 may not play here (3).", "You may not play here (3)."),
        ("seat-5 has to put their own player card in first.", "You have to put your own player card in first."),
        ("The terminal of seat-5 is being looked into.", "Your terminal is being looked into."),
        ("Play at the place of seat-5 is locked.", "Play at your place is locked."),
        ("No bets of seat-5 are taken.", "No bets of yours are taken."),
        ("$5.00 waits to be paid by hand to seat-5.", "$5.00 waits to be paid by hand to you."),
        ("Sorry. seat-5 is seat-5's own.", "Sorry. You are your own."),
        ("There is no player seat-5 at this table.", "You have no seat at this table."),
        ("seat-55 has the dice, and not my-seat-5.", "seat-55 has the dice, and not my-seat-5."),
        ("No more bets: bets are closed.", "No more bets: bets are closed."),
    ],
)
def test_a_sentence_is_turned_to_the_player(sentence: str, said: str) -> None:
    assert addressed(sentence, "seat-5") == said


REACHED = {
    Reason.UNKNOWN_PLAYER,
    Reason.UNKNOWN_WAGER,
    Reason.NOT_ALLOWED_NOW,
    Reason.NOT_DIVISIBLE,
    Reason.OVER_ODDS_LIMIT,
    Reason.BELOW_MINIMUM,
    Reason.ABOVE_MAXIMUM,
    Reason.BAD_AMOUNT,
    Reason.INSUFFICIENT_CREDIT,
    Reason.NO_SUCH_WAGER,
    Reason.SAME_WAGER,
    Reason.CANNOT_REMOVE,
    Reason.BETTING_CLOSED,
    Reason.OUT_OF_SEQUENCE,
    Reason.NOT_THE_SHOOTER,
    Reason.NOT_YOUR_TURN,
    Reason.NO_LINE_BET,
    Reason.NO_SUCH_POWER,
    Reason.CANNOT_COLLECT,
    Reason.BETS_STANDING,
    Reason.BETS_REFUSED,
    Reason.CARD_NEEDED,
    Reason.TERMINAL_FAULTY,
    Reason.TERMINAL_LOCKED,
    Reason.TERMINAL_VOID,
    Reason.FAULT_PENDING,
    Reason.TABLE_LOCKED,
    Reason.TABLE_CLOSED,
}
"""What a terminal is refused with in these evenings."""


def test_no_refusal_of_a_terminal_names_its_own_seat() -> None:
    """At every moment of an evening with faults, locks and bars, every seat asks for everything that a terminal can."""
    reasons: set[Reason] = set()
    for seed, name in enumerate(names()):
        for seat, refusal in refusals(a_table(name, minimum=500, maximum=50_000), seed):
            said = addressed(refusal.message, seat)
            assert seat not in said, said
            assert not BAD_GRAMMAR.search(said), said
            assert said[0] == said[0].upper(), said
            reasons.add(refusal.reason)
    assert reasons >= REACHED, REACHED - reasons


def refusals(table: Table, seed: int) -> Iterator[tuple[str, Refusal]]:
    """What the terminals of a table are refused, with their seats."""
    chance = random.Random(seed)  # noqa: S311 - not for security
    for _, _, _, now in evening(table, seed=seed, players=4, commands=1500, faults=0.1):
        for seat in (*now.layout, "stranger"):
            for wish in wishes(now.rules, seat, chance):
                outcome = decide(now, replace(wish, at=now.clock))
                if isinstance(outcome, Refusal):
                    yield seat, outcome


def wishes(rules: Ruleset, seat: str, chance: random.Random) -> list[Command]:
    """One of everything that a terminal can ask for."""
    wager, other = chance.choice([*rules.addresses, "nothing"]), chance.choice([*rules.addresses])
    amount = Cents(chance.choice(AMOUNTS))
    return [
        PlaceBet(seat=seat, wager=wager, stake=amount),
        TakeDown(seat=seat, wager=wager, amount=chance.choice((None, amount))),
        MoveBet(seat=seat, wager=wager, to=chance.choice((wager, other)), amount=None),
        CallBet(seat=seat, wager=wager, on=chance.random() < 0.5),
        LeaveUp(seat=seat, wager=wager),
        InsertMoney(seat=seat, amount=Cents(chance.choice((100, 10**16)))),
        Collect(seat=seat),
        LeaveSeat(seat=seat),
        ShootDice(seat=seat),
        AcceptDice(seat=seat, dice=(1, 2)),
        DeclineDice(seat=seat),
        PassDice(seat=seat),
    ]
