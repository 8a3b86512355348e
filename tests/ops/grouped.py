"""Tests of samples that run as one test per family: pytest takes longer than most of the calls."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.core import rng
from mxnet.core.scopes import NameManager

from .sample import OpSample

_OF_CASE = ("family", "sample", "dtype")
_TIMEOUT = 600  # seconds for a family; some is usual, a busy machine takes many times that


def by_family(cases: Sequence[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator: a test of ``family``, ``sample`` and ``dtype``, or some of them, is run on ``cases``.

    ``cases`` are what :func:`.calls.params` returns. pytest sees one test per family. Each sample starts with the state
    that a test starts with, all of them run, and those that fail are named. The environment's ``SAMPLES`` takes only
    those whose name contains it.
    """
    families: dict[str, list[Any]] = {}
    for case in cases:
        if os.environ.get("SAMPLES", "") in case.id:
            families.setdefault(case.values[0], []).append(case)

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)
        own = [name for name in _OF_CASE if name in signature.parameters]

        @pytest.mark.timeout(_TIMEOUT)
        @pytest.mark.parametrize("cases", families.values(), ids=families)
        @functools.wraps(test)
        def run(cases: Sequence[Any], **fixtures: Any) -> None:
            errors: list[BaseException] = []
            for case in cases:
                values = dict(zip(_OF_CASE, case.values, strict=True))
                try:
                    with fresh_state(values["sample"]):
                        test(**{name: values[name] for name in own}, **fixtures)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"sample: {case.id}")
                    errors.append(error)
            if len(errors) == 1:
                raise errors[0]
            if errors:
                raise BaseExceptionGroup(f"{len(errors)} of {len(cases)} samples", errors)

        others = [item for name, item in signature.parameters.items() if name not in own]
        cases_parameter = inspect.Parameter("cases", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        run.__signature__ = signature.replace(parameters=[cases_parameter, *others])  # type: ignore[attr-defined]
        return run

    return decorate


@contextmanager
def fresh_state(sample: OpSample) -> Iterator[None]:
    """Start a sample with the seeds and names of a fresh process, and with the shapes of its interface."""
    rng.seed(0)
    np.random.seed(0)
    with NameManager(), mx.util.np_shape(sample.is_np):
        yield
