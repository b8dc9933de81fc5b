"""The running casino floor."""
