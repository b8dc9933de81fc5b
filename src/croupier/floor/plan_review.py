"""What is worth knowing about a floor file without mistakes: warnings, and how it differs from the journal."""

import contextlib
import ipaddress
from collections.abc import Iterator, Mapping

from croupier.cage.opening import NO_HOUSE_NUMBER, has_no_number
from croupier.floor.clock import now
from croupier.floor.missing_passwords import missing_passwords
from croupier.floor.plan import Plan, TablePlan
from croupier.floor.plan_files import expiry_warning
from croupier.floor.recovery import recovered, recovered_cage, recovered_register
from croupier.floor.settings import read_floor, settings_of
from croupier.floor.settings_differences import SettingDifference, current, differences, following
from croupier.journal.address import existing
from croupier.journal.anchors import SigningKey, signed_heads
from croupier.journal.port import Head
from croupier.lab.breakage import favourable_wagers
from croupier.money import Cents, dollars
from croupier.people.duties import floor_roles


def warnings(plan: Plan) -> list[str]:
    """What the operator should know before the floor is started."""
    return [*_of_network(plan), *(sentence for table in plan.tables for sentence in _of_table(table))]


def recorded_differences(plan: Plan) -> list[SettingDifference]:
    """How a plan differs from the settings in its journal and from the tables as they are now. Raise `JournalError`."""
    reader = existing(plan.journal)
    if reader is None:
        return []
    with contextlib.closing(reader), reader.steady():
        found = read_floor(reader)
        if found is None:
            return []
        signed = signed_heads(reader, SigningKey(plan.key).public) if plan.key else dict[str, Head]()
        opened = [name for name in found.settings.tables if reader.head(name).number]
        tables = {name: recovered(reader, name, signed)[0] for name in opened}
        return following(differences(current(found.settings, tables), settings_of(plan)), found.units, tables)


def recorded_without_password(plan: Plan) -> list[str]:
    """The staff in the journal who have no password in the file of credentials, as a sentence. Raise `JournalError`."""
    reader = existing(plan.journal)
    if reader is None or plan.credentials is None:
        return []
    with contextlib.closing(reader), reader.steady():
        register = recovered_register(reader, {}, floor_roles(plan.duties)).register
    sentence = missing_passwords(register, plan.credentials)
    return [sentence] if sentence else []


def recorded_house_number(plan: Plan) -> list[str]:
    """Whether the casino of a live floor has no number of its own yet, as a sentence. Raise `JournalError`."""
    reader = existing(plan.journal)
    if reader is None or plan.credentials is None:
        return []
    with contextlib.closing(reader), reader.steady():
        cage = recovered_cage(reader, {}).cage
    return [NO_HOUSE_NUMBER] if has_no_number(cage) else []


def duties_in_force(plan: Plan) -> Mapping[str, tuple[str, ...]]:
    """The duties of the roles: as the journal has recorded them, or as the file says if it has not. Raise `JournalError`."""
    reader = existing(plan.journal)
    if reader is None:
        return plan.duties
    with contextlib.closing(reader):
        found = read_floor(reader)
    return found.settings.duties if found else plan.duties


def _of_network(plan: Plan) -> Iterator[str]:
    open_to_all = [each for each in plan.listen if not ipaddress.ip_address(each.host).is_loopback]
    if open_to_all and not plan.certificate:
        yield f"other machines can connect to {open_to_all[0]}, and nothing is encrypted: set certificate and certificate_key"
    if plan.certificate and (sentence := expiry_warning(plan.certificate, now())):
        yield sentence


def _of_table(table: TablePlan) -> Iterator[str]:
    if table.device == "connected" and table.dealt_by == "person":
        yield (
            f"table {table.name}: a person deals and enters the results; "
            "its device is asked only while the automatic dealer deals"
        )
    yield from _unmeasured(table)
    rules = table.rules.live(table.readings)
    sign = rules.sign(table.full_sign)
    if sign.payout_unit == 1 or rules.rounding.to_the_cent:
        return
    by_rounding = {each.wager for each in favourable_wagers(rules, sign) if not each.by_odds}
    if by_rounding:
        unit = dollars(Cents(sign.payout_unit))
        yield (
            f"table {table.name}: winnings are rounded up to {unit} ({rules.rounding.clause}), which favours the player "
            f"at some stakes of {len(by_rounding)} wagers; "
            f"croupier parsheet {rules.id} --breakage --payout-unit {sign.payout_unit} lists them"
        )


def _unmeasured(table: TablePlan) -> Iterator[str]:
    """The sizes of a connected device that the document limits and nobody has measured. A generator has none."""
    measures = table.rules.procedures.measures if table.device == "connected" else ()
    for each in measures:
        if each.id not in table.measures:
            yield (
                f"table {table.name}: it is not on record that {each.words} is {each.limits} ({each.clause}); "
                f"measure it, and set measures.{each.id} in millimetres"
            )
