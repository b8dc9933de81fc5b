"""The games: outcomes, wagers and felts of craps, Sic Bo and roulette."""
