"""``mxnet.gluon.data.vision``: datasets of images, and changes to them."""

from __future__ import annotations

from ....core.lazy_imports import imported_later
from . import datasets, transforms
from .datasets import (
    CIFAR10,
    CIFAR100,
    MNIST,
    FashionMNIST,
    ImageFolderDataset,
    ImageListDataset,
    ImageRecordDataset,
)

__all__ = [
    "CIFAR10",
    "CIFAR100",
    "MNIST",
    "FashionMNIST",
    "ImageFolderDataset",
    "ImageListDataset",
    "ImageRecordDataset",
    "datasets",
    "transforms",
]

__getattr__, __dir__ = imported_later(__name__, {})
