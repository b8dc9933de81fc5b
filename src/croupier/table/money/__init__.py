"""Seats, credit, and how money enters and leaves a table."""
