"""Numbers under a secret key: a Feistel network of ten rounds of keyed BLAKE2b permutes the numbers of a range."""

from hashlib import blake2b

ROUNDS = range(10)


class Hiding:
    """A permutation of the numbers below the square of `half`. Only the owner of the key can compute it, either way."""

    def __init__(self, key: bytes, half: int) -> None:
        """Permute with this key, of 16 to 64 random bytes."""
        self._key, self._half = key, half

    def hidden(self, plain: int) -> int:
        """The number that stands for another."""
        left, right = divmod(plain, self._half)
        for round in ROUNDS:
            left, right = right, (left + self._mixed(round, right)) % self._half
        return left * self._half + right

    def shown(self, hidden: int) -> int:
        """The number for which this one stands."""
        left, right = divmod(hidden, self._half)
        for round in reversed(ROUNDS):
            left, right = (right - self._mixed(round, left)) % self._half, left
        return left * self._half + right

    def _mixed(self, round: int, half: int) -> int:
        digest = blake2b(b"%d %d" % (round, half), digest_size=16, key=self._key).digest()
        return int.from_bytes(digest, "big") % self._half
