"""A loss's rule makes its gradient where nothing that passes gradients leads back to it, as in MXNet.

Programs log ``log(pick(BlockGrad(SoftmaxOutput(x))))`` and differentiate that. Values are 1.9.1's.
"""

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon, nd

DATA = [[1.0, 2, 3, 4], [4, 2, 2, 2], [1, 1, 1, 1]]
SOFTMAX = np.exp(DATA) / np.exp(DATA).sum(1, keepdims=True) - np.eye(4)[[1, 0, 2]]
LOSSES = {
    "SoftmaxOutput": (lambda x: nd.SoftmaxOutput(x, nd.array([1, 0, 2])), SOFTMAX),
    "LinearRegressionOutput": (lambda x: nd.LinearRegressionOutput(x, x * 0), np.divide(DATA, 4)),
    "MakeLoss": (lambda x: nd.MakeLoss(x * x), np.multiply(DATA, 2)),
    "make_loss": (lambda x: nd.make_loss(x * x), np.multiply(DATA, 2)),
}
ENDINGS = {
    "BlockGrad": nd.BlockGrad,
    "log of what was picked": lambda s: nd.log(nd.pick(nd.BlockGrad(s), nd.array([1, 0, 2]))),
    "a comparison": lambda s: s > 0.5,
    "another loss": lambda s: nd.MakeLoss(nd.BlockGrad(s)),
    "argmax": lambda s: nd.argmax(s, axis=1),
    "argsort": nd.argsort,
    "one_hot": lambda s: nd.one_hot(s[:, 0], 4),
    "round": nd.round,
    "ones_like": nd.ones_like,
    "an index": lambda s: nd.take(nd.ones((4, 2)), s[:, 0]),
    "a condition": lambda s: nd.where(s, nd.ones((3, 4)), nd.ones((3, 4))),
    "a NumPy comparison": lambda s: (s.as_np_ndarray() > 0.5).as_nd_ndarray().astype("float32"),
}


def gradient(function):
    x = nd.array(DATA)
    x.attach_grad()
    with autograd.record():
        y = function(x).sum()
    y.backward()
    return x.grad.asnumpy()


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("loss", LOSSES)
def test_what_passes_no_gradient(loss, ending):
    function, expected = LOSSES[loss]
    np.testing.assert_allclose(gradient(lambda x: ENDINGS[ending](function(x))), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("loss", LOSSES)
def test_loss_with_another_way_to_it_counts_once(loss):
    function, expected = LOSSES[loss]

    def both(x):
        s = function(x)
        return s * 2 + nd.BlockGrad(s)

    np.testing.assert_allclose(gradient(both), expected, rtol=1e-5, atol=1e-6)


def test_other_summands_keep_their_gradient():
    found = gradient(lambda x: nd.BlockGrad(nd.MakeLoss(x * 3)) + x * x)
    np.testing.assert_allclose(found, np.multiply(DATA, 2) + 3)


def test_loss_that_nothing_leads_to_has_none():
    def apart(x):
        nd.MakeLoss(x * 3)
        return nd.MakeLoss(x * 3).detach() + x

    np.testing.assert_allclose(gradient(apart), np.ones((3, 4)))


def test_out():
    def written(x):
        out = nd.zeros((3, 4))
        nd.MakeLoss(x * 3, out=out)
        return nd.BlockGrad(out)

    np.testing.assert_allclose(gradient(written), np.full((3, 4), 3.0))


def test_grad_function():
    x = nd.array(DATA)
    x.attach_grad()
    with autograd.record():
        y = nd.BlockGrad(nd.MakeLoss(x * 3)).sum()
    np.testing.assert_allclose(autograd.grad(y, [x])[0].asnumpy(), np.full((3, 4), 3.0))


class Block(gluon.HybridBlock):
    def __init__(self, inside):
        super().__init__()
        self.inside = inside

    def hybrid_forward(self, F, x, label):
        s = F.SoftmaxOutput(x, label)
        return F.BlockGrad(s) if self.inside else s


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("inside", [False, True])
def test_blocks(inside, hybridized):
    net = Block(inside)
    net.hybridize(hybridized)
    np.testing.assert_allclose(
        gradient(lambda x: nd.BlockGrad(net(x, nd.array([1, 0, 2])))), SOFTMAX, rtol=1e-5, atol=1e-6
    )


class Seven(autograd.Function):
    def forward(self, x):
        return x * 2

    def backward(self, dy):
        return dy * 0 + 7


def test_function_of_the_user():
    np.testing.assert_allclose(gradient(lambda x: nd.BlockGrad(Seven()(x))), np.full((3, 4), 7.0))


@mx.operator.register("five_whatever_comes")
class FiveProp(mx.operator.CustomOpProp):
    def __init__(self):
        super().__init__(need_top_grad=False)

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return Five()


class Five(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], in_data[0] * 0 + 5)


def test_custom_operator():
    found = gradient(lambda x: nd.Custom(x, op_type="five_whatever_comes") > 1)
    np.testing.assert_allclose(found, np.full((3, 4), 5.0))


@pytest.mark.parametrize("dtype", ["uint8", "int32"])
def test_integers_made_of_a_comparison_have_no_gradient(dtype):
    x = nd.array(DATA)
    x.attach_grad()
    with autograd.record():
        hits = nd.cast(x > 2, dtype).sum()
        y = x * 3
    autograd.backward([hits, y], retain_graph=True)
    np.testing.assert_array_equal(x.grad.asnumpy(), np.full((3, 4), 3))
    hits.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), np.zeros((3, 4)))


UNSEEN = {
    "a cast": lambda F, s: F.cast(s, "int8"),
    "a cast and back": lambda F, s: F.cast(F.cast(s, "int32"), "float32"),
    "a place": lambda F, s: F.argsort(s, dtype="int32"),
    "the shape": lambda F, s: F.shape_array(s),
    "the size": lambda F, s: F.size_array(s),
    "as many numbers": lambda F, s: F.contrib.arange_like(s),
    "another's shape": lambda F, s: F.reshape_like(F.ones((12,)), s),
    "a shape to broadcast to": lambda F, s: F.broadcast_like(F.ones((1, 4)), s),
    "a shape to cut to": lambda F, s: F.slice_like(F.ones((5, 6)), s),
    "a condition": lambda F, s: F.where(s, F.ones((3, 4)), F.ones((3, 4))),
    "an index": lambda F, s: F.take(F.ones((4, 2)), s),
    "a pick": lambda F, s: F.pick(F.ones((3, 4)), F.slice_axis(s, axis=1, begin=0, end=1), keepdims=True),
    "a table": lambda F, s: F.Embedding(s, F.ones((4, 2)), input_dim=4, output_dim=2),
    "lengths": lambda F, s: F.SequenceMask(F.ones((3, 12)), s.reshape((12,)), use_sequence_length=True),
}
HEAD = {"a cast": 1, "a cast and back": 1}  # which pass a gradient on


class Unseen(gluon.HybridBlock):
    """A loss or BatchNorm, behind which PyTorch finds no way back."""

    def __init__(self, ending, norm=None):
        super().__init__()
        self.ending, self.norm = ending, norm

    def hybrid_forward(self, F, x, *label):
        return UNSEEN[self.ending](F, F.SoftmaxOutput(x, *label) if label else self.norm(x))


@pytest.mark.parametrize("ending", UNSEEN)
def test_losses_that_pytorch_does_not_see_in_blocks(ending):
    net = Unseen(ending)
    net.hybridize()
    found = gradient(lambda x: net(x, nd.array([1, 0, 2])))
    np.testing.assert_allclose(found, SOFTMAX, rtol=1e-5, atol=1e-6)


def bound(ending, layer):
    executor = UNSEEN[ending](mx.sym, layer).simple_bind(mx.cpu(), x=(3, 4))
    executor.arg_dict["x"][:] = DATA
    return executor


@pytest.mark.parametrize("ending", UNSEEN)
def test_losses_that_pytorch_does_not_see_in_executors(ending):
    executor = bound(ending, mx.sym.SoftmaxOutput(mx.sym.Variable("x"), mx.sym.Variable("label")))
    executor.arg_dict["label"][:] = [1, 0, 2]
    for _ in range(2):
        (output,) = executor.forward(is_train=True)
        executor.backward(nd.ones(output.shape, dtype=output.dtype))
        np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), SOFTMAX, rtol=1e-5, atol=1e-6)


MEAN = np.mean(DATA, 0) / 10


@pytest.mark.parametrize("ending", UNSEEN)
def test_statistics_that_pytorch_does_not_see(ending):
    executor = bound(ending, mx.sym.BatchNorm(mx.sym.Variable("x"), name="bn", fix_gamma=False))
    executor.arg_dict["bn_gamma"][:] = 1
    (output,) = executor.forward(is_train=True)
    executor.backward(nd.ones(output.shape, dtype=output.dtype))
    np.testing.assert_allclose(executor.aux_dict["bn_moving_mean"].asnumpy(), MEAN, rtol=1e-6)
    assert executor.grad_dict["bn_beta"].asnumpy().tolist() == [3 * HEAD.get(ending, 0)] * 4
    net = Unseen(ending, gluon.nn.BatchNorm(in_channels=4))
    net.initialize()
    net.hybridize()
    gradient(net)
    np.testing.assert_allclose(net.norm.running_mean.data().asnumpy(), MEAN, rtol=1e-6)


def test_penalty_behind_what_blocks_gradients():
    scores = mx.sym.sigmoid(mx.sym.Variable("x"))
    output = mx.sym.BlockGrad(mx.sym.IdentityAttachKLSparseReg(scores, name="sparse"))
    executor = output.simple_bind(mx.cpu(), x=(3, 4))
    executor.arg_dict["x"][:] = DATA
    executor.aux_dict["sparse_moving_avg"][:] = 1
    executor.forward(is_train=True)
    executor.backward()
    mean = 0.9 + 0.1 * (value := 1 / (1 + np.exp(-np.array(DATA)))).mean(0)
    penalty = 0.001 * (0.9 / (1 - mean) - 0.1 / mean)
    np.testing.assert_allclose(executor.aux_dict["sparse_moving_avg"].asnumpy(), mean, rtol=1e-6)
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), penalty * value * (1 - value), rtol=1e-5)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64"])
def test_loss_of_integers(dtype):
    x = nd.array([0, 1, 2], dtype=dtype)
    x.attach_grad()
    with autograd.record():
        y = nd.make_loss(x)
    y.backward()
    assert x.grad.dtype == np.dtype(dtype)
    assert x.grad.asnumpy().tolist() == [1, 1, 1]
