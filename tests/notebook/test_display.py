"""What notebooks show of arrays, metrics, symbols and blocks."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import cv2
import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import nn


def _pixels(picture):
    return cv2.imdecode(np.frombuffer(picture._repr_png_(), np.uint8), cv2.IMREAD_UNCHANGED)


def test_an_image_of_bytes_is_shown_as_it_is():
    rgb = np.random.RandomState(0).randint(0, 256, (3, 5, 7)).astype(np.uint8)
    np.testing.assert_array_equal(
        _pixels(mx.notebook.image(mx.nd.array(rgb, dtype="uint8")))[..., ::-1], rgb.transpose(1, 2, 0)
    )


def test_numbers_are_spread_from_black_to_white():
    np.testing.assert_array_equal(_pixels(mx.notebook.image([[-1.0, 0.0], [0.0, 1.0]])), [[0, 127], [127, 255]])


def test_a_batch_is_a_sheet_with_the_last_row_filled_up():
    sheet = _pixels(mx.notebook.image(np.full((5, 4, 6, 1), 9, np.uint8), columns=3))
    assert sheet.shape == (8, 18)
    assert (sheet[4:, 12:] == 0).all()
    assert (sheet[4:, :12] == 9).all()


def test_what_is_no_image_is_refused():
    with pytest.raises(ValueError, match=r"1 or 3 channels.*\(2, 5, 5\)"):
        mx.notebook.image(np.zeros((2, 5, 5)))


def test_curves_are_lines_with_their_names():
    svg = ET.fromstring(mx.notebook.curves({"a<b": [1, float("nan"), 3], "c": [2]})._repr_svg_())
    lines = [item.get("points") for item in svg.iter("{http://www.w3.org/2000/svg}polyline")]
    assert [len(line.split()) for line in lines] == [2, 1]
    assert "a<b" in [item.text for item in svg.iter("{http://www.w3.org/2000/svg}text")]


def test_a_symbol_lists_its_operators():
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="<fc>")
    shown = ET.fromstring(net._repr_html_())
    rows = [[cell.text for cell in row] for row in shown.iter("tr")]
    assert rows[1] == ["<fc>", "FullyConnected", "num_hidden=2", "data, <fc>_weight, <fc>_bias"]


def test_a_block_shows_its_tree():
    net = nn.HybridSequential(prefix="net_")
    net.add(nn.Dense(2, in_units=3, prefix="fc_"), nn.Dropout(0.5))
    shown = ET.fromstring(net._repr_html_())
    assert [item.text for item in shown.iter("code")][:3] == [
        "HybridSequential",
        "Dense(3 -> 2, linear)",
        "Parameter fc_weight (shape=(2, 3), dtype=float32)",
    ]


@pytest.mark.parametrize("array", [mx.nd.arange(6).reshape((2, 3)), mx.np.arange(6).reshape(2, 3)], ids=["nd", "np"])
def test_an_array_shows_values_shape_type_and_context(array):
    shown = ET.fromstring(f"<div>{array._repr_html_()}</div>")
    assert shown.find("pre").text == "[[0. 1. 2.]\n [3. 4. 5.]]"
    assert shown.find("code").text == f"<{type(array).__name__} 2x3 float32 @cpu(0)>"


def test_a_large_array_is_shortened():
    assert len(mx.nd.zeros((300, 300))._repr_html_()) < 600


def test_a_sparse_array_shows_what_it_is():
    array = mx.nd.zeros((3, 2), stype="csr")
    assert array._repr_html_() == "<code>\n&lt;CSRNDArray 3x2 @cpu(0)&gt;</code>"
