"""The package as a whole: its versions, and what importing it does and does not."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import mxnet as mx
import pytest
from mxnet.core.conflicting_install import warn_of_mxnet

PACKAGE = Path(mx.__file__).parent

# what a program sees of PyTorch before and after the import, in a process of its own
PROBE = """
import json, sys, torch
def state():
    return [torch.is_grad_enabled(), str(torch.get_default_dtype()), torch.get_num_threads(), torch.initial_seed(),
            torch.are_deterministic_algorithms_enabled(), torch.get_rng_state().sum().item(),
            torch.backends.mkldnn.enabled, str(torch.get_default_device())]
before = state()
import mxnet
mxnet.nd.random.normal(shape=(3,)).asnumpy()
extras = {"matplotlib", "graphviz", "pygraphviz", "onnx", "tensorboard", "scipy", "sklearn"}
print(json.dumps([before, state(), sorted(extras & set(sys.modules))]))
"""


def test_programs_see_1_9_1():
    assert mx.__version__ == "1.9.1"


def test_our_own_version_is_a_release_number():
    assert re.fullmatch(r"\d+\.\d+\.\d+", mx.__remx_version__)


def test_the_package_says_that_it_is_typed():
    assert (PACKAGE / "py.typed").exists()


@pytest.mark.parametrize("installed", ["mxnet-1.9.1.dist-info", "mxnet_cu112-1.9.1.post0.dist-info"])
def test_mxnet_in_the_same_folder_is_told(tmp_path, installed):
    (tmp_path / installed).mkdir()
    with pytest.warns(UserWarning, match=r"pip uninstall -y mxnet\S* remx, then install remx again"):
        warn_of_mxnet(str(tmp_path))


def test_other_packages_in_the_same_folder_are_fine(tmp_path):
    (tmp_path / "mxnet_widgets-notes").mkdir()
    (tmp_path / "remx-0.1.0.dist-info").mkdir()
    warn_of_mxnet(str(tmp_path))


@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        ("__init__.py", "__version__ = '1.9.1'", "__init__.py is Apache MXNet, which was installed over remx"),
        ("__init__.py", "from numpy import bool", "__init__.py is Apache MXNet, which was installed over remx"),
        ("cli.py", "", "files of the package 'mxnet' are missing, as when Apache MXNet is uninstalled"),
    ],
    ids=["MXNet", "MXNet that does not import", "MXNet uninstalled"],
)
@pytest.mark.parametrize("words", [("-m", "remx", "doctor", "--self"), ("-c", "import remx")])
def test_another_package_mxnet_is_told(tmp_path, words, file, text, problem):
    (tmp_path / "remx").symlink_to(PACKAGE.parent / "remx", target_is_directory=True)
    (tmp_path / "mxnet").mkdir()
    (tmp_path / "mxnet" / file).write_text(text)
    (tmp_path / "mxnet_cu112-1.9.1.dist-info").mkdir()
    (tmp_path / "mxnet_cu112-1.9.1.dist-info" / "METADATA").write_text("Name: mxnet-cu112\nVersion: 1.9.1\n")
    (tmp_path / "mxnet_cu112-1.9.1.dist-info" / "top_level.txt").write_text("mxnet\n")
    done = subprocess.run(
        [sys.executable, "-S", *words], env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert problem in done.stderr
    assert "Run: pip uninstall -y mxnet-cu112 remx, then install remx again" in done.stderr


def test_importing_leaves_pytorch_alone_and_extras_unloaded():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROBE],
        env={"PYTHONPATH": str(PACKAGE.parent), "PATH": "", "OMP_NUM_THREADS": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    before, after, extras = json.loads(done.stdout)
    assert after == before
    assert extras == []


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("model", "BatchEndParam Context DataDesc DataParallelExecutorManager FeedForward Uniform cpu get_updater"),
        ("module.module", "BaseModule InitDesc Module Uniform load_checkpoint zeros"),
        ("module.base_module", "BaseModule DataBatch DataDesc"),
        ("rnn", "BucketSentenceIter DataBatch DataDesc DataIter load_checkpoint save_checkpoint"),
        ("initializer", "InitDesc NDArray load"),
        ("monitor", "Monitor NDArray"),
        ("gluon.data.vision.datasets", "MNIST dataset image nd recordio"),
    ],
)
def test_names_that_programs_import_from_elsewhere(module, names):
    found = importlib.import_module(f"mxnet.{module}")
    assert [name for name in names.split() if not hasattr(found, name)] == []


def test_data_sets_are_looked_for_below_mxnet_home(tmp_path):
    program = (
        "import inspect, mxnet as mx\n"
        "for each, name in ((mx.gluon.data.vision.CIFAR10, 'root'), (mx.gluon.contrib.data.text.WikiText2, 'root'),\n"
        "                   (mx.contrib.text.embedding.GloVe, 'embedding_root')):\n"
        "    print(inspect.signature(each).parameters[name].default)\n"
    )
    environment = os.environ | {"MXNET_HOME": str(tmp_path), "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=100
    )
    assert done.stdout.split() == [
        f"{tmp_path}/{place}" for place in ("datasets/cifar10", "datasets/wikitext-2", "embeddings")
    ]


def test_the_module_of_arrays_has_the_functions_that_make_them():
    from mxnet.ndarray import ndarray

    for name in ("array", "arange", "empty", "full", "ones", "zeros"):
        assert getattr(ndarray, name) is getattr(mx.nd, name)
