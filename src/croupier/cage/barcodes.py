"""The bar codes of a ticket: its number as Interleaved 2 of 5, and as a QR code. Drawings are texts of 0 (light) and 1 (dark).

The QR code of 20 digits always has version 1 (21 by 21 modules) with error correction Q, which restores a quarter of it.
"""

from functools import reduce
from itertools import chain

WIDE = 3
"""The width of a wide bar or space, in narrow ones."""
PATTERNS = ("00110", "10001", "01001", "11000", "00101", "10100", "01100", "00011", "10010", "01010")
"""Which of the five bars or spaces of a digit are wide."""


def bars(number: str) -> str:
    """A number with an even count of digits as Interleaved 2 of 5, module by module."""
    pairs = zip(number[::2], number[1::2], strict=True)
    wide = (
        "0000"
        + "".join(b + s for dark, light in pairs for b, s in zip(PATTERNS[int(dark)], PATTERNS[int(light)], strict=True))
        + "100"
    )
    return "".join(("1", "0")[at % 2] * (WIDE if each == "1" else 1) for at, each in enumerate(wide))


SIZE = 21
DATA, CHECKS = 13, 13
"""Bytes of data and of error correction."""
FORMAT = 0b011010101011111
"""Error correction Q and mask 0, with their own check bits."""
FINDER = ("1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111")


def _powers() -> tuple[list[int], dict[int, int]]:
    """The powers of 2 in the field of 256 elements, and the logarithms."""
    powers = [1]
    for _ in range(254):
        twice = powers[-1] << 1
        powers.append(twice ^ 0x11D if twice > 255 else twice)
    return powers, {power: log for log, power in enumerate(powers)}


POWERS, LOGS = _powers()


def _product(one: int, other: int) -> int:
    return POWERS[(LOGS[one] + LOGS[other]) % 255] if one and other else 0


def _times(polynomial: list[int], root: int) -> list[int]:
    """A polynomial times (x - root)."""
    shifted = [*polynomial, 0]
    return [a ^ b for a, b in zip(shifted, [0, *(_product(each, root) for each in polynomial)], strict=True)]


GENERATOR = reduce(_times, POWERS[:CHECKS], [1])


def _check_bytes(data: list[int]) -> list[int]:
    """The remainder of a division by the generator: the bytes of error correction (Reed-Solomon)."""
    rest = [*data, *[0] * CHECKS]
    for at in range(len(data)):
        factor = rest[at]
        for step, each in enumerate(GENERATOR):
            rest[at + step] ^= _product(each, factor)
    return rest[-CHECKS:]


def _bits(number: str) -> str:
    """The bits of all bytes: mode, count, digits in groups of three, padding, and error correction."""
    groups = [number[at : at + 3] for at in range(0, len(number), 3)]
    written = "0001" + f"{len(number):010b}" + "".join(f"{int(each):0{(0, 4, 7, 10)[len(each)]}b}" for each in groups) + "0000"
    written += "0" * (-len(written) % 8)
    data = [int(written[at : at + 8], 2) for at in range(0, len(written), 8)]
    data += [(0xEC, 0x11)[at % 2] for at in range(DATA - len(data))]
    return "".join(f"{each:08b}" for each in (*data, *_check_bytes(data)))


def _fixed() -> dict[tuple[int, int], str]:
    """The modules that are the same in every code, by row and column: the three finders, the timing and the format."""
    fixed: dict[tuple[int, int], str] = {}
    for top, left in ((0, 0), (0, SIZE - 7), (SIZE - 7, 0)):
        around = {(top + row, left + column): "0" for row in range(-1, 8) for column in range(-1, 8)}
        fixed |= {at: light for at, light in around.items() if min(at) >= 0 and max(at) < SIZE}
        fixed |= {(top + row, left + column): FINDER[row][column] for row in range(7) for column in range(7)}
    for at in range(8, SIZE - 8):
        fixed[6, at] = fixed[at, 6] = "10"[at % 2]
    format = f"{FORMAT:015b}"
    around_first = [*((8, at) for at in (0, 1, 2, 3, 4, 5, 7, 8)), *((at, 8) for at in (7, 5, 4, 3, 2, 1, 0))]
    beside_others = [*((SIZE - 1 - at, 8) for at in range(7)), *((8, SIZE - 8 + at) for at in range(8))]
    fixed |= dict(zip(around_first, format, strict=True)) | dict(zip(beside_others, format, strict=True))
    fixed[SIZE - 8, 8] = "1"
    return fixed


def squares(number: str) -> tuple[str, ...]:
    """A number of 20 digits as a QR code, row by row."""
    modules = _fixed()
    columns = [right for right in range(SIZE - 1, 0, -2) if right > 6] + [5, 3, 1]
    upwards = [(row, column) for right in columns for row in _rows(right) for column in (right, right - 1)]
    free = [at for at in upwards if at not in modules]
    for (row, column), bit in zip(free, chain(_bits(number)), strict=True):
        masked = (row + column) % 2 == 0
        modules[row, column] = str(int(bit) ^ masked)
    return tuple("".join(modules[row, column] for column in range(SIZE)) for row in range(SIZE))


def _rows(right: int) -> range:
    """The rows of a pair of columns, in the order in which bits are placed: up and down in turns, beginning with up."""
    turns = (SIZE - 1 - right) // 2 if right > 6 else (SIZE - 2 - right) // 2
    return range(SIZE - 1, -1, -1) if turns % 2 == 0 else range(SIZE)
