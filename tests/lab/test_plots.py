"""Plots show the figures that were computed. Their looks are not tested."""

from pathlib import Path

import pytest

from command import croupier
from croupier.catalogue import ruleset
from croupier.lab.edges import edges
from croupier.lab.plots import PlotError, check_plot_file, plot_edges

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
W1 = "win-line 10, behind-win-line 2x, place-win:6 12, place-win:8 12"


def test_every_edge_is_a_dot() -> None:
    found = edges([ruleset(STAR), ruleset(ARUZE)])
    figure = plot_edges(found)
    dots = sum(len(each.get_offsets()) for axes in figure.axes for each in axes.collections)
    assert dots == sum(len(row) for rows in found.values() for row in rows.values())


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("html", ["parsheet", STAR]),
        ("svg", ["parsheet"]),
        ("svg", ["simulate", STAR, "--play", W1, "--rolls", "1e5", "--seed", "7"]),
        ("png", ["simulate", STAR, "--play", W1, "--sessions", "500", "--bankroll", "500", "--max-rolls", "50", "--seed", "7"]),
    ],
)
def test_a_plot_is_saved(form: str, words: list[str], tmp_path: Path) -> None:
    file = tmp_path / f"plot.{form}"
    ran = croupier(*words, "--plot", str(file))
    assert ran.returncode == 0, ran.stderr
    head = file.read_bytes()[:60]
    assert {"svg": b"<?xml", "png": b"\x89PNG", "html": b"<!doctype html>"}[form] in head
    assert b"<script" not in file.read_bytes()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["parsheet", STAR, "--plot", "x.pdf"], "--plot x.pdf: a plot is saved as .svg, .png or .html"),
        (["parsheet", STAR, "--plot", "/nowhere/x.svg"], "--plot /nowhere/x.svg: the folder /nowhere does not exist"),
        (["parsheet", STAR, "--breakage", "--plot", "x.svg"], "--plot draws the edges of one rule set, or of all"),
        (["simulate", STAR, "--play", W1, "--plot", "x.pdf"], "--plot x.pdf: a plot is saved as .svg, .png or .html"),
    ],
)
def test_a_plot_that_cannot_be_saved_is_refused_before_any_work(words: list[str], sentence: str) -> None:
    ran = croupier(*words)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert sentence in ran.stderr


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing: dict[str, object] = {}
    monkeypatch.setattr("croupier.lab.plots.find_spec", nothing.get)
    with pytest.raises(PlotError, match=r"install croupier\[report\]"):
        check_plot_file(Path("x.svg"))
