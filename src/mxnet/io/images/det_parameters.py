"""The parameters of the iterator for detection, with their types and defaults, as MXNet 1.9.1 lists them."""

from __future__ import annotations

from typing import Literal

from ...core.params import Floats
from .parameters import BATCHES, NORMALIZATION, SOURCE, Table

#: bounds of the parts that a crop sampler draws, and how often it tries; one value for all samplers or one for each
CROPS: Table = {
    "min_crop_scales": (Floats, (0.0,)),
    "max_crop_scales": (Floats, (1.0,)),
    "min_crop_aspect_ratios": (Floats, (1.0,)),
    "max_crop_aspect_ratios": (Floats, (1.0,)),
    "min_crop_overlaps": (Floats, (0.0,)),
    "max_crop_overlaps": (Floats, (1.0,)),
    "min_crop_sample_coverages": (Floats, (0.0,)),
    "max_crop_sample_coverages": (Floats, (1.0,)),
    "min_crop_object_coverages": (Floats, (0.0,)),
    "max_crop_object_coverages": (Floats, (1.0,)),
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
