"""Private names of MXNet's modules that programs import, with what they do there."""

import collections
import ctypes
import importlib
import inspect
import multiprocessing

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import nn
from mxnet.gluon.model_zoo.vision import densenet, inception, mobilenet, squeezenet
from mxnet.module import executor_group

#: a function and the names of its parameters in 1.9.1
SIGNATURES = {
    "gluon.contrib.rnn.conv_rnn_cell._get_conv_out_size": "dimensions kernels paddings dilations",
    "gluon.data.dataset._FilteredDataset": "dataset fn",
    "gluon.model_zoo.vision.densenet._make_dense_block": "num_layers bn_size growth_rate dropout stage_index",
    "gluon.model_zoo.vision.densenet._make_dense_layer": "growth_rate bn_size dropout",
    "gluon.model_zoo.vision.densenet._make_transition": "num_output_features",
    "gluon.model_zoo.vision.inception._make_A": "pool_features prefix",
    "gluon.model_zoo.vision.inception._make_B": "prefix",
    "gluon.model_zoo.vision.inception._make_C": "channels_7x7 prefix",
    "gluon.model_zoo.vision.inception._make_D": "prefix",
    "gluon.model_zoo.vision.inception._make_E": "prefix",
    "gluon.model_zoo.vision.inception._make_basic_conv": "kwargs",
    "gluon.model_zoo.vision.inception._make_branch": "use_pool conv_settings",
    "gluon.model_zoo.vision.mobilenet._add_conv": "out channels kernel stride pad num_group active relu6",
    "gluon.model_zoo.vision.mobilenet._add_conv_dw": "out dw_channels channels stride relu6",
    "gluon.model_zoo.vision.squeezenet._make_fire": "squeeze_channels expand1x1_channels expand3x3_channels",
    "gluon.model_zoo.vision.squeezenet._make_fire_conv": "channels kernel_size padding",
    "io.utils._slice_along_batch_axis": "data s batch_axis",
    "metric._BinaryClassificationMetrics": "",
    "module.executor_group._load_data": "batch targets major_axis",
    "module.executor_group._load_general": "data targets major_axis",
    "module.executor_group._load_label": "batch targets major_axis",
    "module.executor_group._merge_multi_context": "outputs major_axis",
    "module.executor_group._prepare_group2ctxs": "group2ctxs ctx_len",
    "rnn.rnn_cell._cells_begin_state": "cells kwargs",
    "rnn.rnn_cell._cells_pack_weights": "cells args",
    "rnn.rnn_cell._cells_state_info": "cells",
    "rnn.rnn_cell._cells_state_shape": "cells",
    "rnn.rnn_cell._cells_unpack_weights": "cells args",
    "rnn.rnn_cell._normalize_sequence": "length inputs layout merge in_layout",
}
#: what modules import, and programs from them
IMPORTED = {
    "base": "MXCallbackList NotSupportedForSparseNDArray basestring long",
    "gluon.block": "OrderedDict defaultdict mx_real_t _check_all_np_ndarrays _check_same_symbol_type",
    "gluon.contrib.rnn.rnn_cell": "BidirectionalCell ModifierCell SequentialRNNCell _as_list _format_sequence "
    "_get_begin_state _mask_sequence_variable_length",
    "gluon.data.dataloader": "Queue SimpleQueue",
    "gluon.data.vision.transforms": "image",
    "gluon.rnn.rnn_cell": "Block HybridBlock LeakyReLU _as_list _indent numeric_types string_types tensor_types",
    "initializer": "string_types",
    "io.io": "CSRNDArray NDArray array concat mx_real_t namedtuple tile _slice_along_batch_axis",
    "io.utils": "CSRNDArray NDArray",
    "metric": "OrderedDict",
    "model": "_check_arguments _load_data _load_label _update_params_on_kvstore_nccl",
    "module.bucketing_module": "_check_input_names",
    "module.module": "_check_input_names _parse_data_desc",
    "ndarray.sparse": "NotSupportedForSparseNDArray _DTYPE_NP_TO_MX _STORAGE_TYPE_CSR current_context numeric_types",
    "optimizer": "NDabs",
    "optimizer.optimizer": "NDabs NDnorm",
    "test_utils": "get_cuda_compute_capability np_symbol",
}


@pytest.mark.parametrize("path", SIGNATURES)
def test_signatures(path):
    module, name = f"mxnet.{path}".rsplit(".", 1)
    found = inspect.signature(getattr(importlib.import_module(module), name))
    assert list(found.parameters) == SIGNATURES[path].split()


@pytest.mark.parametrize("module", IMPORTED)
def test_names_that_modules_import(module):
    found = importlib.import_module(f"mxnet.{module}")
    assert [name for name in IMPORTED[module].split() if not hasattr(found, name)] == []


def _within(add, *args, **kwargs):
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        add(net, *args, **kwargs)
    return net


#: what builds a part of a network, the shape of its input; and what 1.9.1 said: the shape of the output, the number of
#: elements of all parameters, that of parameters, the length of the text, the prefix
PARTS = [
    (lambda: densenet._make_dense_layer(6, 4, 0.1), (2, 5, 8, 8), ((2, 11, 8, 8), 1532, 10, 536, "")),
    (lambda: densenet._make_dense_block(3, 2, 4, 0, 2), (2, 5, 8, 8), ((2, 17, 8, 8), 1284, 30, 1611, "stage2_")),
    (lambda: densenet._make_transition(7), (2, 5, 8, 8), ((2, 7, 4, 4), 55, 5, 343, "")),
    (
        lambda: inception._make_basic_conv(channels=3, kernel_size=(1, 7), padding=(0, 3)),
        (2, 5, 8, 8),
        ((2, 3, 8, 8), 117, 5, 234, ""),
    ),
    (
        lambda: inception._make_branch("avg", (4, 1, None, None), (3, 3, 2, 1)),
        (2, 5, 8, 8),
        ((2, 3, 4, 4), 156, 10, 628, ""),
    ),
    (lambda: inception._make_A(3, "A_"), (1, 5, 9, 9), ((1, 227, 9, 9), 217675, 35, 2033, "A_")),
    (lambda: inception._make_B("B_"), (1, 5, 9, 9), ((1, 485, 4, 4), 158400, 20, 1237, "B_")),
    (lambda: inception._make_C(4, "C_"), (1, 5, 9, 9), ((1, 768, 9, 9), 16328, 50, 2814, "C_")),
    (lambda: inception._make_D("D_"), (1, 5, 9, 9), ((1, 517, 4, 4), 1407872, 30, 1761, "D_")),
    (lambda: inception._make_E("E_"), (1, 5, 9, 9), ((1, 2048, 9, 9), 3337536, 45, 2974, "E_")),
    (lambda: squeezenet._make_fire(3, 4, 5), (2, 5, 8, 8), ((2, 9, 8, 8), 174, 6, 422, "")),
    (lambda: squeezenet._make_fire_conv(4, 3, 1), (2, 5, 8, 8), ((2, 4, 8, 8), 184, 2, 116, "")),
    (lambda: _within(mobilenet._add_conv, 4, 3, 2, 1, relu6=True), (2, 5, 8, 8), ((2, 4, 4, 4), 196, 5, 231, "net_")),
    (lambda: _within(mobilenet._add_conv, 6, active=False), (2, 5, 8, 8), ((2, 6, 8, 8), 54, 5, 194, "net_")),
    (lambda: _within(mobilenet._add_conv_dw, 5, 6, 2), (2, 5, 8, 8), ((2, 6, 4, 4), 119, 10, 443, "net_")),
]


@pytest.mark.parametrize(("build", "shape", "recorded"), PARTS)
def test_parts_of_networks(build, shape, recorded):
    net = build()
    net.initialize()
    out = net(mx.nd.ones(shape)).shape
    params = list(net.collect_params().values())
    size = sum(param.data().size for param in params)
    assert (out, size, len(params), len(repr(net)), net.prefix) == recorded


def test_counts_of_confusions():
    counts = mx.metric._BinaryClassificationMetrics()
    assert (counts.precision, counts.recall, counts.fscore, counts.matthewscc()) == (0, 0, 0, 0)
    scores = mx.nd.array([[0.9, 0.1], [0.2, 0.8], [0.7, 0.3], [0.4, 0.6], [0.1, 0.9]])
    counts.update_binary_stats(mx.nd.array([0, 1, 1, 0, 1]), scores)
    positives = counts.true_positives, counts.false_positives
    assert (*positives, counts.false_negatives, counts.true_negatives) == (2, 1, 1, 1)
    assert counts.precision == counts.recall == counts.fscore == 2 / 3
    assert counts.matthewscc() == pytest.approx(1 / 6)
    counts.local_reset_stats()
    assert (counts.total_examples, counts.global_total_examples, counts.global_fscore) == (0, 5, 2 / 3)
    assert counts.matthewscc(use_global=True) == pytest.approx(1 / 6)
    with pytest.raises(ValueError, match="binary classification"):
        counts.update_binary_stats(mx.nd.array([0, 1, 2]), mx.nd.ones((3, 2)))
    counts.reset_stats()
    assert counts.global_total_examples == 0


def test_batches_are_cut_for_devices():
    source = mx.nd.arange(8).reshape((4, 2))
    rows = [[(slice(0, 2), mx.nd.zeros((2, 2))), (slice(2, 4), mx.nd.zeros((2, 2)))]]
    executor_group._load_data(mx.io.DataBatch([source]), rows, [0])
    assert [array.asnumpy().tolist() for _, array in rows[0]] == [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]
    columns = [[(slice(0, 1), mx.nd.zeros((4, 1))), (slice(1, 2), mx.nd.zeros((4, 1)))]]
    executor_group._load_label(mx.io.DataBatch([], [source]), columns, [1])
    assert columns[0][1][1].asnumpy().ravel().tolist() == [1, 3, 5, 7]
    whole = [mx.nd.zeros((4, 2))]
    executor_group._load_general([source], whole, [0])
    np.testing.assert_array_equal(whole[0].asnumpy(), source.asnumpy())
    parts = [[mx.nd.ones((2, 2)), mx.nd.zeros((1, 2))], [mx.nd.ones((2, 2)), mx.nd.zeros((2, 2))]]
    assert [item.shape for item in executor_group._merge_multi_context(parts, [0, -1])] == [(3, 2), (2, 2)]


def test_samples_that_are_left():
    filtered = mx.gluon.data.dataset._FilteredDataset([1, 2, 3], lambda value: value > 1)
    assert (len(filtered), filtered[0]) == (2, 2)


def _double(source, target):
    target.put(source.get() * 2)


def test_queues_hand_arrays_to_processes():
    queues = mx.gluon.data.dataloader.Queue(), mx.gluon.data.dataloader.SimpleQueue()
    process = multiprocessing.Process(target=_double, args=queues)
    process.start()
    queues[0].put(mx.nd.array([1, 2]))
    assert queues[1].get().asnumpy().tolist() == [2, 4]
    process.join()


def test_the_sort_of_symbols_and_arrays():
    classic, numpy = mx.sym.var("a"), mx.sym.var("b").as_np_ndarray()
    check, same = mx.gluon.block._check_all_np_ndarrays, mx.gluon.block._check_same_symbol_type
    check([numpy, (mx.np.ones(1),), 3])
    for wrong in (classic, [mx.nd.ones(1)]):
        with pytest.raises(TypeError, match=r"mxnet.numpy.ndarray"):
            check(wrong)
    assert (same([classic]), same([numpy, numpy])) == (mx.sym.Symbol, mx.test_utils.np_symbol)
    with pytest.raises(TypeError, match="as_np_ndarray"):
        same([classic, numpy])


def test_the_list_of_callbacks_has_cs_fields():
    from mxnet.base import MXCallbackList

    assert [name for name, _ in MXCallbackList._fields_] == ["num_callbacks", "callbacks", "contexts"]
    assert MXCallbackList.__base__ is ctypes.Structure
    assert MXCallbackList(num_callbacks=2).num_callbacks == 2


def test_a_row_of_cells_of_symbols():
    from mxnet.rnn import rnn_cell

    cells = [mx.rnn.LSTMCell(4, prefix="a_"), mx.rnn.GRUCell(3, prefix="b_")]
    assert [info["shape"] for info in rnn_cell._cells_state_info(cells)] == [(0, 4), (0, 4), (0, 3)]
    assert rnn_cell._cells_state_shape(cells) == [(0, 4), (0, 4), (0, 3)]
    assert len(rnn_cell._cells_begin_state(cells)) == 3
    packed = collections.OrderedDict(
        (f"{cell._prefix}{source}_{role}", mx.nd.ones((gates * size, 2) if role == "weight" else (gates * size,)))
        for cell, gates, size in zip(cells, (4, 3), (4, 3), strict=True)
        for source in ("i2h", "h2h")
        for role in ("weight", "bias")
    )
    apart = rnn_cell._cells_unpack_weights(cells, packed)
    assert apart["a_i2h_i_weight"].shape == (4, 2)
    assert set(rnn_cell._cells_pack_weights(cells, apart)) == set(packed)
