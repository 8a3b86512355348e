"""InsightFace: its recognition network behind a checkpoint of a user's own."""

import mxnet as mx
import numpy as np
import pytest
from insightface.model_zoo.face_recognition import FaceRecognition


@pytest.fixture
def recognizer(tmp_path):
    net = mx.sym.Variable("data")
    net = mx.sym.Convolution((net - 127.5) * 0.0078125, num_filter=4, kernel=(3, 3), stride=(4, 4), name="conv0")
    net = mx.sym.LeakyReLU(mx.sym.BatchNorm(net, fix_gamma=False, name="bn0"), act_type="prelu", name="relu0")
    net = mx.sym.FullyConnected(net, num_hidden=16, name="pre_fc1")
    net = mx.sym.BatchNorm(net, fix_gamma=True, eps=2e-5, name="fc1")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    module.bind([("data", (1, 3, 112, 112))], [("softmax_label", (1,))])
    mx.random.seed(0)
    module.init_params(mx.init.Xavier())
    module.save_checkpoint(str(tmp_path / "arcface"), 0)
    made = FaceRecognition("arcface", True, str(tmp_path / "arcface-0000.params"))
    made.prepare(-1)
    return made


def check_embeddings(recognizer):
    faces = np.random.RandomState(0).randint(0, 255, (2, 112, 112, 3)).astype(np.uint8)
    first = recognizer.get_embedding(faces[0])
    assert first.shape == (1, 16)
    assert np.array_equal(first, recognizer.get_embedding(faces[0]))
    assert recognizer.compute_sim(faces[0], faces[0]) == pytest.approx(1, abs=1e-5)
    assert recognizer.compute_sim(*faces) < 0.9999
