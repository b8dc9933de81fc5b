"""Craps: two dice, the puck, and the wagers that the documents share."""

from croupier.games.craps import calls, dice, felt
from croupier.rules.game import Game

CRAPS = Game("Craps", dice.DICE, void_call="no-roll", turn="roll", felt=felt.felt, call=calls.call)
