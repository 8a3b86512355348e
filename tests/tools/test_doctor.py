"""``remx doctor`` and ``remx run``: programs of MXNet's days."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from mxnet.tools import idioms, moves, names
from mxnet.tools.doctor import requirements
from mxnet.tools.idioms import modernized
from remx import cli

from tests import old_numpy, warm

OLD = """\
import sys
import cPickle
import mxnet as mx
import numpy as np
from mxnet import gluon, nd

class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x)

def count(n):
    for i in xrange(n):
        mask = np.ones(3, dtype=np.int)
        print "step %d" % i, mask.sum()
    try:
        raise ValueError, "no"
    except ValueError, e:
        print >>sys.stderr, e
    for key, value in {"a": 1}.iteritems():
        print key; print
    return cPickle.loads(cPickle.dumps(nd.ones((2,)).asnumpy().sum()))

if __name__ == "__main__":
    print count(int(sys.argv[1]))
"""


@pytest.fixture
def old(tmp_path):
    file = tmp_path / "old.py"
    file.write_text(OLD)
    return str(file)


def found(capsys, *words):
    """Return the exit status and the findings, as ``(line, state, name)``."""
    status = cli.main(["doctor", *words, "--json"])
    findings = json.loads(capsys.readouterr().out)["findings"]
    return status, {(each["line"], each["state"], each["name"]): each["advice"] for each in findings}


def look(tmp_path, capsys, text):
    file = tmp_path / "program.py"
    file.write_text(text)
    return found(capsys, str(file))


def test_idioms_of_old_are_found_with_what_takes_their_place(old, capsys):
    status, findings = found(capsys, old)
    assert status == 1
    assert {(line, what): advice for (line, _, what), advice in findings.items()} == {
        (2, "module cPickle"): "pickle",
        (12, "xrange"): "range",
        (13, "np.int"): "np.int_",
        (14, "print statement"): 'print("step %d" % i, mask.sum())',
        (16, "raise E, text"): 'raise ValueError("no")',
        (17, "except E, e"): "except ValueError as e:",
        (18, "print statement"): "print(e, file=sys.stderr)",
        (19, ".iteritems()"): ".items()",
        (20, "print statement"): "print(key); print()",
        (21, "pickle.loads of Python 2's files"): 'encoding="latin1"',
        (24, "print statement"): "print(count(int(sys.argv[1])))",
    }


def test_the_patch_makes_the_program_run(old, tmp_path, capsys):
    assert cli.main(["doctor", old, "--fix", str(tmp_path / "fixes.patch")]) == 1
    subprocess.run(["patch", "-p0", "-s", "-i", str(tmp_path / "fixes.patch")], cwd="/", check=True, timeout=20)
    fixed = Path(old).read_text()
    capsys.readouterr()
    assert 'print("step %d" % i, mask.sum())' in fixed
    assert found(capsys, old)[0] == 0
    compile(fixed, old, "exec")


@pytest.mark.parametrize(
    ("text", "name", "advice"),
    [
        ("import mxnet as mx\nmx.rtc.CudaModule('')\nmx.nd.no_such", "mxnet.nd.no_such", ""),
        ("import mxnet\nmxnet.nd.contrib.backward_hawkesll(1)", "mxnet.nd.contrib.backward_hawkesll", "autograd"),
        (
            "from mxnet.ndarray import contrib as c\nc.backward_quadratic",
            "mxnet.ndarray.contrib.backward_quadratic",
            "autograd",
        ),
        ("from mxnet.gluon.nn import NoLayer", "mxnet.gluon.nn.NoLayer", ""),
        ("import mxnet.no_module", "mxnet.no_module", ""),
        ("import mxnet as mx\nb = mx.base\nb.get_last_ffi_error()", "mxnet.base.get_last_ffi_error", "C interface"),
        ("class A:\n  def hybrid_forward(self, F, x):\n    return F.no_operator(x)", "mxnet.ndarray.no_operator", ""),
    ],
)
def test_missing_names_are_found_through_aliases(tmp_path, capsys, text, name, advice):
    status, findings = look(tmp_path, capsys, text)
    missing = {each: said for (_, state, each), said in findings.items() if state == "missing"}
    assert status == 1
    assert list(missing) == [name]
    assert advice in missing[name]


def test_what_works_or_differs_is_no_problem(tmp_path, capsys):
    text = "import mxnet as mx\nmod = mx.mod.Module.load('a', 1)\nmx.nd.array([1]).asnumpy()\n"
    file = tmp_path / "program.py"
    file.write_text(text + "import numpy as np\nnp.zeros(3, np.float32)\nrange(3)\n")
    assert found(capsys, str(file)) == (0, {})
    status, findings = found(capsys, str(file), "--all")
    assert status == 0
    assert {state for _, state, _ in findings} == {"differs"}
    assert all(advice.startswith("[") for advice in findings.values())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mx.sym.SoftmaxOutput(x)", None),
        ("mx.sym.SoftmaxOutput(x, out_grad=True)", "mxnet.sym.SoftmaxOutput"),
        ("mx.sym.FullyConnected(x, num_hidden=2)", None),
        ("mx.sym.FullyConnected(x); mx.mod.Module(x, fixed_param_names=['w'])", "mxnet.sym.FullyConnected"),
        ("mx.nd.Pooling(x, pooling_convention='full')", "mxnet.nd.Pooling"),
        ("mx.nd.Pooling(x, pooling_convention='valid')", None),
        ("mx.nd.image.random_saturation(x, 0, 1)", "mxnet.nd.image.random_saturation"),
        ("mx.nd.array([1]).asnumpy()", None),
    ],
)
def test_differences_are_said_whose_case_a_program_meets(tmp_path, capsys, text, name) -> None:
    file = tmp_path / "program.py"
    file.write_text(f"import mxnet as mx\n{text}\n")
    status, findings = found(capsys, str(file))
    assert status == 0
    assert [state for _, state, _ in findings] == ["differs"] * (name is not None)
    assert name is None or name in {item for *_, item in findings}


def test_nothing_is_said_of_the_first_program_of_the_readme(tmp_path, capsys) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    file = tmp_path / "program.py"
    file.write_text(readme.split("```python\n")[1].split("```")[0])
    assert cli.main(["doctor", str(file)]) == 0
    assert capsys.readouterr().out == "1 file; uses of MXNet's names: 9 as in 1.9.1; nothing outdated\n"


def test_names_of_the_program_itself_are_not_python_2(tmp_path, capsys):
    text = "def reduce(x): return x\nlong = 3\nreduce(long)\nclass file: pass\nfile()\n"
    assert look(tmp_path, capsys, text) == (0, {})


def test_nothing_is_run(tmp_path, capsys):
    look(tmp_path, capsys, f"open({str(tmp_path / 'trace')!r}, 'w')\nraise SystemExit(3)\n")
    assert not (tmp_path / "trace").exists()


@pytest.mark.parametrize(
    ("text", "message"), [("def f(:\n", "no Python"), ("x = '\0'\n", "null bytes"), ("x = (1,\n", "no Python")]
)
def test_what_is_no_python_is_said(tmp_path, capsys, text, message):
    status, findings = look(tmp_path, capsys, text)
    assert status == 1
    assert [(state, message in advice) for (_, state, _), advice in findings.items()] == [("unreadable", True)]


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ("mxnet==1.5.0", "mxnet==1.5.0"), ("mxnet-cu101>=1.4", "mxnet-cu101>=1.4"), ("numpy<2", "numpy<2"),
        ("numpy==1.16.4", "numpy==1.16.4"), ("install_requires=['mxnet'],", "mxnet"), ("numpy>=1.20", None),
        ("numpy<3", None), ("requests", None), ("# mxnet==1.5", None), ("my-mxnetish==1", None),
    ],
)  # fmt: skip
def test_requirements_that_hold_back(tmp_path, line, finding):
    file = tmp_path / "requirements.txt"
    file.write_text(f"{line}\n")
    assert [each.name for each in requirements(file)] == ([] if finding is None else [finding])


def test_folders_are_looked_through(old, tmp_path, capsys):
    (tmp_path / "package" / ".git").mkdir(parents=True)
    (tmp_path / "package" / "a.py").write_text("import mxnet\nmxnet.nothing\n")
    (tmp_path / "package" / ".git" / "b.py").write_text("xrange(3)\n")
    (tmp_path / "package" / "requirements-dev.txt").write_text("mxnet\n")
    status, findings = found(capsys, str(tmp_path / "package"))
    assert status == 1
    assert {(state, name) for _, state, name in findings} == {("missing", "mxnet.nothing"), ("requirement", "mxnet")}
    assert cli.main(["doctor", str(tmp_path / "nothing")]) == 1
    assert "there is no such file or folder" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["import horovod.mxnet as hvd", "import horovod", "from horovod.mxnet import init"])
def test_names_that_remx_provides_for_horovod_are_noted(tmp_path, capsys, line):
    (tmp_path / "program.py").write_text(f"import mxnet as mx\n{line}\n")
    assert cli.main(["doctor", str(tmp_path)]) == 0
    assert "imports horovod: remx run has these names; otherwise install remx-horovod" in capsys.readouterr().out


def test_wrong_calls_end_with_status_2(old):
    for words in ([], [old, "--self"]):
        with pytest.raises(SystemExit) as caught:
            cli.main(["doctor", *words])
        assert caught.value.code == 2


# -- the table ---------------------------------------------------------------------------------------------------------


def test_every_missing_name_of_the_table_has_a_reason(capsys):
    assert cli.main(["doctor", "--self", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["names"] > 7000
    assert report["here"] / report["names"] > 0.98
    assert [
        f"{module}.{name}"
        for module, entry in report["modules"].items()
        for name, reason in entry["missing"].items()
        if not reason
    ] == []


@pytest.mark.parametrize("pattern", [pattern for pattern, _ in names.INSTEAD])
def test_every_reason_is_that_of_a_name_that_is_missing(pattern):
    missing = [f"{module}.{name}" for module, _, lacking in names.coverage() for name in lacking]
    assert any(re.fullmatch(pattern, name) for name in missing)


@old_numpy.since("2.4", "has in1d and trapz")
def test_numpy_has_what_takes_the_place_of_old_names():
    import numpy as np

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert [new for new in moves.NUMPY.values() if new and not hasattr(np, new)] == []
        assert [old for old in moves.NUMPY if hasattr(np, old)] == []


def test_modules_that_take_the_place_of_old_ones_are_there():
    for new in {name for name in idioms.MODULES.values() if name.split(".")[0] in sys.stdlib_module_names} - {
        "tkinter"
    }:
        importlib.import_module(new)


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("from StringIO import StringIO", "from io import StringIO"),
        ("from io import StringIO", "from io import StringIO"),
        ("import cPickle, Queue as q", "import pickle as cPickle, queue as q"),
        ("from collections import Iterable", "from collections.abc import Iterable"),
        (
            "from collections import Set as S, OrderedDict as D, deque",
            "from collections import OrderedDict as D, deque; from collections.abc import Set as S",
        ),
        ("from itertools import izip, imap as m", "izip = zip; m = map"),
        ("from string import maketrans", "maketrans = str.maketrans"),
        ("from fractions import gcd", "from math import gcd"),
        ("from inspect import getargspec", "from inspect import getargspec"),
        ("import collections as c; c.Mapping", "import collections as c; c.abc.Mapping"),
        ("import itertools; itertools.izip(a, b)", "import itertools; zip(a, b)"),
        ("import urllib; urllib.urlopen(a)", "import urllib.request; urllib.request.urlopen(a)"),
        ("import json; json.loads(a, encoding='utf-8')", "import json; json.loads(a)"),
        ("import json; json.load(a, cls=b, encoding=c)", "import json; json.load(a, cls=b)"),
        (
            "import numpy as np; np.reshape(a, newshape = (-1, 2), order='F')",
            "import numpy as np; np.reshape(a, (-1, 2), order='F')",
        ),
        ("from numpy import reshape; reshape(a, newshape=(b))", "from numpy import reshape; reshape(a, (b))"),
        ("import numpy as np; np.reshape(a=b, newshape=c)", "import numpy as np; np.reshape(a=b, newshape=c)"),
        ("import mxnet as mx; mx.np.reshape(a, newshape=b)", "import mxnet as mx; mx.np.reshape(a, newshape=b)"),
        (
            "from typing import NamedTuple\nclass A(NamedTuple, B):\n    x: int",
            "from typing import NamedTuple\nclass A(NamedTuple):\n    x: int",
        ),
        (
            "import typing\nclass A(B, C, typing.NamedTuple):\n    x: int",
            "import typing\nclass A(typing.NamedTuple):\n    x: int",
        ),
        (
            "from typing import *\nclass A(NamedTuple, Generic[T]):\n    x: T",
            "from typing import *\nclass A(NamedTuple, Generic[T]):\n    x: T",
        ),
        ("float(a.mean().asnumpy())", "float(a.mean().asnumpy().item())"),
        ("int(a[0].asnumpy()) + int(b)", "int(a[0].asnumpy().item()) + int(b)"),
        ("import math; math.exp(a.asnumpy())", "import math; math.exp(a.asnumpy().item())"),
        ("'%5.2f%%' % a.asnumpy()", "'%5.2f%%' % a.asnumpy().item()"),
        ("'%s %d' % (a.asnumpy(), b.asnumpy())", "'%s %d' % (a.asnumpy(), b.asnumpy().item())"),
        ("float = f\nfloat(a.asnumpy())", "float = f\nfloat(a.asnumpy())"),
    ],
)
def test_what_is_mechanical_is_put_right(text, new):
    assert idioms.modernized(text, "program.py") == new


def test_names_that_moved_are_at_their_new_places():
    moved = [name for name in idioms.MOVED if idioms.moves_by_itself(name, imported=True)]
    for old in [name for name in moved if name.split(".")[0] in sys.stdlib_module_names]:
        module, _, name = old.rpartition(".")
        there: dict[str, object] = {}
        exec(idioms.modernized(f"from {module} import {name}", "program.py"), there)
        assert name in there
        assert not hasattr(importlib.import_module(module), name)


# -- remx run ----------------------------------------------------------------------------------------------------------


def run(*words):
    return subprocess.run([*warm.python(), "-m", "remx", "run", *words], capture_output=True, text=True, timeout=100)


def test_a_script_of_python_2_runs_with_compat(old, tmp_path):
    (tmp_path / "beside.py").write_text("print 'beside', unicode(3)\n")
    file = tmp_path / "main.py"
    file.write_text("import beside\nimport old\nprint old.count(2)\n")
    done = run("--compat", str(file))
    assert done.returncode == 0, done.stderr
    assert done.stdout == "beside 3\nstep 0 3\nstep 1 3\na\n\n2.0\n"
    assert done.stderr == "no\n"
    assert not list(tmp_path.glob("__pycache__/*"))


ONE_ITEM = ("write x.item(), or install numpy<2.4", False)
MAKES_NUMBERS = old_numpy.since("2.4", "makes a number of an array of one item")


@pytest.mark.parametrize(
    ("text", "cause", "mechanical"),
    [
        ("print 3\n", "line 1 is Python 2 (print statement): print(3)", True),
        ("import numpy\nnumpy.float\n", "np.float is gone from NumPy: write np.float64", True),
        ("import numpy\nnumpy.Inf\n", "np.Inf is gone from NumPy: write np.inf", True),
        ("xrange(3)\n", "xrange is Python 2's: write range", True),
        ("import cPickle\n", "the module cPickle is called pickle now", True),
        (
            "import mxnet as mx\nmx.nd.contrib.backward_quadratic\n",
            "remx has no mxnet.ndarray.contrib.backward_quadratic: an",
            False,
        ),
        ("from mxnet.rtc import Nothing\n", "remx has no mxnet.rtc.Nothing", False),
        ("from collections import Mapping\n", "collections.Mapping is now collections.abc.Mapping", True),
        ("import collections\ncollections.Mapping\n", "collections.Mapping is now collections.abc.Mapping", True),
        ("import urllib\nurllib.urlopen('x')\n", "urllib.urlopen is now urllib.request.urlopen", False),
        pytest.param("import numpy as np\nfloat(np.ones(1))\n", *ONE_ITEM, marks=MAKES_NUMBERS),
        pytest.param("import numpy as np\n'%d' % np.ones(1)\n", *ONE_ITEM, marks=MAKES_NUMBERS),
        ("import numpy as np\nnp.array([[1], [1, 2]])\n", "say dtype=object", False),
        ("import numpy as np\nnp.uint8(-1)\n", "write np.array(x).astype(dtype)", False),
        ("def reshape(a): pass\nreshape(1, newshape=2)\n", "give the shape by position", False),
        ("import json\njson.loads('1', encoding='utf-8')\n", "json.load and json.loads take no encoding", False),
        (
            "raise AttributeError(\"'DataFrame' object has no attribute 'as_matrix'\")\n",
            "pandas has dropped .as_matrix(): write .to_numpy()",
            True,
        ),
        pytest.param(
            "import numpy as np\nnp.ones(1).tostring()\n",
            "NumPy has dropped .tostring(): write .tobytes()",
            True,
            marks=old_numpy.since("2.3", "has it"),
        ),
        ("import numpy.lib\nnumpy.lib.arraysetops\n", "what is public is in numpy itself", False),
        ("import random\nrandom.sample({1, 2}, 1)\n", "sort them first", False),
        ("{}.has_key(1)\n", ".has_key() is Python 2's: write k in d", False),
        ("range(5 / 2)\n", "write // where an integer is meant", False),
        ("map(int, [])[0]\n", "put list(...) around it", False),
        ("import sys\nsys.exit(7)\n", "", False),
        ("1 / 0\n", "", False),
        ("import sys\nraise ImportError(\"cannot import name 'no' from 'mxnet_of_others'\")\n", "", False),
        ("raise AttributeError(\"module 'mxnet_of_others' has no attribute 'no'\")\n", "", False),
    ],
)
def test_failures_are_explained(tmp_path, capsys, text, cause, mechanical):
    file = tmp_path / "script.py"
    file.write_text(text)
    before = list(sys.argv), list(sys.path), sys.modules["__main__"]
    status = cli.main(["run", str(file), "--lr", "1"])
    assert status == (7 if "exit(7)" in text else 1)
    said = capsys.readouterr().err
    assert cause in said
    assert ("likely cause" in said) == bool(cause)
    assert ("remx run --compat" in said) == mechanical
    assert (list(sys.argv), list(sys.path), sys.modules["__main__"]) == before


def test_arguments_reach_the_script_and_its_status_comes_back(tmp_path, capsys):
    file = tmp_path / "script.py"
    file.write_text("import sys\nprint(__name__, sys.argv[1:], __file__ == sys.argv[0])\n")
    assert cli.main(["run", str(file), "--help", "-x"]) == 0
    assert capsys.readouterr().out == "__main__ ['--help', '-x'] True\n"
    assert cli.main(["run", str(tmp_path / "missing.py")]) == 1
    assert re.search(r"missing.py: there is no such file", capsys.readouterr().err)


@pytest.mark.parametrize(
    ("call", "put_right"),
    [
        ("np.fromstring(b'ab', dtype=np.uint8)", "np.frombuffer(b'ab', dtype=np.uint8)"),
        ("np.fromstring('1 2', sep=' ')", "np.fromstring('1 2', sep=' ')"),
    ],
)
def test_bytes_are_read_by_frombuffer(call, put_right):
    assert modernized(f"import numpy as np\n{call}\n", "a.py") == f"import numpy as np\n{put_right}\n"


@pytest.fixture
def library(tmp_path, monkeypatch):
    """An installed package of those days, that can be imported."""
    folder = tmp_path / "site-packages" / "old_library_of_a_test"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("from .core import LIMIT\n")
    (folder / "core.py").write_text("import numpy as np\nLIMIT = -np.Inf\n")
    (folder / "__main__.py").write_text("import sys\nfrom .core import LIMIT\nprint LIMIT, sys.argv[1:], __package__\n")
    monkeypatch.syspath_prepend(str(folder.parent))
    yield folder.name
    for name in [each for each in sys.modules if each.split(".")[0] == folder.name]:
        del sys.modules[name]


def test_a_package_is_put_right_where_it_is_named(library, tmp_path, capsys):
    file = tmp_path / "script.py"
    file.write_text(f"import {library} as library\nprint(library.LIMIT)\n")
    assert cli.main(["run", "--compat", str(file)]) == 1
    assert "np.Inf is gone from NumPy" in capsys.readouterr().err
    assert cli.main(["run", "--compat", "--package", library, str(file)]) == 0
    assert capsys.readouterr().out == "-inf\n"


@pytest.mark.parametrize("name", ["{}", "{}.__main__"])
def test_a_module_runs_as_a_program_and_its_package_is_put_right(library, capsys, name):
    assert cli.main(["run", "--compat", "-m", name.format(library), "-x"]) == 0
    assert capsys.readouterr().out == f"-inf ['-x'] {library}\n"


@pytest.mark.parametrize("name", ["no_such_package", "{}.no_such_module", "{}.core.below"])
def test_a_module_that_is_not_there_is_said(library, capsys, name):
    assert cli.main(["run", "--compat", "-m", name.format(library)]) == 1
    assert "there is no such module" in capsys.readouterr().err


def test_a_package_is_named_with_compat_only(capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(["run", "--package", "numpy", "script.py"])
    assert "give both" in capsys.readouterr().err


def write_notebook(tmp_path, *cells):
    notebook = tmp_path / "train.ipynb"
    notebook.write_text(json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]}))
    return str(notebook)


def test_findings_in_a_notebook_name_the_cell_and_its_line(tmp_path, capsys):
    path = write_notebook(tmp_path, "import mxnet as mx", "%matplotlib inline\nmx.nope\nprint 1", "mx.nd.ones(1)")
    assert cli.main(["doctor", path, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    findings = [(item["file"], item["line"], item["name"], item["mechanical"]) for item in report["findings"]]
    assert findings == [(f"{path}, cell 2", 2, "mxnet.nope", False), (f"{path}, cell 2", 3, "print statement", False)]
    assert report["names"] == {"missing": 1, "works": 2}


def test_what_a_notebook_downloads_names_the_cell(tmp_path, capsys):
    path = write_notebook(tmp_path, "import mxnet as mx", "\nmx.gluon.data.vision.MNIST()")
    assert cli.main(["doctor", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["downloads"] == {"mnist": [f"{path}, cell 2:2"]}


@pytest.mark.parametrize(("text", "message"), [("", "no notebook"), ("{}", "no notebook"), ('{"cells": []}', None)])
def test_a_file_that_is_no_notebook_is_said(tmp_path, capsys, text, message):
    (tmp_path / "train.ipynb").write_text(text)
    status, findings = found(capsys, str(tmp_path))
    assert status == (message is not None)
    assert message is None or message in findings[1, "unreadable", ""]


def test_doctor_says_where_the_patch_is(old, tmp_path, capsys):
    target = tmp_path / "fixes.patch"
    cli.main(["doctor", str(old), "--fix", str(target)])
    assert f"{target}: the changes to 1 file, for patch -p0" in capsys.readouterr().out


def test_a_program_is_read_whatever_its_name(tmp_path, capsys):
    program = tmp_path / "train"
    program.write_text("import mxnet as mx\nmx.nope\n")
    assert (2, "missing", "mxnet.nope") in found(capsys, str(program))[1]
