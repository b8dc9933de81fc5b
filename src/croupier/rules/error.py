"""The error for the author of a rule that contradicts itself."""


class RuleError(ValueError):
    """A contradictory or impossible rule. Raised when its module is imported."""
