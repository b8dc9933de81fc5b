"""Craps: two dice, the puck, and the wagers that the documents share."""

from croupier.games.craps import dice, felt
from croupier.rules.ruleset import Game

CRAPS = Game("Craps", dice.DICE, void_call="no-roll", turn="roll", felt=felt.felt)
