"""Loading a checkpoint."""
