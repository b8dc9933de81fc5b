"""The caches of account names are bounded."""

from croupier.ledger.accounts import CACHED_SEATS, felt, owed, rack, restricted, tokens, unrestricted, withheld


def test_whatever_terminals_call_their_seats_only_so_many_names_are_kept_at_hand() -> None:
    for name in (rack, felt, restricted, unrestricted, tokens, withheld, owed):
        for seat in range(CACHED_SEATS + 10):
            assert name(f"seat {seat}").endswith(f":seat {seat}")
        assert name.cache_info().currsize == CACHED_SEATS
        assert name("seat 0") == f"{name.__name__}:seat 0"
