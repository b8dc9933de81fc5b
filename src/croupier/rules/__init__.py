"""The language in which the rule sets are written."""
