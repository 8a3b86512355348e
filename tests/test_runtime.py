"""mx.runtime tells what the build can do."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet import runtime


def test_features_are_named():
    features = runtime.Features()
    assert {"CUDA", "CUDNN", "MKLDNN", "OPENMP", "OPENCV", "LAPACK", "DIST_KVSTORE"} <= set(features)
    assert [each.name for each in runtime.feature_list()] == list(features)


def test_a_feature_is_there_or_not():
    features = runtime.Features()
    assert features.is_enabled("cuda") == features.is_enabled("CUDA") == (mx.context.num_gpus() > 0)
    assert features.is_enabled("OPENCV")
    assert str(features["OPENCV"]) == "✔ OPENCV"


def test_an_unknown_feature_is_an_error():
    with pytest.raises(RuntimeError, match="FOO"):
        runtime.Features().is_enabled("foo")


def test_features_are_one_object():
    assert runtime.Features() is runtime.Features()
    assert "OPENCV" in str(runtime.Features())
