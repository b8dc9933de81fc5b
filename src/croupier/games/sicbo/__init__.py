"""Sic Bo: three dice under a cover, and the streaks they make."""
