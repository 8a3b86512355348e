"""Traits: what an operator declares about itself, so that no other code depends on its name.

A trait that depends on the attributes is a rule, a function of them. ``tests/ops/test_traits.py`` tries every claim on
every sample.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from .op import Params

Function = Callable[..., Any]
#: what mixed precision does with the inputs of an operator: ``low`` casts them to half precision, ``full`` to float32,
#: ``widest`` to the widest type among them, ``any`` leaves them
Cast = Literal["low", "full", "widest", "any"]


class Convolution(NamedTuple):
    """The geometry of a two-dimensional convolution of ``(data, weight[, bias])``, one number for each axis."""

    pad: tuple[int, int]
    stride: tuple[int, int]
    dilation: tuple[int, int]
    groups: int


class Linear(NamedTuple):
    """A fully connected layer of ``(data, weight[, bias])``: ``data @ weight.T + bias``, weights ``(filters, width)``.

    With ``flatten`` the data ``(N, ...)`` are taken as ``(N, width)``; else their last axis is the width.
    """

    filters: int
    flatten: bool


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
    #: whether the form exists for these attributes
    when: Callable[[Params], bool] | None = None
    #: whether the output is int32, to be requantized
    sums: bool = False
    #: whether the operator itself asks for the range of its output
    calibrated: bool = False
    #: whether inputs are quantized with a shift, and outputs are floats
    shifted: bool = False
    #: further attributes: ``attrs(channel_wise)``
    attrs: Callable[[bool], Mapping[str, str]] | None = None


class QuantizedAffine(NamedTuple):
    """A quantized operator that gives ``data * scale + shift`` along axis 1, as int8."""

    #: ``affine(*parameters)`` gives scale and shift; the parameters are the inputs between the data and its range
    affine: Function
    #: the minimum and maximum of the result
    ends: tuple[float, float]


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


class SparseForm(NamedTuple):
    """One combination of storages that an operator computes without making its inputs dense.

    ``call(p, *inputs)`` takes dense tensors and values of :mod:`mxnet.kernels.sparse`, as ``inputs`` says, and returns
    the same kinds, as ``outputs`` says (nothing: what it returns tells); what comes after the outputs are new values
    of the inputs ``states``.
    """

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    call: Function
    when: Callable[[Params], bool] | None
    #: whether it serves recorded calls though a sparse input gets a gradient: True, False (dense arrays are made), or
    #: ``"rows"``, unless that input is csr
    records: bool | str
    states: tuple[str, ...]
    #: the storages of the inputs' gradients, where the head gradients are in the outputs' storages; None: all dense
    gradients: tuple[str, ...] | None


class Traits:
    """The traits of an operator; the keywords are those of ``@op``.

    ``own``: MXNet 1.9.1 has no such operator, so nothing can be compared with it.
    ``loss``: the gradient needs no head gradient. ``blocks``: the gradient is zero.
    ``differentiable``: False where graphs that ask for a gradient are refused, as in 1.9.1.
    ``view``: results may share memory with inputs, and nothing else does: imperative calls copy them.
    ``stochastic``: it draws from the generators in ``core/rng.py``; a rule ``(attributes, is_train)`` says when.
    ``identity``: outside of training the first output is a copy of the first input.
    ``overwritable``: the first output is memory of its own that the gradient does not look at, so that what takes it
    may write over it. ``is_sum``: the sum of two arrays. ``opaque``: compilers call it as it is.
    ``trains_states``: the auxiliary states change in training only.
    ``channels_last``: the first input is ``(N, C, H, W)``, and best with the channels innermost in memory.
    ``is_amp_cast``: a cast that mixed precision puts into graphs, which saving may leave out.
    ``amp``: how mixed precision treats the inputs (:data:`Cast`), one for float16 and one for bfloat16 if they differ;
    None: the operator does not occur in MXNet's lists, and is left alone, as are those of the NumPy interface.
    ``amp_full_when``: an attribute and its values with which the operator needs float32.
    ``amp_scaled``: the operator makes its own gradient, to be multiplied by the scale of the loss (``grad_scale``).
    ``initial``: by input, the ``__init__`` attribute of the variable that is made for it.
    ``named_input``, ``named_gradients``, ``passes_gradient``: how 1.9.1's monitor calls the only input (``input0`` for
    others), the gradients of the inputs (numbered for others), and that it shows none, as they are the head gradient.
    """

    def __init__(
        self,
        *,
        own: bool = False,
        loss: bool | Callable[[Params], bool] = False,
        blocks: bool | Callable[[Params], bool] = False,
        differentiable: bool = True,
        view: bool = False,
        stochastic: bool | Callable[[Params, bool], bool] = False,
        identity: bool | Callable[[Params], bool] = False,
        overwritable: bool | Callable[[Params], bool] = False,
        is_sum: bool = False,
        is_amp_cast: bool = False,
        amp: Cast | tuple[Cast | None, Cast | None] | None = ("any", "full"),
        amp_full_when: tuple[str, tuple[str, ...]] | None = None,
        amp_scaled: bool = False,
        opaque: bool = False,
        trains_states: bool = False,
        channels_last: bool | Callable[[Params], bool] = False,
        initial: Mapping[str, str] | None = None,
        named_input: bool = False,
        named_gradients: bool = False,
        passes_gradient: bool = False,
    ) -> None:
        self.own = own
        self._loss, self._blocks = loss, blocks
        self.differentiable = differentiable
        self.view = view
        self._stochastic = stochastic
        #: whether it draws random numbers with some attributes
        self.stochastic: bool = bool(stochastic)
        self._identity, self._overwritable, self._channels_last = identity, overwritable, channels_last
        self.is_sum, self.is_amp_cast = is_sum, is_amp_cast
        self.amp: Cast | tuple[Cast | None, Cast | None] | None = amp
        self.amp_full_when, self.amp_scaled = amp_full_when, amp_scaled
        self.opaque = opaque
        self.trains_states = trains_states
        self.initial: Mapping[str, str] = initial or {}
        self.named_input, self.named_gradients, self.passes_gradient = named_input, named_gradients, passes_gradient
        self._clamp: Callable[[Params], tuple[float | None, float | None] | None] | None = None
        self._inplace: Callable[[Params], Sequence[Function]] | None = None
        self._affine: Callable[[Params], Function | None] | None = None
        self._convolution: Callable[[Params], Convolution | None] | None = None
        self._quantized_affine: Callable[[Params], QuantizedAffine | None] | None = None
        self._linear: Callable[[Params], Linear | None] | None = None
        self._lstm: Callable[[Params], LSTM | None] | None = None
        self._traceable: Callable[[Params, bool, int], Traceable | None] | None = None
        #: writes the operator with those of ONNX, and how many of its first inputs that reads (None: all)
        self.onnx_rule: Function | None = None
        self.onnx_reads: int | None = None
        #: the operator that fuses it with what is behind it, and when
        self.fused: tuple[str, Callable[[Params], bool]] | None = None
        #: when such an operator takes it along: ``rule(attributes, of_convolution, is_quantized)``
        self.fusible: Callable[[Params, bool, bool], bool] | None = None
        #: whether it takes normalization and sums along, too
        self.fuses_sums = False
        #: whether MXNet gives all its quantized inputs one range: concatenation, and pooling before one
        self.joins_ranges = False
        #: with which attributes MXNet's graph backends leave it out behind an operator
        self.fused_away: Callable[[Params], bool] | None = None
        #: whether, in quantized graphs, it requantizes its result to the calibrated range, or dequantizes it, by itself
        self.requantizes = False
        #: the number of the input whose memory its first result, which is new memory else, can be in: what graphs call
        #: takes ``owned=True`` where that input is donated
        self.donated_input: Callable[[Params], int | None] | None = None
        #: what takes its place in quantized graphs
        self.quantized: Quantized | None = None
        #: see :meth:`source`
        self.source_rule: Function | None = None
        self.source_reads: Callable[[Sequence[str | None]], Sequence[int]] | None = None
        self._vjp: Function | None = None
        self._vjp_when: bool | Callable[[Params], bool] = False
        self._sparse_forms: list[SparseForm] = []
        self._fallback_storage: Callable[[Params, Sequence[str]], Sequence[str]] | None = None
        self._gradient_storages: Callable[[Params, Sequence[str]], Sequence[str] | None] | None = None
        #: whether, with some attributes, gradients of dense arrays are sparse
        self.has_sparse_gradients: bool = False
        #: whether, with some attributes, dense inputs alone give a result in sparse storage
        self.makes_sparse: bool = False
        #: makes of the attributes what :meth:`fast_path` says
        self.fast_path_rule: Callable[[Params], Function | None] | None = None
        #: whether it serves recorded calls too
        self.fast_path_records: bool = False

    # -- questions ------------------------------------------------------------------------------------------------

    def is_loss(self, params: Params) -> bool:
        """Return whether the gradient needs no head gradient."""
        return _holds(self._loss, params)

    def blocks_gradient(self, params: Params) -> bool:
        """Return whether the gradient is zero whatever the head gradient."""
        return _holds(self._blocks, params)

    def is_stochastic(self, params: Params, is_train: bool) -> bool:
        """Return whether a run moves a random generator on."""
        return self._stochastic(params, is_train) if callable(self._stochastic) else self._stochastic

    def is_identity(self, params: Params) -> bool:
        """Return whether the first output is, outside of training, a copy of the first input."""
        return _holds(self._identity, params)

    def is_overwritable(self, params: Params) -> bool:
        """Return whether the first output may be written over by what takes it."""
        return _holds(self._overwritable, params)

    def wants_channels_last(self, params: Params) -> bool:
        """Return whether the first input is best with its channels innermost in memory."""
        return _holds(self._channels_last, params)

    def clamp_of(self, params: Params) -> tuple[float | None, float | None] | None:
        """Return the bounds of an operator that is ``min(max(x, low), high)``, None for others."""
        return None if self._clamp is None else self._clamp(params)

    def is_relu(self, params: Params) -> bool:
        """Return whether the operator is ``max(x, 0)``."""
        return self.clamp_of(params) == (0, None)

    def inplace_of(self, params: Params) -> Sequence[Function]:
        """Return, by input, the function of all inputs that writes the result over that one."""
        return () if self._inplace is None else self._inplace(params)

    def affine_of(self, params: Params) -> Function | None:
        """Return what makes scale and shift of the inputs after the first, None where the operator is not affine."""
        return None if self._affine is None else self._affine(params)

    def quantized_affine_of(self, params: Params) -> QuantizedAffine | None:
        """Return the affine function that a quantized operator computes, None for others."""
        return None if self._quantized_affine is None else self._quantized_affine(params)

    def convolution_of(self, params: Params) -> Convolution | None:
        """Return the geometry of a two-dimensional convolution, None for what is none."""
        return None if self._convolution is None else self._convolution(params)

    def linear_of(self, params: Params) -> Linear | None:
        """Return what a fully connected layer does, None for what is none."""
        return None if self._linear is None else self._linear(params)

    def lstm_of(self, params: Params) -> LSTM | None:
        """Return what layers of LSTM do outside of training, None for what is none."""
        return None if self._lstm is None else self._lstm(params)

    def fused_of(self, params: Params) -> str | None:
        """Return the name of the operator that fuses a layer with what is behind it, None for what is no such layer."""
        return self.fused[0] if self.fused is not None and self.fused[1](params) else None

    def fuses(self, params: Params, of_convolution: bool, is_quantized: bool) -> bool:
        """Return whether a layer takes the operator along as its activation."""
        return self.fusible is not None and self.fusible(params, of_convolution, is_quantized)

    def quantized_of(self, params: Params) -> Quantized | None:
        """Return what takes the operator's place in quantized graphs, None where there is nothing."""
        form = self.quantized
        return form if form is not None and (form.when is None or form.when(params)) else None

    def traceable_of(self, params: Params, is_train: bool, number: int) -> Traceable | None:
        """Return what a compiler calls instead, None where it is the operator itself."""
        return None if self._traceable is None else self._traceable(params, is_train, number)

    def amp_cast(self, dtype: str) -> Cast | None:
        """Return what mixed precision with ``dtype``, float16 or bfloat16, does with the inputs; None: nothing."""
        if self.own:
            return None
        return self.amp[dtype == "bfloat16"] if isinstance(self.amp, tuple) else self.amp

    def vjp_of(self, params: Params) -> Function | None:
        """Return the rule that writes the gradient down, None where PyTorch has to find it."""
        return self._vjp if self._vjp is not None and _holds(self._vjp_when, params) else None

    def sparse_form(self, params: Params, storages: Sequence[str]) -> SparseForm | None:
        """Return the form for inputs in these storages (those left out are not named), None where there is none."""
        for form in self._sparse_forms:
            wanted = form.inputs * len(storages) if len(form.inputs) == 1 else form.inputs
            if len(wanted) == len(storages) and (form.when is None or form.when(params)):
                for want, have in zip(wanted, storages, strict=True):
                    if want != have and have not in want.split("|"):
                        break
                else:
                    return form
        return None

    def output_storages(self, params: Params, storages: Sequence[str], number: int) -> tuple[Sequence[str], bool]:
        """Return the storages of so many outputs, and whether dense arrays have to be made of sparse inputs."""
        form = self.sparse_form(params, storages)
        if form is not None:
            return (*form.outputs, *["default"] * (number - len(form.outputs))), False
        if self._fallback_storage is not None:
            outputs = self._fallback_storage(params, storages)
            return outputs, any(each != "default" for each in (*storages, *outputs))
        return ("default",) * number, any(each != "default" for each in storages)

    def gradient_storages(self, params: Params, storages: Sequence[str], heads: Sequence[str]) -> Sequence[str]:
        """Return the storages of the inputs' gradients, the head gradients being in storages ``heads``."""
        by_rule = None if self._gradient_storages is None else self._gradient_storages(params, storages)
        if by_rule is not None:
            return by_rule
        form = self.sparse_form(params, storages)
        if form is None or form.gradients is None or tuple(heads[: len(form.outputs)]) != form.outputs:
            return ("default",) * len(storages)
        return form.gradients * len(storages) if len(form.gradients) == 1 else form.gradients

    def sparse_of_dense(self, params: Params) -> bool:
        """Return whether dense inputs give a result in sparse storage."""
        count = max((len(form.inputs) for form in self._sparse_forms), default=1)
        return self.output_storages(params, ("default",) * count, 1)[0][0] != "default"

    # -- decorators -------------------------------------------------------------------------------------------------

    def clamp(self, rule: Callable[[Params], tuple[float | None, float | None] | None]) -> Any:
        """Decorate the rule that gives the bounds of ``min(max(x, low), high)`` (None: no bound), or None."""
        self._clamp = rule
        return rule

    def inplace(self, rule: Callable[[Params], Sequence[Function]]) -> Any:
        """Decorate the rule that gives, by input, the function which writes the result over that input.

        Values and gradients are the operator's, for inputs that nothing else needs (``overwritable``).
        """
        self._inplace = rule
        return rule

    def affine(self, rule: Callable[[Params], Function | None]) -> Any:
        """Decorate the rule of operators that are, outside of training, ``data * scale + shift`` along axis 1.

        It gives ``f(*parameters) -> (scale, shift)``, the parameters being the inputs after the first, or None.
        """
        self._affine = rule
        return rule

    def quantized_affine(self, rule: Callable[[Params], QuantizedAffine | None]) -> Any:
        """Decorate the rule of quantized operators of ``(data, *parameters, minimum, maximum)`` that compute
        ``data * scale + shift`` along axis 1.
        """
        self._quantized_affine = rule
        return rule

    def convolution(self, rule: Callable[[Params], Convolution | None]) -> Any:
        """Decorate the rule that gives the geometry of a two-dimensional convolution, or None."""
        self._convolution = rule
        return rule

    def linear(self, rule: Callable[[Params], Linear | None]) -> Any:
        """Decorate the rule that says what a fully connected layer does."""
        self._linear = rule
        return rule

    def lstm(self, rule: Callable[[Params], LSTM | None]) -> Any:
        """Decorate the rule that says what layers of LSTM do outside of training."""
        self._lstm = rule
        return rule

    def traceable(self, rule: Callable[[Params, bool, int], Traceable | None]) -> Any:
        """Decorate the rule ``(attributes, is_train, number)`` for what a compiler calls in the operator's place.

        ``number`` differs from call to call of one graph.
        """
        self._traceable = rule
        return rule

    def vjp(self, rule: Function | None = None, *, when: bool | Callable[[Params], bool] = True) -> Any:
        """Decorate the rule that writes the gradient into a backward graph: ``rule(b, call, p, grads)``.

        ``b`` is the graph (:class:`mxnet.graph.autodiff.Backward`), ``call`` the operator's call in the forward
        graph, ``grads`` the gradients of its outputs by number. ``when``: with these attributes alone.
        """
        if rule is None:
            return partial(self.vjp, when=when)
        self._vjp, self._vjp_when = rule, when
        return rule

    def onnx(self, rule: Function | None = None, *, reads: int | None = None) -> Any:
        """Decorate the rule that writes the operator, in prediction, with those of ONNX: ``rule(g, p, *inputs)``.

        ``g`` writes nodes (:class:`mxnet.onnx.mx2onnx.writer.Writer`), the inputs are values of that graph; it returns
        the value of the output, or those of several, of which hidden ones may be missing at the end. ``reads``: it
        looks at so many of the first inputs alone, as losses do, which need no labels then.
        """
        if rule is None:
            return partial(self.onnx, reads=reads)
        self.onnx_rule, self.onnx_reads = rule, reads
        return rule

    def source(self, rule: Function, reads: Callable[[Sequence[str | None]], Sequence[int]] | None = None) -> None:
        """Set the rule that writes the operator, in prediction, as PyTorch source: see :mod:`mxnet.ops.to_source`."""
        self.source_rule, self.source_reads = rule, reads

    def sparse(
        self,
        inputs: str,
        outputs: str,
        *,
        when: Callable[[Params], bool] | None = None,
        records: bool | str = False,
        states: Sequence[str] = (),
        gradients: str | None = None,
    ) -> Callable[[Function], Function]:
        """Decorate ``call(p, *inputs)``, what computes one combination of storages (see :class:`SparseForm`).

        ``inputs`` and ``outputs`` name the storages in order: ``"csr default"``. An input may be of several:
        ``"default|row_sparse"``; one alone stands for all inputs. The first form that fits is taken.
        """

        def add(call: Function) -> Function:
            kinds = None if gradients is None else tuple(gradients.split())
            form = SparseForm(tuple(inputs.split()), tuple(outputs.split()), call, when, records, tuple(states), kinds)
            self._sparse_forms.append(form)
            dense = all("default" in each.split("|") for each in form.inputs)
            self.makes_sparse = self.makes_sparse or (dense and any(each != "default" for each in form.outputs))
            return call

        return add

    def sparse_gradients(self, rule: Callable[[Params, Sequence[str]], Sequence[str] | None]) -> Any:
        """Decorate the rule ``(attributes, inputs' storages)`` for the gradients' storages, whatever the head gradient.

        None: what the form says.
        """
        self._gradient_storages, self.has_sparse_gradients = rule, True
        return rule

    def fallback_storage(self, rule: Callable[[Params, Sequence[str]], Sequence[str]]) -> Any:
        """Decorate the rule that gives the outputs' storages where no form fits; without it they are dense."""
        self._fallback_storage, self.makes_sparse = rule, True
        return rule

    def fast_path(self, rule: Callable[[Params], Function | None] | None = None, *, records: bool = False) -> Any:
        """Decorate the rule that gives, for some attributes, the PyTorch function that computes the operator.

        Imperative calls of floating-point tensors take it where nothing is recorded (and, for operators that know
        ``is_train``, only in prediction). It returns new tensors, never its inputs or views of them. What an operator
        checks is left to PyTorch where that is as strict: after any error (``NotThisWay``, for one) the operator itself
        is asked. ``records``: PyTorch differentiates it as it does the operator, so that recorded calls take it too.
        """
        if rule is None:
            return partial(self.fast_path, records=records)
        self.fast_path_rule, self.fast_path_records = rule, records
        return rule


def _holds(when: bool | Callable[[Params], bool], params: Params) -> bool:
    return when(params) if callable(when) else when
