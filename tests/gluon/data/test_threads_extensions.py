"""In how many threads images are made."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.gluon.data.vision import transforms

IMAGE = mx.nd.array(np.zeros((8, 8, 3)), dtype="uint8")


class Seen(mx.gluon.Block):
    """Notes the number of threads it runs with."""

    def __init__(self, found):
        super().__init__()
        self._found = found

    def forward(self, x):
        self._found.append(torch.get_num_threads())
        return x


@pytest.mark.parametrize(
    "wrap", [lambda each: transforms.Compose([each]), lambda each: transforms.RandomApply(each, 1)]
)
def test_images_are_transformed_in_one_thread(three_threads, wrap):
    found = []
    wrap(Seen(found))(IMAGE)
    assert found == [1]
    assert torch.get_num_threads() == 3


def test_large_batches_are_transformed_in_all_threads(three_threads):
    found = []
    transforms.Compose([Seen(found)])(mx.nd.zeros((2, 1500, 1500)))
    assert found == [3]


def test_threads_of_a_loader_take_one_each(three_threads):
    found = []
    data = mx.gluon.data.SimpleDataset([IMAGE] * 4).transform(Seen(found))
    for batch in mx.gluon.data.DataLoader(data, 2, num_workers=2, thread_pool=True):
        batch.wait_to_read()
    assert found == [1] * 4
    assert torch.get_num_threads() == 3


def test_a_flipped_image_is_a_copy():
    mx.random.seed(3)
    flip = transforms.RandomFlipLeftRight()
    for _ in range(8):
        image = mx.nd.array(np.arange(12).reshape(2, 2, 3), dtype="uint8")
        made = flip(image)
        made[:] = 0
        assert image.asnumpy().sum() == 66
