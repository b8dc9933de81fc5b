"""The rule book reads the chapters on promotional prizes aloud, and shows where two of them differ."""

import pytest

from croupier.catalogue import names, ruleset
from croupier.rulebook.book import look_up
from croupier.rulebook.comparing import compare_procedures
from croupier.rulebook.promotions import promotional_prizes

STAR, SICBO, ARUZE, MINISTAR = "star-craps-2016", "star-sicbo-2016", "aruze-craps-2024", "ministar-roulette-2018"


@pytest.mark.parametrize("name", names())
def test_every_clause_of_a_chapter_is_read_aloud_once(name: str) -> None:
    rules = ruleset(name)
    section = promotional_prizes(rules)
    assert [each.clause for each in section.passages] == [*(rules.promotions.clauses if rules.promotions else ())]
    assert all(each.says[0].isupper() and each.says.endswith(".") for each in section.passages)
    assert len({each.topic for each in section.passages}) == len(section.passages)


@pytest.mark.parametrize(
    ("name", "clause", "says"),
    [
        (STAR, "10.2", "A scrutineer oversees the draw of any prize worth more than $10,000.00."),
        (STAR, "10.5.4", "More than 20 litres of liquor."),
        (STAR, "10.7.11.2(iv)", "Whether registration and other on-road costs are included."),
        (ARUZE, "5.9.1", "Terms that change after the start go to the NICC as soon as possible."),
        (MINISTAR, "6.9.1", "Terms that change after the start need the approval of the Authority."),
    ],
)
def test_a_clause_is_looked_up(name: str, clause: str, says: str) -> None:
    _, page = look_up(ruleset(name), clause)
    assert page
    assert [each.says for section in page.sections for each in section.passages] == [says]


def differences(here: str, there: str) -> dict[str, tuple[str, str]]:
    begins = "promotional prizes: "
    found = compare_procedures(ruleset(here), ruleset(there))
    return {each.what.removeprefix(begins): (each.here, each.there) for each in found if each.what.startswith(begins)}


def test_the_documents_of_2016_and_2018_say_the_same() -> None:
    assert differences(STAR, SICBO) == differences(STAR, MINISTAR) == {}


def test_the_document_of_2024_differs_in_five_places() -> None:
    found = differences(STAR, ARUZE)
    assert set(found) == {"money instead", "payment", "lodging", "amending", "integrity"}
    assert found["payment"][1].startswith("No prize is paid in cash.")
    assert found["integrity"][0].endswith("The inspectorate is told immediately.")
    assert found["integrity"][1].endswith("An inspector is told within 48 hours.")
    assert len(differences(STAR, "adelaide-craps-2003")) == 55
