"""Runs a casino's dice and wheel tables exactly as the regulator approved them."""
