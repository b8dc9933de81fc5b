"""Numbered lines, kept forever."""
