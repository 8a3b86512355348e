"""A loaded module answers many threads at a time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import mxnet as mx
import numpy as np


def loaded(tmp_path):
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=4, name="c")
    net = mx.sym.Activation(mx.sym.BatchNorm(net, name="n"), act_type="relu")
    net = mx.sym.FullyConnected(mx.sym.Pooling(net, global_pool=True, kernel=(1, 1), pool_type="avg"), num_hidden=3)
    new = mx.mod.Module(net, label_names=None)
    new.bind([("data", (1, 2, 6, 6))], for_training=False)
    new.init_params(mx.init.Xavier())
    new.save_checkpoint(str(tmp_path / "net"), 0)
    result = mx.mod.Module.load(str(tmp_path / "net"), 0, label_names=None)
    result.bind([("data", (1, 2, 6, 6))], for_training=False)
    return result


def predicted(module, image):
    return module.predict(mx.io.NDArrayIter(image, batch_size=image.shape[0])).asnumpy()


def test_threads_predict_apart_with_images_of_their_own_sizes(tmp_path):
    module = loaded(tmp_path)
    rng = np.random.RandomState(0)
    images = [rng.rand(1 + i % 3, 2, 5 + i % 4, 6).astype("float32") for i in range(12)]
    expected = [predicted(module, image) for image in images]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            for got, requested in zip(pool.map(lambda x: predicted(module, x), images), expected, strict=True):
                np.testing.assert_allclose(got, requested, rtol=1e-5, atol=1e-6)


def test_threads_see_new_parameters_and_keep_their_outputs(tmp_path):
    module = loaded(tmp_path)
    batch = mx.io.DataBatch([mx.nd.ones((1, 2, 6, 6))])
    module.forward(batch)
    own = module.get_outputs()[0].asnumpy()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(module.forward, mx.io.DataBatch([mx.nd.zeros((2, 2, 6, 6))])).result()
        assert pool.submit(module.get_outputs).result()[0].shape == (2, 3)
        np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), own)
        args, auxs = module.get_params()
        module.set_params({name: item * 0 + 1 for name, item in args.items()}, auxs)
        module.forward(batch)
        pool.submit(module.forward, batch).result()
        there = pool.submit(module.get_outputs).result()[0].asnumpy()
    np.testing.assert_allclose(there, module.get_outputs()[0].asnumpy(), rtol=1e-6)
    assert not np.allclose(there, own)


def _lengths(bucket_key):
    """Return a network of as many shared layers as the key says."""
    net = mx.sym.Variable("data")
    weight = mx.sym.Variable("weight")
    for i in range(bucket_key):
        net = mx.sym.tanh(mx.sym.FullyConnected(net, weight, num_hidden=4, no_bias=True, name=f"layer{i}"))
    return net, ["data"], None


def test_threads_predict_apart_with_buckets_of_their_own():
    module = mx.mod.BucketingModule(_lengths, default_bucket_key=9)
    module.bind([("data", (2, 4))], for_training=False)
    module.init_params(mx.init.Uniform(1))
    weight = module.get_params()[0]["weight"].asnumpy()
    rng = np.random.RandomState(0)
    requests = [(1 + i % 7, rng.rand(1 + i % 3, 4).astype("float32")) for i in range(24)]

    def answer(request):
        key, data = request
        batch = mx.io.DataBatch([mx.nd.array(data)], bucket_key=key, provide_data=[("data", data.shape)])
        module.forward(batch)
        return module.get_outputs()[0].asnumpy()

    def expected(key, data):
        for _ in range(key):
            data = np.tanh(data @ weight.T)
        return data

    with ThreadPoolExecutor(4) as pool:
        for got, request in zip(pool.map(answer, requests * 3), requests * 3, strict=True):
            np.testing.assert_allclose(got, expected(*request), rtol=1e-4, atol=1e-5)


def test_a_thread_keeps_its_bucket_while_another_switches():
    module = mx.mod.BucketingModule(_lengths, default_bucket_key=3)
    module.bind([("data", (1, 4))], for_training=False)
    module.init_params(mx.init.One())
    batch = mx.io.DataBatch([mx.nd.ones((1, 4))], bucket_key=2, provide_data=[("data", (1, 4))])
    with ThreadPoolExecutor(1) as pool:
        pool.submit(module.forward, batch).result()
        assert module._curr_bucket_key == 3
        assert pool.submit(lambda: module._curr_bucket_key).result() == 2
