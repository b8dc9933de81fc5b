"""Roulette with a single zero: the wheel, the layout and the wagers."""

from croupier.games.roulette import felt, wheel
from croupier.rules.ruleset import Game

ROULETTE = Game("Roulette", wheel.WHEEL, void_call="no-result", turn="spin", wheel=wheel.ORDER, felt=felt.felt)
