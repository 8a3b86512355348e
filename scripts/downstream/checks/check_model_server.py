"""Model Server for MXNet: what its workers run, a checkpoint behind a service that takes arrays or pictures."""

import base64
import json

import cv2
import mxnet as mx
import numpy as np
import pytest

LABELS = ["cat", "dog", "fish"]


@pytest.fixture
def archive(tmp_path):
    net = mx.sym.Flatten(mx.sym.Variable("data"))
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=3, name="fc"), name="softmax")
    module = mx.mod.Module(net)
    module.bind([("data", (1, 3, 8, 8))], [("softmax_label", (1,))])
    mx.random.seed(0)
    module.init_params(mx.init.Xavier())
    module.save_checkpoint(str(tmp_path / "net"), 3)
    signature = {
        "inputs": [{"data_name": "data", "data_shape": [0, 3, 8, 8]}],
        "outputs": [{"data_name": "softmax", "data_shape": [0, 3]}],
    }
    (tmp_path / "signature.json").write_text(json.dumps(signature))
    (tmp_path / "synset.txt").write_text("\n".join(LABELS))
    names = {"Signature": "signature.json", "Parameters": "net-0003.params", "Symbol": "net-symbol.json"}
    return module, str(tmp_path), {"Model": names}


def check_a_service_of_arrays(archive):
    from mms.model_service.mxnet_model_service import MXNetBaseService

    class Service(MXNetBaseService):  # its own takes no list since Python 3: `map` is no list any more
        def _preprocess(self, data):
            return [mx.nd.array(each) for each in data]

    module, folder, manifest = archive
    x = np.random.RandomState(0).rand(1, 3, 8, 8).astype("f")
    (answer,) = Service("net", folder, manifest).inference([x])
    module.forward(mx.io.DataBatch([mx.nd.array(x)]), is_train=False)
    expected = module.get_outputs()[0].asnumpy()
    got = np.array(json.loads(answer)) if isinstance(answer, str) else answer.asnumpy()
    np.testing.assert_allclose(got, expected, rtol=1e-5)


def check_a_service_of_pictures(archive):
    from mms.model_service.mxnet_vision_service import MXNetVisionService

    _, folder, manifest = archive
    picture = cv2.imencode(".png", np.full((20, 30, 3), 90, np.uint8))[1].tobytes()
    (answer,) = MXNetVisionService("net", folder, manifest).inference([picture])
    assert {each["class"] for each in answer} <= set(LABELS)
    assert sum(each["probability"] for each in answer) == pytest.approx(1, abs=1e-4)


def check_pictures():
    from mms.utils.mxnet import image

    drawn = np.random.RandomState(0).randint(0, 255, (12, 16, 3)).astype(np.uint8)
    read = image.read(cv2.imencode(".png", drawn)[1].tobytes())
    assert np.array_equal(read.asnumpy()[..., ::-1], drawn)
    small = image.transform_shape(image.resize(read, 8, 6))
    assert small.shape == (1, 3, 6, 8)
    assert base64.b64decode(image.write(small[0]))


def check_sentences():
    from mms.utils.mxnet import nlp

    encoded, words = nlp.encode_sentences([["a", "b"], ["b", "c"]], vocab=None)
    assert encoded[0][1] == encoded[1][0] == words["b"]
    batch = nlp.pad_sentence([1, 2, 3], buckets=[2, 5])
    assert batch.data[0].shape == (1, 5)
    assert batch.bucket_key == 5
