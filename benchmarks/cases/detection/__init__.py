"""A detector."""
