"""The approved documents for Sic Bo."""
