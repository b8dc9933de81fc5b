"""How a long run tells where it is: one line on standard error, written over and over."""

import time

import click

BETWEEN = 0.1
"""Seconds between two lines: often enough for an eye, too seldom to slow anything down."""
WIDTH = 24


class Progress:
    """A bar with rolls, rate, time left and the current z; silent unless it is shown."""

    def __init__(self, rolls: int, *, shown: bool) -> None:
        """Nothing is done yet."""
        self.rolls, self.shown, self.last = rolls, shown, 0.0

    def tell(self, done: int, seconds: float, z: float) -> None:
        """So many rolls are done."""
        now = time.monotonic()
        if not self.shown or (now - self.last < BETWEEN and done < self.rolls):
            return
        self.last = now
        rate = done / max(seconds, 1e-9)
        bar = "#" * (WIDTH * done // self.rolls)
        left = (self.rolls - done) / rate
        self._write(f"[{bar:{WIDTH}}] {done:,} of {self.rolls:,} rolls, {rate:.3g}/s, {_span(left)} left, z {z:+.2f}")

    def say(self, what: str) -> None:
        """Something that takes a moment."""
        if self.shown:
            self._write(what)

    def end(self) -> None:
        """Leave the line as it was found."""
        if self.shown:
            self._write("")

    def _write(self, line: str) -> None:
        click.echo(f"\r\x1b[K{line}", nl=False, err=True)


def _span(seconds: float) -> str:
    whole = round(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
