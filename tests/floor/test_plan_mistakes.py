"""Mistakes in a floor file: each is told in one sentence, with its line."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from croupier.echo import echo
from croupier.floor.plan_reader import UnreadableError, read_plan
from floor_files import ADELAIDE, ARUZE, CRAPS, HEAD, mistakes, plan

SICBO = '[[tables]]\nname = "sicbo"\nruleset = "star-sicbo-2016"\nsign.minimum = "$5"\n'


SETTINGS: Mapping[str, tuple[str, str]] = {
    "misspelled": ('jurnal = "x"', "jurnal: there is no such setting; did you mean journal?"),
    "a name that is none": ("name2 = 1", "name2: there is no such setting; did you mean name?"),
    "port": (
        'listen = ["127.0.0.1:80210"]',
        'listen: "127.0.0.1:80210": 80210 is not a port from 1 to 65535; write for example "127.0.0.1:8021"',
    ),
    "port 0": (
        'listen = ["127.0.0.1:0"]',
        'listen: "127.0.0.1:0": 0 is not a port from 1 to 65535; write for example "127.0.0.1:8021"',
    ),
    "host": (
        'listen = ["localhost:80"]',
        'listen: "localhost:80" is not an IP address with a port; write for example "127.0.0.1:8021"',
    ),
    "bare IPv6": (
        'listen = ["::1:80"]',
        'listen: "::1:80" is not an IP address with a port; write for example "[::1]:8021"',
    ),
    "no address": ("listen = []", "listen: name an address, or leave listen out"),
    "one address": (
        'listen = "127.0.0.1:80"',
        'listen: "127.0.0.1:80" is not a list; write it in square brackets',
    ),
    "twice": ('listen = ["[::1]:80", "[::1]:080"]', 'listen: "[::1]:080" is listed twice'),
    "proxy": (
        'trusted_proxies = ["10.0.0.0/33"]',
        'trusted_proxies: "10.0.0.0/33" is not an IP address or a network; write for example "10.0.0.5" or "10.0.0.0/24"',
    ),
    "hour": ("gaming_day_hour = 24", "gaming_day_hour: 24 is not a whole number from 0 to 23"),
    "zone": (
        'time_zone = "Australia/Sidney"',
        'time_zone: there is no time zone "Australia/Sidney"; did you mean Australia/Sydney?',
    ),
    "floor role": ("roles.superviser = []", "roles.superviser: there is no such setting; did you mean supervisor?"),
    "document role": (
        'roles.dealer = ["deeler"]',
        'roles.dealer: no document has the role "deeler"; did you mean dealer?',
    ),
    "duty": ('duties.dealer = ["enroll"]', 'duties.dealer: there is no duty "enroll"; did you mean enrol?'),
    "role with a duty": ("duties.deeler = []", "duties.deeler: there is no such setting; did you mean dealer?"),
    "nobody manages staff": (
        "duties.administrator = []",
        "duties: no role has the duty manage-staff; give it to one, for example the administrator",
    ),
    "name of a machine": (
        'hosts = ["floor.example:443"]',
        'hosts: "floor.example:443" is not the name of a machine, without a port; write for example "floor.example"',
    ),
    "any name": (
        'hosts = ["*"]',
        'hosts: "*" is not the name of a machine, without a port; write for example "floor.example"',
    ),
    "log, all formats": ('log = "xml"', 'log: there is no log format "xml"; write text or json'),
    "log": ('log = "jsn"', 'log: there is no log format "jsn"; did you mean json?'),
    "limit": ("limits.conections = 5", "limits.conections: there is no such setting; did you mean connections?"),
    "limit of nothing": ("limits.seats = 0", "limits.seats: 0 is not a whole number from 1 to 1,000,000,000"),
    "not a table": ("limits = 3", "limits: 3 is not a table"),
    "not a text": ("anchors = 3", "anchors: 3 is not a text; write it in quotes"),
    "not printable": (
        'anchors = "a\\u0007"',
        'anchors: "a\a" is not a text of 1 to 1,000 printable characters',
    ),
    "anchors nowhere": (
        'anchors = "/no/such/folder/anchors"',
        "anchors: there is no folder /no/such/folder; create it, or name another file",
    ),
    "anchors a folder": ('anchors = "/tmp"', "anchors: /tmp is a folder; name a file"),
    "certificate": (
        'certificate = "no.crt"\ncertificate_key = "/etc/hostname"',
        "certificate: no.crt cannot be read (No such file or directory)",
    ),
    "certificate alone": (
        'certificate = "/etc/hostname"',
        "certificate: without certificate_key there is no TLS; name both files, or neither",
    ),
    "no certificate": (
        'certificate = "/etc/hostname"\ncertificate_key = "/etc/hostname"',
        "certificate: /etc/hostname and /etc/hostname are not a certificate and its key in PEM form, without a passphrase",
    ),
    "files twice": (
        'credentials = "floor.sqlite-key"',
        "journal: floor.sqlite-key: belongs to the journal, its key or its anchors; name another file for credentials",
    ),
}


@pytest.mark.parametrize(("line", "sentence"), SETTINGS.values(), ids=SETTINGS)
def test_a_mistake_at_the_top_is_told_with_its_line(line: str, sentence: str, tmp_path: Path) -> None:
    place = 2 if sentence.startswith("journal") else 3
    assert mistakes(f"{HEAD}{line}\n{CRAPS}", tmp_path) == [f"floor.toml:{place}: {sentence}"]


JOURNALS: Mapping[str, tuple[str, str]] = {
    "no folder": (
        "nowhere/floor.sqlite",
        "nowhere/floor.sqlite: there is no folder {folder}/nowhere; create it, or name another file",
    ),
    "another kind": (
        "mysql://floor@host/casino",
        "mysql://floor@host/casino: is not the address of a journal; name a file, sqlite:FILE, or "
        "postgresql://USER@HOST/DATABASE",
    ),
    "an export": (
        "floor.jsonl",
        "floor.jsonl: is the name of a text; name another, or have croupier journal export write a text",
    ),
    "no journal": ("notes.txt", "notes.txt: is not a journal; name the file that croupier wrote"),
    "no server": (
        "postgresql://floor:xyzzy@127.0.0.1:1/casino",
        "postgresql://floor@127.0.0.1:1/casino: no server answers there (Connection refused); start it, or check the address",
    ),
}


@pytest.mark.parametrize(("address", "sentence"), JOURNALS.values(), ids=JOURNALS)
def test_a_journal_that_cannot_be_read_is_told_with_its_line(address: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("a text that somebody named as a journal, long enough to be looked at" * 20)
    text = f'name = "Floor"\njournal = "{address}"\n{CRAPS}'
    wanted = sentence.format(folder=tmp_path).replace(f"{tmp_path}/", "")
    assert mistakes(text, tmp_path) == [f"floor.toml:2: journal: {wanted}"]


def test_a_key_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("no key")
    (sentence,) = mistakes(f'{HEAD}key = "key"\n{CRAPS}', tmp_path)
    assert sentence.startswith("floor.toml:3: key: key: ")


CHOICES = (
    "those that can be chosen are SC-03, SC-05, SC-06, SC-12, SC-17, SC-18, SC-20, SC-21, SC-25, SC-27, SC-28, SC-29 and SC-30"
)


TABLES: Mapping[str, tuple[str, str]] = {
    "misspelled": ("setas = 3", "setas: there is no such setting; did you mean seats?"),
    "wager": (
        'without = ["evn"]',
        "without: star-craps-2016: evn is not offered, and cannot be left out; did you mean eleven?",
    ),
    "wager that stays": (
        'without = ["win-line"]',
        "without: star-craps-2016: win-line cannot be left out; the operator may leave out none",
    ),
    "reading": (
        'readings.SC-99 = "x"',
        f"readings.SC-99: SC-99 is no reading of star-craps-2016; {CHOICES}; did you mean SC-29?",
    ),
    "settled reading": (
        'readings.SC-01 = "x"',
        f"readings.SC-01: SC-01 is settled in this rule set; {CHOICES}; did you mean SC-30?",
    ),
    "value of a reading": (
        'readings.SC-06 = "exact"',
        "readings.SC-06: SC-06 is 'exact', which should be next-payable or exact-stakes; did you mean exact-stakes?",
    ),
    "confirmed": ('confirmed = ["SC-6"]', 'confirmed: "SC-6" is no reading of star-craps-2016; did you mean SC-26?'),
    "odds": ('raised = { x = "8 to 1" }', "raised: star-craps-2016: its odds are fixed and cannot be raised"),
    "setting of the sign": ('sign.minimm = "$5"', "sign.minimm: there is no such setting; did you mean minimum?"),
    "type of a setting": (
        'sign.multiples = "yes"',
        'sign.multiples: multiples is "yes", which should be true or false',
    ),
    "cents or dollars": (
        "sign.maximum = 500",
        'sign.maximum: 500 could be dollars or cents; write "$500.00" or "$5.00"',
    ),
    "no dollar sign": ('sign.maximum = "500"', 'sign.maximum: "500" is not an amount; write it as "$500.00"'),
    "a float": ("sign.maximum = 7.5", 'sign.maximum: 7.5 is not an amount; write it as "$5.00"'),
    "negative": ('sign.maximum = "-$5"', 'sign.maximum: "-$5" is not an amount; write it as "$5.00"'),
    "no payout unit": (
        'sign.payout_unit = "$0"',
        "sign.payout_unit: payout_unit is 0, which should be a whole number of 1 or more",
    ),
    "no chips": ("chips = []", 'chips: a table has at least one chip; write for example ["$1", "$5"]'),
    "chip": ("chips = [5]", 'chips: 5 could be dollars or cents; write "$5.00" or "$0.05"'),
    "chip that no coins make": (
        'chips = ["$0.01"]',
        "chips: There is no coin under 5 cents: $0.01 cannot be paid in cash for a chip, but $0.05 can.",
    ),
    "chip of nothing": ('chips = ["$0"]', "chips: a chip is worth more than nothing"),
    "seats": ("seats = -1", "seats: star-craps-2016 cannot be opened with -1 seats; 0 means that they are not limited"),
    "half a seat": ("seats = 1.5", "seats: 1.5 is not a whole number of at most 1,000,000"),
    "too many seats": ("seats = 1_000_001", "seats: 1000001 is not a whole number of at most 1,000,000"),
    "reach": (
        "reach = 0",
        "reach: star-craps-2016 cannot be opened with a reach of 0: a correction reaches 1 round back or more",
    ),
    "too early": (
        "in_force = 2001-01-01",
        "in_force: star-craps-2016 cannot take effect at 2001-01-01 00:00:00 UTC: "
        "it was approved at 2016-08-16 14:00:00 UTC (Order(1))",
    ),
    "not yet": (
        "in_force = 2099-01-01T12:00:00+10:00",
        "in_force: star-craps-2016 cannot be opened at 2025-01-01 07:00:00 UTC: "
        "its rules take effect at 2099-01-01 02:00:00 UTC (Order(1))",
    ),
    "date": ('in_force = "tomorrow"', 'in_force: "tomorrow" is not a date; write it without quotes, as in 2026-08-01'),
    "device": ('device = "generatr"', 'device: there is no device "generatr"; did you mean generator?'),
    "attended": ('attended = "persn"', 'attended: no table is attended by "persn"; did you mean person?'),
    "timing": ("timing.beting = 3", "timing.beting: there is no such setting; did you mean betting?"),
    "no time": ("timing.betting = 0", "timing.betting: 0 is not a number of seconds from 0.1 to 3,600"),
    "person": (
        'without_minimum = { name = "Kim" }',
        'without_minimum: a person has a name and a role; write { name = "NAME", role = "ROLE" }',
    ),
    "minimum and none": (
        'without_minimum = { name = "Kim", role = "casino-supervisor" }',
        "without_minimum: star-craps-2016 has a minimum of $5.00 on its sign; leave out without_minimum",
    ),
    "maximum": ('sign.maximum = "$4"', "sign.maximum: The maximum would be below the minimum (7.1)"),
    "of another game": (
        "sign.odds_multiple = 3",
        "sign.odds_multiple: the sign of star-craps-2016 has no such setting; it is one of adelaide-craps-2003",
    ),
}


@pytest.mark.parametrize(("line", "sentence"), TABLES.values(), ids=TABLES)
def test_a_mistake_in_a_table_is_told_with_its_line(line: str, sentence: str, tmp_path: Path) -> None:
    assert mistakes(f"{HEAD}{CRAPS}{line}\n", tmp_path) == [f"floor.toml:7: table craps, {sentence}"]


NO_NAME = (
    "is not a name for a table; write 1 to 64 letters from A to Z, digits, dots, dashes and underscores, "
    "and begin with a letter or a digit"
)

WHOLE: Mapping[str, tuple[str, list[str]]] = {
    "rule set": (
        HEAD + CRAPS.replace("star-craps", "star-crap"),
        [
            "5: table craps, ruleset: there is no rule set 'star-crap-2016'; there are star-craps-2016, adelaide-craps-2003, "
            "aruze-craps-2024, star-sicbo-2016 and ministar-roulette-2018; did you mean star-craps-2016?"
        ],
    ),
    "names twice": (HEAD + CRAPS + CRAPS, ['8: table craps, name: "craps" is the name of the table on line 3; choose another']),
    **{
        f"name {name:.8}": (
            HEAD + CRAPS.replace('"craps"', f'"{name}"'),
            [f'4: table {echo(name)}, name: "{echo(name)}" {NO_NAME}'],
        )
        for name in ("a/b", "..", "-craps", "craps 1", "craps#1", "賭場", "x" * 65)
    },
    "reserved": (
        HEAD + CRAPS.replace('"craps"', '"floor"'),
        ['4: table floor, name: "floor" is the name of other lines of the journal; choose another'],
    ),
    "nothing": (
        "",
        [
            '1: a floor needs a journal; write journal = "floor.sqlite" at the top',
            '1: a floor needs a name; write name = "Main floor" at the top',
            "1: tables: a floor has one table or more; begin each with [[tables]]",
        ],
    ),
    "a single table": (
        HEAD + "[tables]\nname = 3\n",
        ["3: tables: a floor has one table or more; begin each with [[tables]]"],
    ),
    "an empty table": (HEAD + "[[tables]]\n", ["3: table 1: a table needs a name", "3: table 1: a table needs a ruleset"]),
    "no minimum": (
        HEAD + CRAPS.replace('sign.minimum = "$5"\n', ""),
        [
            "3: table craps, sign: star-craps-2016 cannot be opened without a minimum bet on its sign (7.1); "
            "set a minimum, or name in without_minimum who decided that there is none"
        ],
    ),
    "nobody who decides": (
        HEAD + CRAPS.replace("sign.minimum", 'without_minimum = { name = "Kim", role = "dealer" }\nsign.maximum'),
        [
            "6: table craps, without_minimum: star-craps-2016: it is casino supervisor, not Kim (dealer), "
            "who decides about the sign"
        ],
    ),
    "an electronic table": (
        HEAD + ARUZE + 'attended = "person"\n',
        ["7: table aruze, attended: aruze-craps-2024 is an electronic table, which nobody deals; leave attended out"],
    ),
    "raised too little": (
        HEAD + ADELAIDE.format("a", 'raised = { hard-6 = "1 to 1" }'),
        ["7: table a, raised.hard-6: adelaide-craps-2003: 6(c):hard-6 pays 9 to 1 at least, 1 to 1 is less (6(b))"],
    ),
    "raised row": (
        HEAD + ADELAIDE.format("a", 'raised = { hrd-8 = "20 to 1" }'),
        ["7: table a, raised.hrd-8: adelaide-craps-2003 has no row of odds 'hrd-8'; did you mean 6(c):hard-8?"],
    ),
    "no odds": (
        HEAD + ADELAIDE.format("a", 'raised = { hard-8 = "a lot" }'),
        ['7: table a, raised.hard-8: 6(c):hard-8: "a lot" is not odds: write what is won and what is staked, as in "7 to 6"'],
    ),
    "odds for the player": (
        HEAD + ADELAIDE.format("a", 'raised = { hard-4 = "9 to 1" }'),
        ["7: table a, raised: adelaide-craps-2003 cannot be opened so: the odds of hardway:4 favour the player"],
    ),
    "unequal odds": (
        HEAD + ADELAIDE.format("a", 'raised = { hard-4 = "7.5 to 1" }\n') + CRAPS + ADELAIDE.format("b", ""),
        [
            "12: table b, raised: pays 6(c):hard-4 as printed, and table a at 7.5 to 1; "
            "raised odds are the same at every table of adelaide-craps-2003 (6(b))"
        ],
    ),
    "other odds": (
        HEAD
        + ADELAIDE.format("a", 'raised = { hard-4 = "7.5 to 1" }\n')
        + ADELAIDE.format("b", 'raised = { "6(c):hard-4" = "7.6 to 1" }\n'),
        [
            "12: table b, raised: pays 6(c):hard-4 at 7.6 to 1, and table a at 7.5 to 1; "
            "raised odds are the same at every table of adelaide-craps-2003 (6(b))"
        ],
    ),
    "syntax": (HEAD + "listen = [1\n" + CRAPS, ["4: this is not TOML: Unclosed array"]),
    "end": (HEAD + "listen = [", ["3: this is not TOML: Invalid value"]),
    "key twice": ('name = "a"\nname = "b"\n', ["2: this is not TOML: Cannot overwrite a value"]),
    "deep": ("x = " + "[" * 5000, ["1: is nested too deeply"]),
    "long": (f"x = {'9' * 5000}", ["1: this is not TOML: Exceeds the limit (4300 digits) for integer string conversion"]),
}


@pytest.mark.parametrize(("text", "sentences"), WHOLE.values(), ids=WHOLE)
def test_a_mistake_in_the_whole_is_told_with_its_line(text: str, sentences: list[str], tmp_path: Path) -> None:
    found = [re.sub(r": value has 5000 digits.*", "", each) for each in mistakes(text, tmp_path)]
    assert found == [f"floor.toml:{sentence}" for sentence in sentences]


def test_a_reading_that_nobody_has_confirmed_is_told(tmp_path: Path) -> None:
    (sentence,) = mistakes(HEAD + SICBO, tmp_path)
    assert sentence.startswith(
        "floor.toml:3: table sicbo, confirmed: star-sicbo-2016 cannot be opened with even before the operator has confirmed "
        "the reading SB-01 (Even wins on 4,"
    )
    assert sentence.endswith("; confirm it, or leave the wager out")
    assert plan(f'{HEAD}{SICBO}confirmed = ["SB-01"]\n', tmp_path)
    assert plan(f'{HEAD}{SICBO}without = ["even"]\n', tmp_path)


def test_all_mistakes_are_told_at_once_in_the_order_of_their_lines(tmp_path: Path) -> None:
    lines = [
        line for line, _ in TABLES.values() if "sign" not in line and "raised" not in line and "." not in line.split("=")[0]
    ]
    keys = {line.split(" ")[0]: line for line in lines}
    found = mistakes(HEAD + CRAPS + "\n".join(keys.values()) + "\n", tmp_path)
    numbers = [int(each.split(":")[1]) for each in found]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(7, 7 + len(keys)))


def test_a_file_that_is_no_text_is_unreadable(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    for data, sentence in ((b"\xff\xfe", "is not a text in UTF-8"), (b"#" * 1_000_001, "has more than 1,000,000 bytes")):
        file.write_bytes(data)
        with pytest.raises(UnreadableError, match=sentence):
            read_plan(file)
    with pytest.raises(UnreadableError, match="Is a directory"):
        read_plan(tmp_path)
    file.write_bytes(b"\xef\xbb\xbf" + (HEAD + CRAPS).replace("\n", "\r\n").encode())
    assert read_plan(file).name == "Floor", "a file that an editor of Windows wrote"
