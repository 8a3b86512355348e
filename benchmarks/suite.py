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


_MX, _TORCH = "MXNet 1.9.1", "PyTorch"
#: why cases, by name, are over a goal: the first that holds is shown
REASONS = [
    Reason(
        "view",
        "In 1.9.1 these calls do not go through the engine, which takes most of the time of others; PyTorch's own call "
        "takes a fifth to a quarter of 1.9.1's time.",
        r"mean|transpose|reshape|slice_get|index_get|asnumpy",
        _MX,
    ),
    Reason(
        "call",
        "A call adds 0.55 µs to PyTorch's at least (`exp`): 0.4 to 0.6 for recording, types and the result's object "
        "(0.8 for `concat`, which takes any number of arrays), 0.15 to 0.5 for keywords and attributes, and 0.25 to "
        "1.1 of the operator's own: shapes of `FullyConnected` and `Pooling` 1.1, the shape `(1,)` of `sum` 0.7, the "
        "size of a product 0.35, an index 0.65 to 1.1, NumPy's scalar of `asscalar` 0.3.",
        r"add|exp|sum|sum_axis|mean|softmax|dot|fully_connected|pooling|clip|concat|transpose|reshape|slice_get|"
        r"index_get|slice_set|asscalar|np_add|np_function|np_.*_get",
    ),
    Reason(
        "recorded",
        "PyTorch's own recording and backward pass take a fifth of 1.9.1's time. `record()` adds 1.1 µs, finding the "
        "variables 1.7, the head gradient of ones 2, the delivery of the gradient 2.8.",
        r"record_backward|chain",
    ),
    Reason(
        "indices",
        "PyTorch writes what precedes an index out of range before it complains, so that each array of indices is "
        "checked first (0.55 µs); the note that the array was written to takes 0.4, the key and types 1 to 2.",
        r"np_.*_set.*",
        _TORCH,
    ),
    Reason(
        "tiny",
        "The four functions of PyTorch's (two `F.linear`, `relu`, `softmax`) take 8 µs in all, the three of the "
        "hybridized network 7, and with the backward pass 27. Shapes and sizes of a layer take 1.4 to 1.8 µs, the "
        "executor 3.5: 31 Python frames, with the backward pass 81. PyTorch's modules take as long.",
        r"hybrid_call|executor_forward.*",
    ),
    Reason(
        "frames",
        "Of a step of Gluon's MLP, 217 µs are PyTorch's functions with its autograd; tape, blocks and hooks take most "
        "of the rest. Of `Module`'s step, they are 416 of 720 µs.",
        r"(gluon_)?mlp_step",
    ),
    Reason(
        "rows",
        "A step with a batch of 2 rows takes 0.27 ms, PyTorch's 0.13: the recording, the trainer and the optimizer in "
        "Python. The 2,000 rows take as long as PyTorch's.",
        r"table_.*_step",
    ),
    Reason(
        "onednn",
        "The convolutions are oneDNN's on both sides: of ResNet-18's prediction 66.5 of 75.7 ms, of 71.4 ms in 1.9.1 "
        "64.5; with no other work it would take 0.93. Of a training step with one thread, forward, data and weight "
        "gradients and reorders take 0.99 (ResNet-18), 1.06 (ResNet-50) and 1.04 (MobileNet) of 1.9.1's time, and all "
        "else 106 and 123, 246 and 207, 93 and 56 ms.",
        r"(gluon_)?(resnet|mobilenet).*_(step|inference)|symbolblock_.*|executor_resnet.*|predict_.*|(gluon_)?lenet_step",
    ),
    Reason(
        "targets",
        "`MultiBoxTarget` takes 2.2 ms of the step, here and in 1.9.1 (2.3 to 3.0): 164 functions of PyTorch's, which "
        "match boxes and anchors in 1.9.1's order and refuse what it refuses. PyTorch's side matches in three.",
        r"ssd_step",
    ),
    Reason(
        "boxes",
        "The convolutions are the same and take as long. `MultiBoxDetection` alone takes 1.6 ms with one thread, 2.0 "
        "in 1.9.1, and 1.9 within the network, where its data are not in the cache; short calls take as long with two "
        "threads as with one.",
        r"ssd_detection",
    ),
    Reason(
        "lstm",
        "95 to 98 % of the time are oneDNN's LSTM and the decoder's product, at the rate that the processor multiplies "
        "with; PyTorch calls the same.",
        r"gluon_lstm_step|language_model_.*",
    ),
    Reason(
        "products",
        "600 products of 32 rows, by the functions that PyTorch's side calls, are a third of the step, and with one "
        "thread it takes 0.93 of PyTorch's time.",
        r"bucketing_step",
    ),
    Reason(
        "small",
        "Many functions of 1 to 5 µs. For the two tables a step calls 177 functions of Python (244 with Adam), for the "
        "DCGAN 1,266, for the image 299, for actor and critic 628; by hand 86, 703, 61 and 266. Of PyTorch's operators "
        "it calls 99 (203), 1,134, 342 and 320, by hand 121 (553), 1,202, 243 and 589. With one thread the tables take "
        "0.19 and 0.38 ms (by hand 0.20 and 0.47), the others 1.13, 1.23 and 1.06 of the time by hand. The translation "
        "is of their kind: 1.12 and 1.26 of the time by hand in two runs.",
        r"factors_.*_step|dcgan_step|style_step|a3c_step|seq2seq_step",
    ),
    Reason(
        "heap",
        "At the peak, 297 MiB of weights, gradients and momentum are live and 675 MiB of the step, twice the outputs "
        "of the convolutions: nothing large is there twice. The other 260 to 320 MiB are code and gaps in the heap, "
        "170 in 1.9.1.",
        r"resnet50_memory",
    ),
    Reason(
        "again",
        "In a new process it takes 0.7 of 1.9.1's time ([serving](benchmarks/serving.md)): 123,000 page faults, there "
        "253,000. Here it is repeated: the convolutions take 122 ms, reading 22, folding batch normalization into "
        "weights 32, packing them 46, other normalization 11; lowering and binding 1,281 nodes and 765 arrays is "
        "Python on one core, 100 ms.",
        r"load_resnet152",
    ),
]


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
PROGRAMS = [
    Case("factors_sgd_step", "`Module`, two row-sparse tables of 10,000 x 16, batch 64, SGD", 60, 11, mxnet=1.0),
    Case("factors_adam_step", "the same with Adam, beside `SparseAdam`", 40, 11, mxnet=1.0),
    Case("dcgan_step", "Gluon, DCGAN for images of 32, batch 8, Adam", 4, 11, mxnet=1.0, torch=1.15),
    Case("rcnn_step", "`Module`, `Proposal` and `ROIPooling` of 16 regions in an image of 128", 6, 11, mxnet=1.2),
    Case("style_step", "`Executor`, style transfer, the gradient of an image of 48 x 64", 6, 11, mxnet=1.0, torch=1.0),
    Case("seq2seq_step", "Gluon, translation with attention, 8 words, batch 16, Adam", 6, 11, **SMALL),
    Case("a3c_step", "`Module`, actor and critic, five moves predicted and trained", 30, 11, **SMALL),
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
    Case("loader_spawn_start", "the first batch of a `DataLoader` with two spawned workers, and their end", 1, 3),
    Case("loader_spawn", "an epoch of 1,000 rows through two spawned workers", 1, 5, mxnet=1.0, torch=1.0),
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
    "Training steps of small programs": PROGRAMS,
    "Training steps in bfloat16": BFLOAT16,
    "Inference": PREDICTION,
    "int8": INT8,
    "Optimizers and metrics": OPTIMIZERS,
    "Files": FILES,
    "Peak memory": PEAKS,
}
#: where the number of threads matters most: measured again with as many as each library takes by itself
AS_IT_COMES = {"Training steps": TRAINING, "Inference": PREDICTION}
