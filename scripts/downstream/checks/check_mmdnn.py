"""MMdnn: a checkpoint becomes its intermediate file, that a program for MXNet, and both compute the same."""

import importlib.util
import sys

import mxnet as mx
import numpy as np
import pytest


def run(main, *arguments):
    """Run one of its commands."""
    sys.argv = ["mmdnn", *arguments]
    with pytest.raises(SystemExit) as done:
        main()
    assert not done.value.code


def check_conversion(tmp_path, monkeypatch):
    from mmdnn.conversion._script.convertToIR import _main as to_file
    from mmdnn.conversion._script.IRToCode import _main as to_program

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", sys.argv)
    data = mx.sym.Convolution(mx.sym.var("data"), num_filter=8, kernel=(3, 3), pad=(1, 1), name="conv")
    data = mx.sym.Activation(mx.sym.BatchNorm(data, fix_gamma=False, name="norm"), act_type="relu", name="relu")
    data = mx.sym.Pooling(data, kernel=(2, 2), stride=(2, 2), pool_type="max", name="pool")
    data = mx.sym.FullyConnected(mx.sym.Flatten(data, name="flat"), num_hidden=5, name="dense")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(data, name="softmax"))
    module.bind([("data", (1, 3, 8, 8))], [("softmax_label", (1,))], for_training=False)
    module.init_params(mx.init.Xavier())
    module.save_checkpoint("net", 0)
    batch = mx.io.DataBatch([mx.nd.random.normal(shape=(1, 3, 8, 8))])
    module.forward(batch)
    run(to_file, "-f", "mxnet", "-n", "net-symbol.json", "-w", "net-0000.params", "-d", "ir", "--inputShape", "3,8,8")
    run(to_program, "-f", "mxnet", "-n", "ir.pb", "-w", "ir.npy", "-d", "made.py", "-dw", "made.params")
    spec = importlib.util.spec_from_file_location("made", "made.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    net = made.deploy_weight(made.RefactorModel(), "made.params")
    net.forward(batch, is_train=False)
    np.testing.assert_allclose(net.get_outputs()[0].asnumpy(), module.get_outputs()[0].asnumpy(), rtol=1e-5)
