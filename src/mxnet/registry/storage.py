"""Which storages of arrays an operator takes and gives: dense ("default"), row_sparse, csr."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.naming import name_rule
from .rule_class import Rule

if TYPE_CHECKING:
    from .op import Params

Function = Callable[..., Any]


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
    #: writes the gradients, those of variables in row-sparse storage as rows, into a backward graph as
    #: :attr:`.Traits.vjp` does; None: PyTorch differentiates
    vjp: Function | None


class StorageTraits:
    """What operators say about sparse arrays."""

    name: str

    storages = Rule[Sequence[str]](
        (),
        """``(attributes, inputs' storages)``: the outputs' storages where no form fits; without an answer dense. Option
        ``gradients``: the same for the storages of the inputs' gradients, whatever the head gradient; None: the
        form's.""",
        gradients=None,
    )

    def __init__(self) -> None:
        self.sparse_forms: list[SparseForm] = []

    @property
    def makes_sparse(self) -> bool:
        """Whether, with some attributes, dense inputs alone give a result in sparse storage."""
        return bool(self.storages) or any(
            all("default" in storage.split("|") for storage in form.inputs) and set(form.outputs) - {"default"}
            for form in self.sparse_forms
        )

    def sparse(
        self,
        inputs: str,
        outputs: str,
        *,
        when: Callable[[Params], bool] | None = None,
        records: bool | str = False,
        states: Sequence[str] = (),
        gradients: str | None = None,
        vjp: Function | None = None,
    ) -> Callable[[Function], Function]:
        """Decorate ``call(p, *inputs)``, what computes one combination of storages (see :class:`SparseForm`).

        ``inputs`` and ``outputs`` name the storages in order: ``"csr default"``. An input may be of several:
        ``"default|row_sparse"``; one alone stands for all inputs. The first form that fits is taken.
        """

        def add(call: Function) -> Function:
            kinds = None if gradients is None else tuple(gradients.split())
            storages = tuple(inputs.split()), tuple(outputs.split())
            self.sparse_forms.append(SparseForm(*storages, call, when, records, tuple(states), kinds, vjp))
            return name_rule(call, f"{self.name}.sparse")

        return add

    def sparse_form(self, params: Params, storages: Sequence[str]) -> SparseForm | None:
        """Return the form for inputs in these storages (those left out are not named), None where there is none."""
        for form in self.sparse_forms:
            expected = form.inputs * len(storages) if len(form.inputs) == 1 else form.inputs
            if len(expected) == len(storages) and (form.when is None or form.when(params)):
                for want, have in zip(expected, storages, strict=True):
                    if want != have and have not in want.split("|"):
                        break
                else:
                    return form
        return None

    def output_storages(self, params: Params, storages: Sequence[str], count: int) -> tuple[Sequence[str], bool]:
        """Return the storages of ``count`` outputs, and whether sparse inputs have to be converted to dense."""
        form = self.sparse_form(params, storages)
        if form is not None:
            return (*form.outputs, *["default"] * (count - len(form.outputs))), False
        if self.storages:
            outputs = self.storages.of(params, storages)
            return outputs, any(item != "default" for item in (*storages, *outputs))
        return ("default",) * count, any(storage != "default" for storage in storages)

    def gradient_storages(self, params: Params, storages: Sequence[str], heads: Sequence[str]) -> Sequence[str]:
        """Return the storages of the inputs' gradients, the head gradients being in storages ``heads``."""
        of_gradients = self.storages.options["gradients"]
        by_rule: Sequence[str] | None = None if of_gradients is None else of_gradients(params, storages)
        if by_rule is not None:
            return by_rule
        form = self.sparse_form(params, storages)
        if form is None or form.gradients is None or tuple(heads[: len(form.outputs)]) != form.outputs:
            return ("default",) * len(storages)
        return form.gradients * len(storages) if len(form.gradients) == 1 else form.gradients

    def sparse_of_dense(self, params: Params) -> bool:
        """Return whether dense inputs give a result in sparse storage."""
        count = max((len(form.inputs) for form in self.sparse_forms), default=1)
        return self.output_storages(params, ("default",) * count, 1)[0][0] != "default"
