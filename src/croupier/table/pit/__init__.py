"""Decisions of the pit: signs, gaming days, rules, and measures against persons."""
