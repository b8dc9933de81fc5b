"""Times in sentences follow the time zone of the floor."""

import pytest

from croupier.audit.local_time import in_zone, shown_in_zone


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("UTC", "From 2027-01-15 09:00:00 UTC: minimum $10.00."),
        ("Australia/Sydney", "From 2027-01-15 20:00:00 AEDT: minimum $10.00."),
        ("America/New_York", "From 2027-01-15 04:00:00 EST: minimum $10.00."),
    ],
)
def test_a_time_is_told_in_the_zone_of_the_floor(zone: str, words: str) -> None:
    assert in_zone("From 2027-01-15 09:00:00 UTC: minimum $10.00.", zone) == words


def test_a_sentence_without_a_time_stays_as_it_is_and_the_end_of_the_calendar_does_no_harm() -> None:
    for words in ("Nothing at 09:00.", "A reason may say 2026-13-45 99:00:00 UTC."):
        assert in_zone(words, "Australia/Sydney") == words
    assert in_zone("at 9999-12-31 23:59:59 UTC", "Australia/Sydney") == "at 9999-12-31 23:59:59 UTC"


def test_pages_have_one_form_of_dates() -> None:
    """As browsers write them. The same words are moved, and the same ones stay."""
    told = "It was delayed, as agreed, to 2026-09-05 06:06:30 UTC."
    assert shown_in_zone(told, "Australia/Sydney") == "It was delayed, as agreed, to 5 Sept 2026, 16:06."
    assert shown_in_zone("until 2026-13-05 06:06:30 UTC", "Australia/Sydney") == "until 2026-13-05 06:06:30 UTC"
