"""Scenarios: a table, the players' money and a list of steps. Running one gives the result of every step."""
