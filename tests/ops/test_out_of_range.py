"""Values that are used as positions, and shapes that kernels do not look at: errors where 1.9.1 leaves its memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.base import MXNetError

N = mx.nd
I = N._internal
NAN, INF = float("nan"), float("inf")
BEYOND = (-1, 7, 1e9, -1e9, 1e20, NAN, INF)


def _a(*shape: int, dtype: str = "float32") -> Any:
    return N.ones(shape, dtype=dtype)


def _turned(image: float, size: float) -> Any:
    rois = N.array([[image, 0, 0, size, size, 0]])
    return N.contrib.RROIAlign(_a(1, 1, 4, 4), rois, pooled_size=(2, 2), spatial_scale=1)


#: an operator with one value used as a position, and what the error names; most values in BEYOND are out of range
AT: dict[str, tuple[Callable[[float], Any], str]] = {
    "CTCLoss": (lambda v: N.CTCLoss(_a(4, 1, 5), N.array([[v, 1, 2]])), "label"),
    "CTCLoss counted": (
        lambda v: N.CTCLoss(_a(4, 1, 5), N.array([[1, v]]), N.array([2]), use_label_lengths=True),
        "label",
    ),
    "CTCLoss label_lengths": (
        lambda v: N.CTCLoss(_a(4, 1, 5), N.array([[1, 2]]), N.array([v]), use_label_lengths=True),
        "label_lengths",
    ),
    "CTCLoss data_lengths": (
        lambda v: N.CTCLoss(_a(4, 1, 5), N.array([[1, 2]]), N.array([v]), use_data_lengths=True),
        "data_lengths",
    ),
    "SequenceLast": (
        lambda v: N.SequenceLast(_a(3, 2, 2), N.array([v, 1]), use_sequence_length=True),
        "sequence_length",
    ),
    "SequenceReverse": (
        lambda v: N.SequenceReverse(_a(3, 2, 2), N.array([v, 1]), use_sequence_length=True),
        "sequence_length",
    ),
    "take": (lambda v: N.take(_a(3, 2), N.array([v]), mode="raise"), "indices"),
    "index_copy": (lambda v: N.contrib.index_copy(_a(3, 2), N.array([v]), _a(1, 2)), "index"),
    "fill_element_0index": (lambda v: N.fill_element_0index(_a(2, 3), _a(2), N.array([v, 1])), "index"),
    "count_sketch": (lambda v: N.contrib.count_sketch(_a(1, 3), N.array([[v, 1, 0]]), _a(1, 3), out_dim=3), "h"),
    "RROIAlign": (
        lambda v: _turned(v, 2),
        "rois: image",
    ),
    "DeformablePSROIPooling": (
        lambda v: N.contrib.DeformablePSROIPooling(
            _a(1, 4, 4, 4), N.array([[v, 0, 0, 2, 2]]), pooled_size=2, group_size=2, spatial_scale=1, output_dim=1,
            no_trans=True,
        ),
        "rois: image",
    ),
}  # fmt: skip


@pytest.mark.parametrize("value", BEYOND)
@pytest.mark.parametrize("name", AT)
def test_positions(name: str, value: float) -> None:
    """A position out of range is an MXNetError that names the operator's argument."""
    call, words = AT[name]
    with pytest.raises(MXNetError, match=words):
        N.waitall(call(value))


@pytest.mark.parametrize("value", [7, 1e9, NAN])
def test_positions_in_several_axes(value: float) -> None:
    """Those of gather_nd and scatter_nd count from the end if negative; others are an error."""
    for call in (
        lambda: N.gather_nd(_a(3, 2), N.array([[value, 1]])),
        lambda: N.scatter_nd(_a(2), N.array([[value, 1]]), shape=(3,)),
        lambda: I._scatter_set_nd(_a(3), _a(2), N.array([[value, 1]]), shape=(3,)),
    ):
        with pytest.raises(MXNetError):
            call()


@pytest.mark.parametrize("value", BEYOND)
def test_labels_without_a_class(value: float) -> None:
    """A label of no class leaves the gradient of SoftmaxOutput that of the softmax, and of the loss nothing to add."""
    data = N.array([[0.0, 1.0, 2.0], [0.0, 0.0, 0.0]])
    data.attach_grad()
    with mx.autograd.record():
        out = N.SoftmaxOutput(data, N.array([value, 1]))
    out.backward()
    soft = out.asnumpy()
    np.testing.assert_allclose(data.grad.asnumpy(), [soft[0], soft[1] - [0, 1, 0]], rtol=1e-5)
    with mx.autograd.record():
        result = N.softmax_cross_entropy(data, N.array([value, 1]))
    np.testing.assert_allclose(result.asnumpy(), [np.log(3)], rtol=1e-5)
    result.backward(N.array([2]))
    np.testing.assert_allclose(data.grad.asnumpy(), [2 * soft[0], 2 * (soft[1] - [0, 1, 0])], rtol=1e-5)


@pytest.mark.parametrize("value", BEYOND)
def test_one_hot_leaves_out_what_has_no_place(value: float) -> None:
    """As in 1.9.1."""
    out = _a(2, 3)
    N.onehot_encode(N.array([value, 1]), out)
    np.testing.assert_array_equal(out.asnumpy(), [[0, 0, 0], [0, 1, 0]])


@pytest.mark.parametrize("value", BEYOND)
def test_labels_beyond_their_length(value: float) -> None:
    """What stands behind the labels that count does not matter."""
    data = N.array(np.random.RandomState(0).randn(4, 1, 5))
    lengths = {"use_label_lengths": True}
    plain = N.CTCLoss(data, N.array([[1, 0]]), N.array([1]), **lengths).asnumpy()
    np.testing.assert_array_equal(N.CTCLoss(data, N.array([[1, value]]), N.array([1]), **lengths).asnumpy(), plain)


def test_position_before_the_first() -> None:
    """unravel_index cuts towards 0, as 1.9.1 does."""
    np.testing.assert_array_equal(N.unravel_index(N.array([-1]), shape=(2, 3)).asnumpy(), [[0], [-1]])


#: shapes that PyTorch's kernels take for granted, and sizes that take for ever; with what the error names
WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "BatchNorm": (lambda: N.BatchNorm(_a(2, 3), _a(2), _a(3), _a(3), _a(3)), "gamma: expected"),
    "BatchNorm beta": (lambda: N.BatchNorm(_a(2, 3), _a(3), _a(2, 1), _a(3), _a(3)), "beta: expected"),
    "BatchNorm axis": (lambda: N.BatchNorm(_a(2, 3), _a(3), _a(3), _a(3), _a(3), axis=2**31), "axis"),
    "InstanceNorm": (lambda: N.InstanceNorm(_a(2, 3, 4), _a(3), _a(2)), "beta: expected"),
    "GroupNorm": (lambda: N.GroupNorm(_a(2, 4, 4), _a(1), _a(2), num_groups=2), "gamma: expected"),
    "GroupNorm groups": (lambda: N.GroupNorm(_a(2, 4, 4), _a(1), _a(1), num_groups=0), "groups"),
    "LayerNorm": (lambda: N.LayerNorm(_a(2, 3), _a(2, 3), _a(2, 3)), "gamma: expected"),
    "RNN state": (
        lambda: N.RNN(_a(3, 2, 4), _a(55), _a(1, 2, 1), state_size=5, num_layers=1, mode="rnn_tanh"),
        "state: expected",
    ),
    "RNN layers": (
        lambda: N.RNN(_a(3, 2, 4), _a(5), _a(1, 2, 5), state_size=2**31, num_layers=2**31, mode="rnn_tanh"),
        "parameters: expected",
    ),
    "image without channels": (lambda: I._cvimresize(N.array(np.zeros((3, 3, 0)), dtype="uint8"), w=2, h=2), "src"),
    "LRN of one axis": (lambda: N.LRN(_a(3), nsize=3), "N, C, H, W"),
    "gradient of SVMOutput": (lambda: N.SVMOutput(N.array(1), N.array(1)), "label"),
    "gather_nd of nothing": (lambda: N.gather_nd(_a(3), N.array(np.zeros((0, 2)))), "1 to 1 indices"),
    "trans": (
        lambda: N.contrib.DeformablePSROIPooling(
            _a(1, 4, 4, 4), _a(1, 5), _a(1, 2, 2, 2), pooled_size=2, group_size=2, spatial_scale=1, output_dim=1,
            part_size=10**9,
        ),
        "trans: expected",
    ),
    "CTCLoss rows": (lambda: N.CTCLoss(_a(4, 2, 5), _a(1, 2)), "label: expected"),
    "CTCLoss rank": (lambda: N.CTCLoss(_a(4, 2), _a(1, 2)), "data: expected"),
    "number of weights": (
        lambda: N.multi_sgd_update(_a(2), _a(2), lrs=(1,), wds=(0,), num_weights=2**31),
        "num_weights",
    ),
    "number of parts": (lambda: N.split(_a(2, 2), num_outputs=2**31), "num_outputs"),
    "64 bits": (lambda: N.expand_dims(_a(2), axis=2**64), "axis"),
    "a float too large": (lambda: N.clip(_a(2), a_min=-(10**400), a_max=1), "a_min"),
    "missing input": (lambda: N.broadcast_add(_a(2)), r"expects 2 inputs \(lhs, rhs\)"),
    "no weight": (lambda: N.sgd_update(None, _a(2), lr=1), r"expects 2 inputs \(weight, grad\)"),
    "no first weight": (lambda: N.mp_sgd_update(None, _a(2), _a(2), lr=1), "expects 3 inputs"),
    "no gradient": (lambda: N.mp_sgd_update(_a(2), None, lr=1), "expects 3 inputs"),
    "no array to join": (lambda: mx.nd.numpy._internal.hstack(None, mx.np.ones(2)), "input 0 is missing"),
    **{
        f"nesting {nesting[:8]}": (
            lambda nesting=nesting: mx.nd.numpy._internal.block(mx.np.ones(2), nesting=nesting),
            "nesting: expected",
        )
        for nesting in ("[0", "[[1]]", "[]", "[True]", "'a'", "[" * 5000)
    },
    "no input": (lambda: N.exp(), r"expects 1 inputs \(data\)"),
    "huge turned region": (
        lambda: _turned(0, 1e9),
        "sampling_ratio",
    ),
    "infinite rate": (lambda: N.sample_poisson(N.array([INF, 1])), "rate"),
    "NaN rate": (lambda: N.sample_poisson(N.array([NAN, 1])), "rate"),
    "infinite range": (lambda: N.arange(0, INF), "arange"),
    "more than memory": (lambda: N.broadcast_axis(_a(1, 2), axis=0, size=10**15), "memory"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_refused(name: str) -> None:
    """Raises an MXNetError that names what is wrong."""
    call, words = WRONG[name]
    with pytest.raises(MXNetError, match=words):
        call()


def test_window_wider_than_the_channels() -> None:
    """LRN looks at the channels that there are, however many it may."""
    result = N.LRN(_a(1, 2, 1, 1), nsize=2**31 - 1, alpha=2.0**31 - 1, beta=1, knorm=0).asnumpy()
    np.testing.assert_allclose(result.ravel(), [0.5, 0.5], rtol=1e-6)


def test_region_that_reaches_far_out() -> None:
    """ROIAlign looks only at the points on the image: of the first bin a few, of the others none."""
    rois = N.array([[0, 0, 0, 1e9, 1e9], [0, -8, -8, 24, 24], [0, NAN, 0, 1, 1]])
    result = N.contrib.ROIAlign(_a(1, 1, 4, 4), rois, pooled_size=(2, 2), spatial_scale=1).asnumpy()
    assert result[0].max() < 1e-15
    points = np.arange(16) + 0.5 - 8  # of the first bin, of 16 pixels, and of the second
    inside = [np.mean((part >= -1) & (part <= 4)) for part in (points, points + 16)]
    np.testing.assert_allclose(result[1, 0], np.outer(inside, inside), rtol=1e-6)
    np.testing.assert_array_equal(result[2], 0)


def test_graph_names_the_node() -> None:
    """The same errors in an executor name the node."""
    loss = mx.sym.CTCLoss(mx.sym.Variable("data"), mx.sym.Variable("label"), name="ctc")
    executor = loss.bind(mx.cpu(), {"data": _a(4, 1, 5), "label": N.array([[7, 1]])})
    with pytest.raises(MXNetError, match=r"'ctc'.*\n?.*label"):
        executor.forward()


def test_gradient_names_the_operator(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong in an operator's own gradient is an MXNetError, not Python's."""
    from mxnet.ops import loss_layers

    monkeypatch.setattr(loss_layers, "_class_gradient", lambda p, out, label: ()[0])
    data = _a(2, 3)
    data.attach_grad()
    with mx.autograd.record():
        out = N.SoftmaxOutput(data, N.array([0, 1]))
    with pytest.raises(MXNetError, match="operator softmax_output: backward failed: an input has too few axes"):
        out.backward()


def test_queries_without_width() -> None:
    with mx.util.np_shape(True):
        scores = N.contrib.interleaved_matmul_encdec_qk(N.zeros((3, 2, 0)), N.zeros((5, 2, 0)), heads=2)
    np.testing.assert_array_equal(scores.asnumpy(), np.zeros((4, 3, 5)))


def test_more_parts_than_an_array_has() -> None:
    with pytest.raises(MXNetError, match=r"sections.*exceed bound"):
        mx.sym.np.dsplit(mx.sym.Variable("x").as_np_ndarray(), 2**62)


def test_whole_numbers_rounded_to_units_beyond_them() -> None:
    numbers = mx.np.array([3, -4], dtype="int64")
    for decimals in (-10, -18, -19, -(10**9)):
        np.testing.assert_array_equal(mx.np.around(numbers, decimals).asnumpy(), [0, 0])


ROWS = (-1, -3, 3, 7, 1e9)


def _table(net: mx.gluon.Block) -> mx.gluon.Block:
    net.initialize(mx.init.One())
    return net


def _trained(index: float, hybridized: bool) -> None:
    net = _table(mx.gluon.nn.Embedding(3, 2, sparse_grad=True))
    net.hybridize(hybridized)
    with mx.autograd.record():
        net(N.array([index, 1])).backward()


def _by_module(index: float) -> None:
    table = mx.sym.var("table_weight", stype="row_sparse")
    rows = mx.sym.Embedding(mx.sym.var("data"), table, input_dim=3, output_dim=2, sparse_grad=True)
    module = mx.mod.Module(mx.sym.MakeLoss(rows), ["data"], None)
    module.bind([("data", (2,))])
    module.init_params(mx.init.One())
    module.forward_backward(mx.io.DataBatch([N.array([index, 1])]))


def _at_once(index: float, call: Callable[..., Any]) -> None:
    table = _a(3, 2)
    table.attach_grad(stype="row_sparse")
    with mx.autograd.record():
        call(N.array([index, 1]), table, input_dim=3, output_dim=2).backward()


TRAINED: dict[str, Callable[[float], None]] = {
    "Embedding": lambda i: _at_once(i, lambda *args, **kwargs: N.Embedding(*args, **kwargs, sparse_grad=True)),
    "SparseEmbedding": lambda i: _at_once(i, N.contrib.SparseEmbedding),
    "block": lambda i: _trained(i, False),
    "hybridized": lambda i: _trained(i, True),
    "Module": _by_module,
}


@pytest.mark.parametrize("index", ROWS)
@pytest.mark.parametrize("name", TRAINED)
def test_rows_of_tables_with_sparse_gradients(name: str, index: float) -> None:
    """As in 1.9.1; the row at the end would be trained instead."""
    with pytest.raises(MXNetError, match="data, the positions in a row-sparse table of 3 rows: expected 0"):
        TRAINED[name](index)


@pytest.mark.parametrize("index", ROWS)
def test_rows_of_dense_tables_are_those_at_the_ends(index: float) -> None:
    """As in 1.9.1, where nothing is trained too."""
    table = N.array([[1, 2], [3, 4], [5, 6]])
    expected = table.asnumpy()[[0 if index < 0 else 2, 1]]
    for attrs in ({}, {"sparse_grad": True}):
        rows = N.Embedding(N.array([index, 1]), table, input_dim=3, output_dim=2, **attrs)
        np.testing.assert_array_equal(rows.asnumpy(), expected)


@pytest.mark.parametrize("row", [-1, 3])
def test_row_ids_name_the_parameter(row: int) -> None:
    """1.9.1 leaves such rows out."""
    table = mx.gluon.Parameter("table_weight", shape=(3, 2), stype="row_sparse")
    table.initialize(mx.init.One())
    mx.gluon.Trainer([table], "sgd")
    with pytest.raises(MXNetError, match=f"Parameter 'table_weight': row ids .* expected 0 to 2, got {row}"):
        table.row_sparse_data(N.array([row, 1]))
    store = mx.kv.create("local")
    store.init("rows", N.ones((3, 2)).tostype("row_sparse"))
    with pytest.raises(MXNetError, match=f"row ids of key 'rows': expected 0 to 2, got {row}"):
        store.row_sparse_pull("rows", out=N.sparse.zeros("row_sparse", (3, 2)), row_ids=N.array([row]))


@pytest.mark.parametrize("length", [0.0, 1.9, 2.5, 3.0])
def test_lengths_of_sequences_are_cut_off(length: float) -> None:
    """1.9.1's values."""
    masked = N.SequenceMask(_a(3, 1), N.array([length]), use_sequence_length=True)
    assert masked.asnumpy().sum() == int(length)


@pytest.mark.parametrize("attrs", [{"stride": (2**31,)}, {"stride": (2**62,)}, {"dilate": (2**30,)}])
def test_steps_of_a_deconvolution_that_are_too_large(attrs: dict[str, Any]) -> None:
    with pytest.raises(MXNetError, match=r"make lengths .*: up to 2147483647 are possible"):
        N.Deconvolution(_a(1, 1, 4), _a(1, 1, 3), kernel=(3,), num_filter=1, **attrs)


@pytest.mark.parametrize("transform", ["rfft", "rfft2", "rfftn", "ihfft"])
def test_transforms_of_real_numbers(transform: str) -> None:
    numbers = mx.np.fft.fft(mx.np.ones((2, 2)))
    with pytest.raises(ValueError, match=f"{transform} takes real numbers, got complex64"):
        getattr(mx.np.fft, transform)(numbers)


@pytest.mark.parametrize(
    "call",
    [
        lambda none: N.take(none, N.ones((1,))),
        lambda none: N.pick(N.ones((1, 1)), none),
        lambda none: N.sample_normal(N.ones((4,)), none),
        lambda none: N.sample_gamma(N.ones((4,)), none),
        lambda none: N.signsgd_update(N.ones((1,)), none, lr=0.9),
        lambda none: N.contrib.quadratic(none, b=1, out=N.ones((1,))),
        lambda none: N.choose_element_0index(N.ones((1,)), none),
    ],
    ids=["take", "pick", "normal", "gamma", "signsgd", "out", "choose"],
)
def test_arrays_of_no_elements(call: Callable[[Any], Any]) -> None:
    with pytest.raises(MXNetError):
        call(N.array(np.ones((0,))))
