"""Who may decide what, the notices that the document demands, and disputes."""
