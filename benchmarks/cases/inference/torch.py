"""Inference written by hand in PyTorch: eager, the channels before the places of an image."""

from __future__ import annotations

import torch
from cases.gluon.torch import mobilenet, resnet, resnet50
from cases.module.torch import resnet18
from cases.sizes import images
from cases.torch_training import inference
from torch import nn


def gluon_resnet18_inference():
    return inference(resnet((2, 2, 2, 2), False), torch.rand(images(4)))


def gluon_resnet50_inference():
    return inference(resnet50(), torch.rand(images(4)))


def gluon_mobilenet_inference():
    return inference(mobilenet(), torch.rand(images(4)))


def resnet50_inference_memory():
    return inference(resnet50(), torch.rand(images(8)))


symbolblock_resnet50_inference = int8_resnet50_inference = gluon_resnet50_inference
int8_mobilenet_inference = gluon_mobilenet_inference


def executor_resnet18_inference():
    return inference(nn.Sequential(resnet18(), nn.Softmax(1)), torch.rand(images(4)))


def predict_resnet18():
    network = nn.Sequential(resnet18(), nn.Softmax(1)).eval()
    place = next(network.parameters()).device
    data = torch.rand(images(8), device="cpu").split(images(4)[0])

    def loop(n):
        with torch.no_grad():
            for _ in range(n):
                torch.cat([network(batch.to(place)) for batch in data])

    return loop
