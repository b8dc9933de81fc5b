"""Approved documents: roulette."""
