"""How long a test waits for what must come."""

PATIENCE = 60
"""Seconds. They cost nothing unless the test fails, and beside other tests a busy machine may take tens of them.

A time that is itself under test is no patience: it stands in its test, with what it means.
"""
