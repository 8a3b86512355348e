"""Keras with MXNet behind it: networks trained, evaluated, saved."""

import os

os.environ["KERAS_BACKEND"] = "mxnet"
import keras
import numpy as np
import pytest
from keras import layers

X = np.random.RandomState(0).rand(64, 8).astype("f")
Y = (X.sum(1) > 4).astype("f")


def dense():
    net = keras.Sequential(
        [layers.Dense(16, activation="relu", input_shape=(8,)), layers.Dense(1, activation="sigmoid")]
    )
    net.compile("adam", "binary_crossentropy", metrics=["accuracy"])
    return net


def check_backend():
    assert keras.backend.backend() == "mxnet"


def check_fit():
    history = dense().fit(X, Y, epochs=20, batch_size=16, verbose=0).history
    assert history["loss"][-1] < history["loss"][0]


def check_predict():
    assert dense().predict(X).shape == (64, 1)


@pytest.mark.parametrize("kind", ["convolution", "recurrence"])
def check_layers(kind):
    if kind == "convolution":
        keras.backend.set_image_data_format("channels_first")
        net = keras.Sequential([layers.Conv2D(4, 3, input_shape=(1, 8, 8)), layers.MaxPooling2D(), layers.Flatten()])
        x = np.random.rand(16, 1, 8, 8)
    else:
        net = keras.Sequential([layers.Embedding(20, 8, input_length=5), layers.LSTM(6, unroll=True)])
        x = np.random.randint(0, 20, (16, 5))
    net.add(layers.Dense(2, activation="softmax"))
    net.compile("sgd", "categorical_crossentropy")
    assert np.isfinite(net.train_on_batch(x, np.eye(2)[np.arange(16) % 2]))
