"""Seeded bots that play whole evenings with faults of every kind, for tests, benchmarks and the reference pages."""
