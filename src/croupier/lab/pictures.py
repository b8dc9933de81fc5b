"""Pictures of the lab: edges, results and bankrolls, drawn with matplotlib (croupier[report])."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.lab.edges import Edges
from croupier.lab.fan import SHOWN, Fan
from croupier.lab.law import Law
from croupier.lab.worth import Worth

Axes = Any
Figure = Any
"""What matplotlib draws on; its own types leave too much open for a strict checker."""

INK, SOFT, PAPER, FELT, GOLD, RED = "#1c1a17", "#6a645b", "#fdfcf9", "#0b5d4a", "#b8860b", "#a3322b"
DOTS = (FELT, GOLD, RED, "#1d5f8a", "#6b4c9a")
FORMATS = ("svg", "png", "html")


class PictureError(ValueError):
    """A picture that cannot be drawn or kept."""


def check_picture(file: Path) -> None:
    """A picture is asked for before the work is done; so is what it needs."""
    if file.suffix.lstrip(".") not in FORMATS:
        raise PictureError(f"{file}: a picture is kept as .svg, .png or .html")
    if not file.absolute().parent.is_dir():
        raise PictureError(f"{file}: the folder {file.absolute().parent} is not there")
    if find_spec("matplotlib") is None:
        raise PictureError("pictures need matplotlib; install croupier[report]")


def keep(figure: Figure, file: Path, title: str) -> None:
    """Write a picture; as HTML it is one page with the drawing in it."""
    form = file.suffix.lstrip(".")
    if form != "html":
        figure.savefig(file, format=form, dpi=160, metadata={"Date": None} if form == "svg" else None)
        return
    drawn = BytesIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    svg = drawn.getvalue().decode().partition("<svg")
    style = f"body{{margin:0;background:{PAPER}}}svg{{display:block;margin:auto;max-width:100%;height:auto}}"
    head = f"<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<title>{title}</title>\n<style>{style}</style>\n"
    file.write_text(f"{head}<svg{svg[2]}\n</html>\n")


def edges_picture(found: Edges) -> Figure:
    """The edge of every wager, a row each and a dot for every rule set that offers it; a panel for each game."""
    heights = [len(rows) + 4 for rows in found.values()]
    figure = _paper(9, 0.24 * sum(heights))
    panels = figure.subplots(len(found), 1, squeeze=False, height_ratios=heights, sharex=True)[:, 0]
    for axes, (game, rows) in zip(panels, found.items(), strict=True):
        _draw_edges(axes, rows)
        _dressed(axes, f"{game}: what every wager costs")
    panels[-1].set_xlabel("house edge per bet made, %")
    return figure


def _draw_edges(axes: Axes, rows: Mapping[str, Mapping[str, Fraction]]) -> None:
    order = sorted(rows, key=lambda wager: (min(rows[wager].values()), wager))
    titles = list(dict.fromkeys(title for wager in rows.values() for title in wager))
    for at, (colour, title) in enumerate(zip(DOTS, titles, strict=False)):
        places = [(row, 100 * float(rows[wager][title])) for row, wager in enumerate(order) if title in rows[wager]]
        # Dots that would hide each other stand a little apart.
        lift = 0.24 * (at - (len(titles) - 1) / 2) if len(titles) > 1 else 0
        axes.scatter([x for _, x in places], [y + lift for y, _ in places], s=26, color=colour, label=title, zorder=3)
    axes.set_yticks(range(len(order)), order, fontsize=8)
    axes.set_ylim(len(order) - 0.4, -0.6)
    axes.grid(axis="y", color="#e6e0d3", zorder=0)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.legend(loc="upper right", frameon=False, fontsize=8)


def convergence_picture(rolls: Sequence[int], nets: Sequence[int], exact: Worth) -> Figure:
    """The mean of a run as it grows, between the bounds that it leaves five times in a hundred."""
    figure, axes = _figure(9, 5)
    grown = np.array(rolls, np.float64)
    middle, sigma = float(exact.net) / 100, exact.sigma / 100
    reach: NDArray[np.float64] = np.geomspace(rolls[0], rolls[-1], 200) if len(rolls) > 1 else grown
    for share, band in ((0.18, 2.575829), (0.3, 1.959964)):
        axes.fill_between(
            reach,
            middle - band * sigma / np.sqrt(reach),
            middle + band * sigma / np.sqrt(reach),
            color=FELT,
            alpha=share,
            linewidth=0,
        )
    axes.axhline(middle, color=FELT, linewidth=1.2, label=f"exact {middle:.6f}")
    axes.plot(grown, np.array(nets) / grown / 100, color=GOLD, linewidth=1.6, marker="o", markersize=3, label="simulated")
    axes.set_xscale("log")
    axes.set_xlabel("rolls")
    axes.set_ylabel("net per roll, dollars")
    axes.legend(frameon=False)
    return _finished(figure, axes, "The mean of the run, within 95 and 99 of 100 runs")


def sessions_picture(found: Mapping[int, int], exact: Law | None, spread: Fan, bankroll: int) -> Figure:
    """The fan of bankrolls, and the results of all sessions beside their law."""
    figure = _paper(12, 5.2)
    money, results = figure.subplots(1, 2)
    _draw_fan(money, spread, bankroll)
    _draw_results(results, found, exact)
    return figure


def _draw_fan(axes: Axes, spread: Fan, bankroll: int) -> None:
    low, quarter, middle, upper, high = spread.percentiles / 100
    axes.fill_between(spread.rolls, low, high, color=FELT, alpha=0.16, linewidth=0, label=f"{SHOWN[0]} to {SHOWN[-1]} of 100")
    axes.fill_between(
        spread.rolls, quarter, upper, color=FELT, alpha=0.3, linewidth=0, label=f"{SHOWN[1]} to {SHOWN[-2]} of 100"
    )
    for one in spread.some:
        axes.plot(spread.rolls, one / 100, color=SOFT, linewidth=0.5, alpha=0.6)
    axes.plot(spread.rolls, middle, color=FELT, linewidth=1.8, label="median")
    axes.axhline(bankroll / 100, color=INK, linewidth=0.7, linestyle=":")
    axes.set_xlabel("rolls")
    axes.set_ylabel("bankroll, dollars")
    axes.legend(frameon=False, loc="lower left", fontsize=9)
    _dressed(axes, "The money of 4,000 players")


def _draw_results(axes: Axes, found: Mapping[int, int], exact: Law | None) -> None:
    values = np.array(sorted(found))
    counts = np.array([found[int(value)] for value in values], np.float64)
    edges = np.linspace(float(values[0]), float(values[-1]) + 1, min(60, len(values)) + 1)
    simulated = np.histogram(values, edges, weights=counts / counts.sum())[0]
    middles = (edges[:-1] + edges[1:]) / 200
    axes.bar(middles, 100 * simulated, width=(edges[1] - edges[0]) / 110, color=GOLD, alpha=0.7, label="simulated", zorder=2)
    if exact is not None:
        share = np.histogram(exact.nets, edges, weights=exact.results)[0]
        axes.step(
            np.append(edges[:-1], edges[-1]) / 100,
            100 * np.append(share, share[-1]),
            where="post",
            color=FELT,
            linewidth=1.4,
            label="exact",
            zorder=3,
        )
    axes.axvline(0, color=INK, linewidth=0.7, linestyle=":")
    axes.set_xlabel("result of a session, dollars")
    axes.set_ylabel("sessions, %")
    axes.legend(frameon=False, fontsize=9)
    _dressed(axes, "What a session brings")


def _figure(width: float, height: float) -> tuple[Figure, Axes]:
    figure = _paper(width, height)
    return figure, figure.subplots()


def _paper(width: float, height: float) -> Figure:
    from matplotlib import figure  # noqa: PLC0415 - only where something is drawn

    return figure.Figure(figsize=(width, height), facecolor=PAPER, layout="constrained")


def _finished(figure: Figure, axes: Axes, title: str) -> Figure:
    _dressed(axes, title)
    return figure


def _dressed(axes: Axes, title: str) -> None:
    axes.set_title(title, loc="left", fontsize=12, color=INK)
    axes.set_facecolor(PAPER)
    axes.tick_params(colors=SOFT)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
