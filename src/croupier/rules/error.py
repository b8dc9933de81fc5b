"""What a rule's author is told when the rule contradicts itself."""


class RuleError(ValueError):
    """A rule that cannot be meant; raised while its module is imported."""
