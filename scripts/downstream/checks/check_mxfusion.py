"""MXFusion: inference by maximum a posteriori."""

import mxfusion as mf
import mxnet as mx
import numpy as np
from mxfusion.common import config
from mxfusion.components.distributions import Normal
from mxfusion.components.variables import PositiveTransformation
from mxfusion.inference import MAP, GradBasedInference

config.DEFAULT_DTYPE = "float64"


def check_MAP():
    mx.random.seed(0)
    model = mf.Model()
    model.mu = mf.Variable()
    model.s = mf.Variable(transformation=PositiveTransformation())
    model.y = Normal.define_variable(mean=model.mu, variance=model.s, shape=(200,))
    inference = GradBasedInference(inference_algorithm=MAP(model=model, observed=[model.y]))
    values = np.random.RandomState(0).normal(3.0, 2.0, 200)
    inference.run(max_iter=1500, learning_rate=0.05, y=mx.nd.array(values, dtype="float64"), verbose=False)
    np.testing.assert_allclose(inference.params[model.mu].asscalar(), values.mean(), rtol=0.02)
    np.testing.assert_allclose(inference.params[model.s].asscalar(), values.var(), rtol=0.05)
