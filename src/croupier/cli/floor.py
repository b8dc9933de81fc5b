"""croupier floor: write and check the file that describes a floor, and ask how the floor is."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.audit.findings import counted
from croupier.cli.documents import records_file
from croupier.cli.output import block, refuse, say
from croupier.printable import escaped

if TYPE_CHECKING:
    from croupier.floor.plan import Plan, TablePlan
    from croupier.floor.plan_mistakes import PlanError
    from croupier.floor.settings_differences import SettingDifference

RESTART_DUE = "Settings were adopted that wait for a restart: the floor runs with those before. GET /api/v1/floor shows both."


@click.group()
def floor() -> None:
    """Write and check the file that describes a floor: tables, journal, addresses, roles and limits."""


@floor.command("new")
@click.argument("file", default="floor.toml", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
def floor_new(file: Path, *, force: bool) -> None:
    """Write a commented floor file with one table of every rule set.  [default: floor.toml]"""
    from croupier.floor.plan_example import example

    try:
        with file.open("w" if force else "x", encoding="utf-8") as out:
            out.write(example())
    except FileExistsError:
        refuse(f"{file}: is there already; name another file, or overwrite it with --force")
    except OSError as error:
        refuse(f"{file}: {error.strerror}")
    say(f"wrote {file}; change it, and check it with croupier floor check {file}")


@floor.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def floor_check(context: click.Context, file: Path, *, as_json: bool) -> None:
    """Report every mistake in a floor file with its line, or what the floor is.

    The exit code is 0 if there is no mistake, 1 if there is one, and 2 if the file cannot be read.
    """
    from croupier.facts.lines import OtherFormatError
    from croupier.floor.plan_mistakes import PlanError
    from croupier.floor.plan_reader import UnreadableError, read_plan
    from croupier.floor.plan_review import (
        recorded_differences,
        recorded_house_number,
        recorded_without_password,
        warnings,
    )
    from croupier.journal.port import JournalError
    from croupier.rulebook.attached import AttachmentError
    from croupier.table.core.opening import ChangedRulesError

    try:
        plan = read_plan(file)
        warned = [*warnings(plan), *recorded_without_password(plan), *recorded_house_number(plan), *_of_copies(plan)]
        differing = recorded_differences(plan)
    except UnreadableError as error:
        refuse(str(error))
    except (JournalError, ChangedRulesError, OtherFormatError) as error:
        refuse(f"{file}: {error}")
    except AttachmentError as error:
        refuse(str(error))
    except PlanError as error:
        say(_mistakes_json(file, error) if as_json else "\n".join(escaped(each) for each in str(error).split("\n")))
        context.exit(1)
    if as_json:
        say(_json(file, plan, warned, differing))
        return
    said = [*_floor(plan), *(f"warning: {each}" for each in warned), *_differences(differing)]
    say("\n".join(block(escaped(each)) for each in said))


@floor.command("status")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def floor_status(context: click.Context, file: Path, *, as_json: bool) -> None:
    """Ask a floor whether it runs, and print its tables, what they wait for, and what differs from the recorded settings.

    The exit code is 0 if the floor runs and its tables are open, 1 if it does not, and 2 if the file or the journal cannot be
    read.
    """
    from croupier.facts.lines import OtherFormatError
    from croupier.floor.plan_review import recorded_differences
    from croupier.journal.port import JournalError
    from croupier.server.asking import ask_floor
    from croupier.table.core.opening import ChangedRulesError

    plan = plan_or_refusal(file)
    try:
        differing = recorded_differences(plan)
    except (JournalError, ChangedRulesError, OtherFormatError) as error:
        refuse(f"{file}: {error}")
    answer = ask_floor(plan)
    if as_json:
        import msgspec

        say(msgspec.json.encode({**answer._asdict(), "differences": [each._asdict() for each in differing]}).decode())
    else:
        said = [f"{plan.name}: {'open' if answer.ready else 'not open'} at {answer.address}{_because(answer.why_not)}"]
        for each in answer.tables:
            closed = ", closed or out of service" if each.closed else ""
            said.append(f"  table {each.name}: round {each.round}, {each.phase}, {counted(each.players, 'player')}{closed}")
            if each.waits:
                said.append(f"    it waits: {each.waits}")
            said.extend(f"    {fault}" for fault in each.faults)
        if answer.not_approved:
            said.append(answer.not_approved)
        if answer.restart_due:
            said.append(RESTART_DUE)
        say("\n".join(block(escaped(each)) for each in [*said, *_differences(differing)]))
    context.exit(0 if answer.ready else 1)


def _because(why: str) -> str:
    return f" ({why})" if why else ""


def plan_or_refusal(file: Path) -> "Plan":
    """The plan of a floor file. If it has mistakes or cannot be read, say so and exit with code 2."""
    from croupier.floor.plan_mistakes import PlanError
    from croupier.floor.plan_reader import UnreadableError, read_plan

    try:
        return read_plan(file)
    except UnreadableError as error:
        refuse(str(error))
    except PlanError as error:
        refuse(*str(error).split("\n"))


def _floor(plan: "Plan") -> Iterator[str]:
    from croupier.journal.address import shown

    yield f"{plan.name}: {counted(len(plan.tables), 'table')}, no mistakes"
    yield f"  journal: {shown(plan.journal)}"
    yield f"  addresses: {', '.join(map(str, plan.listen))}, {'with' if plan.certificate else 'without'} TLS"
    yield f"  gaming day: from {plan.gaming_day_hour:02}:00, {plan.time_zone}"
    for table in plan.tables:
        yield from _table(table)


def _table(table: "TablePlan") -> Iterator[str]:
    from croupier.money import Cents, dollars

    rules = table.rules.live(table.readings)
    sign = rules.sign(table.full_sign)
    limits = (
        f"{dollars(sign.minimum)} or more" if sign.maximum is None else f"{dollars(sign.minimum)} to {dollars(sign.maximum)}"
    )
    is_exact = rules.rounding.to_the_cent or sign.payout_unit == 1
    paid = "paid to the cent" if is_exact else f"paid in {dollars(Cents(sign.payout_unit))}"
    dealt = "a person deals" if table.dealt_by == "person" else "dealt automatically"
    of = "" if table.name == rules.id else f"{rules.id}, "
    yield f"  table {table.name}: {of}{limits}, {paid}, {dealt}"
    for what, values in (
        ("read otherwise", [f"{id} {value}" for id, value in rules.chosen.items()]),
        ("odds raised", [f"{row} {odds}" for row, odds in rules.raised.items()]),
        ("not offered", rules.left_out),
        ("confirmed", table.confirmed),
    ):
        if values:
            yield f"    {what}: {', '.join(values)}"


def _differences(differing: "list[SettingDifference]") -> Iterator[str]:
    if differing:
        yield f"The journal has other settings, and a start goes on with them ({counted(len(differing), 'difference')}):"
    for each in differing:
        yield f"  {each.sentence}; {each.how}"


def _of_copies(plan: "Plan") -> list[str]:
    from croupier.rulebook import attached

    return attached.warnings(attached.read(records_file()), {table.name: table.ruleset for table in plan.tables})


def _mistakes_json(file: Path, error: "PlanError") -> str:
    import msgspec

    mistakes = [{"line": line, "sentence": sentence} for line, sentence in error.mistakes]
    return msgspec.json.encode({"file": str(file), "mistakes": mistakes}).decode()


def _json(file: Path, plan: "Plan", warned: list[str], differing: "list[SettingDifference]") -> str:
    import msgspec

    from croupier.floor.settings import settings_of
    from croupier.journal.address import shown

    found = {
        "file": str(file),
        "mistakes": [],
        "name": plan.name,
        "journal": shown(plan.journal),
        "listen": [str(each) for each in plan.listen],
        "tls": plan.certificate is not None,
        "settings": settings_of(plan),
        "warnings": warned,
        "differences": [each._asdict() for each in differing],
    }
    return msgspec.json.encode(found).decode()
