"""``CTCLoss``: values recorded from 1.9.1."""

import mxnet as mx
import numpy as np
import pytest

DATA = np.random.RandomState(0).rand(5, 2, 4)


def loss(labels, *lengths, **attributes):
    return mx.nd.CTCLoss(mx.nd.array(DATA), mx.nd.array(labels), *map(mx.nd.array, lengths), **attributes).asnumpy()


@pytest.mark.parametrize(
    ("label", "blank", "expected"),
    [(0.3, "first", 4.3645854), (0.5, "first", 5.303331), (-0.3, "first", 4.3645854),
     (-0.5, "last", 3.8593698), (-0.3, "last", 4.0999255), (-1.4, "last", 3.8593698)],
)  # fmt: skip
def test_labels_are_rounded_before_they_are_compared_with_padding(label, blank, expected):
    np.testing.assert_allclose(loss([[1, label, 2], [2, 1, 1]], blank_label=blank)[0], expected, rtol=1e-5)


@pytest.mark.parametrize(("length", "expected"), [(2.3, 3.5027254), (2.5, 4.922322)])
def test_lengths_of_labels_are_rounded(length, expected):
    result = loss([[1, 2, 2], [2, 1, 1]], [length, 3], use_label_lengths=True, blank_label="last")
    np.testing.assert_allclose(result, [expected, 4.886499], rtol=1e-5)


@pytest.mark.parametrize(("length", "expected"), [(4.3, 3.2354257), (4.5, 3.2887914)])
def test_lengths_of_data_are_rounded(length, expected):
    result = loss([[1, 2, 1], [2, 1, 1]], [length, 5], use_data_lengths=True, blank_label="last")
    np.testing.assert_allclose(result, [expected, 4.886499], rtol=1e-5)
