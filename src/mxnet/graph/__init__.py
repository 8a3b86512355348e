"""Running graphs: lowered to ``torch.fx``, rewritten by passes, differentiated, compiled, observed."""
