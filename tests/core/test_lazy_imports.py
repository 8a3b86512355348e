"""Parts of packages that are imported when they are first asked for."""

from __future__ import annotations

import operator
import subprocess
import sys

import mxnet as mx
import pytest
from mxnet.tools.names import table

from tests import warm

PACKAGES = ["mxnet", "mxnet.contrib", "mxnet.gluon", "mxnet.gluon.contrib", "mxnet.model"]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_part_is_listed_and_found(package):
    __import__(package)
    result = sys.modules[package]
    names = result.__dir__()
    assert names == sorted(names)
    assert [name for name in names if not hasattr(result, name)] == []


CODES = {
    "parts of packages": """
assert "mxnet.gluon.trainer" not in sys.modules and "mxnet.optimizer" not in sys.modules
mx.optimizer; mx.gluon.Trainer
assert "mxnet.gluon.trainer" in sys.modules and mx.optimizer is sys.modules["mxnet.optimizer"]
""",
    "iterators of files": """
mx.mod.Module; mx.io.NDArrayIter
assert not {"mxnet.io.images", "mxnet.io.csv_iter", "mxnet.recordio"} & set(sys.modules)
assert mx.io.ImageRecordIter is mx.io.io.ImageRecordIter
""",
    "symbols of NumPy, which blocks for classic arrays do not need": """
net = mx.gluon.nn.Dense(2, in_units=3); net.initialize(); net.hybridize(); net(mx.nd.ones((1, 3)))
assert "mxnet.symbol.numpy" not in sys.modules
""",
}


@pytest.mark.parametrize("what", CODES)
def test_what_is_imported_when_it_is_first_asked_for(what):
    subprocess.run([*warm.python(), "-c", f"import sys, mxnet as mx\n{CODES[what]}"], check=True)


def test_other_names_are_attribute_errors():
    with pytest.raises(AttributeError, match=r"module 'mxnet\.gluon' has no attribute 'nothing'"):
        mx.gluon.nothing  # noqa: B018


@pytest.mark.parametrize("name", ["callback", "mod", "gluon", "gluon.nn", "optimizer", "lr_scheduler", "io", "image"])
def test_a_module_lists_its_own_names_and_all_of_them(name):
    module = operator.attrgetter(name)(mx)
    listed = {name for name in dir(module) if not name.startswith("_")}
    in_mxnet = set(table()["modules"][module.__name__].split())
    assert in_mxnet & {*vars(module)} <= listed
    assert (
        not listed & {"Any", "Callable", "TYPE_CHECKING", "annotations", "fit_loop", "ndarray_iter", "time"} - in_mxnet
    )
