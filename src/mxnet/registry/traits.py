"""Traits: what an operator declares about itself, so that no other code depends on its name.

A trait that may depend on the attributes is a :class:`~.rule_class.Rule`. ``tests/ops/test_traits.py`` tries every
claim on every sample.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from .rule_class import Rule
from .storage import StorageTraits

if TYPE_CHECKING:
    from .op import Params

Function = Callable[..., Any]
#: what mixed precision does with the inputs of an operator: ``low`` casts them to half precision, ``full`` to float32,
#: ``widest`` to the widest type among them, ``any`` leaves them
Cast = Literal["low", "full", "widest", "any"]
#: why a call makes the processor wait for a GPU: ``check``: values, such as indices, are looked at, so that an error is
#: raised in time; ``shape``: that of the result depends on values; ``steps``: how much is computed depends on values;
#: ``host``: it is computed on the processor, by another library; ``table``: a table of indices or boxes is copied
HostSync = Literal["check", "shape", "steps", "host", "table", "kept"]


class Clamp(NamedTuple):
    """``min(max(x, low), high)``; None: no bound."""

    low: float | None
    high: float | None


class Affine(NamedTuple):
    """``data * scale + shift`` along axis 1: ``of(*parameters)`` gives both, of the inputs after the first."""

    of: Function


@dataclass(frozen=True)
class Sum:
    """The sum of two arrays."""


@dataclass(frozen=True)
class Identity:
    """The first output is a copy of the first input."""


class Convolution(NamedTuple):
    """The geometry of a two-dimensional convolution of ``(data, weight[, bias])``, one number for each axis.

    Its data ``(N, C, H, W)`` are best with the channels innermost in memory.
    """

    pad: tuple[int, int]
    stride: tuple[int, int]
    dilation: tuple[int, int]
    groups: int


@dataclass(frozen=True)
class Deconvolution:
    """A two-dimensional transposed convolution, whose data are best in the same order."""


class Linear(NamedTuple):
    """A fully connected layer of ``(data, weight[, bias])``: ``data @ weight.T + bias``, weights ``(filters, width)``.

    With ``flatten`` the data ``(N, ...)`` are taken as ``(N, width)``; else their last axis is the width.
    """

    filters: int
    flatten: bool


class Negated(NamedTuple):
    """``call(*inputs)`` gives an operator's result times -1, or None where it does not take the inputs."""

    call: Function
    #: whether the operator's result has another last axis, of length 1
    keeps_axis: bool


class AttentionPart(NamedTuple):
    """What an operator does in attention, ``softmax(queries @ keys.T * factor + mask) @ values``.

    ``product``: ``factor`` times the product of two arrays of matrices, scores or weighted values. ``scores`` and
    ``values`` are such products of other inputs. ``scale`` multiplies by ``factor``; ``mask`` adds an array;
    ``weights`` is the softmax, along the last axis, of the first input times ``factor``; ``reshape`` leaves the
    elements in their order, ``transpose`` moves them.
    """

    kind: Literal["product", "scores", "values", "scale", "mask", "weights", "reshape", "transpose"]
    factor: float = 1.0
    #: of a product: whether the last two axes of the second array are exchanged first
    transposed: bool = False
    #: of scores: ``heads(*inputs)`` gives queries and keys, views ``(batch, heads, length, size)``, and a factor; of
    #: values: ``heads(data, rows)`` gives the values, to be weighted for so many queries. None: other shapes
    heads: Function | None = None
    #: of values, whose inputs are ``(data, weights)``: makes the result of ``(batch, heads, queries, size)``
    join: Function | None = None
    #: of weights: ``mask(input, shape)`` gives, from their second input, where the scores of a shape count; None: they
    #: count everywhere
    mask: Function | None = None


@dataclass(frozen=True)
class Joined:
    """A vector of the elements of the inputs, one after the other, if they are vectors."""


class Recurrent(NamedTuple):
    """Recurrent layers over ``(data, parameters, state, ...)``.

    What graphs call also takes a tuple of arrays of any shapes for the parameters, whose elements the vector has.
    """

    lstm: LSTM | None


class LSTM(NamedTuple):
    """Layers of LSTM over ``(data, parameters, state, state_cell)``, without projection, clipping or dropout.

    The data are ``(T, N, C)``, the states ``(layers * directions, N, size)``. The outputs are the sequence, and the
    last states where the operator gives them.
    """

    size: int
    layers: int
    directions: int
    #: ``cells(parameters)`` gives ``(matrix, matrix, bias, bias)`` of each layer and direction, nothing for a vector of
    #: a size that no ``C`` has
    cells: Callable[[Any], Sequence[Sequence[Any]]]


class Quantized(NamedTuple):
    """The quantized form of an operator.

    It takes the operator's inputs, some of them quantized, then the minimum and maximum of each quantized one; it gives
    ``(output, minimum, maximum)``.
    """

    #: the operator's name
    op: str
    #: ``inputs(attributes, channel_wise)`` gives the indices of the inputs that are quantized; None: all
    inputs: Callable[[Params, bool], Sequence[int]] | None = None
    #: whether quantizing it pays by itself; others are quantized where they stand between such operators
    must: bool = False
    #: whether the output is int32, to be requantized
    sums: bool = False
    #: whether the operator itself asks for the range of its output
    calibrated: bool = False
    #: whether inputs are quantized with a shift, and outputs are floats
    shifted: bool = False
    #: further attributes: ``attrs(channel_wise)``
    attrs: Callable[[bool], Mapping[str, str]] | None = None


class QuantizedLayer(NamedTuple):
    """A layer whose first result, new memory, can be in that of input ``added``, if it is quantized and has a sum.

    What graphs call takes ``owned=True`` where that input is donated.
    """

    added: int | None


class QuantizedAffine(NamedTuple):
    """``data * scale + shift`` along axis 1, as int8, of ``(data, *parameters, minimum, maximum)``."""

    #: ``affine(*parameters)`` gives scale and shift; the parameters are the inputs between the data and its range
    affine: Function
    #: the minimum and maximum of the result
    ends: tuple[float, float]


class Fusing(NamedTuple):
    """What MXNet's graph backends do with an operator."""

    #: the operator that fuses it with what is behind it
    op: str | None = None
    #: whether that fuses normalization and sums, too
    sums: bool = False
    #: whether such an operator takes it as its activation, and so do convolutions and quantized ones
    activation: bool = False
    convolutions: bool = False
    quantized: bool = False
    #: whether it is left out behind an operator
    left_out: bool = False
    #: what it does with ranges in quantized graphs: ``joins``: MXNet gives all its inputs one range (concatenation, and
    #: pooling before one); ``makes``: it requantizes its result to the calibrated range, or dequantizes it, by itself;
    #: ``requantize``, ``dequantize``: it does that work, which such an operator before it can do instead
    ranges: Literal["joins", "makes", "requantize", "dequantize"] | None = None


#: nothing
UNFUSED = Fusing()


class Traceable(NamedTuple):
    """An operator's replacement for compilers: a function without side effects, and the effects separately.

    ``call(*inputs[:number], **kwargs)`` gives the operator's outputs.
    """

    call: Function
    kwargs: Mapping[str, Any]
    #: how many of the inputs ``call`` takes; None: all
    number: int | None = None
    #: what is done to the inputs before every run: ``prepare(*inputs)``
    prepare: Function | None = None
    #: gives the new states, which are written in the backward pass: ``update(*states, *outputs)``, with all outputs but
    #: the first
    update: Function | None = None


Layer = (
    Sum | Identity | Clamp | Affine | Convolution | Deconvolution | Linear | Joined | Recurrent
    | QuantizedLayer | QuantizedAffine
)  # fmt: skip
_Kind = TypeVar(
    "_Kind", Sum, Identity, Clamp, Affine, Convolution, Deconvolution, Linear, Joined, Recurrent, QuantizedLayer,
    QuantizedAffine,
)  # fmt: skip


class Traits(StorageTraits):
    """The traits of an operator. Each is a keyword of ``@op``; a rule is also a decorator: ``@relu6.layer``."""

    # -- what is the same for all attributes ------------------------------------------------------------------------

    #: MXNet 1.9.1 has no such operator, so nothing can be compared with it
    extension: bool = False
    #: False where graphs that ask for a gradient are refused, as in 1.9.1
    differentiable: bool = True
    #: results may share memory with inputs, and nothing else does: imperative calls copy them
    view: bool = False
    #: how mixed precision treats the inputs, one for float16 and one for bfloat16 if they differ; None: the operator
    #: does not occur in MXNet's lists, and is left alone, as are those of the NumPy interface
    amp: Cast | tuple[Cast | None, Cast | None] | None = ("any", "full")
    #: what else mixed precision has to know: an attribute and its values with which the operator needs float32;
    #: ``scaled``: it makes its own gradient, to be multiplied by the scale of the loss (``grad_scale``); ``cast``: it
    #: is a cast that mixed precision puts into graphs, which saving may leave out
    amp_exception: tuple[str, tuple[str, ...]] | Literal["scaled", "cast"] | None = None
    #: by input, the ``__init__`` attribute of the variable that is created for it
    initial: Mapping[str, str] = {}
    #: what 1.9.1 calls by the operator's names: its monitor the only ``input`` (``input0`` for others) and the
    #: ``gradients`` of the inputs (numbered for others; none with ``head``, as they are the head gradient), its mixed
    #: precision the ``outputs`` (``fc1_output``; ``exp0_0`` for others)
    full_names: Sequence[Literal["input", "outputs", "gradients", "head"]] = ()

    # -- gradients --------------------------------------------------------------------------------------------------

    loss = Rule(
        False,
        """Whether the gradient needs no head gradient. Option ``prediction``: ``(F, data, p, name)`` gives what it
        computes in prediction, without its label. ``F`` are the functions of symbols, ``name`` is for the last
        node.""",
        prediction=None,
    )
    blocks = Rule(False, "Whether the gradient is zero whatever the head gradient.")
    read_only = Rule[tuple[int, ...]](
        (),
        "The inputs, by position, that are indices, lengths or conditions, or of which only the shape is read: PyTorch "
        "finds no way back to them.",
    )
    vjp = Rule[Any](
        None,
        """Write the gradient into a backward graph: ``rule(b, call, p, grads)``. ``b`` is the graph
        (:class:`mxnet.graph.autodiff.Backward`), ``call`` the operator's call in the forward graph, ``grads`` the
        gradients of its outputs by number. Option ``when``: with these attributes alone.""",
        when=True,
    )

    # -- what graphs may do with it ---------------------------------------------------------------------------------

    negated = Rule[Negated | None](None, "What graphs call in place of the operator and a product with -1 behind it.")
    averaged = Rule[Function | None](
        None,
        "``axes(ndim)``: it is a mean over these axes (None: all) of an array of so many, which its result lacks.",
    )
    stochastic = Rule(
        False,
        '``(attributes, is_train)``: whether a run moves a random generator on; "device": alone that of the device, by '
        "kernels that CUDA graphs replay.",
    )
    host_sync = Rule[HostSync | None](
        None,
        "Why a call copies between the processor and a GPU, or waits for one; None: it does neither; 'kept': it copies "
        "a table, which is kept for the next call.",
    )
    overwritable = Rule(
        False,
        """Whether the first output is memory of its own that the gradient does not look at, so that what takes it may
        write over it. Option ``inplace``: of the attributes, by input, the function of all inputs that writes the
        result over that one. Values and gradients are the operator's, for inputs that nothing else needs.""",
        inplace=None,
    )
    layer = Rule[Layer | None](
        None, "What it computes outside of training, for graphs that fuse it or keep its weights packed."
    )
    attention = Rule[AttentionPart | None](
        None,
        "What it does in attention. Option ``weights``: it is a softmax, which the search begins at.",
        weights=False,
    )
    traceable = Rule[Traceable | Literal["opaque"] | None](
        None,
        """``(attributes, is_train, number)``: what a compiler calls in the operator's place; ``number`` differs from
        call to call of one graph. ``opaque``: the operator as it is.""",
    )

    specialized = Rule[Function | None](
        None,
        """The operator with these attributes as a function of its inputs alone, for eager calls and graphs.

        It does not read attributes, which takes less time. Of any tensors it gives the same, gradients included, and
        raises where the operator does, which is then asked what is wrong.""",
    )

    # -- eager calls ------------------------------------------------------------------------------------------------

    fast_path = Rule[Function | None](
        None,
        """The PyTorch function that computes the operator with these attributes.

        Imperative calls of floating-point tensors take it where nothing is recorded (and, for operators that know
        ``is_train``, only in prediction). It returns new tensors, never its inputs or views of them. What an operator
        checks is left to PyTorch where that is as strict: after an error (``UseOperator``, for one) the operator itself
        is asked. Option ``records``: PyTorch differentiates it as it does the operator, so that recorded calls take it
        too. Option ``one_type``: only inputs of one type take it.""",
        records=False,
        one_type=False,
    )

    # -- MXNet's fusing and quantizing ------------------------------------------------------------------------------

    fusing = Rule(UNFUSED, "What MXNet's graph backends do with it.")
    quantized = Rule[Quantized | None](None, "What takes its place in quantized graphs.")

    # -- other languages --------------------------------------------------------------------------------------------

    onnx = Rule[Any](
        None,
        """Write the operator, in prediction, with those of ONNX: ``rule(g, p, *inputs)``. ``g`` writes nodes
        (:class:`mxnet.onnx.mx2onnx.writer.Writer`), the inputs are values of that graph; it returns the value of the
        output, or those of several, of which hidden ones may be missing at the end. Option ``reads``: it looks at so
        many of the first inputs alone, as losses do, which need no labels then.""",
        reads=None,
    )
    source = Rule[str | None](
        None,
        """Write the operator, in prediction, as PyTorch source: see :mod:`mxnet.ops.to_source`. Option ``reads``: which
        inputs it looks at.""",
        reads=None,
    )

    def __init__(self, **facts: Any) -> None:
        super().__init__()
        for name, fact in facts.items():
            declared = getattr(type(self), name, None)
            if isinstance(declared, Rule):
                getattr(self, name)(fact)
            elif name in Traits.__annotations__:
                setattr(self, name, fact)
            else:
                raise TypeError(f"operators have no trait {name!r}")

    def is_relu(self, params: Params) -> bool:
        """Return whether the operator is ``max(x, 0)``."""
        return self.layer.of(params) == Clamp(0, None)

    def layer_of(self, kind: type[_Kind], params: Params) -> _Kind | None:
        """Return what it computes outside of training, if that is of a kind."""
        result = self.layer.of(params)
        return result if isinstance(result, kind) else None

    def amp_cast(self, dtype: str) -> Cast | None:
        """Return what mixed precision with ``dtype``, float16 or bfloat16, does with the inputs; None: nothing."""
        if self.extension:
            return None
        return self.amp[dtype == "bfloat16"] if isinstance(self.amp, tuple) else self.amp
