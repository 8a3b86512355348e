"""What the parameters of iterators over files mean: written here once, drawn in by :func:`.file_iter.takes`."""

from __future__ import annotations

from ..registry import parameter_texts

OF_FILES = {
    "batch_size": "How many samples a batch has.",
    "round_batch": "Whether the first samples fill up the last batch, where it is not full, and the next epoch goes on "
    "after them; False: zeros do. The batch's ``pad`` says how many were added.",
    "num_parts": "Into how many parts the data are divided, as a rule one for each worker.",
    "part_index": "Which of the parts is read, from 0 on.",
    "prefetch_buffer": "Without effect.",
    "ctx": "Without effect: batches are in ``mx.cpu()``.",
    "dtype": "The data type of the batches; None: float32.",
    "data_name": "The name of the data in ``provide_data``.",
    "label_name": "The name of the labels in ``provide_label``.",
}

_SOURCE = {
    "path_imgrec": "The record file, as ``im2rec`` makes it; several with semicolons between. A name that no file of "
    "the folder has is a regular expression, which may fit several.",
    "path_imgidx": "The index of the record file. It is not needed; with it shuffling a large file begins sooner, and "
    "parts have equal numbers of records.",
    "path_imglist": "A list file, whose lines are a record's number, its labels and its path with tabs between. Its "
    "labels take the place of those in the records; '': those of the records.",
    "aug_seq": "Only the default.",
    "label_width": "How many labels a record has. Of 1 the batch's labels have the shape ``(batch_size,)``, else "
    "``(batch_size, label_width)``.",
    "data_shape": "The shape of an image in the batch, (channels, height, width): 3 channels in the order red, green, "
    "blue, 4 with opacity, or 1 for grey.",
    "preprocess_threads": "How many threads decode and change images.",
    "verbose": "Whether the file and the number of threads are logged (as information).",
    "num_parts": "Into how many parts the records are divided, as a rule one for each worker: of about as many bytes "
    "each, with ``path_imgidx`` of as many records each but the last.",
    "device_id": "Without effect.",
    "shuffle_chunk_size": "Without effect: all records are shuffled, not pieces of the file.",
    "shuffle_chunk_seed": "With ``seed``, what the order of the records is made from.",
    "seed_aug": "The seed of the changes of images: each image is changed in the same way in each epoch. None: "
    "differently each time, from ``seed``.",
    "shuffle": "Whether the records come in a new order in each epoch.",
    "seed": "What the order of the records, and the changes of images, are made from: the same seed, the same batches.",
    "round_batch": "Whether the first images of the next epoch fill up the last batch, where it is not full, and the "
    "next epoch begins behind them; False: zeros do. The batch's ``pad`` says how many were added.",
    "prefetch_buffer": "How many batches are made ahead of the one that is asked for.",
}
_SHAPES = {
    "resize": "The length in pixels that the shorter side gets first, the proportions being kept; -1: it stays.",
    "rand_crop": "Whether a part of the size of ``data_shape`` is cut from a random place; False: from the middle. An "
    "image that is smaller is enlarged before.",
    "random_resized_crop": "Whether a part of random area (``min_random_area`` to ``max_random_area``) and proportions "
    "(``max_aspect_ratio``) is cut and resized to ``data_shape``, as Inception and ResNet are trained.",
    "max_rotate_angle": "By how many degrees an image is turned at most, to either side.",
    "max_aspect_ratio": "How far the proportions, width over height, are changed: by a factor from 1 minus to 1 plus "
    "this. With ``min_aspect_ratio``, the greatest factor. 0: they stay.",
    "min_aspect_ratio": "The least factor of the proportions; None: 1 - ``max_aspect_ratio``.",
    "max_shear_ratio": "By how much an image is sheared at most: by this share of its height, to either side.",
    "max_crop_size": "The greatest side in pixels of a square that is cut and resized to ``data_shape``; images must "
    "be as large. -1: what is cut has the size of ``data_shape``.",
    "min_crop_size": "The least side in pixels of that square.",
    "max_random_scale": "The greatest factor by which an image is enlarged or shrunk.",
    "min_random_scale": "The least factor by which an image is enlarged or shrunk.",
    "max_random_area": "The greatest share of the image's area in ``random_resized_crop``.",
    "min_random_area": "The least share of the image's area in ``random_resized_crop``.",
    "max_img_size": "The greatest width and height in pixels after turning and scaling.",
    "min_img_size": "The least width and height in pixels after turning and scaling.",
    "rotate": "The angle in degrees by which every image is turned, in place of ``max_rotate_angle``; -1: none.",
    "fill_value": "The value, 0 to 255, of the pixels that turning, shearing and ``pad`` add.",
    "pad": "How many pixels of ``fill_value`` are added on each side, before the image is cut.",
}
_COLORS = {
    "random_h": "By how much the hue, from 0 to 180, is shifted at most.",
    "random_s": "By how much the saturation, from 0 to 255, is shifted at most.",
    "random_l": "By how much the lightness, from 0 to 255, is shifted at most.",
}
_NUMBERS = {
    "mirror": "Whether every image is mirrored, left and right.",
    "rand_mirror": "Whether every second image, at random, is mirrored, left and right.",
    "mean_img": "The file of an array ``mean_img`` of shape ``data_shape``, which is subtracted in place of the "
    "channels' means. Where there is no such file it is made: of the mean of all images.",
    **{
        f"mean_{name[0]}": f"What is subtracted from the {name} channel: ``((x - mean) * contrast + illumination) * "
        "scale / std``."
        for name in ("red", "green", "blue")
    },
    "mean_a": "What is subtracted from the fourth channel, the opacity.",
    **{f"std_{name[0]}": f"What the {name} channel is divided by." for name in ("red", "green", "blue")},
    "std_a": "What the fourth channel, the opacity, is divided by.",
    "scale": "A factor of all values, such as 1 / 255.",
    "max_random_contrast": "Values, the mean being subtracted, are multiplied by a factor drawn from 1 minus to 1 plus "
    "this.",
    "max_random_illumination": "A number drawn from minus to plus this is added to all values, the mean being "
    "subtracted.",
}

#: of ``ImageRecordIter`` and its forms
OF_IMAGES = {**parameter_texts.OF_IMAGES, **_SOURCE, **_SHAPES, **_COLORS, **_NUMBERS}

_EACH = "one number for all samplers or one for each"
_CROPS = {
    "min_crop_scales": f"The least scale of a part, ``sqrt(its area / the image's)``, 0 to 1; {_EACH}.",
    "max_crop_scales": f"The greatest scale of a part; {_EACH}.",
    "min_crop_aspect_ratios": f"The least width over height, in pixels, of a part; {_EACH}.",
    "max_crop_aspect_ratios": f"The greatest width over height of a part; {_EACH}.",
    "min_crop_overlaps": "The least intersection of a part and some object over their union, 0 to 1; " + _EACH + ".",
    "max_crop_overlaps": f"The greatest intersection over union; {_EACH}.",
    "min_crop_sample_coverages": f"The least share of the part that some object covers; {_EACH}.",
    "max_crop_sample_coverages": f"The greatest share of the part that some object covers; {_EACH}.",
    "min_crop_object_coverages": f"The least share of some object that the part shows; {_EACH}.",
    "max_crop_object_coverages": f"The greatest share of some object that the part shows; {_EACH}.",
    "max_crop_trials": f"How many parts a sampler tries before the next one has its turn; {_EACH}.",
}
_CHANGES = {
    "label_width": "How many labels every record has; -1: any number.",
    "label_pad_width": "For how many labels a row has room; 0: for those of the longest sample.",
    "label_pad_value": "What rows of fewer labels are filled up with.",
    "rand_crop_prob": "The probability with which a part is cut out.",
    "num_crop_sampler": "How many samplers of parts there are, each with bounds of its own (``min_crop_scales`` and "
    "the like). They are tried in a random order until one finds a part; where none does the image stays whole.",
    "crop_emit_mode": "Which objects a part keeps: 'center', those whose centre is in it; 'overlap', those of which it "
    "shows more than ``emit_overlap_thresh``. A part that keeps none is not taken.",
    "emit_overlap_thresh": "The share of an object that must be shown, for 'overlap'.",
    "rand_pad_prob": "The probability with which an image is put into a larger one, so that its objects are smaller.",
    "max_pad_scale": "How many times as wide and high the larger image is at most.",
    "max_random_hue": "By how much the hue, from 0 to 180, is shifted at most.",
    "random_hue_prob": "The probability of a shift of the hue.",
    "max_random_saturation": "By how much the saturation, from 0 to 255, is shifted at most.",
    "random_saturation_prob": "The probability of a shift of the saturation.",
    "max_random_illumination": "By how much the lightness, from 0 to 255, is shifted at most.",
    "random_illumination_prob": "The probability of a shift of the lightness.",
    "max_random_contrast": "Pixels are multiplied by a factor drawn from 1 minus to 1 plus this.",
    "random_contrast_prob": "The probability of a change of the contrast.",
    "rand_mirror_prob": "The probability with which an image and its boxes are mirrored, left and right.",
    "fill_value": "The value, 0 to 255, of the pixels around an image that is put into a larger one.",
    "resize_mode": "How an image gets the size of ``data_shape``: 'force', whatever its proportions; 'fit', as large "
    "as fits in with its proportions; 'shrink', the same, but never enlarged. What is free on the right and below is "
    "black.",
    "seed_aug": "The seed of the changes of images; None: ``seed``.",
    "dtype": "Only float32.",
    **{f"std_{name[0]}": f"What the {name} channel is divided by; 0: not." for name in ("red", "green", "blue")},
    "std_a": "What the fourth channel, the opacity, is divided by; 0: not.",
}

#: of ``ImageDetRecordIter``
OF_DETECTION = {**OF_IMAGES, **_CROPS, **_CHANGES}
