"""PyTorch's compilers."""

import os
import shutil
from collections.abc import Callable, Mapping
from typing import Any

import torch

from ..interruptions import attempt
from .choice import private


def _while_loop() -> Any:
    from torch._higher_order_ops.while_loop import while_loop

    return lambda condition, body, state, max_iterations: while_loop(condition, body, state)


@private(_while_loop, probe=callable)
def while_loop(
    condition: Callable[..., torch.Tensor],
    body: Callable[..., tuple[torch.Tensor, ...]],
    state: tuple[torch.Tensor, ...],
    max_iterations: int,
) -> tuple[torch.Tensor, ...]:
    """Repeat ``state = body(*state)`` while the condition holds, ``max_iterations`` times at most.

    After that the body must change nothing: programs of ``torch.export`` do it ``max_iterations`` times.
    """
    for _ in range(max_iterations):
        if not torch.compiler.is_exporting() and not condition(*state):
            break
        state = body(*state)
    return state


def _cpp_compiler() -> Any:
    from torch._inductor import config, cpp_builder

    def find() -> tuple[bool, list[str]]:
        tried = config.cpp.cxx if isinstance(config.cpp.cxx, (tuple, list)) else [config.cpp.cxx]
        names = [str(item) for item in tried if item]
        return attempt(cpp_builder.get_cpp_compiler, Exception) is not None, names

    return find


@private(_cpp_compiler, probe=lambda f: len(f()) == 2)
def find_cpp_compiler() -> tuple[bool, list[str]]:
    """Return whether there is the C++ compiler that inductor needs, and the names it was looked for by."""
    names = [os.environ["CXX"]] if os.environ.get("CXX") else ["g++", "clang++"]
    return any(shutil.which(name) for name in names), names


def write_compiled(exported: Any, path: str, options: Mapping[str, Any], about: Mapping[str, str]) -> None:
    """Compile what ``torch.export`` gave by AOTInductor into one file, with texts ``about`` it."""
    from torch._inductor import aoti_compile_and_package

    key = "aot_inductor.metadata"
    configs = {**options, key: {**options.get(key, {}), **about}}
    aoti_compile_and_package(exported, package_path=path, inductor_configs=configs)


def read_compiled(path: str) -> tuple[Callable[..., Any], dict[str, str]]:
    """Return the function in a file of :func:`write_compiled`, and the texts about it."""
    from torch._inductor import aoti_load_package

    function = aoti_load_package(path)
    return function, function.get_metadata()
