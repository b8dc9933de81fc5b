"""The short references of a trace to code and tests."""

import pytest

from croupier.rulebook.trace import TraceError, find_code, find_test

STAR = "star-craps-2016"


def test_a_clause_may_name_the_pages_of_procedure_that_name_it() -> None:
    assert find_test(STAR, "3.3", "procedure") == "tests/procedures/test_pages.py::test_page[star-craps-2016 3.3]"
    assert find_test(STAR, "3.8.2", "procedure 3.8") == "tests/procedures/test_pages.py::test_page[star-craps-2016 3.8]"
    assert find_test(STAR, "6.7", "page") == "tests/clauses/test_pages.py::test_page[star-craps-2016 6.7]"


@pytest.mark.parametrize("clause", ["3.2", "3.6", "3.7.1", "3.7.2", "5.3.8", "6.3", "7.5", "9.3.4", "9.9"])
def test_what_the_procedures_say_under_a_clause_is_found_there(clause: str) -> None:
    """This covers steps, powers, grounds, clocks, notices, the dice and the freeze."""
    assert find_code(STAR, f"procedures::{clause}") == f"src/croupier/rulesets/craps/star_2016/procedures.py::{clause}"


def test_a_part_of_the_procedures_is_found_where_the_document_has_it() -> None:
    assert find_code(STAR, "procedures::abstaining").endswith("procedures.py::abstaining")
    with pytest.raises(TraceError, match="declares nothing called 'period'"):
        find_code(STAR, "procedures::period")


def test_a_clause_of_which_the_procedures_say_nothing_is_told_so() -> None:
    with pytest.raises(TraceError, match=r"declares nothing called '6\.7'"):
        find_code(STAR, "procedures::6.7")
