"""Libraries written for MXNet 1.x, as they are published, tried on remx."""
