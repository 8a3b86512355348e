"""Optuna: trials of Module.fit are pruned."""

import mxnet as mx
import numpy as np
import optuna
from optuna.integration import MXNetPruningCallback


def check_MXNetPruningCallback():
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    mx.random.seed(0)
    x = np.random.RandomState(0).rand(60, 4).astype("f")
    y = (x.sum(1) > 2).astype("f")

    def objective(trial):
        net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2)
        module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
        rate = 1.0 if trial.number == 0 else 1e-6
        module.fit(
            mx.io.NDArrayIter(x, y, 20), eval_data=mx.io.NDArrayIter(x, y, 20), num_epoch=6, eval_metric="acc",
            optimizer_params={"learning_rate": trial.suggest_float("rate", rate, rate)},
            eval_end_callback=MXNetPruningCallback(trial, "accuracy"),
        )  # fmt: skip
        return module.score(mx.io.NDArrayIter(x, y, 20), "acc")[0][1]

    study = optuna.create_study(direction="maximize", pruner=optuna.pruners.MedianPruner(n_startup_trials=1))
    study.optimize(objective, n_trials=5)
    states = [trial.state.name for trial in study.trials]
    assert states[0] == "COMPLETE"
    assert "PRUNED" in states
