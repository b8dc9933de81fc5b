"""A hand of craps with a dealer: ann at place 1 shoots, bob sits at place 2."""

from commanded import done
from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.dice import AcceptDice, OfferDice
from croupier.table.rounds.results import EnterOutcome, FinishPaying
from croupier.table.rounds.shooting import ShootDice

STICK, BOX = Person("Stella", "stickperson"), Person("Box", "boxperson")
PAID = (FinishPaying(by=BOX), OpenBetting(by=STICK))
"""The dealer has paid, and the next bets are open."""


def craps() -> Table:
    """A point of 4 is on, and bets are open. Both players have $10 on the Win Line."""
    rules = ruleset("star-craps-2016").live({})
    table, _ = done(
        open_table(rules, rules.sign({"minimum": 500, "payout_unit": 100})),
        TakeSeat(seat="ann", chips=Cents(100_000), place=1),
        TakeSeat(seat="bob", chips=Cents(100_000), place=2),
        OpenBetting(by=STICK),
        *(PlaceBet(seat=seat, wager="win-line", stake=Cents(1000)) for seat in ("ann", "bob")),
        OfferDice(by=STICK, seat="ann"),
        AcceptDice(seat="ann", dice=(1, 2)),
        *thrown("2-2"),
        *PAID,
    )
    return table


def thrown(outcome: str) -> tuple[Command, ...]:
    """The dice fall so."""
    return ShootDice(seat="ann"), EnterOutcome(outcome=OutcomeName(outcome), by=STICK)


def bet(seat: str, wager: str, stake: int) -> PlaceBet:
    """A bet of some cents."""
    return PlaceBet(seat=seat, wager=wager, stake=Cents(stake))
