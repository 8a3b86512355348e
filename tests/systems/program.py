"""What programs do that differs between systems; prints a line for each part that works."""

import glob
import importlib
import multiprocessing
import os
import pathlib
import signal
import sys
import threading
import time
import warnings

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon, nd
from mxnet.gluon import data

#: as a file may be called here: the colon and backslashes are those of a Windows path
DRIVE = "C:\\data\\"


def the_system_is_another_one():
    assert sys.platform == os.environ["REMX_SYSTEM"]
    for name in ("fcntl", "resource") if sys.platform == "win32" else ():
        try:
            importlib.import_module(name)
        except ModuleNotFoundError:
            continue
        raise AssertionError(name)
    for path in ("/proc/cpuinfo", "/proc/self/maps"):
        assert not os.path.exists(path)


def readme():
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(16, activation="relu"), gluon.nn.Dense(2))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam")
    x, y = nd.random.uniform(shape=(32, 4)), nd.array(np.arange(32) % 2)
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(3):
        with autograd.record():
            value = loss(net(x), y)
        value.backward()
        trainer.step(32)
    net.export(DRIVE + "readme")
    again = gluon.SymbolBlock.imports(DRIVE + "readme-symbol.json", ["data"], DRIVE + "readme-0000.params")
    np.testing.assert_allclose(again(x).asnumpy(), net(x).asnumpy(), rtol=1e-5)
    trainer.save_states(DRIVE + "states")
    trainer.load_states(DRIVE + "states")


def module():
    symbol = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), name="softmax")
    mod = mx.mod.Module(symbol)
    batches = mx.io.NDArrayIter(np.ones((8, 3), np.float32), np.zeros(8), 4)
    prefix = DRIVE + "Module"
    for _ in range(2):  # the second time over files that are there
        mod.fit(batches, num_epoch=2, epoch_end_callback=mx.callback.do_checkpoint(prefix))
    loaded = mx.model.load_checkpoint(prefix.replace("Module", "module"), 2)  # names differ in case alone
    assert sorted(loaded[1]) == ["fc_bias", "fc_weight"]
    with open(prefix + "-symbol.json", "rb") as stream:
        assert b"\r" not in stream.read()


def arrays():
    path = DRIVE + "arrays"
    for value in (1, 2):
        nd.save(path, {"a": nd.full((3000,), value), "b": nd.ones((2, 2)).tostype("csr")})
        loaded = nd.load(path)
        assert loaded["a"].asnumpy()[-1] == value
    kept = nd.load(path)["a"]
    nd.save(path, [nd.zeros(3)])  # over a file that was read
    assert kept.asnumpy()[0] == 2
    os.remove(path)
    with mx.util.np_shape(True), mx.util.np_array(True):
        mx.npx.savez(DRIVE + "more.npz", a=mx.np.ones(3))
        assert mx.npx.load(DRIVE + "more.npz")["a"].sum() == 3
    nd.save(pathlib.Path("plain"), [nd.ones(2)])
    assert not [name for name in os.listdir(".") if name.startswith(".mxnet") and os.listdir(name)]


def recordio():
    path = DRIVE + "images"
    record = mx.recordio.MXIndexedRecordIO(path + ".idx", path + ".rec", "w")
    for i in range(4):
        image = np.full((12, 12, 3), i * 20, np.uint8)
        record.write_idx(i, mx.recordio.pack_img(mx.recordio.IRHeader(0, i, i, 0), image, quality=95, img_fmt=".png"))
    record.close()
    with open(path + ".idx", "rb") as stream:
        assert b"\r" not in stream.read()
    reader = mx.recordio.MXIndexedRecordIO(path + ".idx", path + ".rec", "r")
    assert mx.recordio.unpack(reader.read_idx(3))[0].label == 3
    reader.close()
    batches = mx.io.ImageRecordIter(
        path_imgrec=path + ".rec", data_shape=(3, 12, 12), batch_size=2, preprocess_threads=2
    )
    assert [batch.label[0].asnumpy().tolist() for batch in batches] == [[0, 1], [2, 3]]
    del batches
    loader = data.DataLoader(data.vision.ImageRecordDataset(path + ".rec"), 2, num_workers=1)
    assert [batch[1].asnumpy().tolist() for batch in loader] == [[0, 1], [2, 3]]
    os.remove(path + ".idx")


class Samples(data.Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        if i == 7:
            raise ValueError("the last one")
        return np.full((40, 40), i, np.float32), nd.array([i])


def loader():
    batches = iter(data.DataLoader(Samples(), 2, num_workers=2))
    for i in range(3):
        image, label = next(batches)
        assert (image.shape, label.asnumpy().ravel().tolist()) == ((2, 40, 40), [2 * i, 2 * i + 1])
    with pytest.raises(ValueError, match="the last one") as error:
        next(batches)
    assert "in __getitem__" in str(error.value.__cause__)


def ended_worker():
    loading = data.DataLoader(data.SimpleDataset(range(4)).transform(end), 2, num_workers=1)
    with pytest.raises(mx.MXNetError, match="exit code 9"):
        list(loading)


def end(x):
    os._exit(9)


def through_queues():
    context = multiprocessing.get_context("spawn")
    here, there = context.Queue(), context.Queue()
    process = context.Process(target=send_back, args=(here, there))
    process.start()
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(2, in_units=3))
    net.initialize()
    net.hybridize()
    x = nd.ones((300, 3))
    metric = mx.metric.Accuracy()
    metric.update([nd.array([1])], [nd.array([[0, 1]])])
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3)
    sent = [x, x.tostype("csr"), mx.np.ones(2), net, symbol, metric, mx.io.NDArrayIter(x, batch_size=100)]
    for each in sent:
        here.put(each)
    here.put(None)
    back = [there.get(timeout=100) for _ in sent]
    process.join()
    assert [type(each) for each in back] == [type(each) for each in sent]
    assert back[0].asnumpy().sum() == back[1].asnumpy().sum() == 900
    assert (back[3](x).asnumpy() == net(x).asnumpy()).all()
    assert back[4].tojson() == symbol.tojson()
    assert back[5].get() == ("accuracy", 1.0)
    assert len(list(back[6])) == 3


def send_back(here, there):
    while (each := here.get()) is not None:
        there.put(each)


def locks():
    from mxnet.core.files.locks import one_at_a_time

    inside, most = [], []

    def work():
        for _ in range(5):
            with one_at_a_time("lock"):
                inside.append(1)
                most.append(len(inside))
                time.sleep(0.002)
                inside.pop()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert max(most) == 1
    assert len(most) == 15
    assert not os.path.exists("lock")


def downloads():
    from tests.loopback import Site

    with Site() as site:
        os.environ.update(site.environment())
        site.files["http://files.example/a.bin"] = b"content"
        for overwrite in (False, True):
            path = gluon.utils.download("http://files.example/a.bin", path="cache.bin", overwrite=overwrite)
            with open(path, "rb") as stream:
                assert stream.read() == b"content"
    assert glob.glob("cache.bin*") == ["cache.bin"]


def ctrl_c():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    loading = data.DataLoader(data.SimpleDataset(range(100)).transform(slow), 2, num_workers=1)
    threading.Timer(1.0, signal.raise_signal, (signal.SIGINT,)).start()
    with pytest.raises(KeyboardInterrupt):
        list(loading)


def slow(x):
    time.sleep(0.1)
    return x


def profile():
    mx.profiler.set_config(filename=DRIVE + "profile.json", profile_all=True)
    mx.profiler.set_state("run")
    nd.ones(3).asnumpy()
    mx.profiler.set_state("stop")
    mx.profiler.dump()
    assert os.path.getsize(DRIVE + "profile.json")


def tools():
    from mxnet.tools import im2rec

    os.mkdir("pictures")
    for i in range(2):
        record = mx.recordio.pack_img(mx.recordio.IRHeader(0, i, i, 0), np.zeros((8, 8, 3), np.uint8), img_fmt=".png")
        with open(f"pictures/{i}.png", "wb") as stream:
            stream.write(record[24:])
    im2rec.main(["--list", "--recursive", "pictures", "pictures"])
    im2rec.main(["pictures", "pictures", "--num-thread", "2"])
    assert os.path.getsize("pictures.rec")


PARTS = (
    the_system_is_another_one, readme, module, arrays, recordio, loader, ended_worker, through_queues, locks, downloads,
    profile, tools, ctrl_c,
)  # fmt: skip

if __name__ == "__main__":
    warnings.filterwarnings("error", category=EncodingWarning, module="mxnet")
    for each in PARTS:
        each()
        print(each.__name__, "works", flush=True)
