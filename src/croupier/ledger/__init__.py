"""Double-entry bookkeeping: accounts, transfers between them, and a book whose balances sum to zero."""
