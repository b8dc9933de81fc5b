"""Differences between a journal and the rules: the line, what differs, and by how much."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.ledger.accounts import Account
from croupier.ledger.book import Transfer
from croupier.money import dollars
from croupier.table.core.message import Decided, Event

MAX_EVENT_CHARACTERS = 300
"""The most characters of an event to print."""


@dataclass(frozen=True, slots=True)
class PaidBet:
    """A bet that was not paid as the rules say."""

    seat: str
    wager: str
    paid: int
    due: int

    def __str__(self) -> str:
        more = self.paid - self.due
        by = f"{dollars(abs(more))} too {'much' if more > 0 else 'little'}"
        return f"{self.seat}, {self.wager}: paid {dollars(self.paid)}, the rules say {dollars(self.due)}; {by}"


@dataclass(frozen=True, slots=True)
class Difference:
    """A line that differs from what the rules decide."""

    line: int
    round: int
    what: str
    bets: tuple[PaidBet, ...] = ()
    accounts: Mapping[Account, int] = field(default_factory=dict[Account, int])
    """What each account received too much, or too little if negative."""
    position: str | None = None
    """The position at which the command was decided, as one line; None if another difference of the line has it."""

    @property
    def sentences(self) -> list[str]:
        """One sentence for each bet; without bets, one sentence for the line. The position follows."""
        where = f"line {self.line}, round {self.round}"
        position = [f"line {self.line} was decided at the position {self.position}"] if self.position else []
        if self.bets:
            return [*(f"{where}, {bet}" for bet in self.bets), *position]
        amounts = ", ".join(f"{account} {dollars(more)}" for account, more in self.accounts.items())
        return [f"{where}: {self.what}{f'; too much or too little: {amounts}' if amounts else ''}", *position]


def difference(line: int, round: int, written: Event, decided: Event) -> Difference:
    """Compare a recorded event with the event that the rules decide."""
    what = f"written down was {_short(written)}, the rules say {_short(decided)}"
    bets = tuple(_bets(_paid(written), _paid(decided)))
    return Difference(line, round, what, bets, _more(moved(written), moved(decided)))


def undecided(line: int, round: int, written: Event, why: str) -> Difference:
    """Report a recorded event that the rules do not decide at all."""
    return Difference(line, round, f"written down was {_short(written)}, {why}", (), _more(moved(written), Counter()))


def moved(event: Event) -> Counter[Account]:
    """The change of every account by an event."""
    change: Counter[Account] = Counter()
    transfers: tuple[Transfer, ...] = getattr(event, "transfers", ())
    for transfer in transfers:
        change[transfer.source] -= transfer.amount
        change[transfer.target] += transfer.amount
    return change


def _more(written: Counter[Account], decided: Counter[Account]) -> dict[Account, int]:
    accounts = sorted({*written, *decided})
    return {account: written[account] - decided[account] for account in accounts if written[account] != decided[account]}


def _paid(event: Event) -> Counter[tuple[str, str]]:
    """What a settlement paid for each bet, by seat and wager."""
    paid: Counter[tuple[str, str]] = Counter()
    decided: tuple[Decided, ...] = getattr(event, "decided", ())
    for each in decided:
        paid[each.seat, each.wager] += each.paid
    return paid


def _bets(paid: Counter[tuple[str, str]], due: Counter[tuple[str, str]]) -> list[PaidBet]:
    return [PaidBet(*bet, paid[bet], due[bet]) for bet in sorted({*paid, *due}) if paid[bet] != due[bet]]


def _short(event: Event) -> str:
    said = repr(event)
    return said if len(said) <= MAX_EVENT_CHARACTERS else f"{said[:MAX_EVENT_CHARACTERS]}…"
