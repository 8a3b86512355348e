"""Every initializer: values or statistics, dispatch by name and by attribute, texts, and errors."""

import json
import logging
import warnings

import mxnet as mx
import numpy as np
from helpers import raised

INITIALIZERS = {
    "zero": mx.init.Zero,
    "one": mx.init.One,
    "constant": lambda: mx.init.Constant(2.5),
    "uniform": lambda: mx.init.Uniform(0.3),
    "normal": lambda: mx.init.Normal(0.2),
    "orthogonal": lambda: mx.init.Orthogonal(1.5, "normal"),
    "orthogonal uniform": mx.init.Orthogonal,
    "xavier": mx.init.Xavier,
    "xavier gaussian": lambda: mx.init.Xavier("gaussian", "in", 2),
    "xavier out": lambda: mx.init.Xavier("uniform", "out", 1.5),
    "prelu": lambda: mx.init.MSRAPrelu("avg", 0.1),
    "bilinear": mx.init.Bilinear,
    "lstmbias": lambda: mx.init.LSTMBias(2.0),
}
#: The standard deviations that they are to have, by the numbers of inputs and outputs of an element.
SPREADS = {
    "uniform": lambda inputs, outputs: 0.3 / 3**0.5,
    "normal": lambda inputs, outputs: 0.2,
    "xavier": lambda inputs, outputs: (3 / ((inputs + outputs) / 2) / 3) ** 0.5,
    "xavier gaussian": lambda inputs, outputs: (2 / inputs) ** 0.5,
    "xavier out": lambda inputs, outputs: (1.5 / outputs / 3) ** 0.5,
    "prelu": lambda inputs, outputs: (2 / (1 + 0.1**2) / ((inputs + outputs) / 2)) ** 0.5,
}
#: Their values do not depend on the generator.
DETERMINISTIC = ("zero", "one", "constant", "bilinear", "lstmbias")
NAMES = [
    "a_weight", "a_bias", "a_gamma", "a_beta", "a_moving_mean", "a_moving_var", "a_running_mean", "a_running_var",
    "a_moving_inv_var", "a_moving_avg", "a_min", "a_max", "weight_quantized_a", "a", "upsampling_weight", "parameters",
]  # fmt: skip
FANS = {"matrix": (50, 60), "convolution": (270, 360)}
SHAPES = {"matrix": (60, 50), "convolution": (40, 30, 3, 3)}


def filled(initializer, desc, shape):
    array = mx.nd.full(shape, 7.0)
    initializer(desc, array)
    return array.asnumpy()


def statistics(values, spread):
    """Return what a sample says about its distribution."""
    flat = values.ravel()
    return {
        "mean": bool(abs(flat.mean()) < 0.1 * spread),
        "spread": bool(abs(flat.std() / spread - 1) < 0.06),
        "uniform": bool(np.abs(flat).max() < 1.8 * spread),
    }


def orthogonality(values, scale):
    matrix = values.reshape(values.shape[0], -1)
    rows, columns = matrix.shape
    product = matrix @ matrix.T if rows <= columns else matrix.T @ matrix
    return bool(np.allclose(product, scale**2 * np.eye(len(product)), atol=1e-3))


def values():
    answers = {}
    for name, make in INITIALIZERS.items():
        if name in ("bilinear", "lstmbias"):
            continue
        for kind, shape in SHAPES.items():
            found = filled(make(), mx.init.InitDesc("a_weight"), shape)
            if name in DETERMINISTIC:
                answers[f"{name} {kind}"] = found
            elif name.startswith("orthogonal"):
                answers[f"{name} {kind}"] = orthogonality(found, 1.5 if name == "orthogonal" else 1.414)
            else:
                answers[f"{name} {kind}"] = statistics(found, SPREADS[name](*FANS[kind]))
    answers["bilinear"] = filled(mx.init.Bilinear(), mx.init.InitDesc("a_weight"), (2, 2, 4, 4))
    answers["lstmbias"] = filled(mx.init.LSTMBias(2.0), mx.init.InitDesc("a_bias", {"__init__": ""}), (8,))
    for dtype in ("float16", "float64"):
        array = mx.nd.zeros((3,), dtype=dtype)
        mx.init.Constant(1.5)(mx.init.InitDesc("a_weight"), array)
        answers[dtype] = array.asnumpy()
    return answers


def outcome(initializer, desc, shape):
    """Return the value, that it is random, or the error."""
    try:
        found = filled(initializer, desc, shape)
    except Exception as error:
        return [each.__name__ for each in type(error).__mro__ if each.__name__ in ("ValueError", "MXNetError")]
    same = np.unique(found)
    return float(same[0]) if len(same) == 1 else "values"


def dispatch():
    answers = {}
    for name in NAMES:
        for kind, desc in (("text", name), ("desc", mx.init.InitDesc(name))):
            for case in ("zero", "one", "constant", "uniform", "xavier"):
                answers[f"{name} {kind} {case}"] = outcome(INITIALIZERS[case](), desc, (4, 3, 2, 2))
    return answers


def attributes():
    """`__init__` in a variable's attributes decides, whatever the name is."""
    answers = {}
    for text in (
        mx.init.One().dumps(),
        mx.init.Constant(3.0).dumps(),
        json.dumps(["constant", {"value": 4}]),
        "zeros",
        "ones",
        "",
    ):
        for name in ("a_weight", "a_bias", "anything"):
            desc = mx.init.InitDesc(name, {"__init__": text})
            answers[f"{name} {text}"] = outcome(mx.init.Constant(9.0), desc, (3,))
    data = mx.sym.Variable("data")
    weight = mx.sym.Variable("fc_weight", init=mx.init.Constant(0.25))
    net = mx.sym.FullyConnected(
        data, weight=weight, bias=mx.sym.Variable("fc_bias", init="ones"), num_hidden=2, name="fc"
    )
    net = mx.sym.BatchNorm(mx.sym.LeakyReLU(net, act_type="prelu", name="act"), fix_gamma=False, name="bn")
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (2, 3))])
    module.init_params(mx.init.One())
    for found in module.get_params():
        answers.update({name: array.asnumpy() for name, array in found.items()})
    return answers


def mixed_and_loaded():
    answers = {}
    mixed = mx.init.Mixed([".*bias", "conv.*", ".*"], [mx.init.One(), mx.init.Constant(2.0), mx.init.Zero()])
    for name in ("fc_bias", "conv_weight", "fc_weight", "conv_bias"):
        answers[name] = outcome(mixed, mx.init.InitDesc(name), (2,))
    given = {"arg:a_weight": mx.nd.full((2,), 5.0), "aux:b_mean": mx.nd.full((2,), 6.0)}
    loading = mx.init.Load(given, default_init=mx.init.Constant(8.0))
    for name in ("a_weight", "b_mean", "c_weight"):
        answers[f"load {name}"] = outcome(loading, name, (2,))
    answers["errors"] = [
        raised(mx.init.Load(given), "c_weight", mx.nd.zeros((2,))),
        raised(loading, "a_weight", mx.nd.zeros((3,))),
        raised(mx.init.Mixed, ["a"], []),
        raised(mx.init.Mixed(["a"], [mx.init.One()]), mx.init.InitDesc("b"), mx.nd.zeros((1,))),
        raised(mx.init.Xavier(), mx.init.InitDesc("a_weight"), mx.nd.zeros((3,))),
        raised(mx.init.Xavier("another"), mx.init.InitDesc("a_weight"), mx.nd.zeros((3, 3))),
        raised(mx.init.Xavier(factor_type="another"), mx.init.InitDesc("a_weight"), mx.nd.zeros((3, 3))),
        raised(mx.init.create, "another"),
        raised(mx.init.One(), 5, mx.nd.zeros((1,))),
    ]
    return answers


def texts():
    answers = {name: make().dumps() for name, make in INITIALIZERS.items()}
    answers["equal"] = [mx.init.One() == mx.init.One(), mx.init.Uniform(1) == mx.init.Uniform(2)]
    answers["made"] = [type(mx.init.create(name)).__name__ for name in ("xavier", "ONE", "zeros", "ones", "normal")]
    fused = mx.init.FusedRNN(mx.init.One(), num_hidden=2, num_layers=1, mode="lstm", forget_bias=2.0)
    answers["fused"] = json.loads(fused.dumps())[0]
    desc = mx.init.InitDesc("a", {"b": "c"}, mx.init.One())
    answers["desc"] = [str(desc), desc.attrs, desc.global_init == mx.init.One(), desc == "a"]
    return answers


def run():
    logging.disable(logging.INFO)
    warnings.simplefilter("ignore")
    return {
        "values": values(),
        "dispatch": dispatch(),
        "attributes": attributes(),
        "mixed and loaded": mixed_and_loaded(),
        "texts": texts(),
    }
