"""Rounds: their steps, the dice, settlement, voids and corrections."""
