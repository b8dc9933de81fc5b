"""The journal: an append-only log of numbered, hash-chained lines in named streams."""
