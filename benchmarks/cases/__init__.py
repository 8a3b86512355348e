"""What is timed: by family, the same work in MXNet's API (`mx.py`) and in PyTorch (`torch.py`), side by side."""
