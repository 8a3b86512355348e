"""The table of what other libraries renamed or dropped: every row is tried."""

from __future__ import annotations

import importlib
import sys
import types
import warnings
from typing import Any

import mxnet as mx
import pytest
from mxnet.tools import moves
from mxnet.tools.idioms import MODULES, modernized
from mxnet.tools.restored import ABSENT, REDUCTIONS, RESTORE, Restorer
from remx import cli

#: rows that are repaired in the source: name -> a program, and the program in its place
EDITS = {
    "PIL.Image.ANTIALIAS": ("from PIL import Image; Image.ANTIALIAS", "from PIL import Image; Image.LANCZOS"),
    "PIL.Image.LINEAR": ("import PIL.Image; PIL.Image.LINEAR", "import PIL.Image; PIL.Image.BILINEAR"),
    "PIL.Image.CUBIC": ("from PIL.Image import CUBIC", "from PIL.Image import BICUBIC as CUBIC"),
    "IPython.core.display.display": (
        "from IPython.core.display import display, HTML",
        "from IPython.core.display import HTML; from IPython.display import display",
    ),
    "sklearn.cross_validation": (
        "from sklearn.cross_validation import train_test_split", "from sklearn.model_selection import train_test_split",
    ),
    "sklearn.grid_search": (
        "from sklearn.grid_search import GridSearchCV", "from sklearn.model_selection import GridSearchCV",
    ),
    "sklearn.datasets.samples_generator": (
        "from sklearn.datasets.samples_generator import make_blobs", "from sklearn.datasets import make_blobs",
    ),
    "matplotlib.stem(use_line_collection=)": ("ax.stem(x, y, use_line_collection=True)", "ax.stem(x, y)"),
    "matplotlib.hist(normed=)": ("plt.hist(x, normed=True)", "plt.hist(x, density=True)"),
    "matplotlib.grid(b=)": ("ax.grid(b=True)", "ax.grid(visible=True)"),
    "matplotlib.use(warn=)": ("matplotlib.use('Agg', warn=False)", "matplotlib.use('Agg')"),
    "matplotlib.Figure.gca(projection=)": ("f.gca(projection='3d')", "f.add_subplot(projection='3d')"),
    "matplotlib.style.use('seaborn')": (
        "from matplotlib import pyplot as plt; plt.style.use('seaborn-white')",
        "from matplotlib import pyplot as plt; plt.style.use('seaborn-v0_8-white')",
    ),
    "pandas.fillna(downcast=)": ("x.fillna(0, downcast=False)", "x.fillna(0)"),
    "sklearn.TSNE(n_iter=)": ("TSNE(2, n_iter=500)", "TSNE(2, max_iter=500)"),
    "sklearn.OneHotEncoder(sparse=)": ("OneHotEncoder(sparse=False)", "OneHotEncoder(sparse_output=False)"),
    "numpy.histogram(normed=)": (
        "import numpy as np; np.histogram(x, normed=1)", "import numpy as np; np.histogram(x, density=1)",
    ),
    "numpy.asscalar(x)": ("import numpy as np; np.asscalar(x + 1)", "import numpy as np; (x + 1).item()"),
    "numpy.array([[1, 2], [3]])": (
        "import numpy as np; np.array([[1, 2], [3]])", "import numpy as np; np.array([[1, 2], [3]], dtype=object)",
    ),
    "numpy.array(x, copy=False)": ("import numpy as np; np.array(x, copy=False)", "import numpy as np; np.asarray(x)"),
    "numpy.fromstring(bytes)": (
        "import numpy as np; np.fromstring(x, 'f')", "import numpy as np; np.frombuffer(x, 'f')",
    ),
    "numpy.ndarray.tostring()": ("x.tostring()", "x.tobytes()"),
    "numpy.reshape(newshape=)": (
        "import numpy as np; np.reshape(x, newshape=s)", "import numpy as np; np.reshape(x, s)",
    ),
    "pandas.DataFrame.as_matrix()": ("df.as_matrix()", "df.to_numpy()"),
    "pandas.DataFrame.iteritems()": ("df.iteritems()", "df.items()"),
    "pandas.DataFrame.drop(labels, axis)": ("df.drop('a', 1)", "df.drop('a', axis=1)"),
    "pandas.DataFrame.fillna(method=)": ("df.fillna(method='pad')", "df.ffill()"),
    "pandas.get_dummies() of numbers": (
        "import pandas as pd; pd.get_dummies(x, dummy_na=True)",
        'import pandas as pd; pd.get_dummies(x, dummy_na=True, dtype="uint8")',
    ),
    "pandas.read_csv(file, sep)": (
        "import pandas as pd; pd.read_csv(f, ';')", "import pandas as pd; pd.read_csv(f, sep=';')",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_what_is_repaired_in_the_source(name: str) -> None:
    text, new = EDITS[name]
    assert modernized(text, "program.py") == new
    assert modernized(new, "program.py") == new


@pytest.mark.parametrize(("name", "new"), [(name, new) for name, new in moves.NUMPY.items() if new])
def test_names_of_numpy(name: str, new: str) -> None:
    assert modernized(f"import numpy as np; np.{name}", "program.py") == f"import numpy as np; np.{new}"


def test_every_row_has_its_test() -> None:
    rows = {f"{row.library}.{row.name}" for row in moves.table() if row.repair == moves.EDIT}
    numpy = {f"numpy.{name}" for name in moves.NUMPY}
    assert rows - numpy - set(EDITS) == set()
    restored = {f"{row.library}.{row.name}" for row in moves.table() if row.repair == moves.RUN}
    assert restored == set(RUNS)


def test_old_calls_of_other_things_stay() -> None:
    text = "d.drop('a', axis=1)\ng.histogram(normed=1)\nuse(x, warn=1, a=2)\nx.fillna(0)\nf(np.array([[1], [2]]))\n"
    assert modernized(text, "program.py") == text.replace("warn=1, ", "")


def test_the_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--moves"]) == 0
    assert "Image.ANTIALIAS" in capsys.readouterr().out


# -- while a program runs ----------------------------------------------------------------------------------------------


def restored(name: str, **attributes: Any) -> Any:
    """Return a stand-in for a module with what is put back there."""
    module = types.ModuleType(name)
    vars(module).update(attributes)
    RESTORE[name](module)
    return module


def _tables(monkeypatch: pytest.MonkeyPatch) -> Any:
    pandas = pytest.importorskip("pandas")
    for cls in (pandas.DataFrame, pandas.Series):
        for name in ("append", "iteritems"):
            monkeypatch.setattr(cls, name, None, raising=False)
            monkeypatch.delattr(cls, name)
    for name in REDUCTIONS:
        monkeypatch.setattr(pandas.DataFrame, name, getattr(pandas.DataFrame, name))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before = pandas.get_option("future.infer_string")
        RESTORE["pandas"](pandas)
        dtypes = pandas.DataFrame({"a": ["x"], "b": [1]}).dtypes
        pandas.set_option("future.infer_string", before)
    return pandas, dtypes


def append_of_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    pandas, _ = _tables(monkeypatch)
    frame = pandas.DataFrame({"a": [1]})
    assert frame.append({"a": 2}, ignore_index=True)["a"].tolist() == [1, 2]
    assert frame.append([frame, frame])["a"].tolist() == [1, 1, 1]


def append_of_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    pandas, _ = _tables(monkeypatch)
    assert pandas.Series([1]).append(pandas.Series([2])).tolist() == [1, 2]


def items(monkeypatch: pytest.MonkeyPatch) -> None:
    pandas, _ = _tables(monkeypatch)
    assert [*pandas.Series([1, 2]).iteritems()] == [(0, 1), (1, 2)]
    assert [name for name, _ in pandas.DataFrame({"a": [1], "b": [2]}).iteritems()] == ["a", "b"]


def map_of_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    pandas, _ = _tables(monkeypatch)
    assert pandas.DataFrame({"a": [1]}).applymap(lambda x: x + 1)["a"].tolist() == [2]


def reductions_of_text(monkeypatch: pytest.MonkeyPatch) -> None:
    pandas, _ = _tables(monkeypatch)
    frame = pandas.DataFrame({"a": [1.0, 3.0], "b": ["x", None], "c": [2.0, 6.0]})
    assert frame.mean().tolist() == [2.0, 4.0]
    assert frame.corr().shape == (2, 2)
    assert frame.quantile(0.5).tolist() == [2.0, 4.0]
    with pytest.raises(TypeError):
        frame.mean(numeric_only=False)


def columns_of_text(monkeypatch: pytest.MonkeyPatch) -> None:
    _, dtypes = _tables(monkeypatch)
    assert (dtypes != "object").tolist() == [False, True]


def colormap_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    assert restored("matplotlib.cm").get_cmap("viridis").name == "viridis"


def hold(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib.pyplot")
    assert restored("matplotlib.pyplot").hold(True) is None


def spectral(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    restored("matplotlib.pyplot")
    assert "spectral" in matplotlib.colormaps
    matplotlib.colormaps.unregister("spectral")


def image_of_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    image = pytest.importorskip("PIL.Image")
    import io

    import numpy as np

    stream = io.BytesIO()
    image.new("RGB", (3, 2)).save(stream, "PNG")
    stream.seek(0)
    monkeypatch.setattr("urllib.request.urlopen", lambda url: stream)
    library = restored("matplotlib.image", imread=lambda name, form=None: name, pil_to_array=np.asarray)
    assert library.imread("https://x.org/a.png").shape == (2, 3, 3)
    assert library.imread("a.png") == "a.png"


def numbers_and_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []
    cls = type("Axes", (), {"plot": lambda self, *args, **kwargs: calls.append((args, kwargs))})
    restored("matplotlib.axes", Axes=cls)
    cls().plot((1, mx.np.array([2.0]), mx.nd.array([3])), [1, 2], [[1], [2, 3]], "-o", color="red")
    assert calls == [(([1, 2.0, 3.0], [1, 2], [[1], [2, 3]], "-o"), {"color": "red"})]


def formats(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    inline = types.ModuleType("matplotlib_inline.backend_inline")
    inline.set_matplotlib_formats = lambda *names, **kwargs: asked.append((names, kwargs))  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "matplotlib_inline", types.ModuleType("matplotlib_inline"))
    monkeypatch.setitem(sys.modules, "matplotlib_inline.backend_inline", inline)
    restored("IPython.display").set_matplotlib_formats("svg", quality=1)
    assert asked == [(("svg",), {"quality": 1})]


def size_of_text(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = pytest.importorskip("PIL.ImageDraw")
    image = importlib.import_module("PIL.Image")
    cls = type("ImageDraw", (drawing.ImageDraw,), {})
    draw = restored("PIL.ImageDraw", ImageDraw=cls).ImageDraw(image.new("L", (99, 99)))
    assert all(size > 0 for size in draw.textsize("text"))


def size_of_text_of_a_font(monkeypatch: pytest.MonkeyPatch) -> None:
    cls = type("FreeTypeFont", (), {"getbbox": lambda self, text: (1, 2, 4, 8)})
    assert restored("PIL.ImageFont", FreeTypeFont=cls).FreeTypeFont().getsize("a") == (3, 6)


def data_of_mldata(monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    asked = []

    def fetch_openml(name: str, **kwargs: Any) -> Any:
        asked.append(name)
        return types.SimpleNamespace(target=np.array(["1", "2"]))

    found = restored("sklearn.datasets", fetch_openml=fetch_openml).fetch_mldata("MNIST original")
    assert asked == ["mnist_784"]
    assert found.target.tolist() == [1.0, 2.0]


def assignment(monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    pytest.importorskip("scipy")
    module = types.ModuleType("sklearn.utils.linear_assignment_")
    ABSENT[module.__name__](module)
    assert module.linear_assignment(np.array([[1.0, 0], [0, 1]])).tolist() == [[0, 1], [1, 0]]


def joblib(monkeypatch: pytest.MonkeyPatch) -> None:
    library = pytest.importorskip("joblib")
    module = types.ModuleType("sklearn.externals.joblib")
    ABSENT[module.__name__](module)
    assert module.dump is library.dump


#: rows that are repaired while a program runs -> what tries it
RUNS = {
    "pandas.DataFrame.append": append_of_frames,
    "pandas.Series.append": append_of_columns,
    "pandas.Series.iteritems": items,
    "pandas.DataFrame.applymap": map_of_elements,
    "pandas.DataFrame.mean() and the like of text columns": reductions_of_text,
    "pandas.text columns of dtype object": columns_of_text,
    "matplotlib.cm.get_cmap": colormap_by_name,
    "matplotlib.pyplot.hold": hold,
    "matplotlib.colormaps['spectral']": spectral,
    "matplotlib.plot() of numbers and arrays of one item": numbers_and_arrays,
    "matplotlib.image.imread(URL)": image_of_an_address,
    "IPython.display.set_matplotlib_formats": formats,
    "PIL.ImageDraw.ImageDraw.textsize": size_of_text,
    "PIL.ImageFont.FreeTypeFont.getsize": size_of_text_of_a_font,
    "sklearn.datasets.fetch_mldata": data_of_mldata,
    "sklearn.utils.linear_assignment_": assignment,
    "sklearn.externals.joblib": joblib,
}


@pytest.mark.parametrize("name", RUNS)
def test_what_is_put_back_while_a_program_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    RUNS[name](monkeypatch)


def test_modules_that_are_gone_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "pkg_resources", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Restorer(), *sys.meta_path])
    monkeypatch.setitem(ABSENT, "pkg_resources_of_old", ABSENT["pkg_resources"])
    module = importlib.import_module("pkg_resources_of_old")
    assert module.get_distribution("numpy").version
    assert module.parse_version("1.10") > module.parse_version("1.9")
    assert module.resource_exists("mxnet.tools", "names.json")
    with pytest.raises(module.DistributionNotFound):
        module.get_distribution("no-such-package")
    del sys.modules["pkg_resources_of_old"]


def test_names_are_put_back_after_the_import(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / "library_of_old.py").write_text("value = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(RESTORE, "library_of_old", lambda module: setattr(module, "old", module.value + 1))
    monkeypatch.setattr(sys, "meta_path", [Restorer(), *sys.meta_path])
    assert importlib.import_module("library_of_old").old == 2
    del sys.modules["library_of_old"]


def test_modules_of_scikit_learn_are_at_their_new_places() -> None:
    pytest.importorskip("sklearn")
    for old, new in MODULES.items():
        if old.startswith("sklearn."):
            importlib.import_module(new)
