"""The result of a simulation: simulated beside exact figures, as JSON data and as text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from croupier.lab.kernels import Tally
from croupier.lab.long_run import LongRun
from croupier.lab.play import Stake
from croupier.lab.simulation import SimulationRun
from croupier.lab.variant import Variant
from croupier.money import dollars
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign

MAX_FRACTION_LENGTH = 32
"""The most characters of a fraction in the text. The JSON has fractions of any length."""


@dataclass(frozen=True)
class Request:
    """The play as the user wrote it, and its hypothetical odds."""

    play: str
    what_if: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class RollSource:
    """Where the rolls come from: an engine with its seed and workers, or a file (`seed` is None)."""

    source: str
    seed: int | None = None
    workers: int = 1


class RunHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The first fields of every result: what was played, and where the rolls come from."""

    ruleset: str
    fingerprint: str
    readings: dict[str, str]
    raised: dict[str, str]
    what_if: dict[str, str]
    sign: dict[str, int]
    play: str
    engine: str
    seed: int | None
    workers: int


def run_header(rules: Ruleset, sign: Sign, request: Request, source: RollSource) -> dict[str, Any]:
    """Return the fields of a RunHeader."""
    return {
        "ruleset": rules.id,
        "fingerprint": rules.fingerprint,
        "readings": dict(rules.chosen),
        "raised": dict(rules.raised),
        "what_if": dict(request.what_if),
        "sign": {name: int(value) for name, value in sign.named.items()},
        "play": request.play,
        "engine": source.source,
        "seed": source.seed,
        "workers": source.workers,
    }


def header_lines(rules: Ruleset, stakes: Iterable[Stake], found: RunHeader) -> list[str]:
    """Return the first lines of the text of a result."""
    played = [f"  {each.offer.id:24} {_stakes(each)}" for each in stakes] or [f"  {found.play}"]
    return [f"{rules.title} ({Variant(rules, found.what_if).label})", f"fingerprint {found.fingerprint}", "", *played, ""]


def source_text(found: RunHeader) -> str:
    """Describe where the rolls come from."""
    if found.seed is None:
        return f"recorded in {found.engine}"
    return f"{found.engine}, {found.workers} worker{'s' if found.workers > 1 else ''}, seed {found.seed}"


class SimulationResult(RunHeader, frozen=True, kw_only=True):
    """The JSON result of a simulation. Amounts are in dollars. Exact figures are fractions."""

    rolls: int
    seconds: float
    wagers_settled: int
    exact_settled_per_roll: str
    net_cents: int
    net_per_roll: float
    exact_net_per_roll: str
    exact_net_per_roll_decimal: float
    exact_sigma_per_roll: float
    exact_variance_per_roll: str | None
    hold: float
    exact_hold: str
    z: float
    interrupted: bool


def z_score(tally: Tally, exact: LongRun) -> float:
    """Return the deviation of the simulated net from the exact one, in standard errors."""
    deviation = tally.net - exact.net * tally.rolls
    error = exact.sigma * sqrt(tally.rolls)
    return float(deviation) / error if error else 0.0


def simulation_result(header: Mapping[str, Any], exact: LongRun, run: SimulationRun) -> SimulationResult:
    """Combine simulated and exact figures. `header` has the fields of a RunHeader."""
    tally, rolls = run.tally, max(run.tally.rolls, 1)
    return SimulationResult(
        **header,
        rolls=tally.rolls,
        seconds=round(run.seconds, 6),
        wagers_settled=tally.settled,
        exact_settled_per_roll=str(exact.settled),
        net_cents=tally.net,
        net_per_roll=tally.net / (100 * rolls),
        exact_net_per_roll=str(exact.net / 100),
        exact_net_per_roll_decimal=float(exact.net / 100),
        exact_sigma_per_roll=exact.sigma / 100,
        exact_variance_per_roll=None if exact.rounded else str(exact.variance / 10000),
        hold=float(-tally.net / (exact.staked * rolls)) if exact.staked else 0.0,
        exact_hold=str(exact.hold),
        z=z_score(tally, exact),
        interrupted=run.interrupted,
    )


def format_simulation_result(rules: Ruleset, stakes: Iterable[Stake], exact: LongRun, found: SimulationResult) -> str:
    """Format a result as text."""
    rate = f", {found.rolls / found.seconds:,.0f} a second" if found.seconds else ""
    rolls = max(found.rolls, 1)
    settled = found.wagers_settled / rolls
    lines = [
        *header_lines(rules, stakes, found),
        f"{found.rolls:,} rolls in {found.seconds:.2f} s{rate} ({source_text(found)})",
        *(["Interrupted: this is what there was so far."] if found.interrupted else []),
        "",
        _line("", "simulated", "exact"),
        _line("net per roll", _money(found.net_per_roll), _money(float(exact.net / 100)), exact.net / 100),
        _line("settled per roll", f"{settled:.6f}", f"{float(exact.settled):.6f}", exact.settled),
        _line("hold", f"{found.hold:.4%}", f"{float(exact.hold):.4%}", exact.hold),
        _line("sigma per roll", "", _money(found.exact_sigma_per_roll)),
        _line("z", f"{found.z:+.2f}", ""),
    ]
    return "\n".join(lines)


def _line(label: str, simulated: str, exact: str, fraction: Fraction | None = None) -> str:
    text = "" if fraction is None else str(fraction)
    suffix = f" = {text}" if "/" in text and len(text) <= MAX_FRACTION_LENGTH else ""
    return f"{label:18} {simulated:>14}   {exact:>14}{suffix}".rstrip()


def _stakes(stake: Stake) -> str:
    cents = {amount for rung in stake.rungs for amount in rung.values()}
    least, most = dollars(min(cents)), dollars(max(cents))
    return f"{least if least == most else f'{least} to {most}'} {stake.ladder.text}".rstrip()


def _money(amount: float) -> str:
    return f"{'-' if amount < 0 else ''}${abs(amount):,.6f}"
