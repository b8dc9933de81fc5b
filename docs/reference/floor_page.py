"""Writes floor-file.md: every setting of a floor file, from the types that hold them."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING
from dataclasses import fields as dataclass_fields
from typing import Any, cast

from messages import entry, fields

from croupier.catalogue import names, ruleset
from croupier.floor.limits import ClientLimits
from croupier.floor.plan import DEFAULT_DUTIES, DEFAULT_ROLES, Endpoint, Plan, TablePlan
from croupier.floor.plan_values import LONGEST_STEP
from croupier.floor.seating import SeatRules
from croupier.floor.timetable import Timing
from croupier.money import Cents, dollars
from croupier.rulebook.markdown import table
from croupier.rulebook.signs import OF_TERMINALS, setting_entries
from croupier.settings import FloorOpened, FloorSettings, SettingsAdopted, TableSettings

WORDS = {
    "text": "text",
    "whole number": "whole number",
    "number": "number",
    "Path or null": "file",
    "list of Endpoint": "list of addresses",
    "list of text": "list of texts",
    "list of Cents": "list of amounts",
    "list of TablePlan": "sections",
    "object: text to text": "table of texts",
    "object: text to number": "table of numbers",
    "object: text to whole number, true or false": "section",
    "object: text to list of text": "section",
    "Millis or null": "date, or date and time",
    "Person or null": "table",
    "Attended or null": "text",
    "LogFormat": "text",
    "Timing": "section",
    "ClientLimits": "section",
    "SeatRules": "section",
}
"""How a type is written in TOML. A new type needs a line here, or the page cannot be written."""

INTRODUCTION = f"""\
A floor file describes a floor: its tables, journal, addresses, roles and limits. Its format is TOML (toml.io).
[Run a floor](../how-to/run-a-floor.md) shows how to begin. `croupier floor new FILE` writes an example with every setting,
and `croupier floor check FILE` reports every mistake as `FILE:LINE: SENTENCE`. Its exit code is 0 without mistakes, 1 with
some, and 2 if the file cannot be read; `--json` prints the same as one JSON object.

- An **amount** is text with a dollar sign: `"$5"`, `"$2.50"` or `"$1,000.00"`. A bare number is refused, because it could be
  cents or dollars.
- A **file** with a relative path is in the folder of the floor file; so is a journal.
- An **address** is an IP address with a port: `"127.0.0.1:8021"` or `"[::1]:8021"`.
- A **date** without an offset is in the time zone of the floor, and begins at midnight.
- A **number of seconds** is at most {LONGEST_STEP:,}.
"""

FACTS = """\
What touches money or rules is not only in the file but also in the journal, in the stream `floor/settings`: the tables with
their rule sets, readings, odds, signs, chips, sizes of the equipment, seats, devices, dealers and times of betting (`betting`,
`paying`, `quiet`, `overtime`); the roles and their duties; and the gaming day. The first start records it. A later start with
another file goes
on with the recorded settings. `croupier floor check` prints each difference and what changes it:

| setting of a recorded table | what changes it |
|---|---|
| a limit on the sign | the order `ChangeSign` at the table, after its notice if one is due; at MiniStar roulette `OpenDay` |
| another setting of the sign | the order `OpenDay` at the table |
| `readings`, `raised` | the order `AmendRules` at the table |
| `chips`, `measures`, `timing`, `device`, `attended` | adopting the settings: one person sets them, another approves them |
| `ruleset`, `confirmed`, `without`, `seats`, `reach`, `in_force`, `without_minimum` | nothing: open a new table |

New tables, tables that are gone, roles, duties and the gaming day are adopted, too. What is adopted takes effect at the
next start. A table can leave the settings once it is closed, owes no player anything and has no open dispute.

At the first start of a live floor there is no staff. Its line names the user of the operating system who started it, and
nobody who approved the settings. The start, `croupier floor status`, `/floor.json` and the staff page say so until two people
have adopted the settings; they can adopt them as they are.

The first line of the stream says whether the floor is live or a demonstration. Each refuses the journal of the other. A
journal that has tables and does not say its kind is a demonstration's.
"""


def floor_page(written_by: str) -> str:
    """The whole page."""
    lines = ["# The floor file", "", written_by, "", *INTRODUCTION.splitlines(), "", "## The floor", ""]
    lines += _section(Plan, without=("seating",))
    lines += ["## `[[tables]]`", "", *_section(TablePlan)]
    lines += ["## `[tables.sign]`", "", *_signs()]
    lines += ["## `[tables.timing]`", "", "How long the steps of a round last, in seconds.", "", *_section(Timing)]
    lines += [
        "## `[roles]`",
        "",
        "The roles of the staff, and the document roles that each stands for unless the file says otherwise.",
        "",
    ]
    lines += table(("role", "document roles"), [(role, ", ".join(stands) or "none") for role, stands in DEFAULT_ROLES.items()])
    lines += [
        "",
        "## `[duties]`",
        "",
        "What the roles let a person do apart from tables. [People](people.md) says what each duty is. The table above and",
        "this one list all roles that `croupier staff` knows.",
        "",
    ]
    lines += table(("role", "duties"), [(role, ", ".join(held) or "none") for role, held in DEFAULT_DUTIES.items()])
    lines += ["", "## `[limits]`", "", *_limits(), "", "## Settings are facts", "", *FACTS.splitlines(), ""]
    lines += [line for kind in (FloorOpened, SettingsAdopted, FloorSettings, TableSettings) for line in entry(kind)]
    return "\n".join(lines).rstrip() + "\n"


def _section(kind: type[Any], without: tuple[str, ...] = ()) -> Iterator[str]:
    """The settings of a section, each with its type, its default and its meaning."""
    defaults = {each.name: each for each in dataclass_fields(kind)}
    rows: list[tuple[str, ...]] = []
    for each in fields(kind):
        if each.name not in without:
            assert each.says, f"{kind.__name__}: say what {each.name} means, in a string below the field"
            own = defaults[each.name]
            usual = own.default_factory() if own.default_factory is not MISSING else own.default
            rows.append((f"`{each.name}`", WORDS[each.type], _default(usual), each.says))
    yield from _table(("setting", "type", "unless given", "meaning"), rows)
    yield ""


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """A Markdown table of cells that are Markdown already."""
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _default(value: object) -> str:
    match value:
        case str():
            return f'`"{value}"`'
        case int() | float():
            return f"`{value}`"
        case tuple():
            return f"`[{', '.join(_element(each) for each in cast('tuple[Endpoint | Cents, ...]', value))}]`"
        case _:
            return "*required*" if value is MISSING else ""


def _element(value: Endpoint | Cents) -> str:
    return f'"{value}"' if isinstance(value, Endpoint) else f'"{dollars(value).removesuffix(".00")}"'


def _signs() -> Iterator[str]:
    """The settings of the sign of every rule set."""
    yield "What the document leaves to the operator. A dealer pays in multiples of `payout_unit`, which is the smallest of"
    yield "`chips` unless it is set. An electronic table pays to the cent."
    yield ""
    rows: dict[tuple[str, str], list[str]] = {}
    for name in names():
        for each in setting_entries(ruleset(name)):
            rows.setdefault((each.setting, each.meaning), []).append(name)
        if ruleset(name).procedures.is_electronic:
            for setting, meaning in OF_TERMINALS.items():
                rows.setdefault((setting, meaning), []).append(name)
    kinds: Mapping[str, str] = {
        each.name: "amount" if each.unit == "cents" else "true or false" if isinstance(each.default, bool) else "whole number"
        for name in names()
        for each in ruleset(name).all_settings
    }
    listed = [
        (
            f"`{setting}`",
            kinds[setting],
            meaning,
            "all" if len(where) == len(names()) else ", ".join(f"`{name}`" for name in where),
        )
        for (setting, meaning), where in rows.items()
    ]
    yield from _table(("setting", "type", "meaning", "rule sets"), listed)
    yield ""


def _limits() -> Iterator[str]:
    yield "Limits on what clients may take of the server. All are whole numbers from 1."
    yield "[The protocol of a terminal](terminal.md#limits) lists what a client is told."
    yield ""
    usual, seats = ClientLimits(), SeatRules()
    rows = [(f"`{each.name}`", f"{getattr(usual, each.name):,}", each.metadata["meaning"]) for each in dataclass_fields(usual)]
    rows += [(f"`{each.name}`", f"{getattr(seats, each.name):,}", each.says) for each in fields(SeatRules)]
    yield from _table(("limit", "unless given", "what it limits"), [(*row,) for row in rows])
