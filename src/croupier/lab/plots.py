"""Plots of the lab: edges, convergence and sessions, drawn with matplotlib (croupier[report])."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.lab.edges import Edges
from croupier.lab.fan import PERCENTILES, Fan
from croupier.lab.long_run import LongRun
from croupier.lab.session_distribution import SessionDistribution

Axes = Any
Figure = Any
"""matplotlib's types are too loose for a strict type checker."""

INK, SOFT, PAPER, FELT, GOLD, RED = "#1c1a17", "#6a645b", "#fdfcf9", "#0b5d4a", "#b8860b", "#a3322b"
DOTS = (FELT, GOLD, RED, "#1d5f8a", "#6b4c9a")
FORMATS = ("svg", "png", "html")


class PlotError(ValueError):
    """A plot cannot be drawn or saved."""


def check_plot_file(file: Path) -> None:
    """Raise a PlotError if a plot could not be saved here. Called before any work is done."""
    if file.suffix.lstrip(".") not in FORMATS:
        raise PlotError(f"{file}: a plot is saved as .svg, .png or .html")
    if not file.absolute().parent.is_dir():
        raise PlotError(f"{file}: the folder {file.absolute().parent} does not exist")
    if find_spec("matplotlib") is None:
        raise PlotError("plots need matplotlib; install croupier[report]")


def save_plot(figure: Figure, file: Path, title: str) -> None:
    """Save a plot. As HTML it is one page with the drawing inline."""
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


def plot_edges(found: Edges) -> Figure:
    """Plot the edge of every wager: a panel for each game, a row for each wager, a dot for each rule set."""
    heights = [len(rows) + 4 for rows in found.values()]
    figure = _new_figure(9, 0.24 * sum(heights))
    panels = figure.subplots(len(found), 1, squeeze=False, height_ratios=heights, sharex=True)[:, 0]
    for axes, (game, rows) in zip(panels, found.items(), strict=True):
        _draw_edges(axes, rows)
        _style_axes(axes, f"{game}: what every wager costs")
    panels[-1].set_xlabel("house edge per bet made, %")
    return figure


def _draw_edges(axes: Axes, rows: Mapping[str, Mapping[str, Fraction]]) -> None:
    order = sorted(rows, key=lambda wager: (min(rows[wager].values()), wager))
    titles = list(dict.fromkeys(title for wager in rows.values() for title in wager))
    for at, (colour, title) in enumerate(zip(DOTS, titles, strict=False)):
        points = [(row, 100 * float(rows[wager][title])) for row, wager in enumerate(order) if title in rows[wager]]
        # Shift dots vertically, so that they do not hide each other.
        lift = 0.24 * (at - (len(titles) - 1) / 2) if len(titles) > 1 else 0
        axes.scatter([x for _, x in points], [y + lift for y, _ in points], s=26, color=colour, label=title, zorder=3)
    axes.set_yticks(range(len(order)), order, fontsize=8)
    axes.set_ylim(len(order) - 0.4, -0.6)
    axes.grid(axis="y", color="#e6e0d3", zorder=0)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.legend(loc="upper right", frameon=False, fontsize=8)


def plot_convergence(rolls: Sequence[int], nets: Sequence[int], exact: LongRun) -> Figure:
    """Plot the running mean of a simulation within the 95 % and 99 % bounds around the exact mean."""
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


def plot_sessions(found: Mapping[int, int], exact: SessionDistribution | None, spread: Fan, bankroll: int) -> Figure:
    """Plot the fan chart of the bankroll, and the simulated results beside the exact distribution."""
    figure = _new_figure(12, 5.2)
    money, results = figure.subplots(1, 2)
    _draw_fan(money, spread, bankroll)
    _draw_results(results, found, exact)
    return figure


def plot_comparison(found: Mapping[str, Mapping[int, int]], bankroll: int) -> Figure:
    """Plot, for each way of betting, how many sessions ended with at most so much."""
    figure, axes = _figure(10, 5.6)
    for at, (name, nets) in enumerate(found.items()):
        values = np.array(sorted(nets))
        counts = np.array([nets[int(value)] for value in values], np.float64)
        style = ("-", "--", ":", "-.")[at // len(DOTS) % 4]
        shares = 100 * np.cumsum(counts) / counts.sum()
        axes.step(values / 100, shares, where="post", color=DOTS[at % len(DOTS)], linestyle=style, linewidth=1.6, label=name)
    axes.axvline(0, color=INK, linewidth=0.7, linestyle=":")
    axes.set_xlabel(f"result of a session that began with {bankroll / 100:,.2f} dollars")
    axes.set_ylabel("sessions that ended with at most this, %")
    axes.legend(frameon=False, fontsize=8, loc="lower right")
    return _finished(figure, axes, "The same rolls, bet in different ways")


def _draw_fan(axes: Axes, spread: Fan, bankroll: int) -> None:
    low, quarter, middle, upper, high = spread.percentiles / 100
    axes.fill_between(
        spread.rolls, low, high, color=FELT, alpha=0.16, linewidth=0, label=f"{PERCENTILES[0]} to {PERCENTILES[-1]} of 100"
    )
    axes.fill_between(
        spread.rolls, quarter, upper, color=FELT, alpha=0.3, linewidth=0, label=f"{PERCENTILES[1]} to {PERCENTILES[-2]} of 100"
    )
    for one in spread.samples:
        axes.plot(spread.rolls, one / 100, color=SOFT, linewidth=0.5, alpha=0.6)
    axes.plot(spread.rolls, middle, color=FELT, linewidth=1.8, label="median")
    axes.axhline(bankroll / 100, color=INK, linewidth=0.7, linestyle=":")
    axes.set_xlabel("rolls")
    axes.set_ylabel("bankroll, dollars")
    axes.legend(frameon=False, loc="lower left", fontsize=9)
    _style_axes(axes, "The money of 4,000 players")


def _draw_results(axes: Axes, found: Mapping[int, int], exact: SessionDistribution | None) -> None:
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
    _style_axes(axes, "What a session brings")


def _figure(width: float, height: float) -> tuple[Figure, Axes]:
    figure = _new_figure(width, height)
    return figure, figure.subplots()


def _new_figure(width: float, height: float) -> Figure:
    from matplotlib import figure  # noqa: PLC0415 - slow to import, and an optional extra

    return figure.Figure(figsize=(width, height), facecolor=PAPER, layout="constrained")


def _finished(figure: Figure, axes: Axes, title: str) -> Figure:
    _style_axes(axes, title)
    return figure


def _style_axes(axes: Axes, title: str) -> None:
    axes.set_title(title, loc="left", fontsize=12, color=INK)
    axes.set_facecolor(PAPER)
    axes.tick_params(colors=SOFT)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
