"""Runs a casino's dice and wheel tables exactly as the regulator approved them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name: str) -> str:
        """Read the version of the installed distribution when it is first used."""
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import version  # noqa: PLC0415 - `croupier --help` must not pay for it

        return version("croupier")
