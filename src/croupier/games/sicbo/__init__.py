"""Sic Bo: three dice, the markers that follow streaks, and the wagers."""

from croupier.games.sicbo import calls, dice, felt
from croupier.rules.game import Game

SIC_BO = Game("Sic Bo", dice.DICE, void_call="no-result", turn="round", felt=felt.felt, call=calls.call)
