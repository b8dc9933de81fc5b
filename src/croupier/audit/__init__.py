"""The audit: what a journal tells, held against its chain, its signatures, its books and the rules."""
