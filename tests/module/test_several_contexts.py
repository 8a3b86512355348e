"""Batches cut over several devices."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

from tests.module.nets import batch, bound, classifier, linear, params_of, step, trainable

CPUS = [mx.cpu(i) for i in range(4)]


@pytest.mark.parametrize(
    ("rows", "loads", "expected"),
    [
        (6, None, [2, 2, 2]),
        (7, None, [2, 2, 3]),
        (7, [1, 2, 3], [1, 2, 4]),
        (12, [1, 2, 1], [3, 6, 3]),
    ],
)
def test_the_batch_is_divided_by_work_load(rows, loads, expected):
    module = mx.mod.Module(classifier(), context=CPUS[:3], work_load_list=loads)
    module.bind([("data", (rows, 3))], [("softmax_label", (rows,))])
    slices = module._exec_group.slices
    assert slices[0].start == 0
    assert slices[-1].stop == rows
    assert sum(part.stop - part.start for part in slices) == rows
    if loads is not None:
        assert [part.stop - part.start for part in slices] == expected


def test_too_few_rows():
    module = mx.mod.Module(classifier(), context=CPUS)
    with pytest.raises(ValueError, match="Too many slices"):
        module.bind([("data", (3, 3))], [("softmax_label", (3,))])


def test_group_attributes():
    group = bound(contexts=CPUS[:2])._exec_group
    assert (group.batch_size, group.slices) == (6, [slice(0, 3), slice(3, 6)])
    assert (group.data_layouts, group.label_layouts, group.output_layouts) == ([0], [0], [0])
    assert (group.param_names, group.data_names, group.label_names) == (
        ["fc_weight", "fc_bias"],
        ["data"],
        ["softmax_label"],
    )
    assert [[array.context for array in arrays] for arrays in group.param_arrays] == [CPUS[:2]] * 2
    assert [[array.shape for array in arrays] for arrays in group.grad_arrays] == [[(4, 3)] * 2, [(4,)] * 2]
    assert [(part, array.shape) for part, array in group.data_arrays[0]] == [
        (slice(0, 3), (3, 3)),
        (slice(3, 6), (3, 3)),
    ]
    assert len(group.execs) == 2


def test_outputs_merged_and_apart():
    module = bound(linear(), contexts=CPUS[:2])
    module.forward(batch(label=False))
    assert module.get_outputs()[0].shape == (6, 4)
    apart = module.get_outputs(merge_multi_context=False)[0]
    assert [(part.shape, part.context) for part in apart] == [((3, 4), mx.cpu(0)), ((3, 4), mx.cpu(1))]
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), np.concatenate([p.asnumpy() for p in apart]))


def test_input_gradients_merged_and_apart():
    module = bound(linear(), contexts=CPUS[:2], inputs_need_grad=True)
    module.forward(batch(label=False))
    head = np.random.RandomState(0).normal(size=(6, 4)).astype(np.float32)
    module.backward([mx.nd.array(head)])
    expected = head @ params_of(module)["fc_weight"]
    np.testing.assert_allclose(module.get_input_grads()[0].asnumpy(), expected, rtol=1e-5, atol=1e-6)
    assert [grad.shape for grad in module.get_input_grads(merge_multi_context=False)[0]] == [(3, 3), (3, 3)]


@pytest.mark.parametrize(
    ("layout", "shape", "axes", "output"),
    [
        ("NTC", (4, 3, 5), ([0], [0]), (4, 3, 5)),
        ("TNC", (3, 4, 5), ([1], [1]), (3, 4, 5)),
        ("CT", (3, 4), ([-1], [-1]), (3, 4)),
    ],
)
def test_layouts(layout, shape, axes, output):
    net = mx.sym.Activation(mx.sym.Variable("data"), act_type="relu", __layout__=layout)
    module = mx.mod.Module(net, label_names=None, context=CPUS[:2])
    module.bind([mx.io.DataDesc("data", shape, layout=layout)])
    module.init_params()
    assert (module._exec_group.data_layouts, module._exec_group.output_layouts) == axes
    assert module.output_shapes[0][1] == output
    values = np.random.RandomState(0).normal(size=shape).astype(np.float32)
    module.forward(mx.io.DataBatch([mx.nd.array(values)]))
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), np.maximum(values, 0))
    module.backward([mx.nd.ones(shape)])


def test_without_a_store_every_device_goes_its_way_and_the_host_averages():
    module = trainable(contexts=CPUS[:2], kvstore=None, optimizer_params={"learning_rate": 0.5})
    step(module)
    one, two = (array.asnumpy() for array in module._exec_group.param_arrays[0])
    assert not np.array_equal(one, two)
    np.testing.assert_allclose(params_of(module)["fc_weight"], (one + two) / 2, rtol=1e-6)


@pytest.mark.parametrize(
    ("kvstore", "contexts", "on_store", "names"),
    [
        (None, 1, False, {0: "fc_weight", 1: "fc_bias"}),
        (None, 2, False, {0: "fc_weight", 1: "fc_weight", 2: "fc_bias", 3: "fc_bias"}),
        ("local", 1, False, {0: "fc_weight", 1: "fc_bias"}),
        ("local", 2, True, {0: "fc_weight", 1: "fc_bias"}),
        ("device", 2, True, {0: "fc_weight", 1: "fc_bias"}),
    ],
)
def test_who_updates(kvstore, contexts, on_store, names):
    module = trainable(contexts=CPUS[:contexts], kvstore=kvstore)
    assert bool(module._update_on_kvstore) == on_store
    assert (module._kvstore is not None) == on_store
    assert (module._updater is None) == on_store
    assert module._optimizer.idx2name == names


def test_a_list_of_batches_goes_one_to_each_device():
    module = bound(contexts=CPUS[:2], rows=4)
    parts = [batch(2, seed=1), batch(2, seed=2)]
    module.forward(parts)
    outputs = [part.asnumpy() for part in module.get_outputs(merge_multi_context=False)[0]]
    metric = mx.metric.Accuracy()
    module.update_metric(metric, [part.label for part in parts], pre_sliced=True)
    module.backward()
    single = bound(rows=2)
    for part, output in zip(parts, outputs, strict=True):
        single.forward(part)
        np.testing.assert_allclose(single.get_outputs()[0].asnumpy(), output, rtol=1e-6)


@pytest.mark.parametrize(
    "groups",
    [
        {"first": mx.cpu(1), "second": mx.cpu(2)},
        {"first": [mx.cpu(1)], "second": [mx.cpu(2), mx.cpu(3)]},
        [{"first": mx.cpu(1), "second": mx.cpu(2)}, {"first": mx.cpu(3), "second": mx.cpu(2)}],
    ],
)
def test_parts_of_a_graph_on_other_devices(groups):
    def gradients(group2ctxs):
        with mx.AttrScope(ctx_group="first"):
            left = mx.sym.Variable("a") * 2
        with mx.AttrScope(ctx_group="second"):
            net = left + mx.sym.Variable("b")
        module = mx.mod.Module(net, data_names=["a", "b"], label_names=None, context=CPUS[:2], group2ctxs=group2ctxs)
        module.bind([("a", (2, 5)), ("b", (2, 5))], inputs_need_grad=True)
        module.init_params()
        module.forward(mx.io.DataBatch([mx.nd.ones((2, 5))] * 2), is_train=True)
        module.backward([mx.nd.ones((2, 5))])
        return [grad.asnumpy() for grad in module.get_input_grads()]

    np.testing.assert_array_equal(gradients(groups), gradients(None))


@pytest.mark.parametrize(
    ("groups", "error"), [([{}, {}], AssertionError), (3, AssertionError), ({"a": [mx.cpu(0)] * 2}, AssertionError)]
)
def test_groups_that_do_not_fit(groups, error):
    module = mx.mod.Module(linear(), label_names=None, group2ctxs=groups)
    with pytest.raises(error):
        module.bind([("data", (4, 3))])


def test_compression_is_handed_to_the_store():
    options = {"type": "2bit", "threshold": 0.5}
    assert mx.mod.Module(linear(), label_names=None, compression_params=options)._compression_params == options
