"""Loaders of images and of images with boxes."""

from typing import Any

import numpy as np

from .....core.pixels.parts import rows_of
from .....ndarray import NDArray
from .....registry.manual import documented
from ....block import Block
from ....data import batchify
from ....data.dataloader import DataLoader
from ....data.vision import ImageListDataset, ImageRecordDataset
from ....functions import array_of
from .augment import _row, create_bbox_augment, create_image_augment

__all__ = [
    "BboxLabelTransform", "ImageBboxDataLoader", "ImageDataLoader", "create_bbox_augment", "create_image_augment",
]  # fmt: skip

_LABEL_TYPES = ("float32", "float64", "int32", "int64")


class BboxLabelTransform(Block):
    """Make boxes ``(N, 5 or more)`` of the label that ``im2rec`` packs: left, top, right, bottom, class and the rest.

    The label has the length of its header, the length of an object, the rest of the header, and the objects: class,
    left, top, right, bottom and the rest. ValueError for one that has not.

    Parameters
    ----------
    coord_normalized
        Whether the label's coordinates are shares of the image's sides; the boxes are in pixels.

    Examples
    --------
    >>> from mxnet.gluon.contrib.data.vision.dataloader import BboxLabelTransform
    >>> image, boxes = BboxLabelTransform()(nd.zeros((40, 60, 3)), nd.array([2, 5, 7, 0.25, 0.5, 0.5, 1]))
    >>> print(boxes.asnumpy())
    [[15. 20. 30. 40.  7.]]
    """

    def __init__(self, coord_normalized: bool = True) -> None:
        super().__init__()
        self._coord_normalized = coord_normalized

    def forward(self, img: Any, label: Any) -> tuple[Any, Any]:
        """Return the image and its boxes."""
        values = np.ravel(label.asnumpy() if isinstance(label, NDArray) else label).astype(np.float32)
        _, objects = rows_of(values)
        boxes = np.concatenate((objects[:, 1:5], objects[:, :1], objects[:, 5:]), axis=1)
        if self._coord_normalized:
            boxes[:, :4] *= (img.shape[1], img.shape[0]) * 2
        return img, array_of(boxes, dtype=np.float32)


class _WithLabels:
    """A function of images and labels, which are arrays of a type."""

    def __init__(self, change: Any, dtype: Any) -> None:
        self._change, self._dtype = change, dtype

    def __call__(self, img: Any, label: Any) -> tuple[Any, Any]:
        return self._change(img), np.asarray(label, self._dtype)


def _images(
    path_imgrec: Any, path_imglist: Any, path_root: str, imglist: Any, part_index: int, num_parts: int, dtype: Any
) -> Any:
    """Return one part of the images of a record file or of a list, with their labels."""
    assert path_imgrec or path_imglist or isinstance(imglist, list), (
        "expected path_imgrec, path_imglist, or imglist as a list"
    )
    assert str(np.dtype(dtype)) in _LABEL_TYPES, f"dtype of labels: expected one of {_LABEL_TYPES}, got {dtype}"
    if path_imgrec:
        dataset: Any = ImageRecordDataset(path_imgrec)
    else:
        dataset = ImageListDataset(path_root, path_imglist or imglist, transform=_label_as_array)
    return dataset.shard(num_parts, part_index) if num_parts > 1 else dataset


def _label_as_array(img: Any, label: Any) -> tuple[Any, Any]:
    return img, np.ravel(label)


def _augmenter(aug_list: Any, create: Any, data_shape: Any, kwargs: dict[str, Any]) -> Any:
    """Return what changes images: one block, several in a list, or the usual ones."""
    if aug_list is None:
        return create(data_shape, **kwargs)
    if isinstance(aug_list, list) and all(isinstance(one, Block) for one in aug_list):
        return _row(aug_list)
    if not isinstance(aug_list, Block):
        raise ValueError(f"aug_list: expected a Block or a list of Blocks, got {aug_list!r}")
    return aug_list


@documented()
class ImageDataLoader(DataLoader):
    """Batches of the images of a record file or of a list, changed, with their labels.

    Parameters
    ----------
    data_shape
        The shape of the images in it: 3, height and width.
    path_imglist
        The path of a ``.lst`` file: number, labels and path, separated by tabs.
    aug_list
        A block, or a list of them; None: those of :func:`create_image_augment`, of which ``kwargs`` are arguments.
    dtype
        The type of the labels: float32, float64, int32 or int64; AssertionError for others.
    kwargs
        Further arguments of :func:`create_image_augment`, such as ``rand_crop`` and ``mean``.

    Examples
    --------
    >>> import cv2
    >>> done = cv2.imwrite('dog.png', np.zeros((40, 60, 3), 'uint8'))
    >>> listed = [[1, 'dog.png'], [0, 'dog.png']]
    >>> loader = gluon.contrib.data.vision.ImageDataLoader(2, (3, 32, 32), imglist=listed, rand_mirror=True)
    >>> for images, labels in loader:
    ...     print(images.shape, labels.shape)
    (2, 3, 32, 32) (2, 1)
    """

    def __init__(
        self,
        batch_size: int,
        data_shape: tuple[int, int, int],
        path_imgrec: str | None = None,
        path_imglist: str | None = None,
        path_root: str = ".",
        part_index: int = 0,
        num_parts: int = 1,
        aug_list: Any = None,
        imglist: list[Any] | None = None,
        dtype: Any = "float32",
        shuffle: bool = False,
        sampler: Any = None,
        last_batch: str | None = None,
        batch_sampler: Any = None,
        batchify_fn: Any = None,
        num_workers: int = 0,
        pin_memory: bool = False,
        pin_device_id: int = 0,
        prefetch: int | None = None,
        thread_pool: bool = False,
        timeout: float = 120,
        try_nopython: bool | None = None,
        **kwargs: Any,
    ) -> None:
        dataset = _images(path_imgrec, path_imglist, path_root, imglist, part_index, num_parts, dtype)
        augment = _augmenter(aug_list, create_image_augment, data_shape, kwargs)
        which = shuffle, sampler, last_batch, batch_sampler
        workers = num_workers, pin_memory, pin_device_id, prefetch, thread_pool, timeout
        changed = dataset.transform(_WithLabels(augment, dtype))
        super().__init__(changed, batch_size, *which, batchify_fn, *workers)


@documented()
class ImageBboxDataLoader(DataLoader):
    """Batches of the images of a record file or of a list, changed, with their boxes.

    Boxes are ``(batch_size, N, 5 or more)``, float32: left, top, right, bottom in pixels, and the class; images of
    fewer than N are filled up with rows of -1.

    Parameters
    ----------
    data_shape
        The shape of the images in it: 3, height and width.
    path_imglist
        The path of a ``.lst`` file: number, labels as of :class:`BboxLabelTransform` and path, separated by tabs.
    aug_list
        A block of images and boxes, or a list of them; None: those of :func:`create_bbox_augment`, of which
        ``kwargs`` are arguments.
    coord_normalized
        Whether coordinates of labels are shares of the images' sides.
    dtype
        Without effect: boxes are float32.
    batchify_fn
        What makes batches of images and boxes; None: a function that fills them up.
    kwargs
        Further arguments of :func:`create_bbox_augment`, such as ``rand_crop`` and ``mean``.

    Examples
    --------
    >>> import cv2
    >>> done = cv2.imwrite('dog.png', np.zeros((40, 60, 3), 'uint8'))
    >>> listed = [[2, 5, 1, 0.1, 0.2, 0.5, 0.6, 'dog.png']]
    >>> loader = gluon.contrib.data.vision.ImageBboxDataLoader(1, (3, 30, 30), imglist=listed)
    >>> for images, boxes in loader:
    ...     print(images.shape, boxes.asnumpy().round())
    (1, 3, 30, 30) [[[ 3.  6. 15. 18.  1.]]]
    """

    def __init__(
        self,
        batch_size: int,
        data_shape: tuple[int, int, int],
        path_imgrec: str | None = None,
        path_imglist: str | None = None,
        path_root: str = ".",
        part_index: int = 0,
        num_parts: int = 1,
        aug_list: Any = None,
        imglist: list[Any] | None = None,
        coord_normalized: bool = True,
        dtype: Any = "float32",
        shuffle: bool = False,
        sampler: Any = None,
        last_batch: str | None = None,
        batch_sampler: Any = None,
        batchify_fn: Any = None,
        num_workers: int = 0,
        pin_memory: bool = False,
        pin_device_id: int = 0,
        prefetch: int | None = None,
        thread_pool: bool = False,
        timeout: float = 120,
        try_nopython: bool | None = None,
        **kwargs: Any,
    ) -> None:
        dataset = _images(path_imgrec, path_imglist, path_root, imglist, part_index, num_parts, dtype)
        augment = _augmenter(aug_list, create_bbox_augment, data_shape, kwargs)
        batchify_fn = batchify_fn or batchify.Group(batchify.Stack(), batchify.Pad(val=-1))
        which = shuffle, sampler, last_batch, batch_sampler
        workers = num_workers, pin_memory, pin_device_id, prefetch, thread_pool, timeout
        changed = dataset.transform(BboxLabelTransform(coord_normalized)).transform(augment)
        super().__init__(changed, batch_size, *which, batchify_fn, *workers)
