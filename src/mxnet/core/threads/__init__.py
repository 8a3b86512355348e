"""Threads: those that this library starts, those of PyTorch's loops, and those of users when the program ends."""
