"""What is measured on a GPU: remx beside PyTorch written by hand, eager and compiled, with memory."""
