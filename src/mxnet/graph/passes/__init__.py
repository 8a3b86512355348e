"""The passes: each maps a lowered graph to a better one."""
