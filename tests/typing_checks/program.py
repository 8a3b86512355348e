"""A program as users write it, for type checkers: what they know of functions that are made at run time.

``make lint`` lets mypy read it. A wrong call is marked by an ignored error, which must be one.
"""

from abc import ABC
from typing import assert_type

import mxnet as mx

x = mx.nd.ones((2, 3, 8, 8))
y = mx.nd.Convolution(x, x, num_filter=4, kernel=(3, 3), no_bias=True)
assert_type(y, mx.nd.NDArray)
assert_type(mx.nd.contrib.box_iou(x, x, format="corner"), mx.nd.NDArray)
assert_type(mx.nd.linalg.gemm2(x, x, transpose_a=True), mx.nd.NDArray)
assert_type(mx.nd.BatchNorm(x, axis=1, fix_gamma=0), mx.nd.NDArray)

# methods, and Python's operators
assert_type(x.mean(axis=(2, 3), keepdims=True), mx.nd.NDArray)
assert_type(x.reshape((6, -1)).exp().T[0], mx.nd.NDArray)
assert_type(2 * x + x**2 - (x > 1), mx.nd.NDArray)
assert_type(x.astype("float16").copy().detach(), mx.nd.NDArray)
assert_type(x.as_np_ndarray(), mx.np.ndarray)

data = mx.sym.Variable("data")
hidden = mx.sym.FullyConnected(data, num_hidden=10, name="fc")
assert_type(hidden, mx.sym.Symbol)
assert_type(hidden.reshape(shape=(0, 5, 2)).sum(axis=1) / 2, mx.sym.Symbol)
assert_type(hidden.get_internals()["fc_output"], mx.sym.Symbol)

a = mx.np.ones((2, 3))
assert_type(mx.np.mean(a, axis=0), mx.np.ndarray)
assert_type(mx.np.linalg.inv(a), mx.np.ndarray)
assert_type(mx.npx.relu(a), mx.np.ndarray)
assert_type(a.sum(axis=1), mx.np.ndarray)
assert_type((a @ a.T)[0] // 2 + a.reshape(-1)[:2].cumsum(), mx.np.ndarray)
assert_type(data.as_np_ndarray().mean(axis=0).T, mx.sym.np._Symbol)

# arrays that are drawn, networks of the zoo
assert_type(mx.nd.random.normal(0, 1, shape=(2, 3)), mx.nd.NDArray)
assert_type(mx.random.uniform(shape=(2,)).mean(), mx.nd.NDArray)
assert_type(mx.model.load_checkpoint("net", 1)[0], mx.sym.Symbol)
zoo = mx.gluon.model_zoo.vision.resnet18_v1(classes=10, pretrained=False)
zoo.initialize()
zoo.hybridize()

# layers and optimizers, whose constructors are made; what only an incomplete program leaves None
mx.gluon.nn.Conv2D(8, kernel_size=3, padding=1, activation="relu")
mx.gluon.nn.Conv2DTranspose(4, 2, strides=2, output_padding=1)
mx.gluon.nn.GlobalAvgPool2D()
mx.gluon.nn.BatchNorm(momentum=0.8)
mx.optimizer.SGD(momentum=0.9, learning_rate=0.1)
shapes, outputs, states = hidden.infer_shape(data=(2, 3))
print(outputs[0], dict(zip(hidden.list_arguments(), shapes, strict=True)))
executor = hidden.simple_bind(mx.cpu(), data=(2, 3))
print(executor.grad_dict["data"].asnumpy(), executor.grad_arrays[0].shape)
for batch in mx.io.NDArrayIter(x, batch_size=1):
    print(batch.data[0].shape)

mx.nd.Convolution(x, x, num_filter="four")  # type: ignore[arg-type]
mx.nd.Activation(x, act_type="rellu")  # type: ignore[arg-type]
mx.nd.sum(x, keepdims=2)  # type: ignore[arg-type]
mx.nd.linalg.gemm3(x, x)  # type: ignore[attr-defined]
mx.nd.sum(x, axes=1)  # type: ignore[call-arg]
x.mean(axes=1)  # type: ignore[call-arg]
x.foo()  # type: ignore[attr-defined]
hidden.foo()  # type: ignore[attr-defined]
a.exp()  # type: ignore[misc]

# what blocks and modules give
block = mx.gluon.nn.Dense(2)
assert_type(block(x), mx.nd.NDArray)
assert_type(block(a), mx.np.ndarray)
assert_type(block(hidden), mx.sym.Symbol)
assert_type(zoo(x).softmax(), mx.nd.NDArray)
assert_type(mx.gluon.rnn.LSTM(2)(x), mx.nd.NDArray)
assert_type(mx.gluon.rnn.LSTM(2)(x, [x, x])[1], list[mx.nd.NDArray])
assert_type(mx.gluon.rnn.GRUCell(2)(x, [x])[0], mx.nd.NDArray)
module = mx.mod.Module(hidden)
assert_type(module.predict(x), mx.nd.NDArray)
assert_type(module.predict(mx.io.NDArrayIter(x), always_output_list=True), list[mx.nd.NDArray])


class Abstract(mx.gluon.nn.HybridSequential, ABC):
    """A program's class with another base, of another metaclass."""


assert_type(Abstract().save_parameters("net.params"), None)
