"""Calls on tiny arrays."""
