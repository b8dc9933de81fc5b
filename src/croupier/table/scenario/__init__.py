"""Scenarios: a table, its players' money and a list of steps; running one says what the rules make of every step."""
