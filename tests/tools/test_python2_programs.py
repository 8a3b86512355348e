"""Programs of Python 2 do under ``remx run --compat`` what Python 2.7 did; those of Python 3 are left as they are."""

from __future__ import annotations

import importlib.util
import io
import json
import sys
from pathlib import Path

import pytest
from mxnet.tools.compat import modern_text
from mxnet.tools.py2.detect import reading
from remx import cli

FOLDER = Path(__file__).parent / "python2"
_SPEC = importlib.util.spec_from_file_location("record", FOLDER / "record.py")
record = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(record)
PROGRAMS = record.programs()
OUTPUTS = json.loads((FOLDER / "outputs.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def _own_modules():
    """Forget the modules of a program when it has run."""
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith("/tmp"):
            del sys.modules[name]


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.filterwarnings("ignore")  # of what Python 3 has deprecated since
def test_it_prints_what_python_2_printed(name, tmp_path, capfd, monkeypatch) -> None:
    script = record.write(PROGRAMS[name], tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(record.STDIN))
    monkeypatch.chdir(tmp_path)
    status = cli.main(["run", "--compat", str(script)])
    out, error = capfd.readouterr()
    assert out == OUTPUTS[name], error
    assert status == 0


#: programs that Python 3 reads, and what they are
READINGS = [
    ("for i in xrange(3): print(i / 2)", "Python 2"),
    ("#!/usr/bin/env python2\nprint(7 / 2)", "Python 2"),
    ("import cPickle", "Python 2"),
    ("from itertools import izip", "Python 2"),
    ("import string; string.upper('a')", "Python 2"),
    ("import sys; sys.maxint", "Python 2"),
    ("print >>f, 1", "Python 2"),
    ("print ('%d') % 3", "Python 2"),
    ("class A: __nonzero__ = lambda self: 1", "Python 2"),
    ("class A(object):\n    def __iter__(self): return self\n    def next(self): return 1", "Python 2"),
    ("print 1", "Python 2"),
    ("def f((a, b)): pass", "Python 2"),
    ("0777", "Python 2"),
    ("x = 7 / 2", "either"),
    ("try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle", "either"),
    ("try:\n    unicode\nexcept NameError:\n    unicode = str\nunicode(3) / 2", "either"),
    ("import sys\nif sys.version_info[0] < 3:\n    import urllib2\n    x = xrange(3)", "either"),
    ("from six.moves import xrange\nxrange(3)", "either"),
    ("def f(xrange): return xrange / 2", "either"),
    ("reduce = 1\nreduce / 2", "either"),
    ("df.iteritems()", "either"),
    ("class D:\n    def has_key(self, k): return 'own'\nD().has_key(1)", "either"),
    ("class A:\n    def __bool__(self): return True\n    __nonzero__ = __bool__", "either"),
    ("class A(mx.io.DataIter):\n    def __iter__(self): return self\n    def next(self): return 1", "either"),
    ("print(1), print(2)", "either"),
    ("print (1 / 2)", "either"),
    ("x = f'{7 / 2}'; xrange(3)", "Python 3"),
    ("def f(x: int) -> int: return x / 2", "Python 3"),
    ("print(1, end='')", "Python 3"),
    ("class A(B, metaclass=C): __metaclass__ = C", "Python 3"),
    ("super().f(); unicode(1)", "Python 3"),
    ("try: pass\nexcept (ValueError, KeyError): pass", "either"),
]


@pytest.mark.parametrize(("text", "version"), READINGS)
def test_which_python_a_program_is_for(text, version) -> None:
    assert reading(text, "program.py").version == version


@pytest.mark.parametrize("text", [text for text, version in READINGS if version == "Python 3"])
def test_programs_of_python_3_stay_as_they_are(text) -> None:
    assert modern_text(text, "program.py", "Python 3") == text


def test_what_could_mean_either_is_said(tmp_path, capsys) -> None:
    script = tmp_path / "main.py"
    for text, out, said in (
        ("print(7 / 2)", "3.5", "run as Python 3: / of integers gives a fraction (line 1)"),
        ("print(7 / 2)\nxrange(3)", "3", "run as Python 2 (xrange, line 2): / of integers gives an integer (line 1)"),
        ("print(7 / 2.0)", "3.5", ""),
        ("print(f'{7 / 2}')", "3.5", ""),
        ("from __future__ import division\nprint(7 / 2)", "3.5", ""),
        ("print 7 / 2", "3", ""),
    ):
        script.write_text(text)
        assert cli.main(["run", "--compat", str(script)]) == 0
        printed = capsys.readouterr()
        assert printed.out == f"{out}\n"
        assert said in printed.err if said else printed.err == ""


def test_modules_decide_for_a_script(tmp_path, capsys) -> None:
    (tmp_path / "main.py").write_text("import helper_of_2\nprint(7 / 2)")
    (tmp_path / "helper_of_2.py").write_text("print 'helper', 9 / 2")
    assert cli.main(["run", "--compat", str(tmp_path / "main.py")]) == 0
    assert capsys.readouterr().out == "helper 4\n3\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("def f():\n    x = 1\n    exec 'x = 2'\n    return x\n", 3, "write 'exec code in d'"),
        ("print 1\nfor x in\n", 2, "Python 2 nor 3"),
        ("print 1\nx = (1,\n", 2, ""),
    ],
)
def test_what_is_not_translated_stops_with_its_line(tmp_path, capsys, text, line, message) -> None:
    script = tmp_path / "main.py"
    script.write_text(text)
    assert cli.main(["run", "--compat", str(script)]) == 1
    error = capsys.readouterr().err
    assert f'main.py", line {line}' in error
    assert message in error
    assert "mxnet" not in error.replace(str(script), "")


def test_numbers_of_numpy_and_mxnet(tmp_path, capsys) -> None:
    """NumPy 1 under Python 2 divided arrays of integers to integers; MXNet's arrays keep their own rule."""
    script = tmp_path / "main.py"
    script.write_text(
        "import numpy as np, mxnet as mx\n"
        "print np.int64(7) / 2 == 3, 7 / np.int32(2) == 3, (np.arange(4) / 2).tolist()\n"
        "print np.float32(7) / 2 == 3.5, (np.arange(4) / 2.0).tolist(), (mx.nd.array([7]) / 2).asscalar() == 3.5\n"
        "x = np.arange(4)\nx /= 2\nprint x.tolist(), np.array(map(int, '12')).sum() == 3\n"
    )
    assert cli.main(["run", "--compat", str(script)]) == 0
    assert capsys.readouterr().out == ("True True [0, 0, 1, 1]\nTrue [0.0, 0.5, 1.0, 1.5] True\n[0, 0, 1, 1] True\n")
