"""Training with Gluon."""
