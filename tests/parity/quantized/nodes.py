"""A quantized graph node by node: what each of our operators makes of the inputs that 1.9.1's had."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import mxnet as mx
import numpy as np
from mxnet.symbol.node import Entry, Node, topological

#: what the largest number of a type stands at, and of what it is a part
REACH = {"int8": 127.5, "uint8": 255.5, "int32": 2.0**31 - 1}
AGREE = "operators give what 1.9.1's give of the same inputs, to one level of 8 bits; levels add up"


class Step(NamedTuple):
    """A node with 1.9.1's values, and what ours makes of its inputs."""

    node: Node
    inputs: list[np.ndarray]
    ours: list[np.ndarray]
    theirs: list[np.ndarray]

    def __str__(self) -> str:
        types = [each.dtype.name for each in self.inputs]
        return f"{self.node.op and self.node.op.name} {self.node.name} {self.node.attrs} of {types}"


def steps(folder: Path, values: dict[str, np.ndarray]) -> Iterator[Step]:
    """Yield the operators of the graph in a folder; ``values`` are those of all its nodes, by the names of outputs."""
    for node in topological(mx.sym.load(str(folder / "net-symbol.json"))._heads):
        if node.op is None:
            continue
        inputs = [values[entry.node.list_outputs()[entry.index]] for entry in node.inputs]
        seen = [i for i, name in enumerate(node.list_outputs()) if name in values]  # not what is hidden
        made = computed(node, inputs)
        yield Step(node, inputs, [made[i] for i in seen], [values[node.list_outputs()[i]] for i in seen])


def computed(node: Node, inputs: list[np.ndarray]) -> list[np.ndarray]:
    """Return what our operator computes."""
    names = [f"in{i}" for i in range(len(inputs))]
    twin = node.replace(inputs=[Entry(Node(None, name)) for name in names])
    graph = mx.sym.Symbol(tuple(Entry(twin, i) for i in range(len(node.list_outputs()))))
    given = {name: mx.nd.array(value, dtype=value.dtype) for name, value in zip(names, inputs, strict=True)}
    states = {name: given.pop(name) for name in graph.list_auxiliary_states()}
    return [each.asnumpy() for each in graph.bind(mx.cpu(), given, aux_states=states, grad_req="null").forward()]


def judge(folder: Path, values: dict[str, np.ndarray]) -> Iterator[tuple[str, str]]:
    """Yield for each node that differs what differs, and why: empty where there is no reason."""
    for step in steps(folder, values):
        line = next(filter(None, map(difference, step.ours, step.theirs)), "")
        if line:
            odd = ODD.get(step.node.op.name if step.node.op else "", ())
            yield f"{step}: {line}", next(filter(None, (rule(step) for rule in odd)), "")


def difference(ours: Any, theirs: Any) -> str:
    """Return where two arrays differ by more than a level or rounding."""
    if (ours.shape, ours.dtype) != (theirs.shape, theirs.dtype):
        return f"ours is {ours.dtype}{ours.shape}, theirs {theirs.dtype}{theirs.shape}"
    a, b = (np.atleast_1d(each).astype("float64") for each in (ours, theirs))
    if ours.dtype.name in ("int8", "uint8"):
        off = np.abs(a - b) > 1
    else:
        off = ~np.isclose(a, b, 1e-4, 1e-5 * max(float(np.abs(b[np.isfinite(b)]).max(initial=0)), 1e-3), equal_nan=True)
    if not off.any():
        return ""
    first = tuple(int(i[0]) for i in np.nonzero(off))
    return f"{int(off.sum())} of {off.size} values differ, first at {first}: ours {a[first]}, theirs {b[first]}"


# -- what 1.9.1 makes instead, recomputed with NumPy -------------------------------------------------------------------


def _relu(step: Step) -> str:
    """Take uint8 numbers for int8, after the ReLU."""
    right = step.inputs[0].dtype == "uint8" and not difference(step.inputs[0].view("int8"), step.theirs[0])
    return "1.9.1 takes what was quantized as uint8 for int8 in a ReLU" if right else ""


def _unsigned_back(step: Step) -> str:
    """Take what a ReLU says is int8 for uint8, which it was before, with the levels of int8."""
    source = step.node.inputs[0].node.op
    if source is None or source.name != "_contrib_quantized_act" or step.inputs[0].dtype != "int8":
        return ""
    reach = max(float(np.abs(end).max()) for end in step.inputs[1:])
    made = (step.inputs[0].view("uint8") * (reach / REACH["int8"])).astype("float32")
    return "" if difference(made, step.theirs[0]) else "1.9.1 brings back as uint8 what its ReLU says is int8"


def _raw_bias(step: Step) -> str:
    """Add an int8 bias to sums of products as it is."""
    if len(step.inputs) != 9:
        return ""
    data, weight, bias, *ends = step.inputs
    sums = computed(step.node, [data, weight, np.zeros_like(bias), *ends])[0]
    made = sums + bias.astype("int32").reshape(-1, *[1] * (sums.ndim - 2))
    return "" if difference(made, step.theirs[0]) else "1.9.1 adds the bias of a quantized convolution unscaled"


def _cut_sum(step: Step) -> str:
    """Bring a uint8 number into int8 before it is added as int32 to one that was int8."""
    if "min_calib_range" in step.node.attrs or {each.dtype.name for each in step.inputs[:2]} != {"int8", "uint8"}:
        return ""
    reaches = [np.abs(step.inputs[2 + 2 * i : 4 + 2 * i]).max() for i in range(2)]
    total = np.zeros(step.inputs[0].shape)
    for each, reach in zip(step.inputs[:2], reaches, strict=True):
        part = each * (reach * REACH["int32"] / (sum(reaches) * REACH[each.dtype.name]))
        total += np.minimum(np.rint(part), 127) if each.dtype == "uint8" else part
    made = np.rint(total).astype("int32")
    return "" if difference(made, step.theirs[0]) else "1.9.1 cuts a uint8 addend of an int32 sum with int8 off at 127"


def _ends_of_pairs(step: Step) -> str:
    """Add products of uint8 and int8 in pairs that end at 2**15, in whatever pairs; int8 data are 128 greater then."""
    if step.inputs[1].dtype != "int8" or step.theirs[0].dtype == "float32" or "with_eltwise" in step.node.attrs:
        return ""
    one = 1.0
    if step.theirs[0].dtype != "int32":  # ends are those of data, weight, and bias where there is one
        reaches = [np.abs(step.inputs[-4 + i : len(step.inputs) - 2 + i]).max() for i in (0, 2)]
        if len(step.inputs) != 6:
            return ""
        reach = max(abs(float(step.node.attrs[name])) for name in ("min_calib_range", "max_calib_range"))
        of_data = reaches[0] / REACH[step.inputs[0].dtype.name]
        one = of_data * (reaches[1] / REACH["int8"]) / (reach / REACH[step.theirs[0].dtype.name])
    data, weight = (each.astype("int64") for each in step.inputs[:2])
    rows = data.reshape(-1, weight.shape[1]) + (128 if step.inputs[0].dtype == "int8" else 0)
    products = rows[:, None, :] * weight[None]
    half = 2**15 / 2  # what a sum of two has beyond an end is at most what each of them has beyond half of it
    ours, theirs = (each[0].reshape(len(rows), -1).astype("float64") for each in (step.ours, step.theirs))
    least = ours - one * np.maximum(products - half, 0).sum(-1)
    most = ours + one * np.maximum(-products - half, 0).sum(-1)
    within = (theirs >= least - 1) & (theirs <= most + 1)
    return "1.9.1's sums of two products end at 2**15 without instructions for 8 bits" if within.all() else ""


def _inner(step: Step, op: str) -> Any:
    return next((node for node in step.node.subgraphs[0].nodes if node.op is not None and node.op.name == op), None)


def _folded(step: Step) -> np.ndarray:
    """Return what the normalization behind a convolution multiplies each filter by."""
    norm, weight = _inner(step, "BatchNorm"), step.inputs[1]
    if norm is None:
        return np.ones(len(weight), "float32")
    given = {entry.node.name.rsplit("_", 1)[-1]: i for i, entry in enumerate(step.node.inputs)}
    gamma = 1.0 if norm.params.fix_gamma else step.inputs[given["gamma"]]
    return gamma / np.sqrt(step.inputs[given["var"]] + norm.params.eps)


def _units(step: Step) -> np.ndarray:
    """Return what one of 127 stands for in each filter."""
    weight = step.inputs[1]
    return np.abs(weight.reshape(len(weight), -1)).max(1) * np.abs(_folded(step)) / 127


def _other_filters(step: Step) -> str:
    """Round the weights of group ``g`` by the largest one of filter ``g``, and scale by each filter's own."""
    groups, weight = _inner(step, "Convolution").params.num_group, step.inputs[1]
    if groups in (1, len(weight)) or step.theirs[0].dtype not in ("int8", "uint8"):
        return ""
    across = (-1, *[1] * (weight.ndim - 1))
    units, scale = _units(step).reshape(across), _folded(step).reshape(across)
    other = units[np.arange(len(weight)) // (len(weight) // groups)]
    inputs = [*step.inputs]
    inputs[1] = (np.clip(np.rint(weight * scale / other), -128, 127) * units / scale).astype("float32")
    far = np.abs(computed(step.node, inputs)[0].astype("int64") - step.theirs[0]).max()
    return "1.9.1 scales the filters of groups by those of others" if far <= 2 else ""


def _unsigned_sum(step: Step) -> str:
    """Write a sum with a uint8 addend over that, which holds no negative numbers."""
    added = any(each.dtype == "uint8" and each.shape == step.theirs[0].shape for each in step.inputs[1:])
    if "with_sum" not in step.node.attrs or not added:
        return ""
    right = step.ours[0].dtype == "int8" and not difference(np.maximum(step.ours[0], 0), step.theirs[0])
    return "1.9.1 cuts fused sums with a uint8 addend off at zero" if right else ""


def _half_sum(step: Step) -> str:
    """Write a sum with an int8 addend and ReLU as if it were int8, in units of uint8."""
    added = any(each.dtype == "int8" and each.shape == step.theirs[0].shape for each in step.inputs[1:])
    if "with_sum" not in step.node.attrs or not added or step.ours[0].dtype != "uint8":
        return ""
    right = not difference(np.minimum(step.ours[0], 127), step.theirs[0])
    return "1.9.1 cuts fused sums of int8 with ReLU off at half of the range" if right else ""


def _no_gelu(step: Step) -> str:
    """Compute ReLU in the place of GELU."""
    leaky = _inner(step, "LeakyReLU")
    if leaky is None or leaky.params.act_type != "gelu" or "max_calib_range" not in step.node.attrs:
        return ""
    reach = max(abs(float(step.node.attrs[name])) for name in ("min_calib_range", "max_calib_range"))
    unit = reach / REACH[step.theirs[0].dtype.name]
    wanted = mx.nd.LeakyReLU(mx.nd.array(step.theirs[0] * unit), act_type="gelu").asnumpy() / unit
    inside = (step.theirs[0] > 0) & (step.theirs[0] < 127)
    near = np.abs(step.ours[0] - wanted)[inside] <= 2.5
    return (
        "1.9.1 computes ReLU for GELU behind a quantized convolution"
        if near.all() and step.theirs[0].min() >= 0
        else ""
    )


def _one_level(step: Step) -> str:
    """Take for a state, within a layer or between two, what is a level beside."""
    near = np.abs(step.ours[0] - step.theirs[0]).max() <= 1.01 / float(step.inputs[-2][0]) * step.node.params.num_layers
    return "a level of uint8 within a recurrent layer" if near else ""


def _seven_bits(step: Step) -> str:
    """Convolve int8 data with weights of 7 bits, in one of the libraries: each is at most one beside that of 8 bits."""
    data, inner = step.inputs[0], _inner(step, "Convolution")
    if data.dtype != "int8":
        return ""
    groups = inner.params.num_group
    weight = np.ones((int(inner.attrs["num_filter"]), data.shape[1] // groups, *inner.params.kernel), "float32")
    attrs = {key: inner.attrs[key] for key in ("kernel", "pad", "stride", "dilate", "num_filter") if key in inner.attrs}
    given = [mx.nd.array(each) for each in (np.abs(data.astype("float32")), weight)]
    most = 1.5 * mx.nd.Convolution(*given, no_bias=True, num_group=groups, **attrs).asnumpy()
    if step.theirs[0].dtype != "int32":
        at = 2 if "with_sum" not in step.node.attrs else 4
        source = np.abs(step.inputs[-at : len(step.inputs) - at + 2]).max() / REACH["int8"]
        ends = [step.node.attrs.get(name) for name in ("min_calib_range", "max_calib_range")]
        one = max(abs(float(each)) for each in ends) / REACH[step.theirs[0].dtype.name] if None not in ends else 1.0
        most = most * (_units(step) * source / one).reshape(-1, *[1] * (data.ndim - 2))
    within = np.abs(step.ours[0].astype("float64") - step.theirs[0]) <= most + 2
    return "int8 data are convolved with weights of 7 bits without instructions for 8 bits" if within.all() else ""


ODD: dict[str, tuple[Callable[[Step], str], ...]] = {
    "_contrib_dequantize": (_unsigned_back,),
    "_contrib_quantized_act": (_relu,),
    "_contrib_quantized_conv": (_raw_bias,),
    "_contrib_quantized_elemwise_add": (_cut_sum,),
    "_contrib_quantized_fully_connected": (_ends_of_pairs,),
    "_contrib_quantized_rnn": (_one_level,),
    "_sg_mkldnn_conv": (_unsigned_sum, _half_sum, _no_gelu, _other_filters, _seven_bits),
    "_sg_mkldnn_fully_connected": (_ends_of_pairs,),
}
