"""The lab: what every wager and every way of playing is worth, exactly and by simulation."""
