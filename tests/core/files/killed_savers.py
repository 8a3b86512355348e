"""Saves in children that are killed, and says what they left: run by test_killed_while_saving.

Each saver writes a generation, a number that is in all of its files. ``raw`` reads the generations in whatever files
have their final names, without the library's help; ``load`` reads them as a program would.
"""

from __future__ import annotations

import json
import os
import random
import re
import resource
import signal
import sys
import time
from itertools import count
from types import SimpleNamespace

import mxnet as mx
from mxnet.gluon import nn
from mxnet.gluon.contrib.estimator import CheckpointHandler

#: calls before which a child is killed; one saver has to stand all of them
CALLS = ("fsync", "replace", "unlink", "write")
MORE_CALLS = {"block": (*CALLS, "open", "mkdir", "rmdir")}


def full(generation):
    return mx.nd.full((3, 3), generation)


def network(generation):
    return mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, no_bias=True, name=f"g{generation}_fc")


def in_symbol(symbol):
    return int(re.search(r"g(\d+)_", symbol.tojson())[1])


def in_array(array):
    return int(array.asnumpy().flat[0])


def block(generation):
    net = nn.HybridSequential(prefix=f"g{generation}_")
    with net.name_scope():
        net.add(nn.Dense(3, use_bias=False, in_units=3))
    net.initialize(mx.init.Constant(generation))
    return net


def save_block(prefix, generation):
    block(generation).save(prefix)


def load_block(prefix):
    net = block(0)
    net.load(prefix)
    with open(f"{prefix}-model.json") as stream:
        name = next(iter(json.load(stream).values()))["orig_name"]
    return [int(re.search(r"\d+", name)[0]), in_array(net[0].weight.data())]


def save_export(prefix, generation):
    net = block(generation)
    net.hybridize()
    net(mx.nd.zeros((1, 3)))
    net.export(prefix)


def load_export(prefix):
    net = mx.gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-0000.params")
    (weight,) = net.collect_params().values()
    return [int(re.search(r"g(\d+)_", weight.name)[1]), in_array(weight.data())]


def save_model(prefix, generation):
    mx.model.save_checkpoint(prefix, 1, network(generation), {f"g{generation}_fc_weight": full(generation)}, {})


def load_model(prefix):
    symbol, params, _ = mx.model.load_checkpoint(prefix, 1)
    return [in_symbol(symbol), *map(in_array, params.values())]


def module(generation):
    result = mx.mod.Module(network(generation), label_names=None)
    result.bind([("data", (1, 3))])
    result.init_params(mx.init.Constant(generation))
    result.init_optimizer(kvstore=None, optimizer_params={"momentum": 0.9})
    result._updater.states = {0: full(generation)}
    return result


def save_module(prefix, generation):
    module(generation).save_checkpoint(prefix, 1, save_optimizer_states=True)


def load_module(prefix):
    loaded = mx.mod.Module.load(prefix, 1, load_optimizer_states=True, label_names=None)
    loaded.bind([("data", (1, 3))])
    loaded.init_optimizer(kvstore=None, optimizer_params={"momentum": 0.9})
    result = [in_symbol(loaded.symbol), in_array(loaded._updater.states[0])]
    return [*result, *map(in_array, loaded.get_params()[0].values())]


def buckets(generation):
    result = mx.mod.BucketingModule(lambda key: (network(generation), ("data",), ()), default_bucket_key=2)
    result.bind([("data", (1, 3))])
    result.init_params(mx.init.Constant(generation))
    result.switch_bucket(1, [("data", (2, 3))])
    return result


def save_buckets(prefix, generation):
    buckets(generation).save_checkpoint(prefix, 1)


def load_buckets(prefix):
    _, params = None, mx.model.load_params(prefix, 1)[0]
    symbols = [mx.sym.load(f"{prefix}-{key}-symbol.json") for key in (1, 2)]
    return [*map(in_symbol, symbols), *map(in_array, params.values())]


def save_estimator(prefix, generation):
    folder, name = os.path.split(prefix)
    net = block(generation)
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"momentum": 0.9})
    trainer._updaters[0].states = {0: full(generation)}
    trainer._init_kvstore()
    handler = CheckpointHandler(folder, name)
    handler._symbol_saved = True
    handler._save_params_and_trainer(SimpleNamespace(net=net, trainer=trainer), f"{name}-epoch0batch0")


def load_estimator(prefix):
    folder, name = os.path.split(prefix)
    handler = CheckpointHandler(folder, name)
    net = block(0)
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"momentum": 0.9})
    _, _, stem = handler._last_whole(SimpleNamespace(net=net, trainer=trainer), handler._checkpoints())
    (weight,) = mx.nd.load(f"{folder}/{stem}.params").values()
    trainer.load_states(f"{folder}/{stem}.states")
    return [in_array(weight), in_array(trainer._updaters[0].states[0])]


SAVERS = {
    name: (globals()[f"save_{name}"], globals()[f"load_{name}"])
    for name in ("block", "export", "model", "module", "buckets", "estimator")
}


def raw(folder):
    """Return the generation in each file that has its final name."""
    result = {}
    for name in os.listdir(folder):
        if name.startswith("."):
            continue
        with open(f"{folder}/{name}", "rb") as stream:
            content = stream.read()
        if name.endswith(".json"):
            result[name] = int(re.search(rb"g(\d+)", content)[1])
        elif name.endswith(".params"):
            (array,) = mx.nd.load_frombuffer(content).values()
            result[name] = in_array(array)
        elif name.endswith(".states"):
            updater = mx.optimizer.get_updater(mx.optimizer.SGD())
            updater.set_states(content)
            result[name] = in_array(updater.states[0])
    return result


def kill():
    os.kill(os.getpid(), signal.SIGKILL)


def watched(original, counter, at):
    """Return a call that kills its process before the ``at``-th of all calls that ``counter`` counts."""

    def call(*args, **kwargs):
        if next(counter) == at:
            kill()
        return original(*args, **kwargs)

    return call


def child(work):
    """Run something in a child and return how it ended."""
    process = os.fork()
    if not process:
        try:
            work()
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)
    return process


def end_of(process):
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def killed_at_call(at, calls, save, prefix, generation):
    counter = count(1)
    for name in calls:
        setattr(os, name, watched(getattr(os, name), counter, at))
    save(prefix, generation)


def check(folder, load, before, latest):
    """Check what a killed process left, and return the generation."""
    with_final_names = raw(folder)
    assert len(set(with_final_names.values())) <= 1, f"several generations: {with_final_names}"
    loaded = load(f"{folder}/net")
    assert len(set(loaded)) == 1, f"loaded several generations: {loaded}"
    assert before <= loaded[0] <= latest, f"generation {loaded[0]}, expected {before} to {latest}"
    return loaded[0]


def every_call(name, folder):
    """Kill a saver before each of its calls in turn; return how often it was killed and which way that went."""
    save, load = SAVERS[name]
    calls = MORE_CALLS.get(name, CALLS)
    save(f"{folder}/net", 1)
    whole, generation, ways = sorted(os.listdir(folder)), 1, set()
    end, kills = -signal.SIGKILL, -1
    while end == -signal.SIGKILL:
        kills += 1
        arguments = kills + 1, calls, save, f"{folder}/net", generation + 1
        end = end_of(child(lambda arguments=arguments: killed_at_call(*arguments)))
        result = check(folder, load, generation, generation + 1)
        if end:
            ways.add(result - generation)
        generation = result
    assert end == 0
    assert sorted(os.listdir(folder)) == whole, "remains of killed processes"
    return kills, sorted(ways)


def random_moments(name, folder, kills, draw):
    """Kill a saver that saves one generation after the other, at random moments."""
    save, load = SAVERS[name]
    save(f"{folder}/net", 1)
    whole, generation = sorted(os.listdir(folder)), 1

    def on_and_on(first):
        for item in count(first):
            save(f"{folder}/net", item)

    for _ in range(kills):
        process = child(lambda first=generation + 1: on_and_on(first))
        time.sleep(draw.uniform(0.005, 0.05))
        os.kill(process, signal.SIGKILL)
        assert end_of(process) == -signal.SIGKILL
        generation = check(folder, load, generation, generation + 1000)
    save(f"{folder}/net", generation + 1)
    assert sorted(os.listdir(folder)) == whole, "remains of killed processes"
    return generation


def not_enough_room(folder):
    """Save where files must not grow further, and return what the error says."""

    def save():
        net = nn.Dense(500, in_units=500)
        net.initialize(mx.init.One())
        net.save(f"{folder}/net")
        net.initialize(mx.init.Zero(), force_reinit=True)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        try:
            net.save(f"{folder}/net")
        except mx.base.MXNetError as error:
            os._exit(17 if "too large" in str(error) else 1)

    assert end_of(child(save)) == 17
    assert sorted(os.listdir(folder)) == ["net-model.json", "net-model.params"]
    return int(mx.nd.load(f"{folder}/net-model.params")["weight"].asnumpy().min())


if __name__ == "__main__":
    _, root, kills, seed = sys.argv
    draw = random.Random(int(seed))
    for name in SAVERS:
        answers = []
        for kind, work in (("calls", every_call), ("moments", random_moments)):
            os.mkdir(f"{root}/{name}-{kind}")
            try:
                more = () if kind == "calls" else (int(kills), draw)
                answers.append(work(name, f"{root}/{name}-{kind}", *more))
            except Exception as error:
                answers.append(f"{type(error).__name__}: {error}")
        print(json.dumps([name, *answers]))
    os.mkdir(f"{root}/limit")
    print(json.dumps(["limit", not_enough_room(f"{root}/limit")]))
