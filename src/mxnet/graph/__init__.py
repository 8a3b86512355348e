"""Running graphs: lowered to a graph of calls, rewritten by passes, differentiated, compiled, observed."""
