"""What MXNet calls what programs look for by the names of other libraries, mostly PyTorch's.

:data:`NAMES` is the one table; errors for names that are not there ask it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from numbers import Number
from typing import Any, TypeVar

from .errors import nearest

_Class = TypeVar("_Class", bound=type)

_DEVICE = "net.collect_params().reset_ctx(mx.gpu())"
_NP = "mx.np.{} of x.as_np_ndarray()".format
_TYPE = "x.astype({!r})".format

_LAYERS = {
    **{f"{layer}{n}d": f"nn.{layer}{n}D" for n in (1, 2, 3) for layer in ("Conv", "MaxPool", "AvgPool")},
    **{f"ConvTranspose{n}d": f"nn.Conv{n}DTranspose" for n in (1, 2, 3)},
    **{f"{layer}{n}d": f"nn.{layer}" for n in (1, 2, 3) for layer in ("BatchNorm", "InstanceNorm")},
    **{f"Adaptive{how}Pool{n}d": f"nn.Global{how}Pool{n}D" for n in (1, 2, 3) for how in ("Avg", "Max")},
    **{name: f"nn.Activation('{name.lower()}')" for name in ("ReLU", "Sigmoid", "Softsign", "Tanh")},
    **{name: f"gluon.rnn.{name}" for name in ("GRU", "GRUCell", "LSTM", "LSTMCell", "RNN", "RNNCell")},
    "DataParallel": "gluon.utils.split_and_load(data, ctx_list)",
    "Dropout2d": "nn.Dropout(rate, axes=(2, 3))",
    "Linear": "nn.Dense(units, in_units)",
    "LogSoftmax": "mx.nd.log_softmax",
    "Module": "nn.Block, or nn.HybridBlock, which can run as a graph",
    "ModuleList": "nn.Sequential",
    "Parameter": "gluon.Parameter",
    "ReLU6": "mx.nd.clip(x, 0, 6)",
    "Softmax": "mx.nd.softmax",
    "Softplus": "nn.Activation('softrelu')",
    "Upsample": "mx.nd.UpSampling",
    "functional": "mx.nd",
    "init": "mx.init",
}
_LOSSES = {
    "BCELoss": "gluon.loss.SigmoidBinaryCrossEntropyLoss(from_sigmoid=True)",
    "BCEWithLogitsLoss": "gluon.loss.SigmoidBinaryCrossEntropyLoss()",
    "CrossEntropyLoss": "gluon.loss.SoftmaxCrossEntropyLoss()",
    "MSELoss": "gluon.loss.L2Loss(), which is half of it",
    "NLLLoss": "gluon.loss.SoftmaxCrossEntropyLoss(from_logits=True)",
    "SmoothL1Loss": "gluon.loss.HuberLoss()",
    "SoftMarginLoss": "gluon.loss.LogisticLoss()",
    "TripletMarginLoss": "gluon.loss.TripletLoss()",
}
_FUNCTIONS = {
    **{name: f"mx.np.{name}" for name in ("all", "any", "einsum", "std", "unique")},
    "absolute": "mx.nd.abs",
    "bmm": "mx.nd.batch_dot",
    "cat": "mx.nd.concat(a, b, dim=0)",
    "conv2d": "mx.nd.Convolution",
    "cross_entropy": "gluon.loss.SoftmaxCrossEntropyLoss",
    "linear": "mx.nd.FullyConnected",
    "matmul": "mx.nd.dot, or mx.nd.batch_dot",
    "mm": "mx.nd.dot",
    "permute": "mx.nd.transpose",
    "rand": "mx.nd.random.uniform(shape=...)",
    "randint": "mx.nd.random.randint",
    "randn": "mx.nd.random.normal(shape=...)",
    "unsqueeze": "mx.nd.expand_dims",
    "view": "mx.nd.reshape",
}
#: by the module or class: the name there, and what MXNet's programs write
NAMES: dict[str, Mapping[str, str]] = {
    "mxnet": {
        "Tensor": "mx.nd.NDArray",
        "cat": "mx.nd.concat",
        "cuda": "mx.gpu() and mx.context.num_gpus()",
        "from_numpy": "mx.nd.array",
        "load": "mx.nd.load",
        "manual_seed": "mx.random.seed",
        "nn": "gluon.nn",
        "no_grad": "autograd.pause()",
        "ones": "mx.nd.ones",
        "optim": "mx.optimizer, and gluon.Trainer, which takes its names",
        "save": "mx.nd.save",
        "stack": "mx.nd.stack",
        "tensor": "mx.nd.array",
        "zeros": "mx.nd.zeros",
    },
    "mxnet.autograd": {"enable_grad": "autograd.record()", "no_grad": "autograd.pause()"},
    "mxnet.gluon.data": {"TensorDataset": "gluon.data.ArrayDataset"},
    "mxnet.gluon.data.vision.transforms": {
        "ColorJitter": "transforms.RandomColorJitter",
        "RandomHorizontalFlip": "transforms.RandomFlipLeftRight",
        "RandomVerticalFlip": "transforms.RandomFlipTopBottom",
    },
    "mxnet.gluon.loss": _LOSSES,
    "mxnet.gluon.nn": _LAYERS | _LOSSES,
    "mxnet.lr_scheduler": {
        "CosineAnnealingLR": "lr_scheduler.CosineScheduler(max_update)",
        "ExponentialLR": "lr_scheduler.FactorScheduler(1, factor)",
        "MultiStepLR": "lr_scheduler.MultiFactorScheduler(step, factor)",
        "StepLR": "lr_scheduler.FactorScheduler(step, factor)",
    },
    "mxnet.ndarray": _FUNCTIONS | {"tensor": "mx.nd.array", "var": "mx.np.var"},
    "mxnet.numpy": {"cat": "mx.np.concatenate", "tensor": "mx.np.array", "Tensor": "mx.np.ndarray"},
    "mxnet.symbol": {
        **{name: text.replace("mx.nd.", "mx.sym.") for name, text in _FUNCTIONS.items()},
        "concatenate": "mx.sym.concat(a, b, dim=0)",
    },
    "Block": {
        "append": "add(block) of nn.Sequential",
        "add_module": "net.register_child(block, name)",
        "children": "net._children.values()",
        "compile": "net.hybridize()",
        "cpu": _DEVICE.replace("gpu", "cpu"),
        "cuda": _DEVICE,
        "double": "net.cast('float64')",
        "eval": "a call outside of autograd.record(): blocks have no mode of their own",
        "fit": "a loop with gluon.Trainer, or gluon.contrib.estimator.Estimator",
        "float": "net.cast('float32')",
        "half": "net.cast('float16')",
        "list_arguments": "net(mx.sym.var('data')), which is a Symbol with arguments",
        "load_state_dict": "net.load_parameters(file)",
        "modules": "net.apply(function)",
        "named_children": "net._children.items()",
        "named_parameters": "net.collect_params().items()",
        "parameters": "net.collect_params()",
        "predict": "net(data)",
        "register_parameter": "net.params.get(name, shape=...)",
        "requires_grad_": "net.collect_params().setattr('grad_req', 'null')",
        "state_dict": "net.save_parameters(file), or net.collect_params()",
        "to": _DEVICE,
        "train": "autograd.record(): blocks have no mode of their own",
    },
    "NDArray": {
        **{name: _NP(name) for name in ("all", "any", "cumsum", "std", "var")},
        "add_": "x += y",
        "bool": _TYPE("bool"),
        "chunk": "x.split(num_outputs)",
        "clamp": "x.clip(a_min, a_max)",
        "clone": "x.copy()",
        "contiguous": "x itself: arrays are contiguous",
        "cpu": "x.as_in_context(mx.cpu())",
        "cuda": "x.as_in_context(mx.gpu())",
        "data": "x.detach()",
        "detach_": "x.detach()",
        "dim": "x.ndim",
        "double": _TYPE("float64"),
        "expand": "x.broadcast_to(shape)",
        "fill_": "x[:] = value",
        "float": _TYPE("float32"),
        "half": _TYPE("float16"),
        "index_select": "x.take(indices)",
        "int": _TYPE("int32"),
        "is_cuda": "x.context.device_type == 'gpu'",
        "long": _TYPE("int64"),
        "masked_fill": "mx.nd.where(mask, value, x)",
        "matmul": "mx.nd.dot, or mx.nd.batch_dot",
        "mm": "mx.nd.dot",
        "mul_": "x *= y",
        "numel": "x.size",
        "permute": "x.transpose(axes)",
        "requires_grad": "x.attach_grad()",
        "requires_grad_": "x.attach_grad()",
        "sub_": "x -= y",
        "t": "x.T",
        "to": "x.as_in_context(ctx), or x.astype(dtype)",
        "type": "x.astype(dtype)",
        "unsqueeze": "x.expand_dims(axis)",
        "view": "x.reshape(shape)",
        "zero_": "x[:] = 0",
    },
    "Parameter": {name: f"p.data().{name}()" for name in ("asnumpy", "asscalar", "copy", "detach", "item", "numpy")}
    | {"requires_grad": "p.grad_req"},
    "Symbol": {
        "T": "x.transpose()",
        **dict.fromkeys(("cpu", "cuda"), "no devices: net.collect_params().reset_ctx(ctx), outside of the block"),
        "chunk": "x.split(num_outputs)",
        "clamp": "x.clip(a_min, a_max)",
        "expand": "x.broadcast_to(shape)",
        "float": _TYPE("float32"),
        "half": _TYPE("float16"),
        "index_select": "x.take(indices)",
        "long": _TYPE("int64"),
        "masked_fill": "F.where(mask, value, x)",
        "dim": "no axes to count: F.shape_array(x), or codes such as -2 of reshape",
        "matmul": "F.dot, or F.batch_dot",
        "mm": "F.dot",
        "permute": "x.transpose(axes)",
        "unsqueeze": "x.expand_dims(axis)",
        "view": "x.reshape(shape)",
    },
    "Trainer": {
        "load_state_dict": "trainer.load_states(file)",
        "lr": "trainer.learning_rate",
        "param_groups": "trainer.set_learning_rate(lr)",
        "state_dict": "trainer.save_states(file)",
        "zero_grad": "nothing: gradients are overwritten; with grad_req='add', net.collect_params().zero_grad()",
    },
}


#: Python's operators and functions that legacy arrays and symbols do not have, and what computes them
OPERATORS = {
    "__and__": ("&", "F.broadcast_logical_and(x, y)"),
    "__floordiv__": ("//", "F.floor(x / y)"),
    "__invert__": ("~", "F.logical_not(x)"),
    "__matmul__": ("@", "F.dot(x, y), or F.batch_dot(x, y)"),
    "__or__": ("|", "F.broadcast_logical_or(x, y)"),
    "__round__": ("round", "x.round()"),
    "__xor__": ("^", "F.broadcast_logical_xor(x, y)"),
}


def refuse_operators(cls: type, where: str, functions: str) -> None:
    """Have a class refuse :data:`OPERATORS` beside its own objects and numbers, saying what to write ``where``."""
    for name, (sign, instead) in OPERATORS.items():
        message = f"{sign} is no operator of {cls.__name__}: {where} {instead.replace('F.', functions)}"
        setattr(cls, name, _refusing(cls, message))


def _refusing(cls: type, message: str) -> Callable[..., Any]:
    def refuse(self: Any, *others: Any) -> Any:
        if all(isinstance(other, (cls, Number)) for other in others):
            raise TypeError(message)
        return NotImplemented

    return refuse


def missing_name(module: str, name: str, known: Iterable[str] = ()) -> AttributeError:
    """Return the error for a name that a module does not have, with what may be meant."""
    mine = NAMES.get(module, {}).get(name)
    hint = f"; MXNet has {mine}" if mine else nearest(name, [] if name.startswith("_") else known)
    return AttributeError(f"module {module!r} has no attribute {name!r}{hint}")


class OtherName:
    """An attribute that objects do not have, as another library's name for it: asking for it says MXNet's.

    ``hasattr`` is false, and what a program's own class, or an instance, has under the name comes first.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type) -> Any:
        for cls in owner.__mro__:
            value = vars(cls).get(self.name, self)
            if not isinstance(value, OtherName):
                return value.__get__(instance, owner) if hasattr(value, "__get__") else value
        shown = f"type object {owner.__name__!r}" if instance is None else f"{type(instance).__name__!r} object"
        message = f"{shown} has no attribute {self.name!r}; MXNet has {self.text}"
        raise AttributeError(message, name=self.name, obj=instance)


def says_other_names(cls: _Class) -> _Class:
    """Have the objects of a class say MXNet's names where they are asked for another library's: a decorator."""
    own = {name: OtherName(text) for name, text in NAMES[cls.__name__].items() if not hasattr(cls, name)}
    for name, other in own.items():
        other.__set_name__(cls, name)
        setattr(cls, name, other)

    def __dir__(self: Any) -> list[str]:
        return [name for name in object.__dir__(self) if name not in own or hasattr(self, name)]

    cls.__dir__ = __dir__  # type: ignore[assignment, method-assign]
    return cls
