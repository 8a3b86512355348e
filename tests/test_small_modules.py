"""The small modules: log, misc, engine, libinfo, library, rtc."""

from __future__ import annotations

import logging
import re
import sys

import mxnet as mx
import pytest
from mxnet import engine, libinfo, log, misc


def test_a_logger_writes_one_line_a_message(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    logger = log.get_logger("mx.test.stream", level=log.DEBUG)
    for level in ("debug", "info", "warning", "error"):
        getattr(logger, level)("text %d", 3)
    colours = [
        re.match(r"\x1b\[(\d+)m([A-Z])\d{4} [\d:]{8} \d+ \S+:\S+:\d+\]\x1b\[0m text 3$", line) for line in lines(capsys)
    ]
    assert [match.groups() for match in colours] == [("34", "D"), ("32", "I"), ("31", "W"), ("31", "E")]


def test_a_logger_writes_no_colours_where_there_is_no_terminal(capsys):
    log.get_logger("mx.test.plain", level=log.INFO).info("text")
    assert re.match(r"I\d{4} [\d:]{8} \d+ \S+:\S+:\d+\] text$", lines(capsys)[0])


def lines(capsys):
    return capsys.readouterr().err.splitlines()


def test_a_logger_is_set_up_once(capsys):
    for _ in range(2):
        log.get_logger("mx.test.once", level=log.INFO)
    logging.getLogger("mx.test.once").info("text")
    assert len(lines(capsys)) == 1


def test_a_logger_can_write_to_a_file(tmp_path):
    path = tmp_path / "log.txt"
    logger = log.get_logger("mx.test.file", str(path), level=log.INFO)
    logger.debug("no")
    logger.info("yes")
    assert path.read_text() == "yes\n"
    logger.handlers[0].close()


def test_the_root_logger_is_left_alone():
    handlers = list(logging.getLogger().handlers)
    assert log.get_logger() is logging.getLogger()
    assert logging.getLogger().handlers == handlers


def test_the_old_name_of_get_logger_warns():
    with pytest.warns(DeprecationWarning, match="get_logger"):
        log.getLogger("mx.test.old")


def test_the_first_schedules():
    schedule = misc.FactorScheduler(2, 0.5)
    schedule.base_lr = 1
    assert [schedule(iteration) for iteration in range(6)] == [1, 1, 0.5, 0.5, 0.25, 0.25]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: misc.FactorScheduler(0), ValueError),
        (lambda: misc.FactorScheduler(1, 1), ValueError),
        (lambda: misc.LearningRateScheduler()(1), NotImplementedError),
    ],
)
def test_what_makes_no_schedule(call, error):
    with pytest.raises(error):
        call()


def test_sizes_of_bulks_are_remembered():
    before = engine.set_bulk_size(10)
    assert engine.set_bulk_size(15) == 10
    with engine.bulk(3):
        assert engine.set_bulk_size(4) == 3
    assert engine.set_bulk_size(before) == 15


def test_the_version():
    assert libinfo.__version__ == mx.__version__ == "1.9.1"


@pytest.mark.parametrize("find", ["find_conf_path"])
def test_files_that_are_not_there(find):
    with pytest.raises(RuntimeError):
        getattr(libinfo, find)()


@pytest.mark.parametrize("size", ["x", 2.5])
def test_the_size_of_bulks_is_a_whole_number(size):
    with pytest.raises(TypeError):
        engine.set_bulk_size(size)


def test_compiled_code_is_refused(tmp_path):
    (tmp_path / "lib.so").write_bytes(b"x")
    for path, text in [(tmp_path / "lib.so", "Error loading"), (tmp_path / "none.so", "does NOT exist")]:
        with pytest.raises(mx.MXNetError, match=text):
            mx.library.load(str(path))
    with pytest.raises(mx.MXNetError, match="CUDA_RTC"):
        mx.rtc.CudaModule("__global__ void f() {}")


def test_a_scope_of_bulks_may_be_entered_again():
    before = mx.engine.set_bulk_size(3)
    scope = mx.engine.bulk(5)
    with scope:
        with scope:
            assert mx.engine.set_bulk_size(5) == 5
        assert mx.engine.set_bulk_size(5) == 5
    with pytest.raises(ValueError, match="inside"), scope:
        raise ValueError("inside")
    assert mx.engine.set_bulk_size(before) == 3
