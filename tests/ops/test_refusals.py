"""What operators refuse, with an MXNetError: shapes, types and attributes that do not fit.

Only the public interface is used: under Apache MXNet 1.9.1 the same tests pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mxnet as mx
import pytest

N = mx.nd
I = N._internal


def _a(*shape: int, dtype: str = "float32") -> Any:
    return N.ones(shape, dtype=dtype)


REFUSED: dict[str, Callable[[], Any]] = {
    "more rows than there are of index_copy": lambda: N.contrib.index_copy(_a(3, 2), N.array([0, 1, 2, 0]), _a(4, 2)),
    "triangle beside the matrix": lambda: N.linalg.extracttrian(_a(2, 3, 3), offset=-3),
    "layout of Convolution": lambda: N.Convolution(
        _a(1, 3, 5, 5), _a(2, 3, 3, 3), kernel=(3, 3), num_filter=2, no_bias=True, layout="NCW"
    ),
    "layout of Deconvolution": lambda: N.Deconvolution(
        _a(1, 3, 5), _a(3, 2, 3), kernel=(3,), num_filter=2, layout="NCHW"
    ),
    "data without a batch of Convolution": lambda: N.Convolution(
        _a(3, 5, 5), _a(2, 3, 3, 3), kernel=(3, 3), num_filter=2, no_bias=True
    ),
    "data without a batch of Deconvolution": lambda: N.Deconvolution(
        _a(3, 5, 5), _a(3, 2, 3, 3), kernel=(3, 3), num_filter=2
    ),
    "layout of Pooling": lambda: N.Pooling(_a(1, 3, 5, 5), kernel=(2, 2), layout="NCDHW"),
    "channels of UpSampling": lambda: N.UpSampling(
        _a(1, 3, 4, 4), _a(3, 1, 4, 4), scale=2, sample_type="bilinear", num_filter=2, num_args=2
    ),
    "states of quantized_rnn": lambda: N.contrib.quantized_rnn(
        _a(3, 7, 4, dtype="uint8"),
        _a(216),
        *[_a(7, 7, 3)] * 2,
        _a(1),
        _a(1),
        state_size=3,
        num_layers=1,
        mode="lstm",
        bidirectional=True,
    ),
    "boxes without a list": lambda: N.contrib.box_iou(_a(4), _a(2, 4)),
    "matrix in SoftmaxActivation by channel": lambda: N.SoftmaxActivation(_a(2, 3), mode="channel"),
    "scale of ROIPooling": lambda: N.ROIPooling(_a(1, 2, 5, 5), _a(1, 5), pooled_size=(2, 2), spatial_scale=1.5),
    "norms of lamb_update_phase2": lambda: N.lamb_update_phase2(_a(2, 3), _a(2, 3), _a(3), _a(3), lr=0.1),
    "shapes of elemwise_add": lambda: N.elemwise_add(_a(2, 3), _a(1, 3)),
    "types of elemwise_add": lambda: N.elemwise_add(_a(2), _a(2, dtype="int32")),
    "types of broadcast_add": lambda: N.broadcast_add(_a(2), _a(2, dtype="int32")),
    "shapes of broadcast_add": lambda: N.broadcast_add(_a(2, 3), _a(2, 2)),
    "booleans of broadcast_add": lambda: N.broadcast_add(_a(2, dtype="bool"), _a(2, dtype="bool")),
    "booleans of exp": lambda: N.exp(_a(2, dtype="bool")),
    "shapes of add_n": lambda: N.add_n(_a(2), _a(3)),
    "whole numbers of hard_sigmoid": lambda: N.hard_sigmoid(_a(2, dtype="int32")),
    "axis of sum": lambda: N.sum(_a(2, 3), axis=5),
    "double axes of sum": lambda: N.sum(_a(2, 3), axis=(0, -2)),
    "ord of norm": lambda: N.norm(_a(2), ord=3),
    "axis of argmax": lambda: N.argmax(_a(2, 3), axis=-3),
    "no axis of pick": lambda: N.pick(_a(2, 3), _a(2), axis=None),
    "index of pick": lambda: N.pick(_a(2, 3), _a(4)),
    "no axes of moments": lambda: N.moments(_a(2, 3)),
    "shapes of dot": lambda: N.dot(_a(2, 3), _a(2, 3)),
    "shapes of batch_dot": lambda: N.batch_dot(_a(2, 2, 3), _a(3, 3, 4)),
    "axes of batch_dot": lambda: N.batch_dot(_a(2, 3), _a(3, 4)),
    "axes of transpose": lambda: N.transpose(_a(2, 3, 4), axes=(0, 1)),
    "negative axes of transpose": lambda: N.transpose(_a(2, 3), axes=(0, -1)),
    "axis of SwapAxis": lambda: N.SwapAxis(_a(2, 3), dim1=0, dim2=2),
    "axis of expand_dims": lambda: N.expand_dims(_a(2, 3), axis=3),
    "two rests of Reshape": lambda: N.Reshape(_a(2, 3), shape=(-1, -1)),
    "codes of Reshape": lambda: N.Reshape(_a(2, 3), shape=(-5,)),
    "too many copies of Reshape": lambda: N.Reshape(_a(2, 3), shape=(0, 0, 0)),
    "axis of flip": lambda: N.flip(_a(2, 3), axis=2),
    "negative axis of flip": lambda: N.flip(_a(2, 3), axis=-1),
    "reps of tile": lambda: N.tile(_a(2), reps=(0, 2)),
    "axis of stack": lambda: N.stack(_a(2), _a(2), axis=2),
    "axis of squeeze": lambda: N.squeeze(_a(1, 2, 1), axis=1),
    "shapes of concat": lambda: N.concat(_a(2, 1), _a(3, 2), dim=1),
    "axis of concat": lambda: N.concat(_a(2, 1), _a(2, 2), dim=2),
    "axes of concat": lambda: N.concat(_a(2, 1), _a(2), dim=0),
    "types of concat": lambda: N.concat(_a(2, 1), _a(2, 1, dtype="int32"), dim=0),
    "step of slice": lambda: N.slice(_a(3, 4), begin=(0,), end=(1,), step=(0,)),
    "axes of slice": lambda: N.slice(_a(4), begin=(0, 0), end=(1, 1)),
    "limits of slice": lambda: N.slice(_a(4, 4), begin=(0, 0), end=(1,)),
    "end of slice_axis": lambda: N.slice_axis(_a(3, 4), axis=0, begin=0, end=9),
    "empty slice_axis": lambda: N.slice_axis(_a(3, 4), axis=0, begin=2, end=1),
    "axis of slice_axis": lambda: N.slice_axis(_a(3, 4), axis=2, begin=0, end=1),
    "shape of slice_like": lambda: N.slice_like(_a(3, 4), _a(4, 3)),
    "axes of slice_like": lambda: N.slice_like(_a(3, 4), _a(2)),
    "parts of split": lambda: N.split(_a(2, 3), num_outputs=2),
    "squeezed parts of split": lambda: N.split(_a(2, 4), num_outputs=2, squeeze_axis=True),
    "indices of split_v2": lambda: I._split_v2(_a(2, 4), indices=(0, 2, 9)),
    "block of depth_to_space": lambda: N.depth_to_space(_a(1, 4, 1, 2), block_size=0),
    "channels of depth_to_space": lambda: N.depth_to_space(_a(1, 3, 1, 2), block_size=2),
    "diagonal of diag": lambda: N.diag(_a(2, 3), k=5),
    "axes of diag": lambda: N.diag(_a(2, 3), axis1=0, axis2=0),
    "axes of pad": lambda: N.pad(_a(2, 2), mode="constant", pad_width=(0, 0, 1, 1)),
    "padded channels": lambda: N.pad(_a(1, 1, 2, 2), mode="constant", pad_width=(0, 0, 1, 1, 0, 0, 0, 0)),
    "width of pad": lambda: N.pad(_a(1, 1, 2, 2), mode="constant", pad_width=(0, 0, 0, 0, 1)),
    "whole numbers of pad": lambda: N.pad(
        _a(1, 1, 2, 2, dtype="int32"), mode="edge", pad_width=(0, 0, 0, 0, 1, 1, 0, 1)
    ),
    "reflection wider than pad": lambda: N.pad(_a(1, 1, 2, 2), mode="reflect", pad_width=(0, 0, 0, 0, 2, 0, 0, 2)),
    "mode of pad": lambda: N.pad(_a(1, 1, 2, 2), mode="wrong", pad_width=(0, 0, 0, 0, 1, 1, 1, 1)),
    "size of Crop": lambda: N.Crop(_a(1, 1, 4, 4), h_w=(5, 2), num_args=1),
    "no size of Crop": lambda: N.Crop(_a(1, 1, 4, 4), num_args=1),
    "condition of where": lambda: N.where(_a(3), _a(2, 2), _a(2, 2)),
    "axis of take": lambda: N.take(_a(3, 2), _a(1), axis=2),
    "range of take": lambda: N.take(_a(3, 2), N.array([5]), mode="raise"),
    "types of batch_take": lambda: N.batch_take(_a(3, 2), _a(3)),
    "rows of gather_nd": lambda: N.gather_nd(_a(2, 3), _a(3, 1)),
    "axes of gather_nd": lambda: N.gather_nd(_a(2, 3), _a(2)),
    "weight of Embedding": lambda: N.Embedding(_a(2), _a(3, 2), input_dim=4, output_dim=2),
    "k of topk": lambda: N.topk(_a(3), k=9),
    "index of boolean_mask": lambda: N.contrib.boolean_mask(_a(3, 2), _a(2)),
    "axis of boolean_mask": lambda: N.contrib.boolean_mask(_a(3, 2), _a(2), axis=1),
    "axis of broadcast_axis": lambda: N.broadcast_axis(_a(2, 2), axis=1, size=2),
    "shape of broadcast_to": lambda: N.broadcast_to(_a(2, 2), shape=(2, 3)),
    "axes of broadcast_to": lambda: N.broadcast_to(_a(3), shape=(2, 3)),
    "shape of broadcast_like": lambda: N.broadcast_like(_a(2, 2), _a(2, 3)),
    "step of arange": lambda: I._arange(start=0, stop=5, step=0),
    "empty arange": lambda: I._arange(start=5, stop=1, step=2),
    "no shape of zeros": lambda: I._zeros(),
    "missing attribute": lambda: N.expand_dims(_a(2)),
    "text for a number": lambda: N.expand_dims(_a(2), axis="x"),
    "square of potrf": lambda: N.linalg.potrf(_a(2, 3)),
    "singular inverse": lambda: N.linalg.inverse(N.zeros((2, 2))),
    "indefinite potrf": lambda: N.linalg.potrf(-1 * _a(2, 2)),
    "shapes of trsm": lambda: N.linalg.trsm(_a(3, 3), _a(2, 3)),
    "high gelqf": lambda: N.linalg.gelqf(_a(3, 2)),
    "range of histogram": lambda: I._histogram(_a(3), bin_cnt=3),
}


def _values(call: Callable[[], Any]) -> list[Any]:
    """Return the values of a call's results: 1.9.1 says no only when they are asked for."""
    made = call()
    return [each.asnumpy() for each in (made if isinstance(made, list) else [made])]


@pytest.mark.parametrize("call", REFUSED.values(), ids=REFUSED.keys())
def test_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(mx.MXNetError):
        _values(call)


def test_position_out_of_range() -> None:
    with pytest.raises(IndexError):
        _values(lambda: N.gather_nd(_a(2, 3), N.array([[5]])))
