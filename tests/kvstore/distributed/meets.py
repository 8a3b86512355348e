"""A worker that sums ones with the others, and prints its number, their count and the sum."""

import mxnet as mx

kv = mx.kv.create("dist_sync")
kv.init("w", mx.nd.zeros(2))
kv.push("w", mx.nd.ones(2) * (kv.rank + 1))
total = mx.nd.zeros(2)
kv.pull("w", out=total)
print(kv.rank, kv.num_workers, total.asnumpy().tolist())
