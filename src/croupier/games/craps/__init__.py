"""Craps: two dice, a puck, and the wagers the documents share."""
