"""The chapters on promotional prizes: complete, in the order of their documents, and wrong ones fail on import."""

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import croupier
from croupier.catalogue import names, ruleset
from croupier.rules.error import RuleError
from croupier.rules.prize_terms import methods_under, particulars_under, terms_under
from croupier.rules.promotions import Alternative, PrizeKind, PrizePayment, Promotions

CHAPTERS = {name: chapter for name in names() if (chapter := ruleset(name).promotions)}
FINGERPRINTS = {
    "star-craps-2016": "beb4e23dbea2",
    "star-sicbo-2016": "beb4e23dbea2",
    "aruze-craps-2024": "d7ecff30a5ae",
    "ministar-roulette-2018": "4cca2085d280",
}
"""The first digits. Promotions that were drafted under another chapter cannot be continued: see CHANGELOG.md."""
STAR = CHAPTERS["star-craps-2016"]


def test_four_of_five_documents_have_a_chapter() -> None:
    assert {name: chapter.fingerprint[:12] for name, chapter in CHAPTERS.items()} == FINGERPRINTS
    assert ruleset("adelaide-craps-2003").promotions is None


def test_a_chapter_changes_no_fingerprint_of_a_table() -> None:
    """A prize decides no bet. A table that was opened before the chapter was written down goes on."""
    rules = ruleset("star-craps-2016")
    assert replace(rules, promotions=None).fingerprint == rules.fingerprint


@pytest.mark.parametrize("name", sorted(CHAPTERS))
def test_a_chapter_has_every_clause_of_its_document_in_order(name: str) -> None:
    (path,) = (
        path
        for path in (Path(croupier.__file__).parent / "rulesets").rglob("clauses.csv")
        if f'id="{name}"' in (path.parent / "__init__.py").read_text()
    )
    with path.open(newline="") as file:
        clauses = [row["clause"] for row in csv.DictReader(file)]
    section = CHAPTERS[name].offered.partition(".")[0]
    assert [*CHAPTERS[name].clauses] == [clause for clause in clauses if clause.startswith(f"{section}.")]
    assert len(CHAPTERS[name].clauses) == 55


@pytest.mark.parametrize(
    ("write", "sentence"),
    [
        (lambda: replace(STAR, terms=[*STAR.terms, STAR.terms[0]]), "10.7.1: every statement of the terms needs an id"),
        (lambda: replace(STAR, terms=STAR.terms[:5]), "10.7: the terms have to state 'starts' once"),
        (lambda: replace(STAR, terms=[*STAR.terms, *terms_under("9")[5:6]]), "10.7.1: every statement of the terms"),
        (
            lambda: replace(STAR, particulars=[*particulars_under("10.7.11"), *particulars_under("10.9")]),
            "10.7.11: a kind of prize has two lists",
        ),
        (lambda: replace(STAR, alternative=Alternative("10.3", [PrizeKind.MONEY], stated=True)), "10.3: money is no thing"),
        (lambda: replace(STAR, payment=PrizePayment("10.4", [])), "10.4: money has to be paid in some way"),
        (lambda: replace(STAR, disputes="10.2"), "10.1: two parts of the chapter have the same clause"),
        (
            lambda: replace(STAR, telling=replace(STAR.telling, methods=[*methods_under("10.8"), *methods_under("9")])),
            "10.8.1: every method of notice needs an id",
        ),
    ],
)
def test_a_wrong_chapter_fails_on_import(write: Callable[[], Promotions], sentence: str) -> None:
    with pytest.raises(RuleError) as error:
        write()
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize("name", sorted(CHAPTERS))
def test_thresholds_are_strict(name: str) -> None:
    """At the threshold no, one cent above yes."""
    chapter = CHAPTERS[name]
    assert [chapter.needs_scrutineer(value) for value in (1_000_000, 1_000_001)] == [False, True]
    assert [chapter.is_kept(value) for value in (10_000, 10_001)] == [False, True]
    chooses = [chapter.winner_chooses(owed) for owed in (1_000_000, 1_000_001)]
    assert chooses == [False, name != "aruze-craps-2024"]
