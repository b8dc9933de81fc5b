"""Roulette with a single zero: the wheel, the layout and the wagers."""

from croupier.games.roulette import calls, felt, wheel
from croupier.rules.game import Game

ROULETTE = Game("Roulette", wheel.WHEEL, void_call="no-result", turn="spin", wheel=wheel.ORDER, felt=felt.felt, call=calls.call)
