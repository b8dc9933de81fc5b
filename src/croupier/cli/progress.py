"""A progress bar: one line on standard error, overwritten again and again."""

import time

import click

MIN_INTERVAL = 0.1
"""Seconds between updates, so that updating costs nothing measurable."""
BAR_WIDTH = 24


class Progress:
    """A bar with the count, the rate, the time left and, if known, the z-score. It writes nothing unless `shown`."""

    def __init__(self, wanted: int, what: str, *, shown: bool) -> None:
        """Start at 0 of `wanted`. `what` names the items, such as "rolls"."""
        self.wanted, self.what, self.shown, self.last = wanted, what, shown, 0.0

    def tell(self, done: int, seconds: float, z: float | None = None) -> None:
        """Show that `done` items took `seconds` so far."""
        now = time.monotonic()
        if not self.shown or (now - self.last < MIN_INTERVAL and done < self.wanted):
            return
        self.last = now
        rate = done / max(seconds, 1e-9)
        bar = "#" * (BAR_WIDTH * done // self.wanted)
        left = _duration((self.wanted - done) / rate)
        deviation = "" if z is None else f", z {z:+.2f}"
        self._write(f"[{bar:{BAR_WIDTH}}] {done:,} of {self.wanted:,} {self.what}, {rate:.3g}/s, {left} left{deviation}")

    def say(self, what: str) -> None:
        """Show a message in place of the bar."""
        if self.shown:
            self._write(what)

    def end(self) -> None:
        """Clear the line."""
        if self.shown:
            self._write("")

    def _write(self, line: str) -> None:
        try:
            click.echo(f"\r\x1b[K{line}", nl=False, err=True)
        except OSError:
            self.shown = False  # stderr is gone, but the result still matters


def _duration(seconds: float) -> str:
    whole = round(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
