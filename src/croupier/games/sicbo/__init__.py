"""Sic Bo: three dice, the markers that follow streaks, and the wagers."""

from croupier.games.sicbo import dice, felt
from croupier.rules.ruleset import Game

SIC_BO = Game("Sic Bo", dice.DICE, void_call="no-result", turn="round", felt=felt.felt)
