"""The books: accounts, transfers between them, and a sum that is always zero."""
