"""The eager core: operators called on arrays run at once, and are recorded for a backward pass inside ``record()``."""
