"""Every rule has a test that fails without it. `make soak` changes rules at random, one at a time, and looks for that test.

`CROUPIER_MUTANTS=20 pytest tests/mutation` tests twenty mutants, and `CROUPIER_MUTANTS_SEED` chooses others. A mutant that
survives needs a test or, where no test can tell it apart, an entry in `survivors.txt` with the reason.
"""

import os
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from mutation.mutants import PAGES, Mutant, Tree, mutants, mutants_in, survivors

COUNT, SEED = int(os.environ.get("CROUPIER_MUTANTS", "0")), os.environ.get("CROUPIER_MUTANTS_SEED", "0")
PLANTED = 'rulesets/craps/star_2016/odds.py: "place-lose-9": "5 to 8",: 5 to 8 => 6 to 8'


@cache
def every_mutant() -> dict[str, Mutant]:
    """All of them by name. Not made when tests are only collected, as every worker does."""
    return {mutant.name: mutant for mutant in mutants()}


def chosen() -> list[str]:
    """The mutants to test: a sample if one is asked for."""
    if not COUNT:
        return [PLANTED]
    return Random(SEED).sample(sorted(every_mutant()), min(COUNT, len(every_mutant())))  # noqa: S311 - a sample, no secret


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return Tree(tmp_path_factory.mktemp("mutation"))


@pytest.fixture(scope="module")
def notices(tree: Tree) -> Callable[[str], str]:
    """What notices a mutant, looked for once."""

    @cache
    def noticed(name: str) -> str:
        return tree.notices(every_mutant()[name])

    return noticed


@pytest.mark.parametrize("name", chosen())
def test_a_mutant_is_noticed_or_explained(name: str, notices: Callable[[str], str]) -> None:
    assert name in survivors() or notices(name), f"no test notices it (seed {SEED})"


def test_the_source_as_it_is_passes_and_a_mutant_fails_by_the_page_of_its_clause(
    tree: Tree, notices: Callable[[str], str]
) -> None:
    assert "test_page[star-craps-2016 6.1.11" in notices(PLANTED)
    assert tree.failure(PAGES) == ""


def test_every_survivor_is_a_mutant_of_the_source_as_it_is_and_has_a_reason() -> None:
    listed = survivors()
    assert [name for name in listed if name not in every_mutant()] == []
    assert [name for name, reason in listed.items() if len(reason.split()) < 4] == []


def test_a_mutant_changes_what_its_name_says_and_nothing_else() -> None:
    line = "return stake >= 7 and not odds('7 to 6', Span.ALWAYS, max(stake, 900)) + 7"
    source = f"def over(stake: int) -> bool:\n    {line}\n".encode()
    changed = {mutant.name.removeprefix(f"a.py: {line}: "): mutant for mutant in mutants_in("a.py", source)}
    texts = {words: source[each.begin : each.end].decode() for words, each in changed.items()}
    assert texts == {
        "and => or": line.removeprefix("return "),
        "GtE => Gt": "stake >= 7",
        "7 => 8": "7",
        "without not": line.partition(" and ")[2],
        "Add => Sub": line.partition(" not ")[2],
        "7 to 6 => 8 to 6": "'7 to 6'",
        "Span.ALWAYS => UNTIL_IT_MOVES": "Span.ALWAYS",
        "max => min": "max(stake, 900)",
        "7 => 8 (2)": "7",
    }
    assert changed["GtE => Gt"].mutated(source) == source.replace(b"stake >= 7", b"(stake > 7)")
    assert changed["7 => 8 (2)"].mutated(source) == source.replace(b"+ 7", b"+ (8)")
