"""How each family of wagers moves."""
