"""The approved documents for craps."""
