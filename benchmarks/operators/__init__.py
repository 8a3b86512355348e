"""About a hundred operators at sizes that people use, each beside MXNet 1.9.1 and PyTorch."""
