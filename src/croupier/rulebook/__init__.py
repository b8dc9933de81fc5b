"""The rule book: every wager in plain words, and every clause with the code that implements it."""
