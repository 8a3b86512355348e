"""Learning rate schedules: the rates that MXNet 1.9.1 gives, and what makes no schedule."""

from __future__ import annotations

import mxnet as mx
import pytest

lr = mx.lr_scheduler

RATES = {
    "factor": (
        lr.FactorScheduler(3, 0.5, base_lr=1),
        [1, 1, 1, 1, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.125, 0.125, 0.125, 0.0625],
    ),
    "factor, warm-up, lowest rate": (
        lr.FactorScheduler(3, 0.5, stop_factor_lr=0.2, base_lr=1, warmup_steps=4, warmup_begin_lr=0.1),
        [0.1, 0.325, 0.55, 0.775, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.2, 0.2, 0.2, 0.2],
    ),
    "several factors": (
        lr.MultiFactorScheduler([3, 5], 0.1, base_lr=1.0),
        [1, 1, 1, 1, 0.1, 0.1, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01],
    ),
    "polynomial": (
        lr.PolyScheduler(10, 1.0, 2, 0.1, warmup_steps=2),
        [0, 0.5, 1, 0.78906, 0.60625, 0.45156, 0.325, 0.22656, 0.15625, 0.11406, 0.1, 0.1, 0.1, 0.1],
    ),
    "cosine": (
        lr.CosineScheduler(10, 1.0, 0.1, warmup_steps=3, warmup_mode="constant", warmup_begin_lr=0.3),
        [0.3, 0.3, 0.3, 1, 0.95544, 0.83057, 0.65013, 0.44987, 0.26943, 0.14456, 0.1, 0.1, 0.1, 0.1],
    ),
}


@pytest.mark.parametrize(("schedule", "rates"), RATES.values(), ids=RATES)
def test_rates_by_update(schedule, rates):
    assert [schedule(update) for update in range(len(rates))] == pytest.approx(rates, abs=1e-5)


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: lr.FactorScheduler(0), ValueError),
        (lambda: lr.FactorScheduler(1, 1.1), ValueError),
        (lambda: lr.MultiFactorScheduler([]), AssertionError),
        (lambda: lr.MultiFactorScheduler(3), AssertionError),
        (lambda: lr.MultiFactorScheduler([3, 2]), ValueError),
        (lambda: lr.MultiFactorScheduler([3, 3]), ValueError),
        (lambda: lr.MultiFactorScheduler([0, 3]), ValueError),
        (lambda: lr.MultiFactorScheduler([1, 3], 2), ValueError),
        (lambda: lr.PolyScheduler(0), ValueError),
        (lambda: lr.PolyScheduler(1.5), AssertionError),
        (lambda: lr.CosineScheduler(0), ValueError),
        (lambda: lr.LRScheduler()(3), NotImplementedError),
        (lambda: lr.LRScheduler(warmup_mode="x"), ValueError),
        (lambda: lr.LRScheduler(base_lr=1, warmup_begin_lr=2), ValueError),
        (lambda: lr.LRScheduler(warmup_steps=-1), ValueError),
        (lambda: lr.LRScheduler(warmup_steps=1.5), AssertionError),
        (lambda: lr.LRScheduler(warmup_steps=3).get_warmup_lr(3), AssertionError),
    ],
)
def test_what_makes_no_schedule(make, error):
    with pytest.raises(error):
        make()


def test_a_change_is_logged(caplog):
    caplog.set_level("INFO")
    lr.FactorScheduler(1, 0.1, base_lr=1)(2)
    assert "Update[2]: Change learning rate to 1.00000e-01" in caplog.text


def test_a_rate_that_falls_no_more_takes_no_time():
    for factor in (1, 0.5):
        schedule = mx.lr_scheduler.FactorScheduler(1, factor, stop_factor_lr=1e-3)
        assert schedule(2**52) == (0.01 if factor == 1 else 1e-3)
        assert schedule.count == 2**52 - 1
        assert schedule(2**52 + 1) == schedule.base_lr
        assert schedule.count == 2**52
