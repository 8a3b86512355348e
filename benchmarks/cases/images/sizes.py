"""How many samples one repetition of a case is."""

from __future__ import annotations

#: samples in one repetition
SAMPLES = {
    "array_iter": 128,
    "array_iter_shuffled": 128,
    "array_iter_large": 512,
    "array_iter_small": 32,
    "csv_iter": 128,
    "libsvm_iter": 128,
    "mnist_iter": 128,
    "loader_arrays": 128,
    "loader_arrays_workers": 128,
    "loader_small": 128,
    "loader_small_workers": 128,
    "loader_rows": 128,
    "loader_rollover": 128,
    "loader_first_batch": 1,
    "record_read": 500,
    "record_read_indexed": 500,
    "record_write": 500,
    "record_pack": 500,
    "record_unpack": 500,
}
