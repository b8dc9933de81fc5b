from collections import Counter

from croupier.devices import SoftwareGenerator
from croupier.games.craps.dice import DICE
from croupier.games.roulette.wheel import WHEEL


def every_byte_in_turn(count: int) -> bytes:
    """Entropy that runs through all bytes evenly, so that a fair generator must come out exactly even."""
    global _next  # noqa: PLW0603
    _next = (_next + 1) % 256
    return bytes([_next]) * count


_next = -1


def test_every_pocket_comes_exactly_as_often_as_any_other() -> None:
    generator = SoftwareGenerator(every_byte_in_turn)
    drawn = Counter(generator.draw(WHEEL) for _ in range(37 * 6 * 10))
    assert set(drawn) == set(WHEEL.ways)
    assert len(set(drawn.values())) == 1


def test_dice_show_what_two_dice_can_show() -> None:
    drawn = Counter(SoftwareGenerator().draw(DICE) for _ in range(36 * 300))
    assert set(drawn) == set(DICE.ways)
    for name, ways in DICE.ways.items():
        # Five standard deviations to either side: a fair generator fails this once in a million runs.
        assert abs(drawn[name] - ways * 300) < 5 * (ways * 300) ** 0.5
