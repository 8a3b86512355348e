"""What a step launches on a GPU, counted without one: ``python -m benchmarks.gpu_count``."""
