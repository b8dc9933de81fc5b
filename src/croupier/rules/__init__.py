"""The language rules are written in."""
