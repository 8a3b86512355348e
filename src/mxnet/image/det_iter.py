"""Batches of images with the boxes of their objects, made in Python."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.errors import MXNetError
from ..core.interruptions import unless_interrupted
from ..core.pixels.colors import MEAN, STD
from ..core.pixels.parts import LEAST_WIDTH, has_area, rows_of
from .create_augmenter import CreateDetAugmenter
from .image_iter import ImageIter

_log = logging.getLogger(__name__)


class ImageDetIter(ImageIter):
    """Give batches of images and of the boxes of their objects, ``(batch_size, objects, values of an object)``.

    A sample's labels are flat: how many values come before the objects, these two counted (at least 2); how many an
    object has (at least 5); others, which are skipped; then the objects: ``class, left, top, right, bottom``, as shares
    of the image's sides, and what else there is. All samples are read once to see how many objects an image has at
    most, which the attribute ``label_shape`` says; images of fewer are filled up with rows of -1.

    Parameters
    ----------
    last_batch_handle
        What becomes of the images at the end that do not fill a batch:

        - ``'pad'``: images from the beginning fill it up, and its ``pad`` says how many they are;
        - ``'discard'``: they are left out;
        - ``'roll_over'``: they are given in the next epoch.
    data_name
        The name of the images in ``provide_data``.
    label_name
        The name of the labels in ``provide_label``.
    batch_size
        How many images a batch has.
    data_shape
        The shape of an image in the batch, ``(3, height, width)``.
    shuffle
        Whether the images have a new order in each epoch, drawn from Python's generator.
    aug_list
        Augmenters for detection, applied in their order; None: those that :func:`CreateDetAugmenter` makes of
        ``kwargs``.
    **kwargs
        Arguments of :func:`CreateDetAugmenter`: ``resize``, ``rand_crop``, ``rand_pad``, ``mean``, ``std`` ...

    Raises
    ------
    RuntimeError
        For labels that are none.

    See Also
    --------
    mx.io.ImageDetRecordIter : reads record files by several threads.

    Examples
    --------
    >>> label = [2, 5, 0, 0.1, 0.2, 0.5, 0.6]
    >>> with mx.recordio.MXRecordIO('objects.rec', 'w') as records:
    ...     for i in range(2):
    ...         image = np.zeros((40, 50, 3), np.uint8)
    ...         records.write(mx.recordio.pack_img((0, label, i, 0), image, img_fmt='.png'))
    >>> batches = mx.image.ImageDetIter(2, (3, 32, 32), path_imgrec='objects.rec')
    >>> batch = batches.next()
    >>> batch.data[0].shape, batch.label[0].shape
    ((2, 3, 32, 32), (2, 1, 5))
    >>> print(batch.label[0][0].asnumpy())
    [[0.  0.1 0.2 0.5 0.6]]
    """

    def __init__(
        self,
        batch_size: int,
        data_shape: Sequence[int],
        path_imgrec: str | None = None,
        path_imglist: str | None = None,
        path_root: str | None = None,
        path_imgidx: str | None = None,
        shuffle: bool = False,
        part_index: int = 0,
        num_parts: int = 1,
        aug_list: list[Any] | None = None,
        imglist: Any = None,
        data_name: str = "data",
        label_name: str = "label",
        last_batch_handle: str = "pad",
        **kwargs: Any,
    ) -> None:
        # in the order of ImageIter's own parameters
        where: Any = path_imgrec, path_imglist, path_root, path_imgidx, shuffle, part_index, num_parts
        which: Any = aug_list, imglist, data_name, label_name
        kwargs["last_batch_handle"] = last_batch_handle
        super().__init__(batch_size, data_shape, kwargs.pop("label_width", 1), *where, *which, **kwargs)
        self.label_shape = self._estimate_label_shape()
        self.provide_label = [(label_name, (batch_size, *self.label_shape))]

    def _create_augmenters(self, **kwargs: Any) -> list[Any]:
        return CreateDetAugmenter(self.data_shape, **kwargs)

    def _estimate_label_shape(self) -> tuple[int, int]:
        """Return how many objects a sample has at most, and how many values an object has; reads all labels."""
        count, width = 0, LEAST_WIDTH
        self.reset()
        for label, _ in iter(self._sample_or_none, None):
            rows = self._parse_label(label)
            count, width = max(count, rows.shape[0]), max(width, rows.shape[1])
        self.reset()
        return count, width

    def _parse_label(self, label: Any) -> np.ndarray:
        """Return the rows ``(objects, values)`` of a sample's flat labels, those without an area left out."""
        flat = np.asarray(label.asnumpy() if isinstance(label, nd.NDArray) else label).ravel()
        rows: np.ndarray = rows_of(flat)[1]
        rows = rows[has_area(rows)]
        if not len(rows):
            raise MXNetError("labels: no object has an area")
        return rows

    def _check_valid_label(self, label: np.ndarray) -> None:
        """Raise RuntimeError for rows without one object left."""
        if label.ndim != 2 or label.shape[1] < LEAST_WIDTH:
            raise MXNetError(f"labels: expected rows of at least {LEAST_WIDTH} values, got shape {label.shape}")
        if not ((label[:, 0] >= 0) & has_area(label)).any():
            raise MXNetError("labels: no object is left")

    def check_label_shape(self, label_shape: Sequence[int]) -> None:
        """Raise ValueError unless a shape holds at least as many objects as now, of as many values.

        Parameters
        ----------
        label_shape
            ``(objects, values of an object)``.

        Examples
        --------
        >>> label = [2, 5, 0, 0.1, 0.2, 0.5, 0.6]
        >>> with mx.recordio.MXRecordIO('objects.rec', 'w') as records:
        ...     for i in range(2):
        ...         image = np.zeros((40, 50, 3), np.uint8)
        ...         records.write(mx.recordio.pack_img((0, label, i, 0), image, img_fmt='.png'))
        >>> batches = mx.image.ImageDetIter(2, (3, 32, 32), path_imgrec='objects.rec')
        >>> batches.check_label_shape((3, 5))
        """
        if len(label_shape) != 2:
            raise ValueError(f"label_shape: expected (objects, values of an object), got {label_shape}")
        count, width = self.label_shape
        if label_shape[0] < count:
            raise ValueError(f"label_shape: there are samples of {count} objects, {label_shape[0]} are too few")
        if label_shape[1] != width:
            raise ValueError(f"label_shape: an object has {width} values, not {label_shape[1]}")

    def reshape(self, data_shape: Sequence[int] | None = None, label_shape: Sequence[int] | None = None) -> None:
        """Let batches be of other shapes; the augmenters stay as they are.

        Parameters
        ----------
        data_shape
            The shape of an image, ``(3, height, width)``; None: as it is.
        label_shape
            How many objects an image has at most, and how many values an object: ``(objects, values)``; None: as it is.

        Raises
        ------
        ValueError
            For shapes that cannot be: other values of an object, fewer objects than there are.

        Examples
        --------
        >>> label = [2, 5, 0, 0.1, 0.2, 0.5, 0.6]
        >>> with mx.recordio.MXRecordIO('objects.rec', 'w') as records:
        ...     for i in range(2):
        ...         image = np.zeros((40, 50, 3), np.uint8)
        ...         records.write(mx.recordio.pack_img((0, label, i, 0), image, img_fmt='.png'))
        >>> batches = mx.image.ImageDetIter(2, (3, 32, 32), path_imgrec='objects.rec')
        >>> batches.reshape(label_shape=(4, 5))
        >>> batches.next().label[0].shape
        (2, 4, 5)
        """
        if data_shape is not None:
            self.check_data_shape(data_shape)
            self.data_shape = tuple(data_shape)
            self.provide_data = [(self.provide_data[0][0], (self.batch_size, *self.data_shape))]
        if label_shape is not None:
            self.check_label_shape(label_shape)
            self.label_shape = tuple(label_shape)  # type: ignore[assignment]
            self.provide_label = [(self.provide_label[0][0], (self.batch_size, *self.label_shape))]

    def sync_label_shape(self, it: ImageDetIter, verbose: bool = False) -> ImageDetIter:
        """Give this iterator and another one the larger label shape of both, as one network needs them.

        Parameters
        ----------
        it
            The other iterator, whose objects have as many values.
        verbose
            Whether a change is logged.

        Returns
        -------
        The other iterator.

        Examples
        --------
        >>> label = [2, 5, 0, 0.1, 0.2, 0.5, 0.6]
        >>> with mx.recordio.MXRecordIO('objects.rec', 'w') as records:
        ...     for i in range(2):
        ...         image = np.zeros((40, 50, 3), np.uint8)
        ...         records.write(mx.recordio.pack_img((0, label, i, 0), image, img_fmt='.png'))
        >>> batches = mx.image.ImageDetIter(2, (3, 32, 32), path_imgrec='objects.rec')
        >>> other = mx.image.ImageDetIter(2, (3, 32, 32), path_imgrec='objects.rec')
        >>> other.reshape(label_shape=(4, 5))
        >>> other = batches.sync_label_shape(other)
        >>> batches.label_shape
        (4, 5)
        """
        assert isinstance(it, ImageDetIter), f"expected an ImageDetIter, got {type(it).__name__}"
        (own_count, width), (other_count, other_width) = self.label_shape, it.label_shape
        assert width == other_width, f"objects of {width} and of {other_width} values cannot share a shape"
        max_objects = max(own_count, other_count)
        for item, count in ((self, own_count), (it, other_count)):
            if count < max_objects:
                item.reshape(None, (max_objects, width))
        if verbose and own_count != other_count:
            _log.info("both iterators give %d objects an image now", max_objects)
        return it

    def augmentation_transform(self, data: nd.NDArray, label: np.ndarray) -> tuple[nd.NDArray, np.ndarray]:  # type: ignore[override]
        """Return an image and its objects after all augmenters; may be overridden.

        Parameters
        ----------
        data
            The decoded image, ``(height, width, 3)``.
        label
            The objects, ``(objects, values of an object)``.

        Returns
        -------
        The changed image and objects.

        Examples
        --------
        >>> label = [2, 5, 0, 0.1, 0.2, 0.5, 0.6]
        >>> with mx.recordio.MXRecordIO('objects.rec', 'w') as records:
        ...     for i in range(2):
        ...         image = np.zeros((40, 50, 3), np.uint8)
        ...         records.write(mx.recordio.pack_img((0, label, i, 0), image, img_fmt='.png'))
        >>> batches = mx.image.ImageDetIter(2, (3, 32, 32), path_imgrec='objects.rec')
        >>> image, objects = batches.augmentation_transform(nd.zeros((40, 50, 3)), np.array([[0, 0.1, 0.2, 0.5, 0.6]]))
        >>> image.shape, objects.shape
        ((32, 32, 3), (1, 5))
        """
        for augmenter in self.auglist:
            data, label = augmenter(data, label)
        return data, label

    def _blank_labels(self, shape: tuple[int, ...]) -> nd.NDArray:
        return nd.full(shape, -1)

    def _put_sample(self, batch_data: Any, batch_label: Any, row: int, label: Any, encoded: bytes) -> bool:
        augmented = self._augmented(label, encoded, self._check_valid_label)
        if augmented is None:
            return False
        data, rows = augmented
        batch_data[row] = self.postprocess_data(data)
        count = min(len(rows), batch_label.shape[1])
        batch_label[row, :count] = rows[:count]
        batch_label[row, count:] = -1
        return True

    def _augmented(
        self, label: Any, encoded: bytes, check: Callable[[np.ndarray], None] = lambda rows: None
    ) -> tuple[nd.NDArray, np.ndarray] | None:
        """Return a sample's image and objects after all augmenters, None for one that is left out."""
        data = self.imdecode(encoded)
        try:
            self.check_valid_image([data])
            data, rows = self.augmentation_transform(data, self._parse_label(label))
            check(rows)
        except unless_interrupted(RuntimeError, runs_user_code=True) as error:
            _log.warning("an image is left out: %s", error)
            return None
        return data, rows

    def draw_next(
        self,
        color: Any = None,
        thickness: int = 2,
        mean: Any = None,
        std: Any = None,
        clip: bool = True,
        waitKey: int | None = None,
        window_name: str = "draw_next",
        id2labels: Any = None,
    ) -> Iterator[np.ndarray]:
        """Yield augmented images with the boxes of their objects drawn, to look at.

        Parameters
        ----------
        color : tuple of three numbers, or None
            The boxes' colour, red, green, blue from 0 to 255; None: a random one for each box.
        thickness
            How many pixels wide lines are.
        mean : array, True or None
            What is added, to undo the augmenters' normalization; True: ImageNet's; None: nothing.
        std : array, True or None
            What is multiplied by before; True: ImageNet's; None: nothing.
        clip
            Whether pixels are cut to 0 to 255.
        waitKey
            How many milliseconds each image is shown in a window, 0 until a key is pressed; None: it is not shown.
        window_name
            The title of that window.
        id2labels : dict, or None
            The names of the classes by their numbers, which are written beside the boxes.

        Yields
        ------
        NumPy arrays, uint8 ``(height, width, 3)`` in the order blue, green, red.

        Examples
        --------
        >>> label = [2, 5, 0, 0.1, 0.2, 0.5, 0.6]
        >>> with mx.recordio.MXRecordIO('objects.rec', 'w') as records:
        ...     for i in range(2):
        ...         image = np.zeros((40, 50, 3), np.uint8)
        ...         records.write(mx.recordio.pack_img((0, label, i, 0), image, img_fmt='.png'))
        >>> batches = mx.image.ImageDetIter(2, (3, 32, 32), path_imgrec='objects.rec')
        >>> next(batches.draw_next(color=(255, 0, 0), thickness=1)).shape
        (32, 32, 3)
        """
        import cv2

        std_values, mean_values = _per_channel("std", std, STD), _per_channel("mean", mean, MEAN)
        for sample in iter(self._sample_or_none, None):
            augmented = self._augmented(*sample)
            if augmented is None:
                continue
            data, rows = augmented
            drawn = data.asnumpy() * std_values + mean_values
            drawn = np.clip(drawn, 0, 255) if clip else drawn
            image = np.ascontiguousarray(drawn[:, :, ::-1].astype(np.uint8))
            for row in rows:
                _draw_box(image, row, color, thickness, id2labels)
            if waitKey is not None:
                cv2.imshow(window_name, image)
                cv2.waitKey(waitKey)
            yield image

    def _sample_or_none(self) -> tuple[Any, bytes] | None:
        try:
            return self.next_sample()
        except StopIteration:
            return None


def _per_channel(name: str, value: Any, usual: tuple[float, ...]) -> np.ndarray:
    if value is None:
        return np.array(float(name == "std"))
    value = np.array(usual) if value is True else value
    assert isinstance(value, np.ndarray), f"{name}: expected True or an array, got {type(value).__name__}"
    assert value.shape[0] in (1, 3), f"{name}: expected one or three numbers, got {value.shape[0]}"
    return value


def _draw_box(image: np.ndarray, row: np.ndarray, color: Any, thickness: int, names: Any) -> None:
    import cv2

    height, width = image.shape[:2]
    left, top, right, bottom = (int(v * side) for v, side in zip(row[1:5], (width, height) * 2, strict=True))
    paint = tuple(np.random.rand(3) * 255 if color is None else (float(c) for c in color[::-1]))
    cv2.rectangle(image, (left, top), (right, bottom), paint, thickness)
    if isinstance(names, dict) and int(row[0]) in names:
        corner = left + 5, top + 15
        cv2.putText(image, str(names[int(row[0])]), corner, cv2.FONT_HERSHEY_SIMPLEX, 0.5, paint, 1)
