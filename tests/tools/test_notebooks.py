"""``remx run chapter.ipynb``: notebooks as programs."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import mxnet as mx
import pytest
from mxnet.tools.notebooks import Cell, cells_of, modernized_cells, without_magics
from remx import cli

from tests import warm


def notebook(*cells: str, **metadata: Any) -> str:
    return json.dumps({
        "cells": [{"cell_type": "markdown", "source": ["text"]}]
        + [{"cell_type": "code", "metadata": metadata, "source": cell.splitlines(keepends=True)} for cell in cells],
        "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
    })  # fmt: skip


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "Agg")

    def write(*cells: str, **metadata: Any) -> str:
        path = tmp_path / "chapter.ipynb"
        path.write_text(notebook(*cells, **metadata))
        return str(path)

    return write


@pytest.mark.parametrize(
    ("text", "program", "omitted"),
    [
        ("%matplotlib inline\nx = 1", "\nx = 1", ["%matplotlib inline"]),
        ("!pip install a \\\n  b\nx", "\n\nx", ["!pip install a \\"]),
        ("for i in x:\n    %timeit f()\n", "for i in x:\n    pass", ["%timeit f()"]),
        ("%time x = f()\ny = %time f()", "x = f()\ny = f()", []),
        ("x = %timeit -o f()", "", ["x = %timeit -o f()"]),
        *[(line, "", [line]) for line in (
            "nd.Convolution?", "?nd.zeros", "nd.zeros??", "obj?;", "x[0]?", "*load*?", "??x", "%timeit?", "!!ls",
            "x?  # what is it", "a, b = !ls")],
        ("if x:\n    y?", "if x:\n    pass", ["y?"]),
        *[(line, line, []) for line in ("s = 'why?'", "x = 3  # really?", "# nd.zeros?", "'nd.zeros?'")],
        ("files = !ls", "", ["files = !ls"]),
        ("?print", "", ["?print"]),
        ("%config a\nfrom __future__ import division", "\nfrom __future__ import division", ["%config a"]),
        ("%%time\nx = 1", "\nx = 1", []),
        ("# a comment\n%%bash\nls", "", ["%%bash"]),
        ("%%html\n<b>", "", ["%%html"]),
        ("\n  x = 1\n  for i in y:\n    i\nz", "\nx = 1\nfor i in y:\n  i\nz", []),
        ("x = '''\n!no\n%no\n'''", "x = '''\n!no\n%no\n'''", []),
        ("y = (a\n% b)", "y = (a\n% b)", []),
        ("get_ipython().system('ls')", "", ["get_ipython().system('ls')"]),
    ],
)  # fmt: skip
def test_magics_are_left_out(text: str, program: str, omitted: list[str]) -> None:
    cell = without_magics(text)
    assert cell.text == program
    assert [line for _, line in cell.omitted] == omitted


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"cells": 1}', '{"cells": [1]}', "[" * 10**5])
def test_what_is_no_notebook(text: str) -> None:
    with pytest.raises(ValueError, match="no notebook"):
        cells_of(text)


def test_pylab_gives_its_names() -> None:
    pytest.importorskip("matplotlib")
    names: dict[str, Any] = {}
    exec(without_magics("%pylab inline").text, names)
    assert {"np", "plt", "pylab", "figure", "linspace"} <= set(names)


def test_old_notebooks_have_worksheets() -> None:
    assert cells_of('{"worksheets": [{"cells": [{"cell_type": "code", "input": ["a\\n", "b"]}]}]}')[0].text == "a\nb"


def test_cells_are_put_right_as_one_program() -> None:
    cells = cells_of(notebook("import numpy as np", "np.float(1)\nprint 2"))
    assert [cell.text for cell in modernized_cells(cells, "a")] == ["import numpy as np", "np.float64(1)\nprint(2)"]


def test_a_cell_that_is_no_python_leaves_the_others_right() -> None:
    cells = [Cell(1, "print 'a'"), Cell(2, "no python"), Cell(3, "if 1:\n    print 'b'")]
    after = modernized_cells(cells, "a.ipynb")
    assert [cell.text for cell in after] == ["print('a')", "no python", "if 1:\n    print('b')"]


def test_cells_share_names_and_show_their_last_values(write, capsys) -> None:
    assert cli.main(["run", write("x = [1]\nx", "x + [2];", "%matplotlib inline\nprint(x)", "!ls\nNone")]) == 0
    out, err = capsys.readouterr()
    assert out == "[1]\n[1]\n"
    assert "cell 5, line 1: left out: !ls" in err
    assert "matplotlib" not in err


def test_future_imports_stand_anywhere_and_last(write, capsys) -> None:
    late = "x = 1\nfrom __future__ import annotations\nprint(x)"
    assert cli.main(["run", write(late, "def f(a: absent): return 2", "f(0)")]) == 0
    assert capsys.readouterr().out == "1\n2\n"


def test_an_error_names_its_cell_and_line(write, capsys) -> None:
    assert cli.main(["run", write("x = 1", "def f():\n    return 1 / 0\n", "f()")]) == 1
    err = capsys.readouterr().err
    assert 'cell 4", line 1, in <module>' in err
    assert 'cell 3", line 2, in f' in err
    assert "return 1 / 0" in err
    assert "notebooks.py" not in err  # what runs the cells is no part of the program


def test_cells_that_say_so_may_fail(write, capsys) -> None:
    assert cli.main(["run", write("1 / 0", "print('on')", tags=["raises-exception"])]) == 0
    out, err = capsys.readouterr()
    assert out == "on\n"
    assert "ZeroDivisionError" in err


def test_compat_repairs_cells(write, capsys) -> None:
    assert cli.main(["run", "--compat", write("print 'a'", "{1: 2}.has_key(1)")]) == 0
    assert capsys.readouterr().out == "a\nTrue\n"


def test_what_is_no_notebook_is_refused(tmp_path, capsys) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text("no")
    assert cli.main(["run", str(path)]) == 1
    assert "no notebook" in capsys.readouterr().err


def test_figures_are_saved(write, tmp_path) -> None:
    pytest.importorskip("matplotlib")
    plot = "from matplotlib import pyplot as p\np.plot([1, 2]);\np.figure();"
    cells = write(plot, "p.plot([1])\np.show()\np.plot([2]);", "p.figure();")
    call = [*warm.python(), "-m", "mxnet.tools.run", "--figures", str(tmp_path / "out"), cells]
    source = str(Path(mx.__file__).parents[1])
    subprocess.run(call, check=True, timeout=100, env={**os.environ, "PYTHONPATH": source, "MPLBACKEND": ""})
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [f"chapter-{i}.png" for i in (1, 2, 3)]


def test_options_stand_before_and_behind_a_notebook(write, tmp_path, capsys) -> None:
    path = write("import matplotlib.pyplot as plt\nplt.plot([1, 2])\nimport sys; print(sys.argv[1:])")
    for count, words in enumerate(
        (["--figures", "{}", path], [path, "--figures", "{}"], [path, "own", "--figures={}"])
    ):
        folder = tmp_path / str(count)
        assert cli.main(["run", "--compat", *[word.format(folder) for word in words]]) == 0
        assert [file.name for file in folder.iterdir()] == ["chapter-1.png"]
        assert repr(["own"] * (count == 2)) in capsys.readouterr().out


def test_options_behind_a_script_are_its_own(tmp_path, capsys) -> None:
    (tmp_path / "a.py").write_text("import sys; print(sys.argv[1:])")
    assert cli.main(["run", str(tmp_path / "a.py"), "--figures", "x", "--compat", "--gpus", "2"]) == 0
    assert capsys.readouterr().out == "['--figures', 'x', '--compat', '--gpus', '2']\n"


def test_cells_are_shown_and_awaited(write, capsys) -> None:
    path = write("import asyncio\nawait asyncio.sleep(0)\nx = await asyncio.sleep(0, 4)", "await asyncio.sleep(0, x)",
                 "display(x, 'a')", "x;", "nd.zeros?", "%time y = x + 1\ny")  # fmt: skip
    assert cli.main(["run", path]) == 0
    assert capsys.readouterr() == ("4\n4\n'a'\n5\n", "")


def test_notebooks_of_python_2(write, capsys) -> None:
    cells = ("def f((a, b)): return a / b", "print f((7, 2)),\nprint {1: 2}.keys()", "7 / 2",
             "from __future__ import division", "7 / 2")  # fmt: skip
    assert cli.main(["run", "--compat", write(*cells)]) == 0
    assert capsys.readouterr().out == "3 [1]\n3\n3.5\n"


def test_a_notebook_says_its_language(tmp_path, capsys) -> None:
    path = tmp_path / "old.ipynb"
    content = json.loads(notebook("print(7 / 2)"))
    content["metadata"] = {"language_info": {"name": "python", "version": "2.7.11"}}
    path.write_text(json.dumps(content))
    assert cli.main(["run", "--compat", str(path)]) == 0
    assert capsys.readouterr().out == "3\n"
