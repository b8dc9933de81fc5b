"""The page of a table's rules, as players read it."""

import re
from html import unescape

import pytest

from croupier.catalogue import names, ruleset
from croupier.rulebook.html import html
from croupier.rulebook.table_page import table_document


def read(name: str) -> str:
    """What a player reads, without markup and anchors; and without the last section, which identifies the rule set."""
    rules = ruleset(name)
    page = html(table_document(rules, rules.sign({"minimum": 500, "maximum": 50_000})))
    return unescape(re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL)).partition(rules.id)[0]


@pytest.mark.parametrize("name", names())
def test_a_player_reads_titles_and_no_ids(name: str) -> None:
    rules, words = ruleset(name), read(name)
    ids = [id for id in rules.addresses if re.search("[-:]", id)] + [reading.id for reading in rules.readings]
    ids += [value for reading in rules.readings for value in reading.values if "-" in value and value != "come-out"]
    assert [id for id in ids if re.search(rf"(?<![\w:-]){re.escape(id)}(?![\w/-]|:\w)", words)] == []
    assert re.findall(r"\S*[a-z]_[a-z]\S*|\b\d[\w.()]*:[\w-]*[a-z]\S*", words) == []


def test_bets_readings_and_definitions_have_words() -> None:
    words = " ".join(read("star-craps-2016").split())
    assert "Hard 4 6.1.9 a hard 4 7.5 to 1 8.1 (hard 4) 1/18 = 5.556%" in words
    assert "Hard 4 and Hard 10: as read 1/18 = 5.556%" in words
    assert "Reading 18 6.3, 7.2" in words
    assert "reading 18, reading 28, reading 29" in words
    assert "as at Adelaide." in words
