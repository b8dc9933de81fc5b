"""Approved documents: craps."""
