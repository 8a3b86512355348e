"""The rows: what is measured, in the order of their importance, and by which sides."""

from __future__ import annotations

from typing import NamedTuple

#: remx; the same without CUDA graphs; PyTorch as it is written by hand; that compiled by ``torch.compile``
REMX, PLAIN, EAGER, COMPILED = "remx", "remx, no CUDA graphs", "PyTorch", "torch.compile"
TRAINED = (REMX, PLAIN, EAGER, COMPILED)
PREDICTED = (REMX, PLAIN, EAGER, COMPILED)


class Row(NamedTuple):
    """A row: the program, which both ``remx_side`` and ``torch_side`` have, and its arguments."""

    title: str
    program: str
    arguments: dict[str, object]
    sides: tuple[str, ...]


def _training(network: str, batch: int, precision: str, sides: tuple[str, ...], channels_last: bool = False) -> Row:
    title = f"{network}, batch {batch}, {precision}{', channels last' if channels_last else ''}"
    arguments = {"network": network, "batch": batch, "precision": precision, "channels_last": channels_last}
    return Row(title, "training", arguments, sides)


def _prediction(network: str, batch: int, precision: str = "float32") -> Row:
    title = f"{network}, batch {batch}, {precision}"
    return Row(title, "prediction", {"network": network, "batch": batch, "precision": precision}, PREDICTED)


CALLS = ("add", "add_scalar", "exp", "sum_axis", "dot", "fully_connected", "slice_get", "slice_set", "record_backward")
SECTIONS: dict[str, list[Row]] = {
    "Training steps": [
        _training("ResNet-50", 64, "float32", TRAINED),
        _training("ResNet-50", 64, "bfloat16", TRAINED, channels_last=True),
        _training("ResNet-50", 64, "float16", (REMX, EAGER), channels_last=True),
        _training("ResNet-50", 64, "bfloat16", (REMX, EAGER)),
        _training("MobileNet", 64, "float32", (REMX, EAGER)),
        _training("MobileNet", 64, "bfloat16", (REMX, PLAIN, EAGER), channels_last=True),
        _training("BERT-base encoder", 32, "float32", (REMX, EAGER)),
        _training("BERT-base encoder", 32, "tf32", (REMX, PLAIN, EAGER)),
        _training("BERT-base encoder", 32, "bfloat16", TRAINED),
        Row(
            "LSTM language model, 2 x 200, 35 words, batch 320", "case", {"name": "language_model_step"}, (REMX, EAGER)
        ),
        Row("SSD of three scales, `MultiBoxTarget`, batch 128, `Module`", "case", {"name": "ssd_step"}, (REMX, EAGER)),
        Row("the same, `MXNET_ENABLE_CUDA_GRAPHS=1`", "case", {"name": "ssd_step", "graphs": True}, (REMX, EAGER)),
    ],
    "Calls on tiny arrays": [Row(name, "case", {"name": name}, (REMX, EAGER)) for name in CALLS],
    "Prediction": [
        _prediction("ResNet-50", 1),
        _prediction("ResNet-50", 32),
        _prediction("ResNet-50", 128),
        _prediction("BERT-base encoder", 1),
        _prediction("BERT-base encoder", 32),
        _prediction("MobileNet", 1),
        Row("SSD with `MultiBoxDetection`, batch 128, `Module`", "case", {"name": "ssd_detection"}, (REMX,)),
        Row("the same, `MXNET_ENABLE_CUDA_GRAPHS=1`", "case", {"name": "ssd_detection", "graphs": True}, (REMX,)),
    ],
}
ROWS = [row for rows in SECTIONS.values() for row in rows]
