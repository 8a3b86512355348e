"""Running operators: imperative calls, the autograd tape, and graphs lowered to torch.fx."""
