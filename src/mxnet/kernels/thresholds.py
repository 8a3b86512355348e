"""The sizes from which on a fast form is faster, or more exact: measured on x86 processors of two to sixteen cores."""

#: weights of a linear layer from which on it is large
LINEAR_WEIGHTS = 1 << 18
#: rows from which, and up to which, packing the weights pays: it saves a third to a twentieth of a layer's time
PACKED_ROWS = 4, 256
#: where BLAS is slow: multiplications from which on oneDNN is faster (on Zen 4: as fast); with twice as many it takes
#: half the time (on Zen 4: the same), with eight times as many half (four fifths)
PRODUCT = 1 << 23
#: the same for layers of ``LINEAR_WEIGHTS`` and more
LINEAR_PRODUCT = 1 << 22
#: multiplications from which on MKL divides a product among threads, and up to which one thread is nearly as fast
SHARED_PRODUCT, SMALL_PRODUCT = 1 << 13, 1 << 20
#: elements of a loop up to which one thread is faster than to wake others
SMALL_LOOP = 1 << 15
#: weights of a linear layer below which BLAS is always used
PRODUCT_WEIGHTS = 1 << 14
#: columns of the product from which on it pays, if the rows of the first matrix must be copied: 0.8 ns an element, by
#: one thread; 2 threads of Zen 4, (1000, 960)' @ (960, 128): BLAS 1.2 ms, oneDNN 2.0
PRODUCT_COLUMNS = 256
#: its inner dimension, from which on copying or adding the product afterwards pays
PRODUCT_LENGTH = 32
#: images of a batch from which on PyTorch computes 1x1 convolutions by oneDNN with one thread
BLAS_IMAGES = 16
#: the longest vector of float32 on any processor; with as many channels, oneDNN does not write beyond them
VECTOR = 16
#: elements of a table, below which its gradient is dense
TABLE = 1 << 19
#: rows of a table per row looked up, from which on a row-sparse gradient is faster
TABLE_PER_ROW = 4
#: elements below which a change of memory format costs pooling more than it saves
POOLED = 4096
#: elements of a window up to which, and channels from which on, windows are summed by convolution
CONVOLVED_WINDOW, CONVOLVED_CHANNELS = 25, 8
#: pixels of a region's bin up to which their rows are summed one by one
BAG = 64
#: rows of a block over which a layer normalization's gradients are summed
NORM_ROWS = 1024
#: elements of the data, and of its rows, from which on a norm over other axes than the last is computed by sums
NORMED, NORM_ROW = 1 << 14, 16
#: random numbers of a gamma or Poisson distribution from which on whole arrays are drawn at a time
DRAWN = 1 << 11
#: elements from which on, and factors up to which, images are upsampled by repeating rows
ENLARGED, ENLARGED_TIMES = 4096, 8
#: elements per wanted one, from which on top-k selection is used instead of sorting
SELECTED_OF = 8
#: elements of a softmax up to which a call takes longer than a pass
SOFTMAX = 1 << 13
#: scores of attention from which on PyTorch's fused function takes 0.6 to 1.05 of the time of the steps, and less
#: memory; with fewer, one thread takes 0.7 to 1.1, or up to 1.3 with a mask that is added, several threads up to 1.5
ATTENTION = 1 << 21
#: elements from which on a choice by bits is faster than PyTorch's
CHOSEN = 1 << 14
#: boxes of a block, and pairs of blocks whose table of IoUs fits into the cache
BOXES, TILES = 32, 64
#: boxes of a long list that are compared with each other at once
LEVEL = 512
#: about how many boxes of several lists are compared with each other at once
GROUP = 1 << 14
#: elements of a table per near pair, below which all pairs are compared
NEAR_OF = 8
#: pairs of boxes up to which a loop settles them
PAIRS = 2000
#: on other devices: boxes of a block at most, and about how many pairs are compared at once
WIDE_BOXES, BOX_PAIRS = 1024, 1 << 24
#: elements from which on batch normalization at inference is computed as scale and shift
NORMALIZED = 1 << 14
#: elements of intermediate results that stay in the processor's cache
CACHED = 1 << 16
#: elements from which on oneDNN's hyperbolic tangent is faster than PyTorch's, copies included
TANH = 1 << 15
#: channels up to which the gradient of a convolution's data with a stride is computed by phases
PHASED_CHANNELS = 4
#: elements of the data from which on it is
PHASED = 1 << 14
#: elements of small weights that an optimizer concatenates at most, and of a large one that it updates at a time
JOINED, MOVED = 1 << 15, 1 << 18
#: the same on another device than the processor, where a call takes longer than it computes
JOINED_ON_DEVICE = 1 << 24
#: elements up to which an executor writes gradients together at the end; a larger one is written at once, so that its
#: memory is free for the next
GRADIENT = 1 << 14
#: PyTorch's fused SGD computes the factor of the gradient as ``1 - dampening``; below this too few digits are left
SGD_FACTOR = 1e-6
#: elements after which a batch of weights is full, which bounds the memory for copies of gradients
BATCH = 1 << 18
