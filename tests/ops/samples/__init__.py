"""The tables of operator samples, one module per family of operators."""
