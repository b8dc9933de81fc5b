"""Bets: placing, taking down, moving, calling on and off, and refusing them."""
