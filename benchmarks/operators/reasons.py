"""Why rows are over their targets: the one table of reasons, and the targets."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: the greatest ratios to the other sides
TARGETS = {"MXNet 1.9.1": 1.0, "PyTorch": 1.3}


@dataclass(frozen=True)
class Reason:
    """A reason for rows whose title matches ``titles`` in full, beside one side or (``""``) any."""

    sign: str
    text: str
    titles: str
    side: str = ""

    def holds(self, title: str, side: str) -> bool:
        """Return whether it is the reason for a row beside a side."""
        return self.side in ("", side) and re.fullmatch(self.titles, title) is not None


_MX, _TORCH = TARGETS

#: the first that holds is shown
REASONS = [
    Reason(
        "call",
        "A call on arrays adds 1 to 4 µs to PyTorch's call (checks, the result's array), and a recorded one 10 to 25"
        " µs (the tape's node, the hook that delivers the gradient): of a small row, that is most.",
        r".*, small( \+ backward)?|"
        r"(SequenceLast|batch_take|pick|CTCLoss|sample_multinomial|image.normalize)( \+ backward)?",
        _TORCH,
    ),
    Reason(
        "zero",
        "The gradient of `relu` is 0 *times* the head gradient below 0 and NaN where the result is, as in 1.9.1: three "
        "passes instead of one (alone, 46 µs and 31 µs for 512 kB).",
        r"relu.* \+ backward",
    ),
    Reason(
        "gamma",
        "Computed in float64: PyTorch's `lgamma` of float32 differs from 1.9.1 in the fifth digit, and by position.",
        r"gamma.*",
        _TORCH,
    ),
    Reason(
        "delivery",
        "The gradient is delivered into the array that `attach_grad` made: its memory is exchanged from 256 kB on and "
        "copied below; expanded gradients (of sums, means, reshapes) are written out once.",
        r"(elemwise|broadcast|sum|mean|reshape|stack|split|slice|flip|pad|cast|concat|tile|SequenceLast|SequenceReverse|"
        r"topk|add_n|abs|norm|max|prod|smooth_l1|log|square|sqrt|sigmoid|gather_nd|Pooling global).* \+ backward",
        _TORCH,
    ),
    Reason(
        "digits",
        "The gradients of gamma and beta are summed over blocks of rows: PyTorch's kernel sums row after row, and loses"
        " digits over thousands of rows.",
        r"LayerNorm.* \+ backward",
        _TORCH,
    ),
    Reason(
        "layout",
        "1.9.1 keeps the reordered weight, and leaves the result in oneDNN's blocked layout until it is read, as "
        "it is not here. PyTorch reorders data, weight and result at each call (`MKLDNN_VERBOSE=1` there, "
        "`ONEDNN_VERBOSE=1` here). In hybridized networks "
        "training keeps channels-last memory, and prediction packed weights.",
        r"(Convolution|Deconvolution).*",
        _MX,
    ),
    Reason(
        "product",
        "The same primitive of oneDNN, `inner_product`, of another version: `gemm:jit` there, `brg_matmul` here.",
        r"(FullyConnected|dot).*",
        _MX,
    ),
    Reason(
        "onednn",
        "1.9.1 computes it by a kernel of oneDNN that PyTorch has no call for on plain arrays: "
        "`eltwise_soft_relu`, `lrn` and `pooling_v2` (`MKLDNN_VERBOSE=1` there). `tanh` goes through oneDNN's arrays, "
        "whose copies take a third of its time (126 µs and 107 µs beside 487 µs for 3 MB).",
        r"(Activation (softrelu|tanh)|LRN|Pooling (max|avg)).*",
        _MX,
    ),
    Reason(
        "formula",
        "One loop in 1.9.1, a formula of several functions here: PyTorch's own of the same takes no less.",
        r"Pooling (lp|global).*",
        _MX,
    ),
    Reason(
        "reorder",
        "A transpose is oneDNN's reorder there. PyTorch's binaries have no call for the reorder alone: with the copies "
        "into and out of oneDNN's own arrays it takes up to twice the time of PyTorch's copy.",
        r"transpose.*",
        _MX,
    ),
    Reason(
        "position",
        "1.9.1 takes positions as they are; here they are converted to int64 and clipped or checked first, as"
        " PyTorch's kernels need them.",
        r"(take|Embedding|pick|one_hot|scatter_nd|gather_nd|SequenceMask|contrib.boolean_mask).*",
        _MX,
    ),
    Reason(
        "loop",
        "A loop over boxes, bins or displacements is one kernel in 1.9.1, and vectorized steps of PyTorch here.",
        r"(ROIPooling|Correlation|GridGenerator|contrib.(ROIAlign|DeformableConvolution|MultiBox.*|box_.*|Proposal)).*",
        _MX,
    ),
    Reason(
        "torch",
        "PyTorch's own kernel, called once: 1.9.1's is faster.",
        r"(contrib.(BilinearResize2D|AdaptiveAvgPooling2D|interleaved.*)|RNN|LeakyReLU|linalg|topk|sort|argsort|slice"
        r"|softmax axis=-1).*",
        _MX,
    ),
    Reason(
        "half",
        "float16 and bfloat16 are cast to float32 within a kernel of PyTorch's, or around several so that nothing is "
        "rounded between them.",
        r".*, (b?float16)( \+ backward)?",
    ),
]


def over(title: str, side: str, ratio: float | None) -> str:
    """Return the sign beside a ratio: none within the target, else that of the reason, or ``?`` where there is none."""
    if ratio is None or ratio <= TARGETS[side]:
        return ""
    return next((f" [{reason.sign}]" for reason in REASONS if reason.holds(title, side)), " **[?]**")


def legend(cells: str) -> str:
    """Return the reasons that a table's text names, as a list."""
    named = [reason for reason in REASONS if f"[{reason.sign}]" in cells]
    return "\n".join(f"- **{reason.sign}**: {reason.text}" for reason in named)
