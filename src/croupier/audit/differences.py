"""Where a journal and the rules differ: on which line, about what, and by how much."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.ledger.accounts import Account
from croupier.ledger.book import Transfer
from croupier.money import dollars
from croupier.table.events import Event
from croupier.table.fact import Decided

LONGEST = 300
"""Letters of a line that are shown."""


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet that was paid otherwise than the rules say."""

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
    """A line that the rules would not have written so."""

    line: int
    round: int
    what: str
    bets: tuple[Bet, ...] = ()
    accounts: Mapping[Account, int] = field(default_factory=dict[Account, int])
    """What every account got more than the rules say, or less."""

    @property
    def sentences(self) -> list[str]:
        """Every bet, or what else is wrong."""
        where = f"line {self.line}, round {self.round}"
        if self.bets:
            return [f"{where}, {bet}" for bet in self.bets]
        amounts = ", ".join(f"{account} {dollars(more)}" for account, more in self.accounts.items())
        return [f"{where}: {self.what}{f'; too much or too little: {amounts}' if amounts else ''}"]


def difference(line: int, round: int, written: Event, decided: Event) -> Difference:
    """How a line differs from what the rules decide."""
    what = f"written down was {_short(written)}, the rules say {_short(decided)}"
    bets = tuple(_bets(_paid(written), _paid(decided)))
    return Difference(line, round, what, bets, _more(moved(written), moved(decided)))


def unfounded(line: int, round: int, written: Event, why: str) -> Difference:
    """A line that the rules would not have written at all."""
    return Difference(line, round, f"written down was {_short(written)}, {why}", (), _more(moved(written), Counter()))


def moved(event: Event) -> Counter[Account]:
    """What an event adds to every account, or takes from it."""
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
    """What went back for every bet that a settlement decided."""
    paid: Counter[tuple[str, str]] = Counter()
    decided: tuple[Decided, ...] = getattr(event, "decided", ())
    for each in decided:
        paid[each.seat, each.wager] += each.paid
    return paid


def _bets(paid: Counter[tuple[str, str]], due: Counter[tuple[str, str]]) -> list[Bet]:
    return [Bet(*bet, paid[bet], due[bet]) for bet in sorted({*paid, *due}) if paid[bet] != due[bet]]


def _short(event: Event) -> str:
    said = repr(event)
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"
