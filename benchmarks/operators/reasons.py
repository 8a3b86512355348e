"""Why rows are over their targets: the one table of reasons, and the targets. `causes` measures what they claim."""

from __future__ import annotations

from benchmarks.reasons import Reason

#: the greatest ratios to the other sides
TARGETS = {"MXNet 1.9.1": 1.0, "PyTorch": 1.3}
_MX, _TORCH = TARGETS

#: the first that holds is shown
REASONS = [
    Reason(
        "wake",
        "Between the loops of a recorded step is Python for 40 to 70 µs; threads sleep after 40, so that busy "
        "neighbours cost less (`GOMP_SPINCOUNT=2000`), and to wake them takes 20 to 35: `exp` of 512 kB takes 60 µs "
        "when the last loop ended 30 µs ago, 80 to 95 after 100. PyTorch's look for work for milliseconds. As they do "
        "(`MXNET_TUNE_OPENMP=0`), `scatter_nd` + backward takes 126 instead of 190 µs (1.2 of PyTorch), `topk` + "
        "backward 146 instead of 201 (1.8), `SequenceLast` + backward 103 instead of 139, `FullyConnected` + backward "
        "677 instead of 795 (1.16), `repeat` + backward 0.96 and `trsm` + backward 1.16 of PyTorch's time, `clip` "
        "0.98, `abs` 1.04 and the sum of all 1.10; `pick` + backward 99 µs instead of 139 (1.42).",
        r"(scatter_nd|topk|SequenceLast|pick|FullyConnected|hard_sigmoid|repeat|linalg.trsm) \+ backward|"
        r"clip|abs|square|sum of all",
        _TORCH,
    ),
    Reason(
        "pass",
        "A recorded call of a small operator with its backward pass takes 27 µs, by PyTorch alone 24.",
        r"log_softmax axis=-1 of 4, small \+ backward",
        _MX,
    ),
    Reason(
        "ties",
        "Of equal numbers the first is chosen first, as in 1.9.1: one more is chosen, and each compared with the next "
        "(113 and 96 µs for the 5 greatest of 1,000 in 64 rows, one thread; with two 59 and 47).",
        r"topk",
        _TORCH,
    ),
    Reason(
        "call",
        "A call on arrays takes 0.6 µs more than PyTorch's (checks, the result's array), and 2 to 4 with several "
        "attributes; recorded and with its backward pass 3 µs more, with two variables 6 (the tape's node, the copy "
        "that delivers the gradient), and 10 again where the gradient is not PyTorch's (`BatchNorm`, "
        "extremes): of a small row, that is most.",
        r".*, small( \+ backward)?|"
        r"(SequenceLast|batch_take|CTCLoss|sample_multinomial|image.normalize)( \+ backward)?|max|tile|broadcast_to|"
        r"norm ord=2, axis=1",
        _TORCH,
    ),
    Reason(
        "again",
        "Within its target when it was measured again after this run: `broadcast_mul` 1.01 of PyTorch, `stack` 1.20, "
        "`sgd_mom_update` 0.91 (small 0.73 of 1.9.1), `elu` 1.22, `selu` 1.11, `erf` + backward, small, 0.80 of 1.9.1. "
        "Both threads of a side share one core for many rounds now and then.",
        r"broadcast_mul|stack|sgd_mom_update(, small)?|LeakyReLU (elu|selu)|erf, small \+ backward",
    ),
    Reason(
        "steps",
        "Several functions of PyTorch's, of 1 to 2 µs each, where 1.9.1 has one kernel: four of 6 µs that move "
        "`BatchNorm`'s statistics after the backward pass (111 µs in all), `lgamma` of float64 with 19 of 32 µs for "
        "`gamma`, seven for `L2Normalization` with its gradient; a clone and the checks of four arrays around "
        "PyTorch's fused kernel for `adam_update` (18 µs in all; optimizers update many weights together).",
        r"(adam_update|BatchNorm training|gamma|broadcast_maximum|max|L2Normalization|clip), small( \+ backward)?",
        _MX,
    ),
    Reason(
        "zero",
        "The gradient of `relu` is 0 *times* the head gradient below 0 and NaN where the result is, as in 1.9.1: three "
        "passes instead of one (37 and 22 µs for 512 kB, one thread), above 16,384 numbers in a function of Python's "
        "that PyTorch's graph calls (17 µs a step); their threads have to be woken (up to 35 µs).",
        r"relu.* \+ backward",
    ),
    Reason(
        "gamma",
        "Computed in float64: PyTorch's `exp(lgamma)` of float32 is off by up to 4e-6 between 0.1 and 35. `lgamma` of "
        "float64 takes 2.7 times as long (2.3 ms and 0.85 ms for 131,072 numbers, one thread).",
        r"gamma.*",
        _TORCH,
    ),
    Reason(
        "delivery",
        "The gradient goes to the array that `attach_grad` made, and the last one lives until then: PyTorch's own "
        "steps take 1.0 to 1.2 times as long where they hold the last gradient, and 1.1 to 1.8 times where they copy "
        "the new one, as is done below 256 kB and where others have its memory. Expanded gradients (of sums, means) "
        "are written out, which PyTorch leaves to whoever reads them (1.9 to 4.2 times).",
        r"(elemwise|broadcast|sum|mean|reshape|stack|split|slice|flip|pad|cast|concat|tile|SequenceReverse|"
        r"add_n|abs|norm|max|prod|smooth_l1|exp|log|square|sqrt|sigmoid|softmin|softmax|SoftmaxOutput|take|"
        r"gather_nd|Pooling global|BatchNorm training|GroupNorm|LeakyReLU gelu).* \+ backward",
        _TORCH,
    ),
    Reason(
        "digits",
        "The gradients of gamma and beta are summed over blocks of rows: PyTorch's kernel sums row after row, and its "
        "largest error relative to the largest gradient is 1.9e-6 for 4,096 rows and 8e-6 for 65,536 (here 6e-7 and "
        "2e-7).",
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
        "position",
        "1.9.1 takes positions as they are; here they are converted to int64 and clipped or checked first, as"
        " PyTorch's kernels need them (6 µs for 4,096 positions, beside 33 µs of PyTorch's look-up). The dense "
        "gradient of a table is filled with zeros first (9 of 31 ms for 256 MB).",
        r"(take|Embedding|pick|one_hot|scatter_nd|gather_nd|SequenceMask|contrib.boolean_mask).*",
        _MX,
    ),
    Reason(
        "loop",
        "A loop over boxes, bins or displacements is one kernel in 1.9.1, and vectorized steps here: 91 functions of "
        "PyTorch's for `box_iou`, 130 for `Correlation`, 400 to 500 for `ROIAlign`, `DeformableConvolution` and "
        "`MultiBoxDetection`, 1,100 for `ROIPooling` and `Proposal`, of 2 to 15 µs each.",
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
        "epsilon",
        "`eps` is added to the sum of squares before the root, so that squares and sum are two passes; PyTorch's "
        "`normalize` has the norm in one, and clamps it (57 and 40 µs for 131,072 numbers, one thread).",
        r"L2Normalization.*",
        _TORCH,
    ),
    Reason(
        "half",
        "float16 and bfloat16 are cast to float32 around several kernels so that nothing is rounded between them, and "
        "around products of types that the processor does not multiply: of 64 x 784 by 784 x 256 numbers, PyTorch's "
        "own product of float16 takes 1.24 ms, that in float32 with its casts 0.30 (one thread, Zen 4).",
        r".*, (b?float16)( \+ backward)?",
    ),
]
