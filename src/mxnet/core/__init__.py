"""Facts that every layer shares: errors, data types, devices, attribute values, shapes and scopes."""

from .collector import import_large

import_large("torch")
