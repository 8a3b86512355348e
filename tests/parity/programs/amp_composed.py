"""Symbols composed under ``amp.init``, and the types that conversion gives to variables that declare theirs."""

import mxnet as mx
import numpy as np
from mxnet.contrib.amp import amp

V = mx.sym.Variable
BFLOAT16 = np.dtype([("bfloat16", np.uint16)])


def json_of(symbol):
    return symbol.tojson(remove_amp_cast=False)


def declared(half):
    return V("data", dtype="float32"), V("data2", dtype=half), V("data3", dtype=half), V("data4")


def joined(half):
    full, low, other, free = declared(half)
    yield "two", mx.sym.amp_multicast(full, low, num_outputs=2, name="m")
    yield "of a sum", mx.sym.amp_multicast(full, mx.sym.elemwise_add(low, other, name="e"), num_outputs=2, name="m")
    yield "three", mx.sym.amp_multicast(low, full, free, num_outputs=3, name="m")
    for first, second in ((low, full), (full, low)):
        both = mx.sym.amp_multicast(first, second, num_outputs=2, name="m")
        yield f"{first.name} cast too", mx.sym.Group([both, mx.sym.amp_cast(first, dtype=half, name="c")])


def converted():
    for dtype, half in (("float16", "float16"), ("bfloat16", BFLOAT16)):
        for name, symbol in joined(half):
            for optional in (False, True):
                made = amp.convert_symbol(
                    symbol, target_dtype=dtype, target_dtype_ops=[], fp32_ops=[], cast_optional_params=optional
                )
                yield f"{dtype} {name} {optional}", json_of(made)


def composed():
    x = V("x")
    fc = mx.sym.FullyConnected(x, num_hidden=4, name="fc")
    yield "fc", fc
    yield "exp", mx.sym.exp(fc)
    yield "softmax", mx.sym.SoftmaxOutput(fc, name="softmax")
    yield "softrelu", mx.sym.Activation(x, act_type="softrelu")
    yield "tanh", mx.sym.Activation(x, act_type="tanh")
    yield "sum", fc + V("q")
    yield "scalar", fc * 2
    yield "power", 2 / fc
    yield "concat", mx.sym.Concat(fc, V("y"), name="joined")
    yield "where", mx.sym.where(V("c"), fc, fc)
    yield "norm", mx.sym.BatchNorm(fc, name="bn")
    yield "rnn", mx.sym.RNN(x, V("p"), V("s"), mode="rnn_tanh", state_size=3, num_layers=1, name="rnn")
    yield "method", x.sum()
    yield "made", fc + mx.sym.zeros((2, 4)) + mx.sym.arange(4)
    yield "larger", mx.sym.maximum(fc, 2) + mx.sym.minimum(x, mx.sym.hypot(fc, 2))
    yield "cast", mx.sym.FullyConnected(mx.sym.Cast(x, dtype="float64"), num_hidden=4, name="fc64")
    both = mx.sym.contrib.foreach(lambda row, sums: (mx.sym.exp(row) + sums, row * 2), x, V("start"), name="each")
    yield "loop", both[0]


def of_other_types():
    x, w = V("data"), V("w")
    for dtype in ("float64", "int32", "float32"):
        value = mx.sym.Cast(x, dtype=dtype, name="c")
        yield f"{dtype} first", mx.sym.FullyConnected(value, w, num_hidden=4, no_bias=True, name="fc")
        half = mx.sym.FullyConnected(x, w, num_hidden=4, no_bias=True, name="fc")
        yield f"{dtype} between", mx.sym.exp(mx.sym.Cast(half, dtype=dtype, name="c"), name="e")
        yield f"{dtype} beside", mx.sym.broadcast_add(half, value, name="sum")


def made_of_other_types():
    for name, symbol in of_other_types():
        for data in ([], ["data"], ["data", "w"]):
            for optional in (False, True):
                try:
                    made = json_of(amp.convert_symbol(symbol, data_names=data, cast_optional_params=optional))
                except mx.MXNetError:
                    made = "MXNetError"
                yield f"{name} {data} {optional}", made


def run():
    answers = {**dict(converted()), **dict(made_of_other_types())}
    amp.init("float16")
    with mx.name.NameManager():
        answers.update((name, json_of(symbol)) for name, symbol in composed())
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    net.add(mx.gluon.nn.Dense(4, in_units=3, prefix="d_"), mx.gluon.nn.Activation("relu", prefix="a_"))
    with mx.name.NameManager():
        answers["gluon"] = json_of(net(V("data")))
    return answers
