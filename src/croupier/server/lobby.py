"""A table as the lobby shows it: what tells it apart from the others, and what happens at it now."""

from collections.abc import Collection

import msgspec

from croupier.rules.exact import NoEdgeError, edge
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign
from croupier.server.felts import dice_of
from croupier.server.result_marks import ResultMark, result_marks
from croupier.server.rules_pages import document_url
from croupier.table.core.message import SeatKind
from croupier.table.core.state import Table

RESULTS_SHOWN = 8


class LobbyTable(msgspec.Struct, frozen=True):
    """A table in the lobby. Amounts are cents."""

    name: str
    """The name of the table, as addresses have it."""
    ruleset: str
    """The id of its rule set."""
    title: str
    """The title of its rule set."""
    short: str
    """The rule set in two or three words."""
    game: str
    """The game: Craps, Sic Bo or Roulette."""
    dice: int
    """How many dice fall; 0 if a wheel turns."""
    electronic: bool
    """Whether it is an electronic table; otherwise a dealer runs it."""
    minimum: int
    """The smallest bet."""
    maximum: int | None
    """The largest bet; null if there is none."""
    special: tuple[str, ...]
    """What its rules offer, in a few words each."""
    players: int
    """How many players are there now."""
    results: tuple[str, ...]
    """The last outcomes, newest last."""
    looks: tuple[str, ...]
    """How each of them is drawn."""
    marks: tuple[ResultMark, ...]
    """What was corrected or is void among them."""
    closed: bool
    """Whether it is closed, about to close, or out of service."""
    document_url: str
    """The address of the operator's copy of the approved document; empty if none is on record."""


class Lobby:
    """Tables for the lobby. What the rules of a table say is worked out once for each sign."""

    def __init__(self, documents: Collection[str] = ()) -> None:
        """Start empty. `documents` are the rule sets of which the operator has a copy of the approved document."""
        self._documents = documents
        self._special: dict[str, tuple[Ruleset, Sign, tuple[str, ...]]] = {}

    def table(self, name: str, table: Table, connected: Collection[str]) -> LobbyTable:
        """A table as it is now. `connected` are the seats whose terminals are here."""
        rules, sign, desk = table.rules, table.sign, table.desk
        return LobbyTable(
            name=name,
            ruleset=rules.id,
            title=rules.title,
            short=rules.short or rules.title,
            game=rules.game.title,
            dice=dice_of(rules.game),
            electronic=rules.procedures.is_electronic,
            minimum=sign.minimum,
            maximum=sign.maximum,
            special=self._of_rules(name, rules, sign),
            players=sum(_is_there(table, seat, connected) or bool(bets) for seat, bets in table.layout.items()),
            results=(last := table.results[-RESULTS_SHOWN:]),
            looks=tuple(rules.game.call(outcome, {}).look for outcome in last),
            marks=result_marks(table, RESULTS_SHOWN),
            closed=desk.closing or desk.closed or desk.disabled is not None,
            document_url=document_url(name, rules, self._documents),
        )

    def _of_rules(self, name: str, rules: Ruleset, sign: Sign) -> tuple[str, ...]:
        of, under, special = self._special.get(name, (None, None, ()))
        if of is not rules or under is not sign:
            special = special_of(rules, sign)
            self._special[name] = rules, sign, special
        return special


def _is_there(table: Table, seat: str, connected: Collection[str]) -> bool:
    """Whether a player is at a seat: a terminal that is connected, or somebody whom the staff have seated."""
    return seat in connected or table.kinds.get(seat) is not SeatKind.TERMINAL


def special_of(rules: Ruleset, sign: Sign) -> tuple[str, ...]:
    """What tells the rules of a table apart: how many bets there are, the odds behind them, and the lowest edge."""
    said = (f"{len(rules.offers)} bets", _odds(rules, sign), _lowest_edge(rules))
    return tuple(filter(None, said))


def _odds(rules: Ruleset, sign: Sign) -> str:
    """The largest multiples of a flat bet that may ride on it."""
    times = sorted({each for offer in rules.offers if offer.at_most for each in _multiples(offer, sign)})
    if not times:
        return ""
    return f"odds up to {times[0]} times" if len(times) == 1 else f"odds {times[0]} to {times[-1]} times"


def _multiples(offer: Offer, sign: Sign) -> Collection[int]:
    assert offer.at_most is not None, "asked for an offer with a cap"
    times = offer.at_most.times
    return (times,) if isinstance(times, int) else (sign.named[times],) if isinstance(times, str) else times.values()


def _lowest_edge(rules: Ruleset) -> str:
    """The lowest edge of a bet that stands by itself."""
    edges = [found for offer in rules.offers if not offer.rides_on and (found := _edge(rules, offer.id)) is not None]
    if not edges:
        return ""
    return f"edge {'from ' if min(edges) < max(edges) else ''}{min(edges) * 100:.2f} %"


def _edge(rules: Ruleset, wager: str) -> float | None:
    try:
        return float(edge(rules, wager))
    except NoEdgeError:
        return None
