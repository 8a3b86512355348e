"""Language models and unrolled cells."""
