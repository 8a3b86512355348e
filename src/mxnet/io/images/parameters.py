"""The parameters of the iterators over images, with their types and defaults, as MXNet 1.9.1 lists them."""

from typing import Any, Literal

from ...core.params import AtLeastOne, DType, Floats, NonNegative, Positive, Shape

Table = dict[str, tuple[Any, Any]]

#: where records and labels come from
SOURCE: Table = {
    **dict.fromkeys(("path_imglist", "path_imgrec", "path_imgidx"), (str, "")),
    "aug_seq": (str, "aug_default"),
    "label_width": (AtLeastOne, 1),
    "data_shape": (Shape, ...),
    "preprocess_threads": (Positive, 4),
    "verbose": (bool, True),
    "num_parts": (Positive, 1),
    "part_index": (NonNegative, 0),
    "device_id": (int, 0),
    "shuffle_chunk_size": (NonNegative, 0),
    "shuffle_chunk_seed": (int, 0),
    "seed_aug": (int | None, None),
}

#: how they become batches
BATCHES: Table = {
    "shuffle": (bool, False),
    "seed": (int, 0),
    "batch_size": (Positive, ...),
    "round_batch": (bool, True),
    "prefetch_buffer": (NonNegative, 4),
    "ctx": (str, "gpu"),
    "dtype": (DType | None, None),
}

#: what is done to an image's shape, and to its colours before they are numbers
AUGMENTATION: Table = {
    "resize": (int, -1),
    "rand_crop": (bool, False),
    "random_resized_crop": (bool, False),
    "max_rotate_angle": (int, 0),
    "max_aspect_ratio": (float, 0.0),
    "min_aspect_ratio": (float | None, None),
    "max_shear_ratio": (float, 0.0),
    **dict.fromkeys(("max_crop_size", "min_crop_size"), (int, -1)),
    **dict.fromkeys(("max_random_scale", "min_random_scale", "max_random_area", "min_random_area"), (float, 1.0)),
    "max_img_size": (float, 1e10),
    "min_img_size": (float, 0.0),
    **dict.fromkeys(("brightness", "contrast", "saturation", "pca_noise"), (float, 0.0)),
    **dict.fromkeys(("random_h", "random_s", "random_l"), (int, 0)),
    "rotate": (int, -1),
    "fill_value": (int, 255),
    "inter_method": (int, 1),
    "pad": (int, 0),
}

#: how pixels become numbers
NORMALIZATION: Table = {
    "mirror": (bool, False),
    "rand_mirror": (bool, False),
    "mean_img": (str, ""),
    **{f"mean_{channel}": (float, 0.0) for channel in "rgba"},
    **{f"std_{channel}": (float, 1.0) for channel in "rgba"},
    "scale": (float, 1.0),
    "max_random_contrast": (float, 0.0),
    "max_random_illumination": (float, 0.0),
}

IMAGES: Table = {**SOURCE, **BATCHES, **AUGMENTATION, **NORMALIZATION}

#: bounds of the parts that a crop sampler draws, and how often it tries; one value for all samplers or one for each
CROPS: Table = {
    **{
        f"{end}_crop_{what}": (Floats, (0.0 if end == "min" and what != "aspect_ratios" else 1.0,))
        for what in ("scales", "aspect_ratios", "overlaps", "sample_coverages", "object_coverages")
        for end in ("min", "max")
    },
    "max_crop_trials": (tuple[int, ...], (25,)),
}

#: what is done to images and boxes
_CHANGES: Table = {
    "resize": (int, -1),
    "rand_crop_prob": (float, 0.0),
    "num_crop_sampler": (int, 1),
    "crop_emit_mode": (Literal["center", "overlap"], "center"),
    "emit_overlap_thresh": (float, 0.3),
    "rand_pad_prob": (float, 0.0),
    "max_pad_scale": (float, 1.0),
    "max_random_hue": (int, 0),
    "random_hue_prob": (float, 0.0),
    "max_random_saturation": (int, 0),
    "random_saturation_prob": (float, 0.0),
    "max_random_illumination": (int, 0),
    "random_illumination_prob": (float, 0.0),
    "max_random_contrast": (float, 0.0),
    "random_contrast_prob": (float, 0.0),
    "rand_mirror_prob": (float, 0.0),
    "fill_value": (int, 127),
    "inter_method": (int, 1),
    "resize_mode": (Literal["force", "shrink", "fit"], "force"),
}

DETECTION: Table = {
    **SOURCE,
    **BATCHES,
    "path_imgrec": (str, "./data/imgrec.rec"),
    "aug_seq": (str, "det_aug_default"),
    "label_width": (int, -1),
    "label_pad_width": (int, 0),
    "label_pad_value": (float, -1.0),
    **CROPS,
    **_CHANGES,
    **{key: NORMALIZATION[key] for key in ("mean_img", "mean_r", "mean_g", "mean_b", "mean_a", "scale")},
    **{f"std_{channel}": (float, 0.0) for channel in "rgba"},
}
