"""Putting other readings or higher odds in force."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from croupier.rules.error import RuleError
from croupier.rules.outcomes import listed
from croupier.rules.powers import Act
from croupier.rules.ruleset import ReadingError
from croupier.table.authority.powers import grounds_for, power_to_decide
from croupier.table.core.forms import Values, every, forms_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, Deferred, by_name, declare, event_without_money
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.pit.signs import BETWEEN_ROUNDS


class AmendRules(Order, frozen=True, kw_only=True, tag=True):
    """Put other readings or higher odds in force for new bets."""

    readings: Mapping[str, str] = {}
    """The readings to change, by id."""
    raised: Mapping[str, str] = {}
    """The odds to raise."""


class RulesAmended(Ruling, frozen=True, kw_only=True, tag=True):
    """Other readings or odds were put in force. Standing bets are settled by the rules under which they were accepted."""

    fingerprint: str
    """The fingerprint of the new rules."""
    readings: Mapping[str, str]
    raised: Mapping[str, str]


def amend_rules(table: Table, order: AmendRules) -> Deferred | Refusal:
    """Put other readings or higher odds in force, between rounds."""
    power = power_to_decide(table, order.by, Act.AMEND_RULES, order.why)
    if isinstance(power, Refusal):
        return power
    if table.round.phase not in BETWEEN_ROUNDS:
        return Refusal(Reason.OUT_OF_SEQUENCE, "Rules change between rounds.", power.clause)
    try:
        if not order.readings and not order.raised:
            return Refusal(Reason.BAD_RULES, "Say which reading, or which odds.", power.clause)
        rules = table.rules.amended(order.readings, order.raised)
    except (ReadingError, RuleError) as error:
        return Refusal(Reason.BAD_RULES, f"{str(error).removesuffix(f' ({power.clause})')}.", power.clause)

    def events() -> tuple[RulesAmended]:
        amended = RulesAmended(
            fingerprint=rules.fingerprint,
            readings=order.readings,
            raised=order.raised,
            by=order.by,
            why=order.why,
            clause=power.clause,
        )
        return (amended,)

    return Deferred(events)


def _apply_amended(table: Table, event: RulesAmended) -> Table:
    rules = table.rules.amended(event.readings, event.raised)
    return replace(table, rules=rules, editions=(*table.editions, rules))


def _tell_amended(_: Table, event: RulesAmended) -> list[str]:
    values = {**event.readings, **event.raised}
    said = listed([f"{name} {value}" for name, value in sorted(values.items())], "and") or "as printed"
    return [f"{who(event.by)} puts other rules in force for bets to come: {said}."]


def _other_readings(table: Table) -> Iterator[Values]:
    """An example for each clause that is open to another reading."""
    for reading in table.rules.readings:
        if reading.default:
            now = table.rules.chosen.get(reading.id, reading.default)
            yield {"readings": {reading.id: next((value for value in reading.values if value != now), now)}}


declare(
    CommandRow(
        kind=AmendRules,
        decide=amend_rules,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.AMEND_RULES,
        chosen=("why",),
        forms=forms_of(AmendRules, every(grounds_for(Act.AMEND_RULES), _other_readings)),
        nothing=Refusal(Reason.BAD_RULES, "No clause is open to another reading."),
    ),
    event_without_money(
        kind=RulesAmended,
        apply=_apply_amended,
        tell=_tell_amended,
        audience=Audience.STAFF,
    ),
)
