"""Steps of training and prediction in a context: what they wait for, and what they compute."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.contrib import amp

#: what waits in a step on purpose: direction and file
INTENDED = {
    "batch": ({("to device", "executor/arrays.py")}, "a batch is made by the processor, and copied once"),
    "slices": ({("to device", "ndarray/ndarray.py")}, "so are the parts of a batch for several devices"),
    "metric": ({("to host", "ndarray/exchange.py")}, "metrics compute in NumPy, as in MXNet"),
    "lars": ({("to host", "ndarray/exchange.py")}, "learning rates are numbers: LARS reads the norms, all at once"),
    "lans": (
        {("read", "ndarray/ndarray.py"), ("to host", "ndarray/exchange.py")},
        "as MXNet 2's plain LANS, it divides by norms that it reads; its fused step does not",
    ),
    "norm": ({("read", "ndarray/ndarray.py")}, "clip_global_norm returns a number"),
    "rows": (
        {("read", "kernels/sparse.py"), ("read", "ops/_axes.py")},
        "row-sparse gradients have as many rows as there are different indices, and those out of range are errors",
    ),
    "overflow": ({("read", "ndarray/ndarray.py")}, "the loss scale is a number, and changes where steps overflow"),
    "summed": (
        {("to host", "kvstore/devices.py"), ("to device", "kvstore/devices.py")},
        "kvstore 'local' adds on the processor, as in MXNet; 'device' does not",
    ),
    "labels": ({("read", "ops/_axes.py"), ("read", "ops/ctc.py")}, "labels beyond the classes would end the process"),
    "indices": ({("read", "ops/_keys.py")}, "indices that are out of range are errors of the statement"),
    "loop": ({("read", "ndarray/ndarray.py")}, "a loop's condition is a value"),
}
Step = Callable[[], Any]
#: makes a step in a context, and what to compare after some
Case = Callable[[mx.Context], tuple[Step, Callable[[], Sequence[Any]]]]


def _convolutional(dropout: float = 0.0, **kwargs: Any) -> gluon.HybridBlock:
    net = gluon.nn.HybridSequential()
    net.add(
        gluon.nn.Conv2D(4, 3, padding=1), gluon.nn.BatchNorm(), gluon.nn.Activation("relu"), gluon.nn.MaxPool2D(),
        gluon.nn.Conv2D(4, 3, use_bias=False), gluon.nn.GlobalAvgPool2D(), gluon.nn.Dropout(dropout),
        gluon.nn.Dense(8, activation="tanh"), gluon.nn.LayerNorm(), gluon.nn.Dense(5),
    )  # fmt: skip
    net.initialize(mx.init.Xavier(), **kwargs)
    return net


def training_symbol() -> Any:
    net = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=4, name="conv")
    net = mx.sym.Activation(mx.sym.BatchNorm(net, name="bn"), act_type="relu")
    net = mx.sym.Pooling(net, kernel=(2, 2), pool_type="max")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=5, name="fc"), name="softmax")


def _images(ctx: mx.Context) -> tuple[Any, Any]:
    pixels = np.random.RandomState(0).rand(4, 3, 8, 8).astype("float32")
    return nd.array(pixels, ctx=ctx), nd.array([0, 1, 2, 3], ctx=ctx)


def _values(net: gluon.Block) -> Callable[[], list[Any]]:
    return lambda: [p.list_data()[0] for p in net.collect_params().values()]


def gluon_step(net: gluon.Block, x: Any, y: Any, trainer: gluon.Trainer, loss: Any = None) -> Step:
    loss = loss or gluon.loss.SoftmaxCrossEntropyLoss()

    def step() -> None:
        with autograd.record():
            value = loss(net(x), y)
        value.backward()
        trainer.step(x.shape[0])

    return step


def images(dropout: float = 0.0, **options: Any) -> Case:
    def case(ctx: mx.Context) -> Any:
        net, (x, y) = _convolutional(dropout, ctx=ctx), _images(ctx)
        if options:
            net.hybridize(**options)
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"momentum": 0.9, "learning_rate": 0.1})
        return gluon_step(net, x, y, trainer), _values(net) if not dropout else list

    return case


def prediction(**options: Any) -> Case:
    def case(ctx: mx.Context) -> Any:
        net, (x, _) = _convolutional(ctx=ctx), _images(ctx)
        net.hybridize(**options)
        return lambda: net(x), lambda: [net(x)]

    return case


def symbol_block(ctx: mx.Context) -> Any:
    net = gluon.SymbolBlock(training_symbol().get_internals()["fc_output"], mx.sym.var("data"))
    net.initialize(mx.init.Normal(0.1), ctx=ctx)
    x, y = _images(ctx)
    trainer = gluon.Trainer(net.collect_params(), "sgd")  # Adam would blow up the rounding of the bias before "bn"
    return gluon_step(net, x, y, trainer), lambda: [*_values(net)(), net(x)]


def optimizer(name: str, multi_precision: bool) -> Case:
    def case(ctx: mx.Context) -> Any:
        dtype = "float16" if multi_precision else "float32"
        net = gluon.nn.HybridSequential()
        net.add(gluon.nn.Dense(8, use_bias=name != "groupadagrad"), gluon.nn.Dense(3, use_bias=False))
        net.cast(dtype)
        net.initialize(mx.init.Xavier(), ctx=ctx)
        net.hybridize()
        options = {"multi_precision": True} if multi_precision else {}
        trainer = gluon.Trainer(net.collect_params(), mx.optimizer.create(name, **options))
        x = nd.array(np.linspace(-1, 1, 8).reshape(2, 4), ctx=ctx, dtype=dtype)
        step = gluon_step(net, x, nd.array([0, 1], ctx=ctx, dtype=dtype), trainer)
        return step, list if name == "sgld" else _values(net)

    return case


def module(kvstore: str | None, host: bool = False, update: bool = True) -> Case:
    def case(ctx: mx.Context) -> Any:
        mod = mx.mod.Module(training_symbol(), context=ctx)
        mod.bind([("data", (4, 3, 8, 8))], [("softmax_label", (4,))])
        mod.init_params(mx.init.Xavier())
        options = {"momentum": 0.9, "learning_rate": 0.1}
        mod.init_optimizer(kvstore=kvstore, optimizer="sgd", optimizer_params=options)
        x, y = _images(mx.cpu() if host else ctx)
        batch = mx.io.DataBatch([x], [y])

        def step() -> None:
            mod.forward_backward(batch)
            mod.update()

        return step, lambda: list(mod.get_params()[0].values())

    return case


def module_prediction(ctx: mx.Context) -> Any:
    mod = mx.mod.Module(training_symbol(), context=ctx)
    mod.bind([("data", (4, 3, 8, 8))], [("softmax_label", (4,))], for_training=False)
    mod.init_params(mx.init.Xavier())
    batch = mx.io.DataBatch(list(_images(ctx)[:1]), None)
    return lambda: mod.forward(batch, is_train=False), mod.get_outputs


def module_metric(ctx: mx.Context) -> Any:
    step, values = module(None)(ctx)
    metric = mx.metric.create(["acc", "ce"])
    x, y = _images(ctx)
    probabilities = nd.softmax(x.reshape((4, -1))[:, :5])

    def both() -> None:
        step()
        metric.update([y], [probabilities])

    return both, values


def executor(ctx: mx.Context) -> Any:
    bound = training_symbol().simple_bind(ctx, data=(4, 3, 8, 8))
    for i, array in enumerate(bound.arg_arrays):
        array[:] = nd.array(np.random.RandomState(i).uniform(-1, 1, array.shape), ctx=ctx)
    x, y = _images(ctx)

    def step() -> None:
        bound.forward(is_train=True, data=x, softmax_label=y)
        bound.backward()

    return step, lambda: bound.grad_arrays


def recurrent(layer: type, **options: Any) -> Case:
    def case(ctx: mx.Context) -> Any:
        net = layer(6, **options)
        net.initialize(mx.init.Xavier(), ctx=ctx)
        net.hybridize()
        x, trainer = (
            nd.array(np.linspace(-1, 1, 40).reshape(5, 2, 4), ctx=ctx),
            gluon.Trainer(net.collect_params(), "sgd"),
        )

        def step() -> None:
            with autograd.record():
                out, _ = net(x, net.begin_state(2, ctx=ctx))
                total = (out * out).sum()
            total.backward()
            trainer.step(1)

        return step, _values(net) if not options.get("dropout") else list

    return case


def clipped(ctx: mx.Context) -> Any:
    grads = [nd.ones((3,), ctx=ctx), nd.ones((2, 2), ctx=ctx)]
    return lambda: gluon.utils.clip_global_norm(grads, 1.0), lambda: grads


def embedding(**options: Any) -> Case:
    def case(ctx: mx.Context) -> Any:
        net = gluon.nn.Embedding(10, 4, **options)
        net.initialize(mx.init.Xavier(), ctx=ctx)
        trainer = gluon.Trainer(net.collect_params(), "adam")
        return gluon_step(net, nd.array([1, 2, 2], ctx=ctx), nd.array([0, 1, 2], ctx=ctx), trainer), _values(net)

    return case


def mixed_precision(ctx: mx.Context) -> Any:
    amp.init()
    net = gluon.nn.Dense(3)
    net.initialize(mx.init.Xavier(), ctx=ctx)
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    amp.init_trainer(trainer)
    x, y = nd.ones((2, 4), ctx=ctx), nd.array([0, 1], ctx=ctx)
    loss = gluon.loss.SoftmaxCrossEntropyLoss()

    def step() -> None:
        with autograd.record():
            value = loss(net(x), y)
            with amp.scale_loss(value, trainer) as scaled:
                autograd.backward(scaled)
        trainer.step(2)

    return step, _values(net)


def loss(name: str) -> Case:
    def case(ctx: mx.Context) -> Any:
        random = np.random.RandomState(0)
        floats = [nd.array(random.uniform(0.1, 0.9, (4, 5)), ctx=ctx) for _ in range(3)]
        classes = nd.array([0, 1, 2, 3], ctx=ctx)
        inputs = {
            "CTCLoss": [nd.array(random.rand(2, 6, 5), ctx=ctx), nd.array([[1, 2], [2, 3]], ctx=ctx)],
            "SoftmaxCrossEntropyLoss": [floats[0], classes],
            "SoftmaxCELoss": [floats[0], classes],
            "TripletLoss": floats,
            "CosineEmbeddingLoss": [*floats[:2], classes],
        }.get(name, floats[:2])
        function = getattr(gluon.loss, name)()
        inputs[0].attach_grad()

        def step() -> None:
            with autograd.record():
                value = function(*inputs)
            value.backward()

        return step, lambda: [inputs[0].grad]

    return case


def metric(name: str) -> Case:
    def case(ctx: mx.Context) -> Any:
        random = np.random.RandomState(0)
        two = name in ("f1", "mcc")
        prediction = nd.softmax(nd.array(random.rand(4, 2 if two else 5), ctx=ctx))
        of_classes = name in ("acc", "top_k_accuracy", "ce", "nll_loss", "perplexity", "pcc") or two
        label = nd.array([0, 1, 1, 0] if of_classes else random.rand(4, 5), ctx=ctx)
        options = {"top_k_accuracy": {"top_k": 2}, "perplexity": {"ignore_label": None}}.get(name, {})
        function = mx.metric.create(name, **options)
        return lambda: function.update([label], [prediction]), lambda: [nd.array([function.get()[1]])]

    return case


def statements(*functions: Callable[[Any], Any]) -> Case:
    def case(ctx: mx.Context) -> Any:
        x = nd.array(np.linspace(0.5, 2, 12).reshape(3, 4), ctx=ctx)
        return lambda: [function(x) for function in functions], lambda: [function(x) for function in functions]

    return case


def np_statements(*functions: Callable[[Any], Any]) -> Case:
    def case(ctx: mx.Context) -> Any:
        x = mx.np.array(np.linspace(0.5, 2, 12).reshape(3, 4), ctx=ctx)
        return lambda: [function(x) for function in functions], lambda: [function(x) for function in functions]

    return case


def assigned(namespace: Any) -> Case:
    def case(ctx: mx.Context) -> Any:
        x = namespace.zeros((3, 4), ctx=ctx)

        def step() -> None:
            x[1] = 2
            x[0:2] = 1
            x[:, 1] = x[:, 0] + 1
            x[2, 3] = 7

        return step, lambda: [x]

    return case


def repeated(ctx: mx.Context) -> Any:
    x, total = nd.ones((4, 3), ctx=ctx), nd.zeros((3,), ctx=ctx)
    return lambda: nd.contrib.foreach(lambda row, s: (row + s, row + s), x, total)[0], list


def looped(ctx: mx.Context) -> Any:
    i, total = nd.zeros((1,), ctx=ctx), nd.ones((1,), ctx=ctx)

    def step() -> Any:
        return nd.contrib.while_loop(lambda i, s: i < 3, lambda i, s: ([s], [i + 1, s * 2]), [i, total], 5)[1]

    return step, step


OPTIMIZERS = sorted(set(mx.optimizer.Optimizer.opt_registry) - {"test", "_svrgoptimizer", "_assignmentoptimizer"})
LOSSES = sorted(
    n for n, c in vars(gluon.loss).items() if n.endswith("Loss") and n not in ("Loss", "SDMLLoss", "_ElementLoss")
)
METRICS = [
    "acc",
    "ce",
    "f1",
    "loss",
    "mae",
    "mcc",
    "mse",
    "nll_loss",
    "pcc",
    "pearsonr",
    "perplexity",
    "rmse",
    "top_k_accuracy",
]
STEPS: dict[str, tuple[Case, str | None]] = {
    "gluon": (images(), None),
    "gluon, dropout": (images(0.3), None),
    "gluon, hybridized": (images(active=True), None),
    "gluon, hybridized, dropout": (images(0.3, active=True), None),
    "gluon, static": (images(static_alloc=True, static_shape=True), None),
    "prediction": (prediction(), None),
    "prediction, eager": (prediction(active=False), None),
    "prediction, static": (prediction(static_alloc=True, static_shape=True), None),
    "SymbolBlock": (symbol_block, None),
    **{f"optimizer {n}": (optimizer(n, False), n if n in ("lars", "lans") else None) for n in OPTIMIZERS},
    **{f"optimizer {n}, half": (optimizer(n, True), n if n in ("lars", "lans") else None) for n in OPTIMIZERS},
    "executor": (executor, None),
    "module": (module(None), None),
    "module, local": (module("local"), None),
    "module, device": (module("device"), None),
    "module, host's batch": (module(None, host=True), "batch"),
    "module, metric": (module_metric, "metric"),
    "module, prediction": (module_prediction, None),
    "LSTM": (recurrent(gluon.rnn.LSTM), None),
    "GRU": (recurrent(gluon.rnn.GRU, num_layers=2, dropout=0.3), None),
    "RNN": (recurrent(gluon.rnn.RNN, bidirectional=True), None),
    "clip_global_norm": (clipped, "norm"),
    "embedding": (embedding(), None),
    "embedding, sparse": (embedding(sparse_grad=True), "rows"),
    "mixed precision": (mixed_precision, "overflow"),
    **{f"loss {n}": (loss(n), "labels" if n == "CTCLoss" else None) for n in LOSSES},
    **{f"metric {n}": (metric(n), "metric") for n in METRICS},
    "statements": (
        statements(
            lambda x: x + 1, lambda x: x > 1, lambda x: 1 / x, lambda x: x**2, lambda x: -x, lambda x: x.sum(),
            lambda x: nd.maximum(x, 1), lambda x: x.clip(0, 1), lambda x: nd.topk(x, k=2), lambda x: x[1],
            lambda x: x[:, 1:3], lambda x: x[0, 1], lambda x: nd.one_hot(x[:, 0], 4), lambda x: nd.pick(x, x[:, 0]),
            lambda x: nd.arange(4, ctx=x.context), lambda x: nd.full((2,), 3, ctx=x.context), lambda x: x.mean(axis=0),
            lambda x: nd.concat(x, x, dim=0), lambda x: nd.where(x > 1, x, -x), lambda x: x.astype("float16"),
            lambda x: nd.zeros_like(x), lambda x: nd.Embedding(x[:, 0], x, 3, 4), lambda x: nd.take(x, x[0]),
        ),
        None,
    ),
    "np statements": (
        np_statements(
            lambda x: x + 1, lambda x: x > 1, lambda x: x @ x.T, lambda x: mx.np.where(x > 1, x, 0.0),
            lambda x: mx.np.concatenate([x, x]), lambda x: x[1], lambda x: x[:, 1:], lambda x: x.sum(axis=0),
            lambda x: mx.np.arange(3, ctx=x.ctx), lambda x: mx.np.linspace(0, 1, 5, ctx=x.ctx), lambda x: x.std(),
            lambda x: mx.np.full((2,), 3.0, ctx=x.ctx), lambda x: mx.np.zeros_like(x), lambda x: mx.np.maximum(x, 1),
            lambda x: mx.np.einsum("ij,kj->ik", x, x), lambda x: mx.np.split(x, 2, axis=1)[0], lambda x: x.argmax(1),
        ),
        None,
    ),
    "assignments": (assigned(nd), None),
    "np assignments": (assigned(mx.np), None),
    "indices": (statements(lambda x: x[nd.arange(2, ctx=x.context)]), "indices"),
    "foreach": (repeated, None),
    "while_loop": (looped, "loop"),
}  # fmt: skip


def ran(case: Case, ctx: mx.Context, waits: list[Any] | None = None) -> tuple[set[tuple[str, str]], list[np.ndarray]]:
    """Run three steps; return where the last two waited, and the values after them."""
    mx.random.seed(0)
    np.random.seed(0)
    step, values = case(ctx)
    step()
    waits = [] if waits is None else waits
    waits.clear()
    for _ in range(2):
        step()
    found = {(wait.what, wait.file) for wait in waits}
    arrays = [a for item in values() for a in (item if isinstance(item, (list, tuple)) else [item])]
    assert all(a.context in (ctx, mx.cpu()) for a in arrays if a is not None)
    return found, [a.asnumpy() for a in arrays if a is not None]
