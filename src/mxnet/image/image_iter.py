"""Batches of images from record files or image files, made in Python: every step can be overridden."""

import logging
import numbers
import os
import random
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

import numpy as np

from .. import io, recordio
from .. import ndarray as nd
from ..core.errors import MXNetError, expect, shortened
from ..core.files.saving import open_finite
from ..core.interruptions import error_of, explained
from ..core.threads.pool import one_thread
from ..recordio.listing import read_list_file
from .augmenter import Augmenter
from .codec import either, imdecode, in_semantics
from .create_augmenter import CreateAugmenter

_log = logging.getLogger(__name__)
_LABEL_TYPES = ("float32", "int32", "int64", "float64")
_LAST_BATCHES = ("pad", "discard", "roll_over")


class ImageIter(io.DataIter):
    """Give batches of images, float32, and labels, read from a record file or from image files.

    It is made in Python. To change how samples are read, decoded, checked, augmented or laid out, override
    :meth:`next_sample`, :meth:`read_image`, :meth:`imdecode`, :meth:`check_valid_image`, :meth:`augmentation_transform`
    or :meth:`postprocess_data`. Images come from ``path_imgrec``, ``path_imglist`` or ``imglist``.

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
    label_width
        How many labels an image has. Of 1 the batch's labels have the shape ``(batch_size,)``, else ``(batch_size,
        label_width)``.
    aug_list
        The augmenters, which are applied in their order; None: those that :func:`CreateAugmenter` makes of ``kwargs``.
    dtype
        The data type of a list's labels while they are held: float32, float64, int32 or int64.
    **kwargs
        Arguments of :func:`CreateAugmenter`: ``resize``, ``rand_crop``, ``rand_mirror``, ``mean``, ``std`` ...

    Raises
    ------
    AssertionError
        Where there are no images or no index to shuffle by, and for another ``dtype``.
    ValueError
        For a shape or a ``last_batch_handle`` that is none.

    See Also
    --------
    mx.io.ImageRecordIter : reads record files by several threads, and is faster.

    Examples
    --------
    >>> with mx.recordio.MXIndexedRecordIO('images.idx', 'images.rec', 'w') as records:
    ...     for i in range(3):
    ...         image = np.full((40, 50, 3), 60 * i, np.uint8)
    ...         records.write_idx(i, mx.recordio.pack_img((0, i, i, 0), image, img_fmt='.png'))
    >>> batches = mx.image.ImageIter(2, (3, 32, 32), path_imgrec='images.rec', path_imgidx='images.idx', resize=32)
    >>> for batch in batches:
    ...     print(batch.data[0].shape, batch.label[0].asnumpy(), batch.pad)
    (2, 3, 32, 32) [0. 1.] 0
    (2, 3, 32, 32) [2. 0.] 1
    """

    def __init__(
        self,
        batch_size: int,
        data_shape: Sequence[int],
        label_width: int = 1,
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
        label_name: str = "softmax_label",
        dtype: str = "float32",
        last_batch_handle: str = "pad",
        **kwargs: Any,
    ) -> None:
        super().__init__(batch_size)
        assert path_imgrec or path_imglist or isinstance(imglist, list), (
            "expected images: path_imgrec, path_imglist or a list imglist"
        )
        assert dtype in _LABEL_TYPES, f"dtype: expected one of {', '.join(_LABEL_TYPES)}, got {dtype}"
        if last_batch_handle not in _LAST_BATCHES:
            raise ValueError(f"last_batch_handle: expected one of {', '.join(_LAST_BATCHES)}, got {last_batch_handle}")
        self.check_data_shape(data_shape)
        self.data_shape, self.label_width = tuple(data_shape), label_width
        self.shuffle, self.last_batch_handle, self.path_root = shuffle, last_batch_handle, path_root
        self.imgrec = open_records(path_imgrec, path_imgidx) if path_imgrec else None
        self.imgidx = list(self.imgrec.keys) if isinstance(self.imgrec, recordio.MXIndexedRecordIO) else None
        self.imglist = None
        if path_imglist:
            self.imglist = read_listing(path_imglist, dtype)
        elif isinstance(imglist, list):
            self.imglist = listing_of(imglist, dtype)
        keys = self.imgidx if self.imgrec is not None else list(self.imglist or ())
        assert keys is not None or not shuffle, "shuffle: to shuffle a record file give its index, path_imgidx"
        self.seq = part_of(keys, num_parts, part_index)
        self.num_image = None if self.seq is None else len(self.seq)
        self.provide_data = [(data_name, (batch_size, *self.data_shape))]
        label_shape: tuple[int, ...] = (batch_size,) if label_width == 1 else (batch_size, label_width)
        self.provide_label = [(label_name, label_shape)]
        self.auglist: list[Any] = self._create_augmenters(**kwargs) if aug_list is None else aug_list
        self.cur, self._allow_read = 0, True
        #: images, labels and number of samples of a batch that the next epoch completes
        self._cache_data: nd.NDArray | None = None
        self._cache_label: nd.NDArray | None = None
        self._cache_idx: int | None = None
        self.reset()

    def _create_augmenters(self, **kwargs: Any) -> list[Augmenter]:
        return CreateAugmenter(self.data_shape, **kwargs)

    def reset(self) -> None:
        """Begin the next epoch; a batch that rolls over stays.

        Examples
        --------
        >>> import cv2
        >>> _ = cv2.imwrite('image.png', np.zeros((40, 50, 3), np.uint8))
        >>> images = [[label, 'image.png'] for label in range(3)]
        >>> batches = mx.image.ImageIter(2, (3, 32, 32), imglist=images, path_root='.', last_batch_handle='roll_over')
        >>> [batch.label[0].asnumpy().tolist() for batch in batches]
        [[0.0, 1.0]]
        >>> batches.reset()
        >>> [batch.label[0].asnumpy().tolist() for batch in batches]
        [[2.0, 0.0], [1.0, 2.0]]
        """
        if self.seq is not None and self.shuffle:
            random.shuffle(self.seq)
        self._rewind()
        self._allow_read = True

    def hard_reset(self) -> None:
        """Begin the next epoch without what the last one left over.

        Examples
        --------
        >>> import cv2
        >>> _ = cv2.imwrite('image.png', np.zeros((40, 50, 3), np.uint8))
        >>> images = [[label, 'image.png'] for label in range(3)]
        >>> batches = mx.image.ImageIter(2, (3, 32, 32), imglist=images, path_root='.', last_batch_handle='roll_over')
        >>> [batch.label[0].asnumpy().tolist() for batch in batches]
        [[0.0, 1.0]]
        >>> batches.hard_reset()
        >>> [batch.label[0].asnumpy().tolist() for batch in batches]
        [[0.0, 1.0]]
        """
        self._cache_data = self._cache_label = self._cache_idx = None
        self.reset()

    def _rewind(self) -> None:
        if self.imgrec is not None:
            self.imgrec.reset()
        self.cur = 0

    def next_sample(self) -> tuple[Any, bytes]:
        """Return the next sample; may be overridden.

        Returns
        -------
        The labels, and the bytes of the encoded image.

        Raises
        ------
        StopIteration
            At the end of the data.

        Examples
        --------
        >>> import cv2
        >>> _ = cv2.imwrite('image.png', np.zeros((40, 50, 3), np.uint8))
        >>> batches = mx.image.ImageIter(1, (3, 32, 32), imglist=[[0, 'image.png']], path_root='.')
        >>> label, encoded = batches.next_sample()
        >>> float(label), batches.imdecode(encoded).shape
        (0.0, (40, 50, 3))
        """
        if not self._allow_read:
            raise StopIteration
        if self.seq is None:
            return self._next_record()
        if self.cur >= self.num_image:  # type: ignore[operator]
            self._end()
        key = self.seq[self.cur]
        self.cur += 1
        if self.imgrec is None:
            assert self.imglist is not None
            label, name = self.imglist[key]
            return label, self.read_image(name)
        assert isinstance(self.imgrec, recordio.MXIndexedRecordIO)
        header, image = recordio.unpack(self.imgrec.read_idx(key))
        return (header.label if self.imglist is None else self.imglist[key][0]), image

    def _next_record(self) -> tuple[Any, bytes]:
        assert self.imgrec is not None
        record = self.imgrec.read()
        if record is None:
            self._end()
        header, image = recordio.unpack(record)
        return header.label, image

    def _end(self) -> NoReturn:
        if self.last_batch_handle != "discard":
            self._rewind()
        raise StopIteration

    def next(self) -> io.DataBatch:
        with one_thread():  # an image is too small for several
            return self._next_batch()

    def _next_batch(self) -> io.DataBatch:
        data, label, filled = self._rolled_over()
        filled = self._batchify(data, label, filled)
        missing = self.batch_size - filled
        if missing:
            if self.last_batch_handle == "discard":
                raise StopIteration
            if self.last_batch_handle == "pad":
                while filled < self.batch_size:
                    filled = self._batchify(data, label, filled)
                self._allow_read = False
            elif not self._completed:
                self._cache_data, self._cache_label, self._cache_idx = data, label, filled
                raise StopIteration
            for sample in range(filled, self.batch_size):  # of a batch that no epoch can complete
                data[sample], label[sample] = data[sample - filled], label[sample - filled]
        return io.DataBatch([data], [label], pad=self._completed or missing)

    def _rolled_over(self) -> tuple[nd.NDArray, nd.NDArray, int]:
        """Return images and labels to fill, and how many are filled, by the epoch before.

        Such a batch counts what was still to come as its padding, as in MXNet.
        """
        if self._cache_data is not None and self._cache_label is not None and self._cache_idx is not None:
            result = self._cache_data, self._cache_label, self._cache_idx
            self._cache_data = self._cache_label = self._cache_idx = None
            self._completed = self.batch_size - result[2]
            return result
        self._completed = 0
        # subclasses describe what they make of the images in `provide_data`; `label_width` is that of the labels read
        images = nd.zeros((self.batch_size, *self.data_shape))
        return in_semantics(images), in_semantics(self._blank_labels(self.provide_label[0][1])), 0

    def _blank_labels(self, shape: tuple[int, ...]) -> nd.NDArray:
        return nd.zeros(shape)

    def _batchify(self, batch_data: nd.NDArray, batch_label: nd.NDArray, start: int = 0) -> int:
        """Fill a batch from sample ``start`` on, and return how many it has then.

        StopIteration where there are no samples left at all. Images that are not valid are left out.
        """
        filled = start
        while filled < self.batch_size:
            try:
                label, encoded = self.next_sample()
            except StopIteration:
                if not filled:
                    raise
                break
            if self._put_sample(batch_data, batch_label, filled, label, encoded):
                filled += 1
        return filled

    def _put_sample(self, batch_data: Any, batch_label: Any, row: int, label: Any, encoded: bytes) -> bool:
        """Decode, check and augment one sample, and put it into the batch; return False for one that is not valid."""
        data = self.imdecode(encoded)
        error = error_of(lambda: self.check_valid_image(data), RuntimeError, runs_user_code=True)
        if error is not None:
            _log.warning("an image is left out: %s", error)
            return False
        batch_data[row] = self.postprocess_data(self.augmentation_transform(data))
        values = label.asnumpy() if isinstance(label, nd.NDArray) else label
        try:
            batch_label[row] = values
        except ValueError:
            text = f"{np.size(values)} labels cannot be broadcast to label_width={self.label_width}"
            raise recordio.RecordHeaderError(f"{self._last_sample()}: {text}") from None
        return True

    def check_data_shape(self, data_shape: Sequence[int]) -> None:
        """Raise ValueError unless a shape is (3, height, width).

        Parameters
        ----------
        data_shape
            The shape of an image.

        Examples
        --------
        >>> import cv2
        >>> _ = cv2.imwrite('image.png', np.zeros((40, 50, 3), np.uint8))
        >>> batches = mx.image.ImageIter(1, (3, 32, 32), imglist=[[0, 'image.png']], path_root='.')
        >>> batches.check_data_shape((3, 16, 16))
        """
        expect(hasattr(data_shape, "__len__"), "data_shape", "(channels, height, width)", data_shape)
        if len(data_shape) != 3:
            raise ValueError(f"data_shape: expected (channels, height, width), got {data_shape}")
        if data_shape[0] != 3:
            raise ValueError(f"data_shape: this iterator gives images of 3 channels, not {data_shape[0]}")

    def check_valid_image(self, data: Any) -> None:
        """Raise RuntimeError for a decoded image that shall be left out: one without pixels; may be overridden.

        Parameters
        ----------
        data : NDArray, or list with one
            The image.

        Examples
        --------
        >>> import cv2
        >>> _ = cv2.imwrite('image.png', np.zeros((40, 50, 3), np.uint8))
        >>> batches = mx.image.ImageIter(1, (3, 32, 32), imglist=[[0, 'image.png']], path_root='.')
        >>> batches.check_valid_image(nd.zeros((40, 50, 3)))
        """
        if len(data[0].shape) == 0:
            raise RuntimeError("the image has no pixels")

    def imdecode(self, s: bytes) -> nd.NDArray:
        """Decode a sample's bytes; may be overridden.

        Parameters
        ----------
        s
            The bytes of the encoded image.

        Returns
        -------
        An NDArray ``(height, width, 3)``.

        Raises
        ------
        MXNetError
            Where the bytes are no image; it names the sample.

        Examples
        --------
        >>> import cv2
        >>> _ = cv2.imwrite('image.png', np.zeros((40, 50, 3), np.uint8))
        >>> batches = mx.image.ImageIter(1, (3, 32, 32), imglist=[[0, 'image.png']], path_root='.')
        >>> batches.imdecode(batches.next_sample()[1]).shape
        (40, 50, 3)
        """
        try:
            return imdecode(s)
        except MXNetError as error:
            raise MXNetError(f"broken image {self._last_sample()}: {error}") from error

    def _last_sample(self) -> str:
        if self.seq is None or not self.cur:
            return f"in {self.imgrec.uri}" if self.imgrec is not None else ""
        key = self.seq[self.cur - 1]
        if self.imgrec is not None:
            return f"{key} in {self.imgrec.uri}"
        assert self.imglist is not None
        return self.imglist[key][1]

    def read_image(self, fname: str) -> bytes:
        """Return the bytes of an image's file; may be overridden.

        Parameters
        ----------
        fname
            The path as in the list, which begins in ``path_root``.

        Returns
        -------
        Bytes.

        Raises
        ------
        OSError
            Where the file cannot be read.

        Examples
        --------
        >>> import cv2
        >>> _ = cv2.imwrite('image.png', np.zeros((40, 50, 3), np.uint8))
        >>> batches = mx.image.ImageIter(1, (3, 32, 32), imglist=[[0, 'image.png']], path_root='.')
        >>> batches.read_image('image.png')[1:4]
        b'PNG'
        """
        path = os.path.join(self.path_root, fname)  # type: ignore[arg-type]
        shown = shortened(path.encode("utf-8", "backslashreplace").decode())  # a list may hold any bytes
        with (
            explained(lambda error: type(error)(error.errno, error.strerror, shown), OSError),
            open_finite(path) as stream,
        ):
            content: bytes = stream.read()
        return content

    def augmentation_transform(self, data: nd.NDArray) -> nd.NDArray:
        """Return an image after all augmenters; may be overridden.

        Parameters
        ----------
        data
            The decoded image, ``(height, width, 3)``.

        Returns
        -------
        An NDArray.

        Examples
        --------
        >>> import cv2
        >>> _ = cv2.imwrite('image.png', np.zeros((40, 50, 3), np.uint8))
        >>> batches = mx.image.ImageIter(1, (3, 32, 32), imglist=[[0, 'image.png']], path_root='.')
        >>> batches.augmentation_transform(nd.zeros((40, 50, 3), dtype='uint8')).shape
        (32, 32, 3)
        """
        for augmenter in self.auglist:
            data = augmenter(data)
        return data

    def postprocess_data(self, datum: nd.NDArray) -> nd.NDArray:
        """Return an image in the layout of a batch, channels first; may be overridden.

        Parameters
        ----------
        datum
            The image after all augmenters, ``(height, width, 3)``.

        Returns
        -------
        An NDArray ``(3, height, width)``.

        Examples
        --------
        >>> import cv2
        >>> _ = cv2.imwrite('image.png', np.zeros((40, 50, 3), np.uint8))
        >>> batches = mx.image.ImageIter(1, (3, 32, 32), imglist=[[0, 'image.png']], path_root='.')
        >>> batches.postprocess_data(nd.zeros((32, 32, 3))).shape
        (3, 32, 32)
        """
        return either(nd.transpose)(datum, axes=(2, 0, 1))


# -- the samples of an iterator over images: from a record file, a list, or both ---------------------------------------

Listing = dict[Any, tuple[nd.NDArray, str]]


def open_records(path: str, path_index: str | None) -> recordio.MXRecordIO:
    """Open a record file for reading, with its index where one is given."""
    _log.info("reading records from %s", path)
    if path_index:
        return recordio.MXIndexedRecordIO(path_index, path, "r")
    return recordio.MXRecordIO(path, "r")


def read_listing(path: str, dtype: str) -> Listing:
    """Return ``{number: (labels, image's path)}`` of a list file: number, labels and path, with tabs between."""
    _log.info("reading the list %s", path)
    lines = read_list_file(path)
    return {
        line.number: (in_semantics(nd.array(np.array(line.labels, np.float64), dtype=dtype)), line.path)
        for line in lines
    }


def listing_of(entries: Iterable[Sequence[Any]], dtype: str) -> Listing:
    """Return ``{"1": (labels, image's path), ...}`` of entries ``[label, path]`` or ``[label, label, ..., path]``.

    The one label before a path may be a list or array of them.
    """
    result = {}
    for index, entry in enumerate(entries, 1):
        *labels, path = entry
        several = len(labels) != 1 or isinstance(labels[0], numbers.Number)
        result[str(index)] = in_semantics(nd.array(labels if several else labels[0], dtype=dtype)), path
    return result


def part_of(keys: Sequence[Any] | None, num_parts: int, part_index: int) -> list[Any] | None:
    """Return part ``part_index`` of ``num_parts`` of equal length; what is left over belongs to none.

    Without keys, the keys of a record file without an index, there is but one part: None. AssertionError otherwise.
    """
    assert num_parts >= 1, f"num_parts: expected at least 1, got {num_parts}"
    if num_parts == 1:
        return None if keys is None else list(keys)
    assert keys is not None, "num_parts: to read a part of a record file give its index, path_imgidx"
    assert 0 <= part_index < num_parts, f"part_index: expected 0 to {num_parts - 1}, got {part_index}"
    length = len(keys) // num_parts
    return list(keys[part_index * length : (part_index + 1) * length])
