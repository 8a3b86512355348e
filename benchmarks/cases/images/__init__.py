"""Reading and augmenting images."""
