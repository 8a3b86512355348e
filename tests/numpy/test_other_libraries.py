"""Matplotlib's, pandas' and scikit-learn's common calls take arrays of ``mx.np`` and ``mx.nd``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from numpy.testing import assert_allclose

plt = pytest.importorskip("matplotlib.pyplot")
pd = pytest.importorskip("pandas")
pytest.importorskip("sklearn")
from sklearn import decomposition, linear_model, metrics, model_selection, preprocessing  # noqa: E402

X, Y, LABELS = np.linspace(0, 1, 6), np.linspace(0, 1, 6) ** 2, np.array([0, 1, 0, 1, 0, 1])
MATRIX = np.arange(36.0).reshape(6, 6)


@pytest.fixture(params=["np", "nd"])
def make(request: Any) -> Iterator[Any]:
    if request.param == "nd":
        yield mx.nd.array
    else:
        with mx.util.np_shape(True), mx.util.np_array(True):
            yield mx.np.array
    plt.close("all")


@pytest.mark.parametrize(
    "name",
    ["plot", "scatter", "bar", "barh", "step", "fill_between", "stem", "errorbar", "stackplot", "loglog", "hexbin"],
)
def test_plots_of_two_arrays(make: Any, name: str) -> None:
    getattr(plt, name)(make(X + 1), make(Y + 1))
    plt.gcf().canvas.draw()


@pytest.mark.parametrize("name", ["imshow", "matshow", "contour", "contourf", "pcolormesh", "boxplot", "hist", "spy"])
def test_plots_of_one_array(make: Any, name: str) -> None:
    getattr(plt, name)(make(MATRIX))
    plt.gcf().canvas.draw()


@pytest.mark.parametrize("mixed", [False, True])
@pytest.mark.parametrize("name", ["plot_surface", "plot_wireframe", "contour", "scatter", "plot"])
def test_plots_in_three_dimensions(make: Any, name: str, mixed: bool) -> None:
    x, y = np.meshgrid(X, X)
    axes = plt.figure().add_subplot(111, projection="3d")
    if name in ("scatter", "plot"):
        x, y, z = x[0], x[0], 0 if mixed else make(Y)
    else:
        z = make(MATRIX)
    getattr(axes, name)(x if mixed else make(x), make(y), z)
    plt.gcf().canvas.draw()


def test_annotations_and_limits_from_elements() -> None:
    with mx.util.np_shape(True), mx.util.np_array(True):
        x = mx.np.array(X)
        plt.xlim(x[0], x[-1])
        plt.axvspan(x[1], x[2])
        plt.arrow(x[0], x[0], x[3], x[3])
        plt.eventplot(x)
        plt.quiver(mx.np.array(MATRIX), mx.np.array(MATRIX), mx.np.array(MATRIX), mx.np.array(MATRIX))
    plt.gcf().canvas.draw()
    plt.close("all")


def test_tables(make: Any) -> None:
    assert_allclose(pd.DataFrame(make(MATRIX)).to_numpy(), MATRIX)
    frame = pd.DataFrame({"a": make(X), "b": LABELS})
    frame["c"] = make(Y)
    assert_allclose(frame["a"], X)
    assert_allclose(frame["c"], Y)
    assert_allclose(pd.Series(make(Y)), Y)
    if make is mx.np.array:  # a classic array has arrays as elements, and counts as a list of columns
        assert pd.crosstab(make(LABELS), make(LABELS)).to_numpy().tolist() == [[3, 0], [0, 3]]


def test_columns_and_arrays_are_operands() -> None:
    column = pd.Series(X)
    assert_allclose(column + mx.np.array(Y), X + Y)
    assert (column > mx.np.array(Y)).tolist() == (X.astype("float64") > Y.astype("float32")).tolist()


@pytest.mark.parametrize(
    "call",
    [
        lambda x, y, p: metrics.accuracy_score(y, y), lambda x, y, p: metrics.confusion_matrix(y, y),
        lambda x, y, p: metrics.f1_score(y, y), lambda x, y, p: metrics.roc_auc_score(y, p),
        lambda x, y, p: metrics.roc_curve(y, p)[0], lambda x, y, p: metrics.average_precision_score(y, p),
        lambda x, y, p: metrics.mean_squared_error(y, p), lambda x, y, p: metrics.log_loss(y, p),
        lambda x, y, p: model_selection.train_test_split(x, y, random_state=0)[0],
        lambda x, y, p: next(model_selection.StratifiedKFold(2).split(x, y))[0],
        lambda x, y, p: preprocessing.StandardScaler().fit_transform(x),
        lambda x, y, p: preprocessing.normalize(x), lambda x, y, p: abs(decomposition.PCA(2).fit_transform(x)),
        lambda x, y, p: linear_model.LinearRegression().fit(x, y).predict(x),
        lambda x, y, p: linear_model.LogisticRegression().fit(x, y).predict(x),
    ],
)  # fmt: skip
def test_scikit_learn(make: Any, call: Any) -> None:
    result = call(make(MATRIX), make(LABELS.astype("int32"), dtype="int32"), make(X))
    assert_allclose(np.asarray(result), call(MATRIX, LABELS, X), rtol=1e-4, atol=1e-4)
