"""What PyTorch takes for the operators of `different` in `unrolled.py`, called one after the other, nothing else.

`python -m benchmarks.bare [SIZE]` prints milliseconds of a prediction: the floor of that row of `growth.py`.
"""

from __future__ import annotations

import os
import sys
import time

BATCH, WIDTH = 4, 8


def layers(torch, count):
    """Return the weight, bias, activation and numbers of each layer."""
    result, width = [], WIDTH
    for i in range(count):
        units = 4 + i % 61
        weights = torch.randn(units, width) / width, torch.zeros(units)
        result.append((*weights, (torch.relu, torch.tanh, torch.sigmoid)[i % 3], float(i), -1.0 - i, 1.0 + i))
        width = units
    return result


def predict(torch, x, net):
    """Return the output of the layers."""
    for weight, bias, activation, number, low, high in net:
        x = torch.clamp(activation(torch.nn.functional.linear(x, weight, bias)) + number, low, high)
    return x


def main():
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    import torch

    net, x = layers(torch, int(sys.argv[1]) if len(sys.argv) > 1 else 2400), torch.ones(BATCH, WIDTH)
    tensors = [(*layer[:3], torch.tensor(layer[3]), *layer[4:]) for layer in net]
    with torch.no_grad():
        for title, form in (("numbers", net), ("numbers as tensors", tensors)):
            times = []
            for _ in range(10):
                began = time.process_time()
                predict(torch, x, form)
                times.append(time.process_time() - began)
            print(f"{title}: {min(times) * 1e3:.1f} ms")


if __name__ == "__main__":
    main()
