"""Facts that every layer shares: errors, data types, devices, attribute values, shapes and scopes."""
