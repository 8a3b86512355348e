"""What every layer uses: errors, dtypes, devices, attribute values, shapes and scopes."""

from .collector import import_large
from .openmp import tuned

with tuned():
    import_large("torch")
