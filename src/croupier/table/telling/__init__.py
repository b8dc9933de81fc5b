"""Events in words, and scenarios."""
