"""How a long run tells where it is: one line on standard error, written over and over."""

import time

import click

BETWEEN = 0.1
"""Seconds between two lines: often enough for an eye, too seldom to slow anything down."""
WIDTH = 24


class Progress:
    """A bar with rolls or sessions, rate, time left and the current z; silent unless it is shown."""

    def __init__(self, wanted: int, what: str, *, shown: bool) -> None:
        """Nothing is done yet."""
        self.wanted, self.what, self.shown, self.last = wanted, what, shown, 0.0

    def tell(self, done: int, seconds: float, z: float | None = None) -> None:
        """So many are done."""
        now = time.monotonic()
        if not self.shown or (now - self.last < BETWEEN and done < self.wanted):
            return
        self.last = now
        rate = done / max(seconds, 1e-9)
        bar = "#" * (WIDTH * done // self.wanted)
        left = _span((self.wanted - done) / rate)
        strayed = "" if z is None else f", z {z:+.2f}"
        self._write(f"[{bar:{WIDTH}}] {done:,} of {self.wanted:,} {self.what}, {rate:.3g}/s, {left} left{strayed}")

    def say(self, what: str) -> None:
        """Something that takes a moment."""
        if self.shown:
            self._write(what)

    def end(self) -> None:
        """Leave the line as it was found."""
        if self.shown:
            self._write("")

    def _write(self, line: str) -> None:
        try:
            click.echo(f"\r\x1b[K{line}", nl=False, err=True)
        except OSError:
            self.shown = False  # nobody can see it; the result matters more


def _span(seconds: float) -> str:
    whole = round(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
