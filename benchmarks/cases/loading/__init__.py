"""Loading a checkpoint, and data by worker processes."""
