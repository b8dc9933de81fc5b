"""Approved documents: sicbo."""
