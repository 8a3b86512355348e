"""A backend of Matplotlib that saves figures where a window would show them: :mod:`mxnet.tools.figures`."""

from typing import Any

from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

from .figures import finish_figures


class FigureManager(FigureManagerBase):
    """What Matplotlib asks to show figures."""

    @classmethod
    def pyplot_show(cls, *, block: bool | None = None) -> None:
        """Save and close all figures that are open."""
        finish_figures()


class FigureCanvas(FigureCanvasAgg):
    """Draws as Matplotlib's Agg does."""

    manager_class: Any = FigureManager
