"""Roulette with a single zero: the wheel, the layout, and the wagers on both."""
