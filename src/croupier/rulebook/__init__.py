"""The rule book: every wager in plain words, and every clause with what answers it."""
