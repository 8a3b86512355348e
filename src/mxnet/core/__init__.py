"""What every layer uses: errors, dtypes, devices, attribute values, shapes and scopes."""

from .collector import import_large
from .threads import daemons as daemon_threads  # noqa: F401 - before PyTorch, so that it comes last when the program ends
from .threads.openmp import tuned

with tuned():
    import_large("torch")
