"""The audit: verifies the hash chain, signatures and books of a journal, and settles its rounds again by the rules."""
