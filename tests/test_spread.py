# pyright: reportPrivateUsage=false
"""A large mapping whose versions share what did not change."""

from hypothesis import given
from hypothesis import strategies as st

from croupier.spread import Spread

CHANGES = st.lists(st.tuples(st.integers(0, 50), st.integers()), max_size=80)


@given(CHANGES, CHANGES)
def test_it_is_a_dictionary_and_older_versions_stay_as_they_were(
    first: list[tuple[int, int]], then: list[tuple[int, int]]
) -> None:
    before, expected = Spread(first), dict(first)
    after = before
    for key, value in then:
        after = after.having(key, value)
    assert (before, len(before)) == (expected, len(expected))
    expected |= dict(then)
    assert (after, len(after), sorted(after)) == (expected, len(expected), sorted(expected))
    assert [after.get(key) for key in range(51)] == [expected.get(key) for key in range(51)]
    assert [key in after for key in range(51)] == [key in expected for key in range(51)]


def test_a_change_shares_all_leaves_but_one() -> None:
    before = Spread((key, key) for key in range(100_000))
    after = before.having(7, 8)
    assert [one is other for one, other in zip(leaves(before), leaves(after), strict=True)].count(False) == 1


def leaves(spread: Spread[int, int]) -> list[dict[int, int]]:
    return [leaf for branch in spread._branches for leaf in branch]  # noqa: SLF001 - what is shared shows nowhere else
