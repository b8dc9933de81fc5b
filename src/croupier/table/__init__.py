"""One table: what is asked of it, what happens at it, and what it says no to."""
