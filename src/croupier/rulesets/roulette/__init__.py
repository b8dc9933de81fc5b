"""The approved documents for roulette."""
