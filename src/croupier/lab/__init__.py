"""The lab: exact and simulated figures of every wager and every way of playing."""
