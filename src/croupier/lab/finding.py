"""What was found: the simulated beside the exact, and how far apart they are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from croupier.lab.edition import Edition
from croupier.lab.kernels import Tally
from croupier.lab.play import Play, Stake
from croupier.lab.running import Ran
from croupier.lab.worth import Worth
from croupier.money import dollars
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign

LONGEST_FRACTION = 32
"""Longer fractions are left to the JSON; a reader wants the decimals."""


@dataclass(frozen=True)
class Asked:
    """What was asked for: the play as it was written, and the odds in it that no document prints."""

    play: str
    what_if: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class Rolled:
    """How the rolls came about: made by an engine from a seed, or read from a file."""

    source: str
    seed: int | None = None
    workers: int = 1


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What was played, and how it was rolled."""

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


def heading(rules: Ruleset, sign: Sign, asked: Asked, rolled: Rolled) -> dict[str, Any]:
    """What stands at the head of everything that is found."""
    return {
        "ruleset": rules.id,
        "fingerprint": rules.fingerprint,
        "readings": dict(rules.chosen),
        "raised": dict(rules.raised),
        "what_if": dict(asked.what_if),
        "sign": {name: int(value) for name, value in sign.named.items()},
        "play": asked.play,
        "engine": rolled.source,
        "seed": rolled.seed,
        "workers": rolled.workers,
    }


def headlines(rules: Ruleset, stakes: Iterable[Stake], found: Heading) -> list[str]:
    """The same for a person."""
    played = [f"  {each.offer.id:24} {_stakes(each)}" for each in stakes] or [f"  {found.play}"]
    return [f"{rules.title} ({Edition(rules, found.what_if).label})", f"fingerprint {found.fingerprint}", "", *played, ""]


def source(found: Heading) -> str:
    """Where the rolls came from."""
    if found.seed is None:
        return f"recorded in {found.engine}"
    return f"{found.engine}, {found.workers} worker{'s' if found.workers > 1 else ''}, seed {found.seed}"


class Finding(Heading, frozen=True, kw_only=True):
    """A simulation as a program reads it. Amounts are in dollars; exact numbers are fractions."""

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


def z_of(tally: Tally, exact: Worth) -> float:
    """How many standard errors the simulated net lies from the exact one."""
    strayed = tally.net - exact.net * tally.rolls
    error = exact.sigma * sqrt(tally.rolls)
    return float(strayed) / error if error else 0.0


def finding(play: Play, asked: Asked, exact: Worth, ran: Ran, rolled: Rolled) -> Finding:
    """Set what came of a run beside what was to be expected."""
    tally, rolls = ran.tally, max(ran.tally.rolls, 1)
    return Finding(
        **heading(play.rules, play.sign, asked, rolled),
        rolls=tally.rolls,
        seconds=round(ran.seconds, 6),
        wagers_settled=tally.settled,
        exact_settled_per_roll=str(exact.settled),
        net_cents=tally.net,
        net_per_roll=tally.net / (100 * rolls),
        exact_net_per_roll=str(exact.net / 100),
        exact_net_per_roll_decimal=float(exact.net / 100),
        exact_sigma_per_roll=exact.sigma / 100,
        exact_variance_per_roll=None if exact.rounded else str(exact.variance / 10000),
        hold=float(-tally.net / (exact.staked * rolls)),
        exact_hold=str(exact.hold),
        z=z_of(tally, exact),
        interrupted=ran.interrupted,
    )


def told(play: Play, exact: Worth, found: Finding) -> str:
    """A simulation as a person reads it."""
    rate = f", {found.rolls / found.seconds:,.0f} a second" if found.seconds else ""
    rolls = max(found.rolls, 1)
    settled = found.wagers_settled / rolls
    lines = [
        *headlines(play.rules, play.stakes, found),
        f"{found.rolls:,} rolls in {found.seconds:.2f} s{rate} ({source(found)})",
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


def _line(what: str, simulated: str, exact: str, fraction: Fraction | None = None) -> str:
    text = "" if fraction is None else str(fraction)
    behind = f" = {text}" if "/" in text and len(text) <= LONGEST_FRACTION else ""
    return f"{what:18} {simulated:>14}   {exact:>14}{behind}".rstrip()


def _stakes(stake: Stake) -> str:
    cents = {amount for rung in stake.rungs for amount in rung.values()}
    least, most = dollars(min(cents)), dollars(max(cents))
    return f"{least if least == most else f'{least} to {most}'} {stake.ladder.text}".rstrip()


def _money(amount: float) -> str:
    return f"{'-' if amount < 0 else ''}${abs(amount):,.6f}"
