"""The graphs that mixed precision makes of networks, to the letter."""

import mxnet as mx
import numpy as np
from helpers import raised
from mxnet.contrib import amp

V = mx.sym.Variable


def lenet():
    net = V("data")
    for i, channels in enumerate((20, 50)):
        net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=channels, name="conv%d" % i)
        net = mx.sym.Pooling(mx.sym.Activation(net, act_type="tanh"), pool_type="max", kernel=(2, 2), stride=(2, 2))
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=500, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=10, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def conv(data, name, size=3):
    pad = (size // 2, size // 2)
    return mx.sym.Convolution(data, kernel=(size, size), pad=pad, num_filter=8, no_bias=True, name=name)


def resnet():
    net = conv(mx.sym.BatchNorm(V("data"), name="bn0"), "conv0")
    for i in range(3):
        pre = mx.sym.Activation(mx.sym.BatchNorm(net, name="unit%d_bn" % i), act_type="relu")
        shortcut = net if i % 2 else conv(pre, "unit%d_sc" % i, 1)
        net = conv(pre, "unit%d_conv" % i) + shortcut
    net = mx.sym.Pooling(mx.sym.BatchNorm(net, name="bn1"), global_pool=True, pool_type="avg", kernel=(7, 7))
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=10, name="fc1"), name="softmax")


def several():
    fc = mx.sym.FullyConnected(V("x"), num_hidden=4, name="fc")
    left, right = mx.sym.SliceChannel(fc, num_outputs=2, name="half")
    soft = mx.sym.softmax(left, name="soft")
    other = mx.sym.FullyConnected(soft, num_hidden=4, name="other")
    return mx.sym.Group(
        [
            mx.sym.Concat(left, right, soft, other, dim=1, name="joined"),
            mx.sym.stack(left, right, soft, V("w"), name="stacked"),
            mx.sym.where(left, right, soft),
            mx.sym.LayerNorm(fc, name="norm"),
            mx.sym.BlockGrad(fc) + mx.sym.exp(V("x")),
            fc * fc + V("q"),
        ]
    )


def shared():
    x, w = V("x"), V("w")
    one = mx.sym.FullyConnected(x, w, num_hidden=4, no_bias=True, name="one")
    two = mx.sym.FullyConnected(one, w, num_hidden=4, no_bias=True, name="two")
    return mx.sym.Group([two, mx.sym.norm(w), one + w, w + x, mx.sym.BlockGrad(one)])


def recurrent():
    return mx.rnn.FusedRNNCell(4, 2, "lstm", get_next_state=True).unroll(3, V("data"), layout="TNC")[0]


NETS = {"lenet": lenet, "resnet": resnet, "several": several, "shared": shared, "recurrent": recurrent}
WAYS = {
    "float16": {},
    "bfloat16": {"target_dtype": "bfloat16"},
    "optional": {"cast_optional_params": True},
    "convolutions": {"target_dtype_ops": ["Convolution"]},
    "none": {"target_dtype_ops": [], "fp32_ops": [], "conditional_fp32_ops": []},
    "excluded": {"excluded_sym_names": ["conv0", "fc", "one", "unit1_conv", "half"]},
    "conditional": {
        "target_dtype_ops": [],
        "conditional_fp32_ops": [("FullyConnected", "no_bias", ["True"]), ("Activation", "act_type", ["tanh"])],
    },
}
# Refused by 1.9.1: its type inference finds operators without casts between float32 and half precision.
LEFT_OUT = {("several", "bfloat16"), ("lenet", "convolutions"), ("resnet", "convolutions"), ("shared", "conditional")}


def small():
    """Graphs of two variables, in which each use of the second decides its type."""
    d, w = V("d"), V("w")
    half, full = (lambda: mx.sym.amp_cast(w, dtype="float16")), (lambda: mx.sym.amp_cast(w, dtype="float32"))
    fc = mx.sym.FullyConnected(d, w, num_hidden=3, no_bias=True)
    soft, exp = mx.sym.Activation(w, act_type="softrelu"), mx.sym.exp(w)
    return {
        "sum": d + w,
        "with itself": w + w,
        "stack of a sum": mx.sym.stack(d + w, w),
        "where": mx.sym.where(d, w, w),
        "exp and sum": exp + d,
        "exp beside a sum": mx.sym.Group([exp, d + w]),
        "softrelu beside a sum": mx.sym.Group([soft, d + w]),
        "softrelu beside a layer": mx.sym.Group([soft, fc]),
        "softrelu, then as it is": mx.sym.Group([soft, exp, mx.sym.square(w) + soft]),
        "layer and its weight": mx.sym.dot(fc, w),
        "data of a convolution": mx.sym.Deconvolution(w, d, num_filter=2, kernel=(2, 2)),
        "cast": mx.sym.Group([half(), half()]),
        "cast twice": mx.sym.Group([half(), full()]),
        "cast beside relu": mx.sym.Group([half(), mx.sym.relu(w)]),
        "cast beside a sum": mx.sym.Group([half(), w + d]),
        "cast beside itself": mx.sym.Group([half(), w]),
        "cast down, then any": mx.sym.Group([fc, mx.sym.relu(d) + mx.sym.exp(d)]),
        "cast down, then up": mx.sym.Group([fc, mx.sym.dot(mx.sym.clip(fc, 0, 1), mx.sym.exp(fc))]),
        "like another": mx.sym.log(mx.sym.broadcast_like(mx.sym.exp(d), exp)),
        "excluded": mx.sym.exp(mx.sym.stack(w, w)) + w,
    }


SMALL_WAYS = {
    "all data": {},
    "one parameter": {"data_names": ["d"]},
    "no data": {"data_names": []},
    "weight excluded": {"excluded_sym_names": ["w"]},
}


def converted(make, **how):
    with mx.name.NameManager():
        return amp.convert_symbol(make(), **how).tojson(remove_amp_cast=False)


def made_or_raised(graph, how):
    """Return what is made of the graph, its data names being those that it has."""
    if how.get("data_names"):
        how["data_names"] = [name for name in how["data_names"] if name in graph.list_inputs()]
    try:
        return amp.convert_symbol(graph, **how).tojson(remove_amp_cast=False)
    except Exception as error:
        return type(error).__name__


def run():
    answers = {
        net: {way: converted(make, **how) for way, how in WAYS.items() if (net, way) not in LEFT_OUT}
        for net, make in NETS.items()
    }
    for net in ("lenet", "resnet"):
        for optional in (False, True):
            with mx.name.NameManager():
                made = amp.convert_symbol(
                    NETS[net](), data_names=["data", "softmax_label"], cast_optional_params=optional
                )
            answers[net]["data given", optional] = made.tojson(remove_amp_cast=False)
    answers = {net: {str(way): json for way, json in found.items()} for net, found in answers.items()}
    for dtype in ("float16", "bfloat16"):
        for optional in (False, True):
            for way, how in SMALL_WAYS.items():
                with mx.name.NameManager():
                    graphs = small()
                answers[f"small, {dtype}, {optional}, {way}"] = {
                    name: made_or_raised(graph, dict(how, target_dtype=dtype, cast_optional_params=optional))
                    for name, graph in graphs.items()
                }
    fc = mx.sym.FullyConnected(V("x"), num_hidden=2)
    answers["refusals"] = {
        "no symbol": raised(lambda: amp.convert_symbol(3)),
        "type": raised(lambda: amp.convert_symbol(fc, target_dtype="float32")),
        "text for a list": raised(lambda: amp.convert_symbol(fc, target_dtype_ops="FullyConnected")),
        "unknown operator": raised(lambda: amp.convert_symbol(fc, target_dtype_ops=["Nope"])),
        "both": raised(lambda: amp.convert_symbol(fc, target_dtype_ops=["RNN"], fp32_ops=["RNN"])),
        "a tuple for a list": raised(lambda: amp.convert_symbol(fc, fp32_ops=("exp",))),
        "numbers for names": raised(lambda: amp.convert_symbol(fc, excluded_sym_names=[1])),
        "numbers for data": raised(lambda: amp.convert_symbol(fc, data_names=[1])),
        "a pair for a condition": raised(lambda: amp.convert_symbol(fc, conditional_fp32_ops=[("exp", "b")])),
        "a number for a condition": raised(lambda: amp.convert_symbol(fc, conditional_fp32_ops=[1])),
        "a tuple of values": raised(lambda: amp.convert_symbol(fc, conditional_fp32_ops=[("Activation", "a", ("b",))])),
        "a type for its name": raised(lambda: amp.convert_symbol(fc, target_dtype=np.float16)),
        "text for a switch": raised(lambda: amp.convert_symbol(fc, cast_optional_params="yes")),
        "list of no type": raised(lambda: amp.list_fp32_ops(3)),
        "init of no type": raised(lambda: amp.init(3)),
        "list of another type": raised(lambda: amp.list_fp32_ops("int8")),
    }
    for kind in ("lp16_ops", "fp32_ops", "lp16_fp32_ops", "widest_type_cast", "loss_output_functions"):
        answers[kind] = sorted(getattr(amp, "list_" + kind)("float16"))
    half = amp.lists.symbol_bf16
    for kind in ("BF16_FUNCS", "BF16_FP32_FUNCS", "FP32_FUNCS", "WIDEST_TYPE_CASTS", "LOSS_OUTPUT_FUNCTIONS"):
        answers["bfloat16 " + kind] = sorted(getattr(half, kind))
    answers["fp32 parameters"] = half.BF16_USE_FP32_PARAMS
    answers["conditional"] = amp.list_conditional_fp32_ops("float16")
    return answers
