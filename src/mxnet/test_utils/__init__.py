"""Helpers for tests of operators, networks and generators.

Programs write ``from mxnet.test_utils import *`` and use the modules imported here (``mx``, ``np``, ``os``...) too.
"""

# ruff: noqa: F401 - all that is imported here is this module's content, to be imported with a star
import bz2
import errno
import gzip
import json
import logging
import numbers
import os
import platform
import random as rnd
import struct
import sys
import time
import traceback
import zipfile
from collections import OrderedDict
from contextlib import contextmanager

import mxnet as mx
import numpy as np
import numpy.testing as npt

from ..core.context import Context, current_context
from ..core.lazy_imports import public_dir
from ..io import DataIter
from ..ndarray import array
from ..runtime import Features
from ..symbol import Symbol
from ..symbol.numpy import _Symbol as np_symbol
from ..util import get_cuda_compute_capability, getenv, setenv, use_np, use_np_default_dtype
from .comparison import (
    almost_equal,
    assert_allclose,
    assert_almost_equal,
    assert_almost_equal_ignore_nan,
    assert_almost_equal_with_err,
    checkShapes,
    compare_ndarray_tuple,
    locationError,
    same,
    same_array,
    same_symbol_structure,
)
from .consistency import check_consistency, check_gluon_hybridize_consistency, check_speed
from .datasets import (
    download_model,
    get_bz2_data,
    get_cifar10,
    get_im2rec_path,
    get_mnist,
    get_mnist_iterator,
    get_mnist_pkl,
    get_mnist_ubyte,
    get_zip_data,
)
from .environment import (
    assert_exception,
    default_context,
    default_device,
    discard_stderr,
    environment,
    has_tvm_ops,
    is_aarch64_run,
    is_cd_run,
    is_op_runnable,
    list_gpus,
    retry,
    set_default_context,
    set_default_device,
)
from .gradients import check_numeric_gradient, numeric_grad
from .iterators import DummyIter, download
from .optimizers import compare_optimizer, compare_optimizer_noise_seeded
from .random_data import (
    assign_each,
    assign_each2,
    collapse_sum_like,
    create_2d_tensor,
    create_sparse_array,
    create_sparse_array_zd,
    create_vector,
    get_identity_mat,
    get_identity_mat_batch,
    new_matrix_with_real_eigvals_2d,
    new_matrix_with_real_eigvals_nd,
    new_orthonormal_matrix_2d,
    new_sym_matrix_with_real_eigvals_2d,
    new_sym_matrix_with_real_eigvals_nd,
    np_reduce,
    rand_coord_2d,
    rand_ndarray,
    rand_shape_2d,
    rand_shape_3d,
    rand_shape_nd,
    rand_sparse_ndarray,
    random_arrays,
    random_sample,
    random_uniform_arrays,
    shuffle_csr_column_indices,
)
from .statistics import chi_square_check, gen_buckets_probs_with_ppf, mean_check, var_check, verify_generator
from .symbolic import (
    _parse_aux_states,
    _parse_location,
    check_symbolic_backward,
    check_symbolic_forward,
    simple_forward,
)
from .tolerance import (
    default_atols,
    default_dtype,
    default_numeric_eps,
    default_rtols,
    effective_dtype,
    get_atol,
    get_etol,
    get_rtol,
    get_tolerance,
    get_tols,
)

__dir__ = public_dir(__name__)
