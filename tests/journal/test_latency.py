"""What is said about a medium."""

from croupier.journal.latency import describe_latency


def test_a_brisk_disk() -> None:
    said = describe_latency([0.12] * 39 + [0.35])
    assert said == (
        "The journal's medium keeps a write in 0.12 ms (0.35 ms at worst of 40): bets are acknowledged within about 4 ms."
    )


def test_a_slow_disk_is_said_to_be_one() -> None:
    said = describe_latency([5.0] * 38 + [12.0, 12.0])
    assert "bets are acknowledged within about 39 ms; less than 10 ms takes a disk with power-loss protection" in said


def test_memory_is_no_disk() -> None:
    assert describe_latency([0.001] * 40).endswith("that is memory, not a disk, and a power cut would lose everything.")
    assert describe_latency([]) == "The journal is in memory: it ends with this process."
