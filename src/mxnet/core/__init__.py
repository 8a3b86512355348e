"""What every layer uses: errors, dtypes, devices, attribute values, shapes and scopes."""

from .collector import import_large

import_large("torch")
