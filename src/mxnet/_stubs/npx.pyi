# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.numpy.multiarray import ndarray
from .nd_npx import activation as activation
from .nd_npx import arange_like as arange_like
from .nd_npx import batch_dot as batch_dot
from .nd_npx import batch_flatten as batch_flatten
from .nd_npx import batch_norm as batch_norm
from .nd_npx import cast as cast
from .nd_npx import convolution as convolution
from .nd_npx import deconvolution as deconvolution
from .nd_npx import dropout as dropout
from .nd_npx import embedding as embedding
from .nd_npx import erf as erf
from .nd_npx import erfinv as erfinv
from .nd_npx import fully_connected as fully_connected
from .nd_npx import gamma as gamma
from .nd_npx import gammaln as gammaln
from .nd_npx import gather_nd as gather_nd
from .nd_npx import intgemm_fully_connected as intgemm_fully_connected
from .nd_npx import intgemm_maxabsolute as intgemm_maxabsolute
from .nd_npx import intgemm_prepare_data as intgemm_prepare_data
from .nd_npx import intgemm_prepare_weight as intgemm_prepare_weight
from .nd_npx import intgemm_take_weight as intgemm_take_weight
from .nd_npx import layer_norm as layer_norm
from .nd_npx import leaky_relu as leaky_relu
from .nd_npx import log_softmax as log_softmax
from .nd_npx import multibox_detection as multibox_detection
from .nd_npx import multibox_prior as multibox_prior
from .nd_npx import multibox_target as multibox_target
from .nd_npx import one_hot as one_hot
from .nd_npx import pick as pick
from .nd_npx import pooling as pooling
from .nd_npx import relu as relu
from .nd_npx import reshape_like as reshape_like
from .nd_npx import rnn as rnn
from .nd_npx import roi_pooling as roi_pooling
from .nd_npx import sequence_mask as sequence_mask
from .nd_npx import shape_array as shape_array
from .nd_npx import sigmoid as sigmoid
from .nd_npx import slice as slice
from .nd_npx import smooth_l1 as smooth_l1
from .nd_npx import softmax as softmax
from .nd_npx import topk as topk

def cond(pred: Any, then_func: Any, else_func: Any) -> ndarray:
    """Return ``then_func()`` where ``pred``, an array of one element or a truth value, is true, else ``else_func()``."""
def foreach(body: Any, data: Any, init_states: Any) -> tuple[Any, Any]:
    """Run ``body`` once for each slice of ``data`` along its first axis, handing states on from turn to turn."""
def while_loop(cond: Any, func: Any, loop_vars: Any, max_iterations: Any) -> tuple[Any, Any]:
    """Run ``func`` on the variables of a loop as long as ``cond`` of them is true, at most ``max_iterations`` times."""
