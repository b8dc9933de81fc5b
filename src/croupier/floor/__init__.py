"""The running floor: tables with their dealers, round loops, recovery and signing."""
