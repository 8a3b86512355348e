"""What other libraries have renamed or dropped since MXNet's days, and what takes its place: one table.

``edit`` repairs are made in the source, by ``remx doctor --fix`` and ``remx run --compat``; ``run`` repairs while a
program runs with ``--compat`` (:mod:`.restored`); the others are for a person. ``remx doctor --moves`` prints it.
"""

from __future__ import annotations

from typing import NamedTuple


class Move(NamedTuple):
    """A name of a library, the release without it, what it becomes, and how it is repaired: edit, run or by hand."""

    library: str
    name: str
    since: str
    new: str
    repair: str = "edit"


EDIT, RUN, BY_HAND = "edit", "run", "by hand"

#: NumPy's names by the release without them, each with the name that takes its place (-: none does)
_NUMPY = {
    "1.24": "int=int_ float=float64 complex=complex128 object=object_ str=str_ unicode=str_",
    "2.0": (
        "float_=float64 complex_=complex128 string_=bytes_ unicode_=str_ bool8=bool int0=intp uint0=uintp Inf=inf "
        "Infinity=inf infty=inf NaN=nan PINF=inf NINF=- PZERO=- NZERO=- product=prod cumproduct=cumprod sometrue=any "
        "alltrue=all round_=round asfarray=- find_common_type=- cast=- source=- issubclass_=- msort=- mat=asmatrix "
        "set_string_function=-"
    ),
    "2.4": "in1d=isin trapz=trapezoid",
    "1.23": "asscalar=-",
}
#: what takes the place of those for which no name does
NUMPY_ADVICE = {
    "asscalar": "x.item()", "asfarray": "np.asarray(x, dtype=float)", "NINF": "-np.inf",
    "PZERO": "0.0", "NZERO": "-0.0",
    "msort": "np.sort(x, axis=0)", "find_common_type": "np.result_type",
}  # fmt: skip
_PAIRS = [(since, *pair.split("=")) for since, pairs in _NUMPY.items() for pair in pairs.split()]
#: NumPy's names that are gone, and what takes their place (None: no name alone does); NumPy 2 has np.bool again
NUMPY: dict[str, str | None] = {name: None if new == "-" else new for _, name, new in _PAIRS}

#: names of other libraries
_NAMES = (
    Move("PIL", "Image.ANTIALIAS", "10.0", "Image.LANCZOS"),
    Move("PIL", "Image.LINEAR", "10.0", "Image.BILINEAR"),
    Move("PIL", "Image.CUBIC", "10.0", "Image.BICUBIC"),
    Move("PIL", "ImageDraw.ImageDraw.textsize", "10.0", "ImageDraw.textbbox", RUN),
    Move("PIL", "ImageFont.FreeTypeFont.getsize", "10.0", "FreeTypeFont.getbbox", RUN),
    Move("IPython", "core.display.display", "9.0", "display.display"),
    Move("IPython", "display.set_matplotlib_formats", "9.0", "matplotlib_inline.backend_inline", RUN),
    Move("matplotlib", "cm.get_cmap", "3.9", "matplotlib.colormaps", RUN),
    Move("matplotlib", "pyplot.hold", "3.0", "nothing: it is always on", RUN),
    Move("matplotlib", "colormaps['spectral']", "2.2", "nipy_spectral", RUN),
    Move("matplotlib", "plot() of numbers and arrays of one item", "NumPy 1.24", "x.item()", RUN),
    Move("matplotlib", "image.imread(URL)", "3.6", "PIL.Image.open(urllib.request.urlopen(url))", RUN),
    Move("pandas", "DataFrame.append", "2.0", "pd.concat([a, b])", RUN),
    Move("pandas", "Series.append", "2.0", "pd.concat([a, b])", RUN),
    Move("pandas", "Series.iteritems", "2.0", "Series.items", RUN),
    Move("pandas", "DataFrame.applymap", "3.0", "DataFrame.map", RUN),
    Move("pandas", "DataFrame.mean() and the like of text columns", "2.0", "mean(numeric_only=True)", RUN),
    Move("pandas", "text columns of dtype object", "3.0", "pd.api.types.is_numeric_dtype", RUN),
    Move("pandas", "DataFrame.ix", "1.0", "DataFrame.loc or DataFrame.iloc", BY_HAND),
    Move("sklearn", "cross_validation", "0.20", "model_selection"),
    Move("sklearn", "grid_search", "0.20", "model_selection"),
    Move("sklearn", "datasets.samples_generator", "0.24", "datasets"),
    Move("sklearn", "externals.joblib", "0.23", "joblib", RUN),
    Move("sklearn", "utils.linear_assignment_", "0.23", "scipy.optimize.linear_sum_assignment", RUN),
    Move("sklearn", "datasets.fetch_mldata", "0.22", "datasets.fetch_openml", RUN),
    Move("sklearn", "datasets.load_boston", "1.2", "another data set: fetch_california_housing", BY_HAND),
    Move("sklearn", "preprocessing.Imputer", "0.22", "impute.SimpleImputer", BY_HAND),
)
#: method or function, keyword -> library, since, the new keyword (None: it is left out)
KEYWORDS: dict[tuple[str, str], tuple[str, str, str | None]] = {
    ("stem", "use_line_collection"): ("matplotlib", "3.8", None),
    ("hist", "normed"): ("matplotlib", "3.1", "density"),
    ("histogram", "normed"): ("numpy", "1.24", "density"),
    ("grid", "b"): ("matplotlib", "3.7", "visible"),
    ("use", "warn"): ("matplotlib", "3.3", None),
    ("fillna", "downcast"): ("pandas", "3.0", None),
    ("TSNE", "n_iter"): ("sklearn", "1.7", "max_iter"),
    ("OneHotEncoder", "sparse"): ("sklearn", "1.4", "sparse_output"),
    ("reshape", "newshape"): ("numpy", "2.5", "shape"),
}
#: calls in another form; `idioms` has what finds and rewrites them
CALLS = (
    Move("matplotlib", "Figure.gca(projection=)", "3.7", "add_subplot(projection=)"),
    Move("matplotlib", "style.use('seaborn')", "3.8", "style.use('seaborn-v0_8')"),
    Move("numpy", "array([[1, 2], [3]])", "1.24", "array(..., dtype=object)"),
    Move("numpy", "array(x, copy=False)", "2.0", "asarray(x)"),
    Move("numpy", "fromstring(bytes)", "2.3", "frombuffer"),
    Move("numpy", "ndarray.tostring()", "2.3", "tobytes()"),
    Move("pandas", "DataFrame.as_matrix()", "1.0", "to_numpy()"),
    Move("pandas", "DataFrame.iteritems()", "2.0", "items()"),
    Move("pandas", "DataFrame.drop(labels, axis)", "2.0", "drop(labels, axis=axis)"),
    Move("pandas", "DataFrame.fillna(method=)", "3.0", "ffill() or bfill()"),
    Move("pandas", "get_dummies() of numbers", "2.0", 'get_dummies(..., dtype="uint8")'),
    Move("pandas", "read_csv(file, sep)", "2.0", "read_csv(file, sep=sep)"),
)


def table() -> list[Move]:
    """Return all moves, by library and name."""
    numpy = [
        Move(
            "numpy",
            name,
            since,
            new if new != "-" else NUMPY_ADVICE.get(name, "nothing"),
            BY_HAND if new == "-" else EDIT,
        )
        for since, name, new in _PAIRS
        if name != "asscalar"
    ]
    keywords = [
        Move(library, f"{function}({old}=)", since, f"{new}=" if new else "nothing: leave it out")
        for (function, old), (library, since, new) in KEYWORDS.items()
        if old != "newshape"
    ]
    extra = [
        Move("numpy", "asscalar(x)", "1.23", "x.item()"),
        Move("numpy", "reshape(newshape=)", "2.5", "by position"),
    ]
    return sorted(
        [*_NAMES, *CALLS, *numpy, *keywords, *extra], key=lambda move: (move.library.lower(), move.name.lower())
    )


def moved_names(*repairs: str) -> dict[str, str]:
    """Return the dotted names that moved as a whole, and their new places, of those repairs."""
    return {
        f"{move.library}.{move.name}": move.new if move.repair != EDIT else f"{move.library}.{move.new}"
        for move in _NAMES
        if move.repair in repairs and move.name.replace(".", "").replace("_", "").isalnum()
    }
