"""What PyTorch does not document is used in one file, tried before it is used, and never needed."""

import ast
import contextlib
import logging
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import ClassVar

import mxnet
import pytest
import torch
from mxnet.core import torch_compat
from mxnet.core.torch_compat import PRIVATE, Private
from torch._subclasses import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode

SOURCES = Path(mxnet.__file__).parent
NAMES = sorted(PRIVATE)
#: where there is no documented way to know, and the answer is the careful one
CAREFUL = {
    "are_alone", "attention_inputs", "backward_task", "batch_norm_inputs", "call_after_backward", "empty_if_unheld",
    "greeted", "may_be_view", "post_accumulate_hooks", "profiler_enabled", "tensor_users", "version",
}  # fmt: skip
#: attributes that begin with an underscore, and are not PyTorch's
OTHERS = {"_current_frames", "_obj", "_at_fork_reinit", "_internal", "_exit", "_asdict"}
#: PyTorch's, of names that we give to attributes of our own too
SHARED = re.compile(r"\b(?!self\b)\w+\._(version|base)\b")


@pytest.fixture(autouse=True)
def _free_choice(monkeypatch):
    """Choose as in a process that is not told to take the documented functions."""
    monkeypatch.delenv(torch_compat.VARIABLE, raising=False)


@pytest.mark.parametrize("name", NAMES)
def test_this_release_has_the_name_and_it_is_right(name):
    private = PRIVATE[name]
    assert private.matches_fallback(private.resolve())


@pytest.mark.parametrize("name", sorted(set(NAMES) - CAREFUL))
def test_the_documented_way_passes_the_same_probe(name):
    private = PRIVATE[name]
    assert private.matches_fallback(private.fallback)


@pytest.mark.parametrize("name", ["backward_task", "call_after_backward"])
def test_the_first_call_may_come_from_a_backward_pass(name):
    """Which is where these are called from."""
    private, results, leaf = PRIVATE[name], [], torch.ones(1, requires_grad=True)

    def hook(grad):
        with torch.enable_grad():
            results.append(private.matches_fallback(private.resolve()))

    product = leaf * 2
    product.register_hook(hook)
    product.backward()
    assert results == [True]


def test_where_there_is_no_knowing_the_answer_is_the_careful_one():
    t = torch.ones(2)
    documented = {name: PRIVATE[name].fallback for name in CAREFUL}
    assert documented["may_be_view"](t)
    assert documented["backward_task"]() is None
    assert documented["profiler_enabled"]()
    assert documented["version"](t) is None
    assert documented["post_accumulate_hooks"](t) is None
    assert documented["are_alone"]([t]) == [False]


def test_a_callback_comes_at_the_end_of_a_backward_pass_of_ours():
    seen = []
    PRIVATE["call_after_backward"].fallback(lambda: seen.append(1))
    assert not seen
    torch_compat.end_backward()
    torch_compat.end_backward()
    assert seen == [1]


def _private(monkeypatch, path, **kwargs):
    """Return an undocumented name of the tests' own: to double a number."""
    monkeypatch.setattr(torch_compat, "doubled", None, raising=False)
    monkeypatch.setitem(PRIVATE, "doubled", None)
    result = Private(path, None, lambda: [(torch.ones(2), {})])

    def doubled(x):
        return x + x

    result(doubled)
    return result


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("no.such.name", "AttributeError"),
        (lambda: lambda x: x * 3, "other results"),
        (lambda: lambda x: 1 / 0, "ZeroDivisionError"),
    ],
)
def test_a_missing_wrong_or_failing_function_is_replaced_and_the_log_says_so_once(monkeypatch, caplog, path, reason):
    private = _private(monkeypatch, path)
    with caplog.at_level(logging.WARNING, torch_compat.__name__):
        for _ in range(2):
            assert private.choose() is private.fallback
    assert [reason in record.message and "doubled" in record.message for record in caplog.records] == [True]


def test_a_right_function_is_called_itself(monkeypatch):
    def right(x):
        return 2 * x

    assert _private(monkeypatch, lambda: right).choose() is right
    assert torch_compat.doubled is right


def _noting():
    """Return a mode that notes what is computed in it."""

    class Noted(TorchDispatchMode):
        seen: ClassVar[list] = []

        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            self.seen.append(function)
            return function(*args, **(kwargs or {}))

    return Noted()


MODES = {
    "nothing": contextlib.nullcontext,
    "no_grad": torch.no_grad,
    "inference_mode": torch.inference_mode,
    "autocast": lambda: torch.autocast("cpu", torch.bfloat16),
    "device": lambda: torch.device("meta"),
    "saved_tensors_hooks": lambda: torch.autograd.graph.saved_tensors_hooks(_refuse, _refuse),
    "fake tensors": FakeTensorMode,
    "dispatch": _noting,
}


def _refuse(value):
    raise AssertionError("a probe's tensor was shown")


@pytest.mark.parametrize("mode", MODES)
def test_a_probe_does_not_see_the_modes_of_the_caller(monkeypatch, mode):
    seen = []

    def twice(x):
        x = x.clone().requires_grad_()
        (gradient,) = torch.autograd.grad((x @ x).exp(), x)
        seen.append((torch.is_inference_mode_enabled(), x.device.type, (x @ x).dtype, len(gradient), type(gradient)))
        return x.detach() * 2

    with MODES[mode]() as entered:
        assert _private(monkeypatch, lambda: twice).choose() is twice
    assert seen == [(False, "cpu", torch.float32, 2, torch.Tensor)]
    assert not getattr(entered, "seen", None)


def test_a_probe_does_not_see_the_transform_of_the_caller(monkeypatch):
    def call(x):
        assert _private(monkeypatch, lambda: lambda x: 2 * x).choose() is not None
        return x * 2

    assert torch.func.grad(lambda x: call(x).sum())(torch.ones(3)).tolist() == [2, 2, 2]
    assert torch.vmap(call)(torch.ones(3)).tolist() == [2, 2, 2]


@pytest.mark.parametrize("mode", ["nothing", "no_grad", "inference_mode"])
def test_a_probe_starts_a_thread_only_apart_from_modes(monkeypatch, mode):
    threads = []

    def twice(x):
        threads.append(threading.current_thread() is threading.main_thread())
        return x * 2

    with MODES[mode]():
        assert _private(monkeypatch, lambda: twice).choose() is twice
    assert threads == [mode != "inference_mode"]


@pytest.mark.parametrize(
    ("wish", "taken"),
    [("1", True), ("doubled", True), ("TRUE", True), ("det", False), ("0", False), ("False", False), (" ", False)],
)
def test_fallbacks_are_asked_for_by_name(monkeypatch, wish, taken):
    monkeypatch.setenv(torch_compat.VARIABLE, wish)
    private = _private(monkeypatch, lambda: lambda x: 2 * x)
    assert (private.choose() is private.fallback) is taken


def test_an_unknown_name_is_refused(monkeypatch):
    private = _private(monkeypatch, lambda: lambda x: 2 * x)
    monkeypatch.setenv(torch_compat.VARIABLE, "det,nonsense")
    with pytest.raises(ValueError, match=r"MXNET_TORCH_FALLBACKS: expected 0, 1 or some of .*; got nonsense"):
        private.choose()


# -- nobody else -----------------------------------------------------------------------------------------------


def _trees():
    return {f: ast.parse(f.read_text()) for f in sorted(SOURCES.rglob("*.py"))}


def _own_names(trees):
    """Return the names that the package defines itself."""
    own = set(OTHERS)
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                own.add(node.name)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                own.add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                own.add(node.id)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                own.add(node.value)  # slots
    return own


_UNDOCUMENTED = re.compile(
    r"^torch\.(\w+\.)*_(?!_)|^torch\.ops\.(?!remx\b)|^torch\.native_|^torch\.(batch_norm|embedding|lstm|gru|rnn_\w+)$"
)


def _violations(tree, own):
    mine = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            text = ast.unparse(node)
            if _UNDOCUMENTED.search(text) or (SHARED.fullmatch(text) and node.attr not in mine):
                yield text
            elif re.match("_(?!_)", node.attr) and node.attr not in own and not re.search(r"\b_internal\.", text):
                yield text  # _internal: operators of MXNet's
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "torch":
            yield from (n for n in (*node.module.split("."), *(a.name for a in node.names)) if n.startswith("_"))
        elif isinstance(node, ast.Import):
            yield from (a.name for a in node.names if re.match(r"torch\..*\b_", a.name))


def test_no_other_file_uses_what_pytorch_does_not_document():
    trees = _trees()
    own = _own_names(trees)
    result = [
        f"{file.relative_to(SOURCES)}: {item}"
        for file, tree in trees.items()
        if file.parent.name != "torch_compat"
        for item in _violations(tree, own)
    ]
    assert not result


@pytest.mark.parametrize(
    "text",
    ["torch._fused_sgd_", "torch.ops.aten.relu", "t._is_view()", "t._version", "torch._C._x", "torch.native_norm",
     "from torch import _VF", "from torch._utils import a", "import torch._inductor"],
)  # fmt: skip
def test_such_names_are_found(text):
    assert list(_violations(ast.parse(text), set()))


@pytest.mark.parametrize("text", ["torch.conv2d", "torch.__version__", "torch.ops.remx.kept", "self._version", "a.b"])
def test_other_names_are_not_found(text):
    assert not list(_violations(ast.parse(text), {"_version"}))


# -- without any of them -----------------------------------------------------------------------------------------


@pytest.mark.timeout(400)
def test_a_representative_part_of_the_suite_passes_without_any_of_them():
    tests = Path(__file__).parents[1]
    chosen = [
        "executor/test_monitor_gradients.py", "graph/test_autodiff.py", "graph/passes/test_fuse_convolution.py",
        "ops/test_norm.py", "ops/test_pool.py", "optimizer/test_together.py", "profiler/test_profiler_extensions.py",
    ]  # fmt: skip
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist",
         *(str(tests / item) for item in chosen)],
        env={**os.environ, torch_compat.VARIABLE: "1"}, capture_output=True, text=True, timeout=360, check=False,
        cwd=tests.parent,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-3000:]
