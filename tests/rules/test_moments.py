"""Points in time, compared with the calendar of the standard library."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.rules.error import RuleError
from croupier.rules.moments import LATEST, clock_time, moment


@given(st.datetimes(datetime(1970, 1, 1), datetime(9999, 12, 31)), st.integers(-14 * 60, 14 * 60))  # noqa: DTZ001 - made aware below
def test_a_moment_is_what_the_calendar_says(local: datetime, east: int) -> None:
    text = f"{local:%Y-%m-%dT%H:%M:%S}{'+' if east >= 0 else '-'}{abs(east) // 60:02}:{abs(east) % 60:02}"
    assert moment(text) == int(datetime.fromisoformat(text).timestamp()) * 1000


@given(st.integers(0, LATEST))
def test_a_moment_is_read_off_as_the_calendar_says(milliseconds: int) -> None:
    read = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds)
    assert clock_time(milliseconds) == f"{read:%Y-%m-%d %H:%M:%S} UTC"


def test_every_day_of_four_hundred_years() -> None:
    first = date(1970, 1, 1)
    for days in range(146_097):
        assert clock_time(days * 86_400_000).startswith(str(first + timedelta(days=days)))


@pytest.mark.parametrize("text", ["", "2024-10-19", "2024-10-19T00:00:00", "19.10.2024", "2024-10-19T00:00:00Z"])
def test_a_moment_without_its_distance_from_greenwich_is_none(text: str) -> None:
    with pytest.raises(RuleError, match="is no point in time"):
        moment(text)
