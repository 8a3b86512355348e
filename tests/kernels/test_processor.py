"""The family of the processor, and the sizes that it decides."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
import torch
from mxnet.kernels import processor
from mxnet.kernels.choice import EVERY, FAMILY, KERNELS, PLAIN, SIZES, agreed, sizes

AMD = "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 26\nflags\t\t: fpu avx2 avx512f\n"
INTEL = "vendor_id\t: GenuineIntel\nflags\t\t: fpu avx512f amx_tile amx_int8\n"


@pytest.mark.parametrize(
    ("text", "capability", "family"),
    [
        (AMD, "AVX512", "amd-avx512"),
        (AMD, "AVX2", "amd-avx2"),
        (INTEL, "AVX512", "intel-amx"),
        (INTEL, "AVX2", "intel-avx2"),
        (INTEL.replace("amx_tile", "vmx"), "AVX512", "intel-avx512"),
        ("vendor_id\t: CentaurHauls\n", "AVX2", "unknown"),
        ("processor\t: 0\n", "DEFAULT", "unknown"),
    ],
)
def test_families_on_linux(monkeypatch, tmp_path, text, capability, family):
    (tmp_path / "cpuinfo").write_text(text)
    monkeypatch.setattr(processor, "_CPUINFO", tmp_path / "cpuinfo")
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: capability)
    monkeypatch.setattr(processor.platform, "machine", lambda: "x86_64")
    assert processor.family() == family


@pytest.mark.parametrize(
    ("system", "machine", "description", "family"),
    [
        ("Windows", "AMD64", "AMD64 Family 25 Model 33 Stepping 0, AuthenticAMD", "amd-avx2"),
        ("Windows", "AMD64", "", "unknown"),
        ("Darwin", "x86_64", "i386", "unknown"),
        ("Darwin", "arm64", "arm", "arm-neon"),
        ("Linux", "aarch64", "", "arm-neon"),
    ],
)
def test_elsewhere(monkeypatch, tmp_path, system, machine, description, family):
    monkeypatch.setattr(processor, "_CPUINFO", tmp_path / "missing")
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: "AVX2")
    for name, value in (("system", system), ("machine", machine), ("processor", description)):
        monkeypatch.setattr(processor.platform, name, lambda value=value: value)
    assert processor.family() == family


def test_what_all_families_agree_on():
    rows = {"a": {"x": (3, None), "y": (1, 9), "z": (0, None)}, "b": {"x": (5, None), "y": (0, None)}}
    assert agreed(rows) == {"x": (5, None), "y": (1, 9)}


def test_every_family_names_forms_that_there_are():
    extra = {"linear", "small_loop", "small_product"}  # their gain is not seen in a loop
    assert {name for row in SIZES.values() for name in row} <= {k for k, form in KERNELS.items() if form.grid} | extra


def seen(**variables):
    program = (
        "import mxnet; from mxnet.kernels.choice import sizes; "
        "print([(r.start, r.stop) for r in map(sizes, ('tanh', 'small_loop', 'pool'))])"
    )
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **variables}
    return subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True)


def test_the_variable_names_a_family():
    row = SIZES["amd-avx512"]
    expected = [(row["tanh"][0], EVERY.stop), (0, row["small_loop"][1] + 1), (row["pool"][0], EVERY.stop)]
    assert seen(MXNET_PLAIN_KERNELS="0", **{FAMILY: "amd-avx512"}).stdout.strip() == str(expected)
    assert seen(MXNET_PLAIN_KERNELS="1", **{FAMILY: "amd-avx512"}).stdout.strip() == str([(0, 0)] * 3)
    assert f"{FAMILY}: expected one of" in seen(MXNET_PLAIN_KERNELS="0", **{FAMILY: "z80"}).stderr


@pytest.mark.skipif(not PLAIN, reason="for the plain forms")
def test_plain_forms_are_used_at_no_size():
    assert not sizes("equal")
