# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.numpy.multiarray import ndarray
from .nd_npx import activation as activation
from .nd_npx import add_n as add_n
from .nd_npx import advanced_index as advanced_index
from .nd_npx import arange_like as arange_like
from .nd_npx import batch_dot as batch_dot
from .nd_npx import batch_flatten as batch_flatten
from .nd_npx import batch_norm as batch_norm
from .nd_npx import batch_norm_with_relu as batch_norm_with_relu
from .nd_npx import bipartite_matching as bipartite_matching
from .nd_npx import box_decode as box_decode
from .nd_npx import box_encode as box_encode
from .nd_npx import box_iou as box_iou
from .nd_npx import box_nms as box_nms
from .nd_npx import broadcast_greater as broadcast_greater
from .nd_npx import broadcast_like as broadcast_like
from .nd_npx import cast as cast
from .nd_npx import contrib_calibrate_entropy as contrib_calibrate_entropy
from .nd_npx import contrib_quantize as contrib_quantize
from .nd_npx import contrib_quantize_v2 as contrib_quantize_v2
from .nd_npx import convolution as convolution
from .nd_npx import ctc_loss as ctc_loss
from .nd_npx import deconvolution as deconvolution
from .nd_npx import deformable_convolution as deformable_convolution
from .nd_npx import digamma as digamma
from .nd_npx import dropout as dropout
from .nd_npx import embedding as embedding
from .nd_npx import erf as erf
from .nd_npx import erfinv as erfinv
from .nd_npx import fully_connected as fully_connected
from .nd_npx import gamma as gamma
from .nd_npx import gammaln as gammaln
from .nd_npx import gather_nd as gather_nd
from .nd_npx import group_norm as group_norm
from .nd_npx import index_add as index_add
from .nd_npx import index_update as index_update
from .nd_npx import instance_norm as instance_norm
from .nd_npx import interleaved_matmul_encdec_qk as interleaved_matmul_encdec_qk
from .nd_npx import interleaved_matmul_encdec_valatt as interleaved_matmul_encdec_valatt
from .nd_npx import interleaved_matmul_selfatt_qk as interleaved_matmul_selfatt_qk
from .nd_npx import interleaved_matmul_selfatt_valatt as interleaved_matmul_selfatt_valatt
from .nd_npx import intgemm_fully_connected as intgemm_fully_connected
from .nd_npx import intgemm_maxabsolute as intgemm_maxabsolute
from .nd_npx import intgemm_prepare_data as intgemm_prepare_data
from .nd_npx import intgemm_prepare_weight as intgemm_prepare_weight
from .nd_npx import intgemm_take_weight as intgemm_take_weight
from .nd_npx import layer_norm as layer_norm
from .nd_npx import leaky_relu as leaky_relu
from .nd_npx import log_sigmoid as log_sigmoid
from .nd_npx import log_softmax as log_softmax
from .nd_npx import masked_log_softmax as masked_log_softmax
from .nd_npx import masked_softmax as masked_softmax
from .nd_npx import mish as mish
from .nd_npx import modulated_deformable_convolution as modulated_deformable_convolution
from .nd_npx import multibox_detection as multibox_detection
from .nd_npx import multibox_prior as multibox_prior
from .nd_npx import multibox_target as multibox_target
from .nd_npx import norm as norm
from .nd_npx import one_hot as one_hot
from .nd_npx import pad as pad
from .nd_npx import pick as pick
from .nd_npx import pooling as pooling
from .nd_npx import quantized_act as quantized_act
from .nd_npx import quantized_conv as quantized_conv
from .nd_npx import quantized_elemwise_add as quantized_elemwise_add
from .nd_npx import quantized_elemwise_mul as quantized_elemwise_mul
from .nd_npx import quantized_embedding as quantized_embedding
from .nd_npx import quantized_flatten as quantized_flatten
from .nd_npx import quantized_fully_connected as quantized_fully_connected
from .nd_npx import quantized_pooling as quantized_pooling
from .nd_npx import relu as relu
from .nd_npx import requantize as requantize
from .nd_npx import reshape_like as reshape_like
from .nd_npx import rnn as rnn
from .nd_npx import roi_pooling as roi_pooling
from .nd_npx import round_ste as round_ste
from .nd_npx import scalar_poisson as scalar_poisson
from .nd_npx import sequence_last as sequence_last
from .nd_npx import sequence_mask as sequence_mask
from .nd_npx import sequence_reverse as sequence_reverse
from .nd_npx import shape_array as shape_array
from .nd_npx import sigmoid as sigmoid
from .nd_npx import sign_ste as sign_ste
from .nd_npx import sldwin_atten_context as sldwin_atten_context
from .nd_npx import sldwin_atten_mask_like as sldwin_atten_mask_like
from .nd_npx import sldwin_atten_score as sldwin_atten_score
from .nd_npx import slice as slice
from .nd_npx import slice_channel as slice_channel
from .nd_npx import slice_like as slice_like
from .nd_npx import smooth_l1 as smooth_l1
from .nd_npx import softmax as softmax
from .nd_npx import softsign as softsign
from .nd_npx import stop_gradient as stop_gradient
from .nd_npx import sync_batch_norm as sync_batch_norm
from .nd_npx import tensor_poisson as tensor_poisson
from .nd_npx import topk as topk

def cond(pred: Any, then_func: Any, else_func: Any, inputs: Any = ..., name: Any = ...) -> ndarray:
    """Return what one of two functions returns, as a condition says; only that one is run."""
def foreach(body: Any, data: Any, init_states: Any, name: Any = ...) -> tuple[Any, Any]:
    """Run a function once for each slice of arrays along their first axis, handing states on from turn to turn."""
def while_loop(cond: Any, func: Any, loop_vars: Any, max_iterations: Any = ..., name: Any = ...) -> tuple[Any, Any]:
    """Run a function on the variables of a loop as long as a condition holds."""
