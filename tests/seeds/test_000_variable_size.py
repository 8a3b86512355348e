"""The programs of the document on inputs of varying size, each with the numbers it should give.

Their code is kept; only what it prints is asserted.
"""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

M, N = 3, 3
num_filter = 1


def network():
    """The document's network and inputs."""
    kernel = mx.nd.array([[1, 2, 3], [1, 2, 3], [1, 2, 3]])
    kernel1 = mx.nd.array([[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]])
    d = mx.sym.Variable("data")
    sym = mx.sym.Convolution(data=d, kernel=(3, 3), num_filter=num_filter, no_bias=True, name="conv1")
    sym = mx.sym.sum(sym)
    sym = mx.sym.MakeLoss(data=sym)
    bch_kernel = kernel.reshape((1, 1, M, N))
    bch_kernel1 = kernel1.reshape((1, 1, M + 1, N + 1))
    return sym, {"conv1_weight": bch_kernel}, bch_kernel, bch_kernel1


def prepared(make, **bind):
    sym, arg_params, bch_kernel, bch_kernel1 = network()
    mod = make(sym)
    mod.bind(
        data_shapes=[
            ("data", [1, 1, M, N]),
        ],
        **bind,
    )
    mod.init_params()
    mod.set_params(arg_params=arg_params, aux_params=None, allow_missing=True)
    mod.init_optimizer()
    return mod, bch_kernel, bch_kernel1


def module(sym):
    return mx.mod.Module(symbol=sym, data_names=("data",), label_names=None)


def mutable(sym):
    return mx.mod.MutableModule(symbol=sym, data_names=("data",), label_names=None)


def forward(mod, image):
    mod.forward(
        mx.io.DataBatch(
            [image],
            [],
            provide_data=[
                ("data", image.shape),
            ],
        )
    )
    return mod.get_outputs()[0].asnumpy()


def close(value):
    return pytest.approx(value, abs=1e-4)


def test_one_step():  # 000.1
    mod, bch_kernel, _ = prepared(module)
    assert forward(mod, bch_kernel) == close(42)
    mod.backward()
    mod.update()
    output = forward(mod, bch_kernel)
    assert output.shape == (1,)
    assert output == close(41.58)


def test_binding_again_keeps_the_update():  # 000.2
    mod, bch_kernel, _ = prepared(module)
    forward(mod, bch_kernel)
    mod.backward()
    mod.update()
    mod.bind(
        data_shapes=[
            ("data", [1, 1, M, N]),
        ],
        force_rebind=True,
    )
    assert forward(mod, bch_kernel) == close(41.58)
    mod.backward()
    mod.update()
    assert forward(mod, bch_kernel) == close(41.16)


@pytest.mark.parametrize("make", [module, mutable])
def test_another_size_just_works(make):  # 000.3
    mod, bch_kernel, bch_kernel1 = prepared(make)
    for _ in range(3):
        before = mod.get_params()[0]["conv1_weight"].asnumpy()
        windows = np.array([[bch_kernel1.asnumpy()[0, 0, i : i + 3, j : j + 3] for j in range(2)] for i in range(2)])
        assert forward(mod, bch_kernel1) == close((windows * before[0, 0]).sum())
        mod.backward()
        mod.update()
        after = mod.get_params()[0]["conv1_weight"].asnumpy()
        np.testing.assert_allclose(before[0, 0] - after[0, 0], 0.01 * windows.sum((0, 1)), rtol=1e-4)
        assert forward(mod, bch_kernel) == close((bch_kernel.asnumpy() * after).sum())


def test_two_backwards_equal_one():  # 000.4
    mod, bch_kernel, _ = prepared(module)
    for _ in range(2):
        assert forward(mod, bch_kernel) == close(42)
        mod.backward()
    mod.update()
    assert forward(mod, bch_kernel) == close(41.58)


def test_two_backwards_add_when_asked_to():  # 000.4
    mod, bch_kernel, _ = prepared(module, grad_req="add")
    for _ in range(2):
        forward(mod, bch_kernel)
        mod.backward()
    mod.update()
    assert forward(mod, bch_kernel) == close(41.16)
    mod.zero_grad()
    mod.backward()
    mod.update()
    assert forward(mod, bch_kernel) == close(40.74)


@pytest.mark.parametrize(("times", "normsize", "expected"), [(2, None, 41.16), (2, 2, 41.58), (4, None, 40.32)])
def test_accumulated_backwards(times, normsize, expected):  # 000.5
    mod, bch_kernel, _ = prepared(mutable)
    for _ in range(times):
        assert forward(mod, bch_kernel) == close(42)
        mod.acc_backward()
    mod.acc_update() if normsize is None else mod.acc_update(normsize=normsize)
    assert forward(mod, bch_kernel) == close(expected)


def test_accumulation_is_cleared_by_the_update():  # 000.5, the document's second half: two, then four
    mod, bch_kernel, _ = prepared(mutable)
    for times, expected in ((2, 41.16), (4, 41.16 - 4 * 0.42)):
        for _ in range(times):
            forward(mod, bch_kernel)
            mod.acc_backward()
        mod.acc_update()
        assert forward(mod, bch_kernel) == close(expected)


def test_checkpoint_after_a_change_of_size(tmp_path):  # 000.6
    mod, bch_kernel, bch_kernel1 = prepared(mutable)
    for image in (bch_kernel, bch_kernel1, bch_kernel):
        forward(mod, image)
        mod.acc_backward()
        mod.acc_update()
    mod.save_checkpoint(str(tmp_path / "net"), 1)
    saved = mx.nd.load(str(tmp_path / "net-0001.params"))["arg:conv1_weight"].asnumpy()
    assert forward(mod, bch_kernel) == close((saved * bch_kernel.asnumpy()).sum())


def test_a_loaded_module_goes_on_as_the_saved_one(tmp_path):  # 000.7
    mod, bch_kernel, bch_kernel1 = prepared(mutable)
    forward(mod, bch_kernel)
    mod.acc_backward()
    mod.acc_update()
    mod.save_checkpoint(str(tmp_path / "net"), 1, save_optimizer_states=True)
    loaded = mx.mod.MutableModule.load(
        str(tmp_path / "net"), 1, load_optimizer_states=True, data_names=("data",), label_names=None
    )
    loaded.bind(
        data_shapes=[
            ("data", [1, 1, M + 1, N + 1]),
        ]
    )
    loaded.init_optimizer()
    assert forward(loaded, bch_kernel) == close(41.58)


@pytest.mark.parametrize("make", [module, mutable])
def test_fit_with_accumulation(make):  # 000.8
    sym, arg_params, bch_kernel, _ = network()
    mod = make(sym)
    data = mx.io.NDArrayIter(np.repeat(bch_kernel.asnumpy(), 5, axis=0), batch_size=1)
    mod.fit(data, eval_metric=mx.metric.Loss(), arg_params=arg_params, aux_params={}, num_epoch=1, update_batch_size=2)
    # two updates of two samples and one of the one that remains, each with the mean gradient: 3 * 0.42
    assert forward(mod, bch_kernel) == close(42 - 3 * 0.42)
