"""Training with Module."""
