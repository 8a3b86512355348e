"""Small programs of the kinds that were written for MXNet 1.x: most of their time is calls."""
