from croupier.money import dollars, rounded_down, rounded_up


def test_money_is_written_as_a_cashier_does() -> None:
    assert [dollars(cents) for cents in (0, 5, 6000, 123456789, -1050)] == [
        "$0.00",
        "$0.05",
        "$60.00",
        "$1,234,567.89",
        "-$10.50",
    ]


def test_rounding_is_to_whole_units() -> None:
    assert (rounded_up(8167, 10), rounded_up(700, 6, 100), rounded_up(600, 6, 100)) == (817, 200, 100)
    assert (rounded_down(8167, 10, 1), rounded_down(700, 6, 100)) == (816, 100)
