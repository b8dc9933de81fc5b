"""Raised odds are the same at every table of a document: what is raised at one table is raised at the others, too."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from croupier.floor.answers import Reply
from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.warning import warn
from croupier.rules.odds import odds
from croupier.rules.ruleset import Ruleset
from croupier.table.pit.amending import AmendRules, RulesAmended
from croupier.table.pit.signs import BETWEEN_ROUNDS


class RaisedOdds:
    """Gives the order of one table at every other table of its document, each between its rounds.

    If the process ends in between, the next start warns of tables that pay otherwise.
    """

    def __init__(self) -> None:
        """Start with no tables; `join` adds them."""
        self._dealers: list[Dealer] = []
        self._orders: dict[str, RulesAmended] = {}
        """The last order to raise odds, by document."""

    def join(self, dealer: Dealer) -> None:
        """Add a table, and warn if it pays otherwise than the others of its document."""
        for other in self._dealers:
            if any(_lacking(*pair) for pair in ((dealer, other), (other, dealer))):
                clause = dealer.table.rules.raises_odds
                warn(f"{dealer.name} and {other.name} do not pay the same odds ({clause}); order AmendRules at the lower one")
        self._dealers.append(dealer)
        dealer.listeners.append(partial(self._heard, dealer))

    def _heard(self, source: Dealer, happened: Happened) -> None:
        if isinstance(happened.event, RulesAmended) and happened.event.raised:
            self._orders[source.table.rules.id] = happened.event
            for target in self._dealers:
                self._raise(target)
        elif self._orders and happened.before.round.phase is not happened.after.round.phase:
            self._raise(source)

    def _raise(self, target: Dealer) -> None:
        """Raise at a table what others of its document pay, if it is between rounds."""
        order = self._orders.get(target.table.rules.id)
        if order is None or target.table.round.phase not in BETWEEN_ROUNDS:
            return
        raised: dict[str, str] = {}
        for source in self._dealers:
            raised |= _lacking(source, target)
        if raised:
            command = AmendRules(raised=raised, by=order.by, why=order.why)
            target.submit(command, done=partial(_warn_unless_raised, target))


def _lacking(source: Dealer, target: Dealer) -> Mapping[str, str]:
    """The rows of odds that are durably higher at one table than at another of the same document."""
    higher, rules = source.durable.rules, target.table.rules
    if higher.id != rules.id:
        return {}
    return {row: text for row, text in higher.raised.items() if _rate(rules, row) < odds(text, row).rate}


def _rate(rules: Ruleset, row: str) -> Fraction:
    return next(each.rate for offer in rules.offers for each in offer.wager.odds if each.clause == row)


def _warn_unless_raised(target: Dealer, reply: Reply) -> None:
    if not reply.ok:
        warn(f"{target.name}: could not raise the odds as at the other tables of its document: {reply.message}")
