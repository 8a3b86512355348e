"""MXNet 2's own unit tests: what 2.0.0b1 passes of them, and what of that passes here."""
