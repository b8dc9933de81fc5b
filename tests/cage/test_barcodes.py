"""Bar codes, read back by readers of our own that share no code with what draws them."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from croupier.cage.barcodes import bars, squares

NUMBERS = st.text("0123456789", min_size=20, max_size=20)
WIDTHS = {
    "nnwwn": 0,
    "wnnnw": 1,
    "nwnnw": 2,
    "wwnnn": 3,
    "nnwnw": 4,
    "wnwnn": 5,
    "nwwnn": 6,
    "nnnww": 7,
    "wnnwn": 8,
    "nwnwn": 9,
}
"""The digits of 2 of 5, by their widths: narrow and wide."""


def widths(modules: str) -> str:
    """The runs of a drawing from left to right, narrow or wide."""
    runs, run = list[int](), 1
    for before, each in pairwise(modules):
        if before == each:
            run += 1
        else:
            runs.append(run)
            run = 1
    return "".join("w" if each > 1 else "n" for each in (*runs, run))


@given(NUMBERS)
def test_interleaved_2_of_5_is_read_back(number: str) -> None:
    read = widths(bars(number))
    assert (read[:4], read[-3:]) == ("nnnn", "wnn")
    digits = ""
    for at in range(4, len(read) - 3, 10):
        pair = read[at : at + 10]
        digits += f"{WIDTHS[pair[::2]]}{WIDTHS[pair[1::2]]}"
    assert digits == number
    assert bars(number)[0] == bars(number)[-1] == "1"


def multiplied(one: int, other: int) -> int:
    """Multiply in the field of 256 elements, bit by bit."""
    product = 0
    while other:
        if other & 1:
            product ^= one
        one = one << 1 ^ (0x11D if one & 0x80 else 0)
        other >>= 1
    return product


def read_qr(rows: tuple[str, ...]) -> tuple[str, list[int]]:
    """The number in a QR code of version 1, mask 0, and all of its bytes."""
    bits = ""
    column, up = 20, True
    while column > 0:
        if column == 6:
            column -= 1
        for step in range(21):
            row = 20 - step if up else step
            for x in (column, column - 1):
                in_finder = (row < 9 and (x < 9 or x > 12)) or (row > 12 and x < 9)
                if not in_finder and row != 6 and x != 6:
                    bits += str(int(rows[row][x]) ^ ((row + x) % 2 == 0))
        column, up = column - 2, not up
    found = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    assert (bits[:4], int(bits[4:14], 2)) == ("0001", 20)
    groups = [int(bits[14 + 10 * at : 24 + 10 * at], 2) for at in range(6)]
    return "".join(f"{each:03}" for each in groups) + f"{int(bits[74:81], 2):02}", found


@given(NUMBERS)
def test_a_qr_code_is_read_back(number: str) -> None:
    rows = squares(number)
    read, whole = read_qr(rows)
    assert read == number
    assert len(whole) == 26
    root = 1
    for _ in range(13):  # the bytes, as a polynomial, vanish at thirteen powers of 2
        value = 0
        for each in whole:
            value = multiplied(value, root) ^ each
        assert value == 0
        root = multiplied(root, 2)


def test_a_qr_code_says_how_it_is_written() -> None:
    """Error correction Q and mask 0, as the standard's table of format strings has them."""
    rows = squares("0" * 20)
    around = "".join(rows[8][x] for x in (0, 1, 2, 3, 4, 5, 7, 8)) + "".join(rows[y][8] for y in (7, 5, 4, 3, 2, 1, 0))
    beside = "".join(rows[20 - y][8] for y in range(7)) + "".join(rows[8][13 + x] for x in range(8))
    assert around == beside == "011010101011111"
    assert rows[13][8] == "1"
    for top, left in ((0, 0), (0, 14), (14, 0)):
        assert rows[top][left : left + 7] == "1111111"
