"""Facts that every layer shares: errors, data types, devices, attribute values, shapes and scopes."""

from .memory import use_large_pages

use_large_pages()  # before any module makes a tensor
