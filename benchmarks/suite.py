"""The rows of the benchmark: what is timed, how often, and at most how slow remx may be beside the others."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.cases.calls.statements import NUMPY_STATEMENTS, STATEMENTS
from benchmarks.cases.sizes import ROWS
from benchmarks.reasons import Reason


@dataclass(frozen=True)
class Case:
    """One row: how often it runs, and at most how large remx's share of the others' time or memory may be."""

    name: str
    title: str
    n: int  # repetitions in a round
    rounds: int
    mxnet: float | None = None
    torch: float | None = None
    plus: float | None = None  # seconds over PyTorch, instead of a ratio
    apart: bool = False  # in processes of its own: it changes the library


#: the goals: remx / MXNet 1.9.1 and remx / PyTorch (eager, channels first)
CALL = {"mxnet": 0.2, "torch": 1.6}
INDEXING = {"mxnet": 0.2, "torch": 2.0}
CONVOLUTIONS = {"mxnet": 0.95, "torch": 1.0}  # training: both libraries call oneDNN
SMALL = {"mxnet": 0.65, "torch": 1.15}  # training of multilayer perceptrons and of recurrent networks
INFERENCE = {"mxnet": 0.85, "torch": 0.8}
TINY = {"mxnet": 0.5, "torch": 0.8}  # prediction of which most is calls
MEMORY = {"mxnet": 1.0, "torch": 1.05}


#: why cases, by name, are over a goal: the first that holds is shown
REASONS: list[Reason] = []


def _in_a_line(statement):
    """Return a statement of several lines as one, in code type."""
    return "`" + statement.replace(":\n    ", ": ").replace("\n", "; ") + "`"


CALLS = [
    *(Case(name, _in_a_line(text), 1500, 11, **CALL) for name, (text, _) in STATEMENTS.items()),
    Case("chain", "forward and backward of 20 operators under `record()`", 100, 11, **CALL),
    Case("hybrid_call", "a hybridized network of 4-8-4", 500, 11, **TINY),
    Case("executor_forward", "`Executor.forward`, 4-8-4", 500, 11, **TINY),
    Case("executor_forward_backward", "`Executor.forward` and `backward`, 4-8-4", 300, 11, **SMALL),
]
NUMPY_CALLS = [
    Case(name, _in_a_line(text), 1500, 11, **(INDEXING if "[" in text else CALL))
    for name, (text, _) in NUMPY_STATEMENTS.items()
]
TRAINING = [
    Case("mlp_step", "`Module`, MLP 784-128-64-10, batch 64", 60, 11, **SMALL),
    Case("gluon_mlp_step", "Gluon, MLP 64-64-64-10, batch 32", 100, 11, **SMALL),
    Case("lenet_step", "`Module`, LeNet, batch 64", 8, 11, **CONVOLUTIONS),
    Case("gluon_lenet_step", "Gluon, LeNet, batch 64", 8, 11, **CONVOLUTIONS),
    Case("resnet18_step", "`Module`, ResNet-18, batch 8", 1, 7, **CONVOLUTIONS),
    Case("gluon_resnet50_step", "Gluon, ResNet-50, batch 4", 1, 7, **CONVOLUTIONS),
    Case("gluon_mobilenet_step", "Gluon, MobileNet, batch 4", 1, 7, **CONVOLUTIONS),
    Case("ssd_step", "`Module`, SSD of three scales, `MultiBoxPrior`, `MultiBoxTarget`, batch 8", 4, 7, **CONVOLUTIONS),
    Case("gluon_lstm_step", "Gluon, LSTM 2 x 256, 35 steps, batch 32", 2, 7, **SMALL),
    Case("language_model_step", "Gluon, language model: 10,000 words, LSTM 2 x 200, 35 steps, batch 20", 1, 7, **SMALL),
    Case(
        "bucketing_step", "`BucketingModule`, cells 2 x 128 unrolled over 10, 20 and 30 steps, batch 32", 1, 7, **SMALL
    ),
    Case("mf_step", "`Module`, matrix factorization, two tables of 1,000,000 x 64, batch 1024, SGD", 1, 5),
    Case("mf_momentum_step", "the same with momentum", 1, 5),
    Case("table_sgd_step", f"`Embedding(sparse_grad=True)` of {ROWS:,} x 64, 2,000 rows a batch, SGD", 5, 7, torch=1.2),
    Case("table_adam_step", "the same with Adam, beside `SparseAdam`", 5, 7, torch=1.2),
]
BFLOAT16 = [
    Case(
        f"gluon_{name}_bfloat16_step",
        f'Gluon, {title}, batch 4, `amp.init("bfloat16")`, PyTorch in float32',
        1,
        3,
        torch=0.6,
        apart=True,
    )
    for name, title in (("resnet50", "ResNet-50"), ("mobilenet", "MobileNet"))
]
PREDICTION = [
    Case("gluon_resnet18_inference", "hybridized ResNet-18, batch 4", 2, 7, **INFERENCE),
    Case("gluon_resnet50_inference", "hybridized ResNet-50, batch 4", 1, 7, **INFERENCE),
    Case("gluon_mobilenet_inference", "hybridized MobileNet, batch 4", 3, 7, **INFERENCE),
    Case("symbolblock_resnet50_inference", "`SymbolBlock` of ResNet-50, batch 4", 1, 7, **INFERENCE),
    Case("executor_resnet18_inference", "bound symbol, ResNet-18, batch 4", 2, 7, **INFERENCE),
    Case("predict_resnet18", "`Module.predict`, ResNet-18, two batches of 4", 1, 7, **INFERENCE),
    Case("ssd_detection", "`Module`, SSD of three scales, `MultiBoxDetection`, batch 8", 4, 7, **INFERENCE),
    Case("language_model_inference", "hybridized language model, batch 20", 3, 7, **INFERENCE),
]
INT8 = [
    Case("int8_resnet50_inference", "`quantize_net` of ResNet-50, batch 4, beside float32", 1, 7, torch=0.6),
    Case("int8_mobilenet_inference", "`quantize_net` of MobileNet, batch 4, beside float32", 3, 7, torch=0.8),
]
OPTIMIZERS = [
    Case("sgd_updates", "update of 400 small weights, SGD with momentum", 15, 11),
    Case("adam_updates", "update of 400 small weights, Adam", 10, 11),
    Case("accuracy", "`Accuracy` of 128x1000", 100, 11),
    Case("top_k_accuracy", "`TopKAccuracy` of 128x1000", 30, 7),
    Case("cross_entropy", "`CrossEntropy` of 128x1000", 30, 7),
]
FILES = [
    Case("load_resnet152", "load ResNet-152, bind, first forward", 1, 5, mxnet=0.7),
    Case("import", "import", 1, 5, mxnet=1.0, plus=0.4),
]
PEAKS = [
    Case("resnet50_memory", "training ResNet-50, batch 8", 2, 2, **MEMORY),
    Case("resnet50_inference_memory", "hybridized inference of ResNet-50, batch 8", 2, 2),
]

#: what a run shows
CPU = {
    "Calls on tiny arrays": CALLS,
    "Calls of `mx.np` on tiny arrays": NUMPY_CALLS,
    "Training steps": TRAINING,
    "Training steps in bfloat16": BFLOAT16,
    "Inference": PREDICTION,
    "int8": INT8,
    "Optimizers and metrics": OPTIMIZERS,
    "Files": FILES,
    "Peak memory": PEAKS,
}
#: where the number of threads matters most: measured again with as many as each library takes by itself
AS_IT_COMES = {"Training steps": TRAINING, "Inference": PREDICTION}
