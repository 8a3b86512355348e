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
from .comparison import *
from .consistency import *
from .datasets import *
from .environment import *
from .random_data import *
from .symbolic import *
from .symbolic import _parse_aux_states, _parse_location

__dir__ = public_dir(__name__)
