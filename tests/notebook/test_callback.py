"""Watching a training: tables of pandas, charts of matplotlib."""

import mxnet as mx
import numpy as np
import pytest
from mxnet.notebook import callback

pytest.importorskip("pandas", reason="the tables are pandas': pip install pandas")


def fit(**callbacks):
    rng = np.random.default_rng(0)
    data = mx.io.NDArrayIter(rng.normal(size=(32, 5)), rng.integers(0, 2, 32), 8)
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2), name="softmax")
    mx.mod.Module(net).fit(data, data, num_epoch=2, **callbacks)


def test_tables_of_a_training():
    logger = callback.PandasLogger(batch_size=8, frequent=2)
    fit(**logger.callback_args())
    train, evaluation, epochs = logger.train_df, logger.eval_df, logger.epoch_df
    assert train["epoch"].tolist() == [0, 0, 1, 1]
    assert train["minibatch_count"].tolist() == [0, 2, 0, 2]
    assert train["accuracy"].between(0, 1).all()
    assert np.allclose(train["records_per_sec"], 8 * train["batches_per_sec"])
    assert train["elapsed"].is_monotonic_increasing
    assert evaluation["epoch"].tolist() == [0, 1]
    assert len(epochs) == 2
    assert (epochs["epoch_time"] <= epochs["elapsed"]).all()
    assert set(logger.all_dataframes) == {"train", "eval", "epoch"}


def test_rows_of_ones_own():
    logger = callback.PandasLogger(8)
    logger.append_metrics({"a": 1}, "train")
    logger.append_metrics({"b": 2}, "train")
    assert logger.train_df["a"].tolist()[0] == 1
    assert logger.train_df["b"].tolist()[1] == 2
    assert len(logger.train_df) == 2
    with pytest.raises(KeyError):
        logger.append_metrics({"a": 1}, "other")


def curves(chart):
    return {line.get_label(): list(line.get_ydata()) for line in chart.axes.get_lines()}


def test_a_learning_curve(tmp_path):
    chart = callback.LiveLearningCurve("accuracy", display_freq=0, frequent=2)
    fit(**chart.callback_args())
    assert {name: len(values) for name, values in curves(chart).items()} == {"train": 4, "eval": 2}
    assert chart.axes.get_ylabel() == "accuracy"
    chart.figure.savefig(tmp_path / "curve.png")
    assert (tmp_path / "curve.png").stat().st_size > 1000


def test_a_chart_of_a_table():
    chart = callback.LiveBokehChart(None, "accuracy", display_freq=0, batch_size=8, frequent=2)
    fit(**chart.callback_args())
    assert curves(chart) == {"train": chart.pandas_logger.train_df["accuracy"].tolist()}
    with pytest.raises(ValueError, match="batch_size"):
        callback.LiveBokehChart(None, "accuracy")


def test_a_chart_of_single_values():
    chart = callback.LiveTimeSeries(figsize=(2, 1))
    for value in (1, 3, 2):
        chart.update_chart_data(value)
    assert list(curves(chart).values()) == [[1, 3, 2]]


def test_several_together():
    logger, chart = callback.PandasLogger(8), callback.LiveLearningCurve("accuracy")
    together = callback.args_wrapper(logger, chart)
    assert together["batch_end_callback"] == [logger.train_cb, chart.batch_cb]
    assert set(together) == {"batch_end_callback", "eval_end_callback", "epoch_end_callback"}
    fit(**together)
    assert len(logger.epoch_df) == 2
