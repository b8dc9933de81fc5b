"""A mapping whose versions share what did not change: it behaves as a dictionary that is copied for every change."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from commanded import a_table, done
from croupier.layered import CHANGES, WHOLE, Layered, updated
from croupier.money import Cents
from croupier.table.bets.placing import PlaceBet
from croupier.table.money.seats import TakeSeat

KEYS = st.integers(0, 2 * WHOLE)


@given(
    size=st.sampled_from([0, 5, WHOLE, WHOLE + 1, WHOLE + 50]),
    changes=st.lists(st.dictionaries(KEYS, st.integers(), min_size=1, max_size=CHANGES + 5), max_size=40),
)
def test_it_is_the_dictionary_that_copies_would_be(size: int, changes: list[dict[int, int]]) -> None:
    plain = dict.fromkeys(range(size), 0)
    mapping: Mapping[int, int] = dict(plain)
    for change in changes:
        before, seen = mapping, dict(mapping)
        mapping, plain = updated(mapping, change), {**plain, **change}
        assert dict(before) == seen
        assert mapping == plain
        assert plain == mapping
        assert [*mapping] == [*plain]
        assert [*mapping.keys()] == [*plain.keys()]
        assert [*mapping.items()] == [*plain.items()]
        assert [*mapping.values()] == [*plain.values()]
        assert {**mapping} == plain
        assert (len(mapping), repr(mapping)) == (len(plain), repr(plain))
        for key in (*change, -1, 0, 2 * WHOLE + 1):
            assert (key in mapping, mapping.get(key), mapping.get(key, 7)) == (key in plain, plain.get(key), plain.get(key, 7))
    assert all(mapping[key] == value for key, value in plain.items())


def test_a_bet_at_a_large_table_copies_neither_the_layout_nor_the_book() -> None:
    table = a_table("ministar-roulette-2018")
    for number in range(2 * WHOLE):
        table, _ = done(table, TakeSeat(seat=f"seat-{number}", chips=Cents(1000)))
    one, _ = done(table, PlaceBet(seat="seat-7", wager="red", stake=Cents(100)))
    other, _ = done(one, PlaceBet(seat="seat-8", wager="red", stake=Cents(100)))
    for before, after in ((one.layout, other.layout), (one.book.balances, other.book.balances)):
        assert isinstance(before, Layered)
        assert isinstance(after, Layered)
        assert after.base is before.base
