"""Callbacks that collect training metrics in tables, and plot them live.

The charts are drawn with matplotlib; in a notebook they are shown and redrawn in place, elsewhere ``figure`` is there
to be looked at or saved. All have ``callback_args()``, the arguments to give to ``fit``:

>>> curve = mx.notebook.callback.LiveLearningCurve("accuracy")
>>> module.fit(train_data, eval_data, **curve.callback_args())  # doctest: +SKIP
"""

import datetime
import sys
import time
from collections.abc import Callable
from typing import Any

__all__ = ["LiveBokehChart", "LiveLearningCurve", "LiveTimeSeries", "PandasLogger", "args_wrapper"]


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("PandasLogger needs pandas: pip install pandas") from error
    return pandas


class PandasLogger:
    """Collects what a training reports in three pandas tables: ``train_df``, ``eval_df`` and ``epoch_df``.

    ``batch_size`` is how many records a batch has, ``frequent`` after how many batches a row is written. Rows have the
    epoch, the number of the batch, the time since the logger was made, batches and records per second, and the metric.
    Raises ImportError without pandas.
    """

    def __init__(self, batch_size: int, frequent: int = 50) -> None:
        table = _pandas().DataFrame
        self.batch_size, self.frequent = batch_size, frequent
        self._dataframes = {name: table() for name in ("train", "eval", "epoch")}
        self.last_time = time.time()
        self.start_time = self.last_epoch_time = datetime.datetime.now()

    @property
    def train_df(self) -> Any:
        """The table of training batches."""
        return self._dataframes["train"]

    @property
    def eval_df(self) -> Any:
        """The table of evaluations."""
        return self._dataframes["eval"]

    @property
    def epoch_df(self) -> Any:
        """The table of epochs and the time that each took."""
        return self._dataframes["epoch"]

    @property
    def all_dataframes(self) -> dict[str, Any]:
        """The tables by name: train, eval, epoch."""
        return self._dataframes

    def elapsed(self) -> datetime.timedelta:
        """Return the time since the logger was made."""
        return datetime.datetime.now() - self.start_time

    def append_metrics(self, metrics: dict[str, Any], df_name: str) -> None:
        """Add a row to a table; new names become new columns. KeyError for a table that there is not."""
        table = self._dataframes[df_name]
        columns = [*table.columns, *(name for name in metrics if name not in table.columns)]
        table = table.reindex(columns=columns).astype(object)
        table.loc[len(table)] = [metrics.get(name) for name in columns]
        self._dataframes[df_name] = table.infer_objects()

    def train_cb(self, param: Any) -> None:
        """Write a row every ``frequent`` batches, and start the metric anew; a batch callback."""
        if param.nbatch % self.frequent == 0:
            self._process_batch(param, "train")

    def eval_cb(self, param: Any) -> None:
        """Write a row of an evaluation; a callback of its end."""
        self._process_batch(param, "eval")

    def epoch_cb(self, *_: Any) -> None:
        """Write a row of an epoch; a callback of its end."""
        now = datetime.datetime.now()
        row = {"elapsed": self.elapsed(), "epoch_time": now - self.last_epoch_time}
        self.append_metrics(row, "epoch")
        self.last_epoch_time = now

    def _process_batch(self, param: Any, table: str) -> None:
        now = time.time()
        metrics = dict(param.eval_metric.get_name_value()) if param.eval_metric is not None else {}
        if param.eval_metric is not None and table == "train":
            param.eval_metric.reset()
        seconds, self.last_time = now - self.last_time, now
        speed = self.frequent / seconds if seconds > 0 else float("inf")
        row = {"epoch": param.epoch, "minibatch_count": param.nbatch, "elapsed": self.elapsed()}
        rates = {"batches_per_sec": speed, "records_per_sec": speed * self.batch_size}
        self.append_metrics({**row, **rates, **metrics}, table)

    def callback_args(self) -> dict[str, Any]:
        """Return the arguments for ``fit``."""
        callbacks = {"batch": self.train_cb, "eval": self.eval_cb, "epoch": self.epoch_cb}
        return {f"{what}_end_callback": callback for what, callback in callbacks.items()}


class _Chart:
    """A figure that is redrawn at most every ``display_freq`` seconds."""

    #: what the axes say
    _step, metric_name = "batches", ""

    def __init__(self, display_freq: float = 10, **figure: Any) -> None:
        self.display_freq = display_freq
        self.last_update = 0.0
        self._display: Any = None
        self.figure, self.axes = _figure(figure)
        self.setup_chart()

    def setup_chart(self) -> None:
        """Label the empty chart."""
        self.axes.set_xlabel(self._step)
        self.axes.set_ylabel(self.metric_name)

    def interval_elapsed(self) -> bool:
        """Return whether it is time to draw again."""
        return time.time() - self.last_update > self.display_freq

    def _draw(self, lines: dict[str, tuple[Any, Any]]) -> None:
        """Draw lines, each given by its x and y values, and show them in a notebook."""
        self.axes.clear()
        self.setup_chart()
        for label, (x, y) in lines.items():
            self.axes.plot(x, y, label=label)
        if len(lines) > 1:
            self.axes.legend()
        self._display = _show(self.figure, self._display)
        self.last_update = time.time()

    def batch_cb(self, param: Any) -> None:
        """Take a training batch; a batch callback."""

    def eval_cb(self, param: Any) -> None:
        """Take an evaluation; a callback of its end."""

    def callback_args(self) -> dict[str, Any]:
        """Return the arguments for ``fit``."""
        return {"batch_end_callback": self.batch_cb, "eval_end_callback": self.eval_cb}


def _figure(options: dict[str, Any]) -> tuple[Any, Any]:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError("charts need matplotlib: pip install matplotlib") from error
    figure = Figure(**options)
    return figure, figure.add_subplot()


def _show(figure: Any, display: Any) -> Any:
    """Show a figure where a notebook runs, in the place where it was before; return that place."""
    if "IPython" not in sys.modules or sys.modules["IPython"].get_ipython() is None:
        return None
    from IPython.display import display as show

    if display is None:
        return show(figure, display_id=True)
    display.update(figure)
    return display


class LiveBokehChart(_Chart):
    """Draws one metric of a :class:`PandasLogger`'s training table while the training goes on.

    ``display_freq`` is in seconds. Without a logger one is made, for which ``batch_size`` has to be given. The name is
    MXNet's; the chart is matplotlib's.
    """

    def __init__(
        self, pandas_logger: Any, metric_name: str, display_freq: float = 10, batch_size: Any = None, frequent: int = 50
    ) -> None:
        if pandas_logger is None:
            if batch_size is None:
                raise ValueError("batch_size: expected how many records a batch has, or a pandas_logger")
            pandas_logger = PandasLogger(batch_size=batch_size, frequent=frequent)
        self.pandas_logger, self.metric_name = pandas_logger, metric_name
        super().__init__(display_freq)

    def update_chart_data(self) -> None:
        """Draw what the training table has now."""
        table = self.pandas_logger.train_df
        values = table[self.metric_name] if self.metric_name in table.columns else []
        batches = [row * self.pandas_logger.frequent for row in range(len(values))]
        self._draw({"train": (batches, values)})

    def batch_cb(self, param: Any) -> None:
        """Log a training batch, and draw when it is time to."""
        self.pandas_logger.train_cb(param)
        if self.interval_elapsed():
            self.update_chart_data()

    def eval_cb(self, param: Any) -> None:
        """Log an evaluation, and draw."""
        self.pandas_logger.eval_cb(param)
        self.update_chart_data()


class LiveTimeSeries(_Chart):
    """Draws single values against the seconds since the chart was made; ``fig_params`` go to the figure."""

    _step = "seconds"

    def __init__(self, **fig_params: Any) -> None:
        self.start_time = datetime.datetime.now()
        self.x_axis_val: list[float] = []
        self.y_axis_val: list[float] = []
        super().__init__(0, **fig_params)

    def elapsed(self) -> datetime.timedelta:
        """Return the time since the chart was made."""
        return datetime.datetime.now() - self.start_time

    def update_chart_data(self, value: float) -> None:
        """Add a value, and draw."""
        self.x_axis_val.append(self.elapsed().total_seconds())
        self.y_axis_val.append(value)
        self._draw({"value": (self.x_axis_val, self.y_axis_val)})


class LiveLearningCurve(_Chart):
    """Draws a metric of training and evaluation while a training goes on.

    ``display_freq`` is in seconds; the training's metric is taken every ``frequent`` batches.
    """

    def __init__(self, metric_name: str, display_freq: float = 10, frequent: int = 50) -> None:
        self.frequent, self.metric_name = frequent, metric_name
        #: numbers of batches and values, by 'train' and 'eval'
        self._data: dict[str, tuple[list[int], list[float]]] = {"train": ([], []), "eval": ([], [])}
        self._batches = 0
        super().__init__(display_freq)

    def _take(self, param: Any, curve: str) -> None:
        metrics = dict(param.eval_metric.get_name_value()) if param.eval_metric is not None else {}
        if self.metric_name in metrics:
            self._data[curve][0].append(self._batches)
            self._data[curve][1].append(metrics[self.metric_name])

    def batch_cb(self, param: Any) -> None:
        """Take a training batch, and draw when it is time to."""
        if param.nbatch % self.frequent == 0:
            self._take(param, "train")
        self._batches += 1
        if self.interval_elapsed():
            self.update_chart_data()

    def eval_cb(self, param: Any) -> None:
        """Take an evaluation, and draw."""
        self._take(param, "eval")
        self.update_chart_data()

    def update_chart_data(self) -> None:
        """Draw what there is."""
        self._draw({curve: data for curve, data in self._data.items() if data[0]})


def args_wrapper(*args: Any) -> dict[str, list[Callable[..., None]]]:
    """Return the arguments for ``fit`` of several loggers and charts together."""
    merged: dict[str, list[Callable[..., None]]] = {}
    for arg in args:
        for name, callback in arg.callback_args().items():
            merged.setdefault(name, []).append(callback)
    return merged
