"""A floor file: what it says, and one sentence with its line for every mistake."""

import re
import subprocess
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certificates import CERTIFIED, certified
from croupier.catalogue import names, ruleset
from croupier.floor.limits import ClientLimits
from croupier.floor.plan import DEFAULT_DUTIES, DEFAULT_ROLES, Endpoint, Plan, TablePlan
from croupier.floor.plan_example import example
from croupier.floor.plan_mistakes import PlanError
from croupier.floor.plan_reader import spec_of as plan_spec
from croupier.floor.plan_review import warnings
from croupier.floor.plan_tables import spec_of as table_spec
from croupier.floor.seating import SeatRules
from croupier.floor.timetable import Timing
from croupier.journal.sqlite import SqliteStore
from croupier.people import duties
from croupier.people.duties import floor_roles
from croupier.rules.moments import moment
from croupier.table.core.person import Person
from floor_files import ADELAIDE, ARUZE, CRAPS, HEAD, mistakes, plan


def test_the_smallest_floor_has_the_defaults(tmp_path: Path) -> None:
    found = plan(HEAD + CRAPS, tmp_path)
    assert found == Plan(
        name="Floor",
        journal=str(tmp_path / "floor.sqlite"),
        key=tmp_path / "floor.sqlite-key",
        credentials=tmp_path / "floor-credentials",
        tables=(TablePlan(name="craps", ruleset="star-craps-2016", sign={"minimum": 500}),),
    )
    assert found.listen == (Endpoint("127.0.0.1", 8021),)
    assert not list(tmp_path.iterdir()), "a check creates nothing"


def test_everything_can_be_said(tmp_path: Path) -> None:
    text = """
        name = "Floor"
        journal = "sqlite:data.sqlite"
        key = "keys/floor"
        anchors = "/tmp/anchors"
        credentials = "keys/credentials"
        listen = ["0.0.0.0:443", "[::1]:8021"]
        trusted_proxies = ["10.0.0.5", "10.1.0.0/16"]
        gaming_day_hour = 4
        time_zone = "Australia/Sydney"
        hosts = ["Floor.example", "10.0.0.9"]
        log = "json"
        roles.cage = ["house"]
        duties.dealer = ["enrol"]
        limits = { connections = 7, seats = 12, hold_money_seconds = 60 }
        [[tables]]
        name = "Craps-1"
        ruleset = "adelaide-craps-2003"
        readings = { AD-12 = "not-until-come-out" }
        confirmed = ["AD-12"]
        without = ["big-6"]
        raised = { hard-4 = "8 to 1" }
        chips = ["$25", "$2.50", "$1,000"]
        seats = 8
        reach = 20
        in_force = 2024-01-01
        device = "generator"
        attended = "automatic"
        timing = { betting = 30, showing = 2.5 }
        without_minimum = { name = "Kim", role = "house" }
        [tables.sign]
        maximum = "$2,500.00"
        odds_multiple = 5
        multiples = false
    """
    (tmp_path / "keys").mkdir()
    found = plan(text, tmp_path)
    (table,) = found.tables
    assert (found.journal, found.key) == (str(tmp_path / "data.sqlite"), tmp_path / "keys" / "floor")
    assert found.listen == (Endpoint("0.0.0.0", 443), Endpoint("::1", 8021))  # noqa: S104 - as the file says
    assert list(map(str, found.listen)) == ["0.0.0.0:443", "[::1]:8021"]
    assert found.trusted_proxies == ("10.0.0.5/32", "10.1.0.0/16")
    assert found.roles == {**DEFAULT_ROLES, "cage": ("house",)}
    assert found.duties == {**DEFAULT_DUTIES, "dealer": ("enrol",)}
    assert (found.hosts, found.log) == (("floor.example", "10.0.0.9"), "json")
    assert (found.limits, found.seating) == (ClientLimits(connections=7), SeatRules(seats=12, hold_money_seconds=60))
    assert table == TablePlan(
        name="Craps-1",
        ruleset="adelaide-craps-2003",
        readings={"AD-12": "not-until-come-out"},
        confirmed=("AD-12",),
        without=("big-6",),
        raised={"6(c):hard-4": "8 to 1"},
        sign={"maximum": 250_000, "odds_multiple": 5, "multiples": False},
        chips=(250, 2_500, 100_000),  # pyright: ignore[reportArgumentType] - cents
        seats=8,
        reach=20,
        in_force=moment("2024-01-01T00:00:00+11:00"),
        without_minimum=Person("Kim", "house"),
        timing=Timing(30, 2.5),
        attended="automatic",
    )


def test_a_journal_that_is_there_can_be_continued(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "floor.sqlite").close()
    assert plan(HEAD + CRAPS, tmp_path)


def test_a_certificate_with_its_key_is_accepted(tmp_path: Path) -> None:
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=floor"]
    subprocess.run([*made, "-keyout", "a.key", "-out", "a.crt"], cwd=tmp_path, check=True, capture_output=True)  # noqa: S603
    subprocess.run([*made, "-keyout", "b.key", "-out", "b.crt"], cwd=tmp_path, check=True, capture_output=True)  # noqa: S603
    named = 'certificate = "a.crt"\ncertificate_key = "{}.key"\n'
    assert plan(HEAD + named.format("a") + CRAPS, tmp_path).certificate == tmp_path / "a.crt"
    (tmp_path / "a.key").chmod(0o644)
    (sentence,) = mistakes(HEAD + named.format("a") + CRAPS, tmp_path)
    assert sentence == (
        "floor.toml:4: certificate_key: a.key can be read by every user of this machine, who could pretend to be this server; "
        "chmod o= it, and find out who has"
    )
    (sentence,) = mistakes(HEAD + named.format("b") + CRAPS, tmp_path)
    assert sentence == (
        "floor.toml:3: certificate: a.crt and b.key are not a certificate and its key in PEM form, "
        "without a passphrase (KEY_VALUES_MISMATCH)"
    )


def test_equal_odds_may_be_written_differently(tmp_path: Path) -> None:
    text = ADELAIDE.format("a", 'raised = { hard-4 = "7.5 to 1" }\n') + ADELAIDE.format(
        "b", 'raised = { hard-4 = "15 to 2" }\n'
    )
    assert plan(HEAD + text, tmp_path)


def uncommented(text: str) -> str:
    """The example with every setting that has a default set to it."""
    return re.sub(r"^#(?=[\w-]+ = )", "", text, flags=re.MULTILINE)


def test_the_example_has_no_mistake_and_every_rule_set(tmp_path: Path) -> None:
    found = plan(example(), tmp_path)
    assert [table.ruleset for table in found.tables] == list(names())
    assert found.listen == (Endpoint("127.0.0.1", 8021),)


def test_the_example_shows_the_defaults(tmp_path: Path) -> None:
    bare, full = plan(example(), tmp_path), plan(uncommented(example()), tmp_path)
    assert len(uncommented(example()).splitlines()) == len(example().splitlines())
    for one, other in zip(bare.tables, full.tables, strict=True):
        assert one.rules.live(one.readings) == other.rules.live(other.readings)
        assert one.rules.sign(one.full_sign) == other.rules.sign(other.full_sign)
    settings = [each.name for each in fields(Plan) if each.name != "tables"]
    assert [getattr(bare, name) for name in settings] == [getattr(full, name) for name in settings]


def test_every_setting_occurs_in_the_example() -> None:
    for kind in (Plan, TablePlan, Timing, ClientLimits, SeatRules):
        for each in fields(kind):
            sections = {"tables": "[[tables]]", "seating": "[limits]"}
            section = sections.get(each.name, f"[{each.name}]" if kind is Plan else f"[tables.{each.name}]")
            assert re.search(rf"^#? ?{each.name} = |^{re.escape(section)}$", example(), re.MULTILINE), each.name


def test_every_setting_of_the_plan_can_be_written(tmp_path: Path) -> None:
    assert set(plan_spec(tmp_path)) == {each.name for each in fields(Plan)} - {"seating"}
    assert set(table_spec("UTC")) == {each.name for each in fields(TablePlan)}


def test_every_document_role_belongs_to_one_role_of_the_floor() -> None:
    documents = [role for name in names() for role in ruleset(name).procedures.roles]
    given = [role for roles in DEFAULT_ROLES.values() for role in roles]
    assert sorted(given) == sorted(set(documents))


def test_every_role_of_the_floor_has_its_duties_and_is_known_to_the_register() -> None:
    assert list(DEFAULT_DUTIES) == list(DEFAULT_ROLES)
    assert floor_roles(DEFAULT_DUTIES).duties == duties.DEFAULT_FLOOR_ROLES.duties


def test_addresses_for_other_machines_without_tls_are_warned_of(tmp_path: Path) -> None:
    text = f'{HEAD}listen = ["127.0.0.1:80", "0.0.0.0:81"]\n{ARUZE}'
    sentence = "other machines can connect to 0.0.0.0:81, and nothing is encrypted: set certificate and certificate_key"
    assert warnings(plan(text, tmp_path)) == [sentence]
    assert warnings(plan(HEAD + ARUZE, tmp_path)) == []


@pytest.mark.parametrize(("days", "words"), [(-1, "expired on"), (5, "expires on"), (30, None)])
def test_a_certificate_at_its_end_is_warned_of(days: float, words: str | None, tmp_path: Path) -> None:
    certified(tmp_path, days)
    warned = [each for each in warnings(plan(f"{HEAD}{CERTIFIED}\n{CRAPS}", tmp_path)) if each.startswith("certificate: ")]
    assert [words in each for each in warned if words] == ([True] if words else []), warned
    assert len(warned) == (words is not None)


def test_rounding_that_favours_the_player_is_warned_of(tmp_path: Path) -> None:
    (sentence,) = warnings(plan(HEAD + CRAPS, tmp_path))
    assert sentence.startswith(
        "table craps: winnings are rounded up to $1.00 (6.7), which favours the player at some stakes of "
    )
    exact = f'{HEAD}{CRAPS}readings.SC-06 = "exact-stakes"\n'
    assert warnings(plan(exact, tmp_path)) == []


def test_a_device_that_nobody_asks_is_warned_of(tmp_path: Path) -> None:
    """A person who deals enters the results. The automatic dealer asks the device."""
    connected = f'{HEAD}{CRAPS}readings.SC-06 = "exact-stakes"\ndevice = "connected"\n'
    sentence = "table craps: a person deals and enters the results; its device is asked only while the automatic dealer deals"
    assert warnings(plan(connected, tmp_path)) == [sentence]
    assert warnings(plan(f'{connected}attended = "automatic"\n', tmp_path)) == []


def test_who_deals_follows_from_the_document(tmp_path: Path) -> None:
    found = plan(f'{HEAD}{CRAPS}{ARUZE}{CRAPS.replace("craps", "c2", 1)}attended = "automatic"\n', tmp_path)
    assert [table.dealt_by for table in found.tables] == ["person", "automatic", "automatic"]


VALUES = st.recursive(
    st.sampled_from(["0", "-1", "99999999999999999999", "1.5", "nan", "inf", "true", "2026-01-01", "07:32:00"])
    | st.sampled_from(
        ['""', '"$5"', '"x"', '"é"', '"\\u0000"', '"a/b"', '"7 to 6"', '"127.0.0.1:1"', '"star-craps-2016"', "'\\'"]
    ),
    lambda inside: (
        st.lists(inside, max_size=3).map(lambda each: f"[{', '.join(each)}]")
        | st.dictionaries(st.sampled_from(["name", "role", "minimum", "SC-06", "betting", "x", '"é"']), inside, max_size=3).map(
            lambda each: f"{{{', '.join(f'{key} = {value}' for key, value in each.items())}}}"
        )
    ),
    max_leaves=6,
)


@given(st.sampled_from(sorted(plan_spec(Path()))), st.sampled_from(sorted(table_spec("UTC"))), VALUES, VALUES)
def test_any_value_of_any_setting_is_accepted_or_told(top: str, setting: str, one: str, other: str) -> None:
    kept = "".join(f"{line}\n" for line in HEAD.splitlines() if not line.startswith(f"{top} "))
    table = "".join(f"{line}\n" for line in CRAPS.splitlines() if not line.startswith((f"{setting} ", f"{setting}.")))
    tables = "" if top == "tables" else f"{table}{setting} = {other}\n"
    with suppress(PlanError):
        assert isinstance(plan(f"{kept}{top} = {one}\n{tables}", Path("/tmp")), Plan)  # noqa: S108 - nothing is written


@given(st.lists(st.tuples(st.integers(0, 500), st.sampled_from('"[]{}=#\n.$5x,\\')), max_size=4), st.integers(0, 500))
def test_any_damage_to_a_file_is_told_or_harmless(letters: list[tuple[int, str]], cut: int) -> None:
    text = HEAD + CRAPS + ARUZE
    for at, letter in letters:
        text = text[:at] + letter + text[at + 1 :]
    with suppress(PlanError):
        assert isinstance(plan(text[: max(cut, 20)] if cut < 250 else text, Path("/tmp")), Plan)  # noqa: S108 - nothing is written
