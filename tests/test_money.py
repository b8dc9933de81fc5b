from croupier.money import MOST_CENTS, dollars, parse_dollars, rounded_down, rounded_up


def test_money_is_written_as_a_cashier_does() -> None:
    assert [dollars(cents) for cents in (0, 5, 6000, 123456789, -1050)] == [
        "$0.00",
        "$0.05",
        "$60.00",
        "$1,234,567.89",
        "-$10.50",
    ]


def test_money_is_read_as_people_write_it() -> None:
    texts = ["$5", "$5.00", "$0.05", "$1234.50", "$1,234.50", "$0"]
    assert [parse_dollars(text) for text in texts] == [500, 500, 5, 123_450, 123_450, 0]
    assert parse_dollars(dollars(MOST_CENTS)) == MOST_CENTS
    for text in (
        "",
        "5",
        "$",
        "$5.0",
        "$5.000",
        "-$5",
        "$-5",
        "$1,23",
        "$ 5",
        "$٣",
        "$5\n",
        dollars(MOST_CENTS + 1),
        "$" + "9" * 99,
    ):
        assert parse_dollars(text) is None, text


def test_rounding_is_to_whole_units() -> None:
    assert (rounded_up(8167, 10), rounded_up(700, 6, 100), rounded_up(600, 6, 100)) == (817, 200, 100)
    assert (rounded_down(8167, 10, 1), rounded_down(700, 6, 100)) == (816, 100)
