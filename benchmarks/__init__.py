"""Speed of remx beside MXNet 1.9.1 and hand-written PyTorch, measured in one run (`make bench`)."""
