"""Programs that make numbers of arrays of one item, and arrays of lists of different lengths, as NumPy 1 let them."""

import json

import pytest
from remx import cli

#: NumPy before 2.4 makes a number of an array of one item, as NumPy 1 does, and warns
pytestmark = pytest.mark.filterwarnings("ignore:Conversion of an array with ndim > 0:DeprecationWarning")
#: what a program does, and what NumPy 1.23 makes it print
PROGRAMS = [
    ("x = np.array([2.5]); print(float(x), int(x), complex(x))", "2.5 2 (2.5+0j)"),
    ("x = np.array([[2.5]]); print(float(x + 1))", "3.5"),
    ("x = mx.nd.array([2.0]).asnumpy(); print(math.exp(x) == math.exp(2), math.sqrt(x - 1))", "True 1.0"),
    ("from math import floor; print(floor(np.array([2.5])))", "2"),
    ("x = np.array([2.5]); print('%.2f and %d, %s' % (x, x, x))", "2.50 and 2, [2.5]"),
    ("x = np.array([2.5]); print('%5.1f|' % x, '100%% of %d' % x)", "  2.5| 100% of 2"),
    ("x = np.array([7]); print('%i %u %g' % (x[:1], x, x))", "7 7 7"),
    ("a = np.zeros(3); a[1] = np.array([2.5]); print(a)", "[0.  2.5 0. ]"),
    ("a = np.zeros((2, 2)); a[0, 1] = mx.nd.ones((1,)).asnumpy(); print(a)", "[[0. 1.]\n [0. 0.]]"),
    ("a = np.array([[1, 2], [3]] + []); print(a.dtype, a.shape, a[1])", "object (2,) [3]"),
    ("a = [np.ones(2), np.ones(3)]; print(np.array(a).dtype, len(np.asarray(a)[1]))", "object 3"),
    ("print(np.array([np.ones(1), 2.0]).dtype)", "object"),
    ("d = {}; d['a'] = np.ones(1); d['b', 1] = [np.ones(2)][0]; print(d)",
     "{'a': array([1.]), ('b', 1): array([1., 1.])}"),
    ("d = {'k': 1}; print('%(k)d' % d, 'a%sb' % [1], '%s %s' % ('x', None))", "1 a[1]b x None"),
    ("def float(x):\n    return 'mine'\nprint(float(np.ones(1)))", "mine"),
    ("a = np.zeros(4); a[1:3] = [1, 2]; a[[0, 3]] = np.array([5]); print(a)", "[5. 1. 2. 5.]"),
]  # fmt: skip
#: what NumPy 1 refuses, too
REFUSED = [
    ("float(np.ones(2))", "TypeError"),
    ("int('seven')", "ValueError"),
    ("math.exp(np.ones(2))", "TypeError"),
    ("'%d' % np.ones(2)", "TypeError"),
    ("'%d %d' % np.ones(1)", "TypeError"),
    ("'%d' % 'seven'", "TypeError"),
    ("'%x' % np.array([7])", "TypeError"),
    ("a = np.zeros(3)\na[0] = np.ones(2)", "ValueError"),
    ("a = np.zeros(3)\na[0] = 'seven'", "ValueError"),
    ("np.array([[1, 2], [3]], dtype=float)", "ValueError"),
    ("a = [1]\na[np.ones(1)] = 3", "TypeError"),
]
IMPORTS = "import math\nimport mxnet as mx\nimport numpy as np\n"


@pytest.mark.parametrize(("text", "printed"), PROGRAMS)
def test_arrays_of_one_item_are_numbers(tmp_path, capsys, text, printed):
    file = tmp_path / "script.py"
    file.write_text(IMPORTS + text + "\n")
    assert cli.main(["run", "--compat", str(file)]) == 0
    assert capsys.readouterr().out == printed + "\n"


@pytest.mark.parametrize(("text", "error"), REFUSED)
def test_what_numpy_1_refused_is_refused(tmp_path, capsys, text, error):
    file = tmp_path / "script.py"
    file.write_text(IMPORTS + text + "\n")
    assert cli.main(["run", "--compat", str(file)]) == 1
    said = capsys.readouterr().err
    assert f"\n{error}: " in said
    assert text.splitlines()[-1] in said  # the traceback shows the program's line


def test_modules_beside_the_script_and_packages_are_read_so(tmp_path, capsys):
    (tmp_path / "beside.py").write_text("def number(x):\n    return float(x)\n")
    file = tmp_path / "script.py"
    file.write_text("import numpy as np\nfrom beside import number\nprint(number(np.ones((1, 1))))\n")
    assert cli.main(["run", "--compat", str(file)]) == 0
    assert capsys.readouterr().out == "1.0\n"


def test_programs_of_python_2_are_read_so(tmp_path, capsys):
    file = tmp_path / "script.py"
    file.write_text("import numpy as np\nx = np.ones(1)\nprint float(x), '%.1f' % x\n")
    assert cli.main(["run", "--compat", str(file)]) == 0
    assert capsys.readouterr().out == "1.0 1.0\n"


def test_cells_of_notebooks_are_read_so(tmp_path, capsys):
    imports = "import math\nimport numpy as np"
    texts = [imports, "x = np.ones(1)\nprint(math.exp(x * 0))", "float(x)", "x[0] = x * 2", "x"]
    kept = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [{**kept, "source": text} for text in texts]
    notebook = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}
    file = tmp_path / "notebook.ipynb"
    file.write_text(json.dumps(notebook))
    assert cli.main(["run", "--compat", str(file)]) == 0
    assert capsys.readouterr().out == "1.0\n1.0\narray([2.])\n"


def test_deep_trees_are_left(tmp_path, capsys):
    file = tmp_path / "script.py"
    file.write_text("print(len(" + " + ".join(["'a'"] * 2000) + "))\n")
    assert cli.main(["run", "--compat", str(file)]) == 0
    assert capsys.readouterr().out == "2000\n"
