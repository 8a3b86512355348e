"""Names that other libraries dropped, put back while a program runs with ``remx run --compat``.

Only what is missing is added, to the libraries in memory; :mod:`.moves` is the table of what becomes of what.
"""

import contextlib
import functools
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import types
import warnings
from collections.abc import Callable
from typing import Any

Restore = Callable[[Any], None]
#: by module, what is done when it has been imported
RESTORE: dict[str, Restore] = {}
#: by name of a module that is gone, what fills it
ABSENT: dict[str, Restore] = {}


def after(module: str) -> Callable[[Restore], Restore]:
    """Register the function that is called with a module when it has been imported."""
    return lambda function: RESTORE.setdefault(module, function)


def absent(module: str) -> Callable[[Restore], Restore]:
    """Register the function that fills a module that is gone."""
    return lambda function: ABSENT.setdefault(module, function)


def _add(owner: Any, name: str, value: Any) -> None:
    if not hasattr(owner, name):
        setattr(owner, name, value)


# -- pandas ------------------------------------------------------------------------------------------------------------


#: methods of tables that left out columns of text by themselves before pandas 2.0
REDUCTIONS = ("mean", "median", "std", "var", "sem", "skew", "kurt", "quantile", "corr", "cov")


def _of_numbers(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a reduction that leaves out columns of text where it fails for them."""

    @functools.wraps(method)
    def reduce(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except (TypeError, ValueError):
            if "numeric_only" in kwargs or self.shape == self.select_dtypes(("number", "bool")).shape:
                raise
            return method(self, *args, numeric_only=True, **kwargs)

    return reduce


@after("pandas")
def _pandas(pandas: Any) -> None:
    def append(
        self: Any, other: Any, ignore_index: bool = False, verify_integrity: bool = False, sort: bool = False
    ) -> Any:
        """Return the rows of both, as pandas did before 2.0."""
        if isinstance(self, pandas.DataFrame):
            if isinstance(other, dict):
                other = pandas.Series(other)
            if isinstance(other, pandas.Series):
                other = other.to_frame().T
        parts = [self, *other] if isinstance(other, (list, tuple)) else [self, other]
        return pandas.concat(parts, ignore_index=ignore_index, verify_integrity=verify_integrity, sort=sort)

    _add(pandas.DataFrame, "append", append)
    _add(pandas.Series, "append", append)
    for kind in (pandas.DataFrame, pandas.Series):
        _add(kind, "iteritems", kind.items)
    for name in REDUCTIONS:
        setattr(pandas.DataFrame, name, _of_numbers(getattr(pandas.DataFrame, name)))
    if hasattr(pandas.DataFrame, "map"):
        _add(pandas.DataFrame, "applymap", pandas.DataFrame.map)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the option goes with pandas 4
        with contextlib.suppress(KeyError, AttributeError):  # OptionError is both
            pandas.set_option("future.infer_string", False)


# -- Matplotlib and IPython --------------------------------------------------------------------------------------------


@after("matplotlib.cm")
def _colormaps(cm: Any) -> None:
    _add(cm, "get_cmap", lambda *args, **kwargs: importlib.import_module("matplotlib.pyplot").get_cmap(*args, **kwargs))


@after("matplotlib.pyplot")
def _pyplot(pyplot: Any) -> None:
    _add(pyplot, "hold", lambda on=None: None)  # plots are always added
    maps = getattr(sys.modules["matplotlib"], "colormaps", None)
    if maps is not None and "spectral" not in maps:
        maps.register(maps["nipy_spectral"], name="spectral")


@after("matplotlib.image")
def _images(image: Any) -> None:
    read = image.imread

    @functools.wraps(read)
    def imread(fname: Any, format: str | None = None) -> Any:
        if isinstance(fname, str) and fname.startswith(("http://", "https://")):
            import urllib.request

            with urllib.request.urlopen(fname) as answer:
                return image.pil_to_array(importlib.import_module("PIL.Image").open(answer))
        return read(fname, format)

    image.imread = imread


@after("matplotlib.axes")
def _axes(axes: Any) -> None:
    plot = axes.Axes.plot

    @functools.wraps(plot)
    def plot_numbers(self: Any, *args: Any, **kwargs: Any) -> Any:
        return plot(self, *[_numbers(arg) for arg in args], **kwargs)

    axes.Axes.plot = plot_numbers


def _numbers(values: Any) -> Any:
    """Return numbers for a list of numbers and arrays of one item; everything else as it is."""
    if not isinstance(values, (list, tuple)) or len({getattr(value, "shape", ()) for value in values}) < 2:
        return values
    if any(getattr(value, "size", 1) != 1 for value in values):
        return values
    return [value.item() if hasattr(value, "item") else value for value in values]


@after("IPython.display")
def _display(display: Any) -> None:
    def set_matplotlib_formats(*formats: str, **kwargs: Any) -> None:
        """Choose the form of figures in notebooks: ``matplotlib_inline.backend_inline.set_matplotlib_formats``."""
        importlib.import_module("matplotlib_inline.backend_inline").set_matplotlib_formats(*formats, **kwargs)

    _add(display, "set_matplotlib_formats", set_matplotlib_formats)


# -- Pillow ------------------------------------------------------------------------------------------------------------


@after("PIL.ImageDraw")
def _drawing(module: Any) -> None:
    def textsize(self: Any, text: str, font: Any = None, *args: Any, **kwargs: Any) -> tuple[int, int]:
        """Return width and height of a text."""
        left, top, right, bottom = self.textbbox((0, 0), text, font, *args, **kwargs)
        return int(right - left), int(bottom - top)

    _add(module.ImageDraw, "textsize", textsize)


@after("PIL.ImageFont")
def _fonts(module: Any) -> None:
    def getsize(self: Any, text: str, *args: Any, **kwargs: Any) -> tuple[int, int]:
        """Return width and height of a text."""
        left, top, right, bottom = self.getbbox(text, *args, **kwargs)
        return int(right - left), int(bottom - top)

    for name in ("FreeTypeFont", "ImageFont", "TransposedFont"):
        if hasattr(module, name):
            _add(getattr(module, name), "getsize", getsize)


# -- scikit-learn ------------------------------------------------------------------------------------------------------


@after("sklearn.datasets")
def _datasets(datasets: Any) -> None:
    def fetch_mldata(dataname: str, target_name: str = "label", data_name: str = "data", **kwargs: Any) -> Any:
        """Fetch a data set of mldata.org, which is gone, from openml.org: ``fetch_openml``."""
        name = {"mnist original": "mnist_784"}.get(dataname.lower(), dataname)
        result = datasets.fetch_openml(name, version=1, as_frame=False, data_home=kwargs.get("data_home"))
        with contextlib.suppress(ValueError):  # classes that are words
            result.target = result.target.astype(float)
        return result

    try:
        datasets.fetch_mldata  # noqa: B018  # which may raise ImportError of its own
    except (AttributeError, ImportError):
        datasets.fetch_mldata = fetch_mldata


@absent("sklearn.utils.linear_assignment_")
def _assignment(module: Any) -> None:
    def linear_assignment(X: Any) -> Any:
        """Return pairs of rows and columns of least total cost, an array ``(pairs, 2)``."""
        import numpy as np

        rows, columns = importlib.import_module("scipy.optimize").linear_sum_assignment(X)
        return np.stack([rows, columns], axis=1)

    module.linear_assignment = module._hungarian = linear_assignment


@absent("sklearn.externals.joblib")
def _joblib(module: Any) -> None:
    vars(module).update({k: v for k, v in vars(importlib.import_module("joblib")).items() if not k.startswith("__")})


@absent("pkg_resources")
def _resources(module: Any) -> None:
    """What programs took of setuptools' old module: versions, files of packages, entry points."""
    from importlib import metadata, resources

    class DistributionNotFound(Exception):
        """There is no such package."""

    def get_distribution(name: str) -> Any:
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError as error:
            raise DistributionNotFound(name) from error
        return types.SimpleNamespace(
            version=distribution.version, project_name=distribution.metadata["Name"],
            key=distribution.metadata["Name"].lower(),
            parsed_version=parse_version(distribution.version), location=str(distribution.locate_file("")),
        )  # fmt: skip

    def parse_version(text: str) -> Any:
        return importlib.import_module("packaging.version").parse(text)

    def of_file(use: Callable[[Any], Any]) -> Callable[[str, str], Any]:
        return lambda package, name: use(resources.files(package) / name)

    def iter_entry_points(group: str, name: str | None = None) -> Any:
        return iter([point for point in metadata.entry_points(group=group) if name in (None, point.name)])

    class VersionConflict(Exception):
        """A package has another version."""

    module.DistributionNotFound, module.VersionConflict = DistributionNotFound, VersionConflict
    module.get_distribution, module.parse_version = get_distribution, parse_version
    module.resource_filename = of_file(str)
    module.resource_exists = of_file(lambda path: path.is_file() or path.is_dir())
    module.resource_string = of_file(lambda path: path.read_bytes())
    module.resource_stream = of_file(lambda path: path.open("rb"))
    module.resource_listdir = of_file(lambda path: [item.name for item in path.iterdir()])
    module.require = lambda *requirements: []
    module.iter_entry_points = iter_entry_points
    module.declare_namespace = lambda name: None


# -- the hook ----------------------------------------------------------------------------------------------------------


class Restorer(importlib.abc.MetaPathFinder):
    """Calls what is registered for a module once it has been imported, and makes modules that are gone."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        """Return a module's spec with a loader that restores names; None for all other modules."""
        if fullname not in RESTORE and fullname not in ABSENT:
            return None
        try:
            others = [finder for finder in sys.meta_path if finder is not self and hasattr(finder, "find_spec")]
            spec = next(filter(None, (finder.find_spec(fullname, path, target) for finder in others)), None)
        except (ImportError, AttributeError):
            spec = None
        if spec is not None and spec.loader is not None:
            if fullname in RESTORE:
                spec.loader = _Loader(spec.loader, RESTORE[fullname])
            return spec
        if fullname in ABSENT:
            return importlib.machinery.ModuleSpec(fullname, _Filler(ABSENT[fullname]))
        return None

    def restore_imported(self) -> None:
        """Restore the names of modules that have been imported already."""
        for name, restore in RESTORE.items():
            if name in sys.modules:
                restore(sys.modules[name])


class _Loader(importlib.abc.Loader):
    def __init__(self, loader: Any, restore: Restore) -> None:
        self._loader, self._restore = loader, restore

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: Any) -> Any:
        return self._loader.create_module(spec)

    def exec_module(self, module: types.ModuleType) -> None:
        self._loader.exec_module(module)
        self._restore(module)


class _Filler(importlib.abc.Loader):
    def __init__(self, fill: Restore) -> None:
        self._fill = fill

    def exec_module(self, module: types.ModuleType) -> None:
        self._fill(module)
