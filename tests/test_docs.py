"""The programs of README and of the pages run as they are printed.

Those of docs/migration.md: test_migration.py; of docs/distributed.md, which takes two workers:
kvstore/distributed/checks.py; of docs/array_api.md, which takes a new process: numpy/test_array_api.py; of
docstrings: test_manual.py.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon.model_zoo import vision
from mxnet.ops import to_onnx
from mxnet.registry.op import OPS
from remx import cli

from docs.site import diagrams
from tests.ops import test_contract as contract
from tests.ops.sample import OpSample, normal
from tests.ops.sample import function as function_of
from tests.tools.nets import checkpoint, pictures

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
_SOURCES = Path(mx.__file__).parent


def _programs(text, language="python"):
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_first_program_learns_and_its_checkpoint_is_converted(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (program,) = _programs(README)
    exec(compile(program, "README.md", "exec"), {})
    (score,) = re.findall(r"\[\('accuracy', ([\d.]+)\)\]", capsys.readouterr().out)
    assert float(score) > 0.8
    commands = [line for text in _programs(README, "sh") for line in text.splitlines() if line.startswith("remx ")]
    for command in commands:
        assert cli.main(shlex.split(command)[1:]) == 0
    assert "verified" in capsys.readouterr().out
    assert [shlex.split(command)[1] for command in commands] == ["inspect", "convert"]


def test_counts_in_the_readme_and_the_changelog_are_those_of_the_package():
    to_onnx.load()
    operators = set(OPS.values())
    of_numpy = {op for op in operators if op.name.startswith("_np")}
    tens = [len(items) // 10 * 10 for items in (
        operators - of_numpy, [op for op in of_numpy if not op.extension], [op for op in operators if op.onnx],
    )]  # fmt: skip
    assert f"some {tens[0]} operators, and {tens[1]} more for `mx.np`" in README
    exported = f"over {tens[2]} operators, opset 13 to "
    assert f"export of {exported}" in README
    assert f"ONNX export ({exported}" in (ROOT / "CHANGELOG.md").read_text()
    assert f"{len(vision._MODELS)} networks of the model zoo" in README


#: files of the top that the site has as pages
_TOP = ("README.md", "SECURITY.md", "SUPPORT.md", "CONTRIBUTING.md", "CHANGELOG.md", "README.zh-CN.md")


@pytest.mark.parametrize("name", _TOP)
def test_every_page_it_names_exists_there_and_on_the_site(name):
    pages = re.findall(r"\]\((?!http)([^)#]+)(?:#[^)]*)?\)", (ROOT / name).read_text())
    assert [page for page in pages if not (ROOT / page).exists()] == []
    assert [page for page in pages if not re.fullmatch(rf"docs/[\w/]+\.md|LICENSE|NOTICE|{'|'.join(_TOP)}", page)] == []


def _without_programs(page):
    return re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)


def _anchors(page):
    """Return the names that GitHub and the site give to the headings of a page."""
    names = [
        re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)).strip().lower().replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", _without_programs(page), re.MULTILINE)
    ]
    return {*names, *re.findall(r'\bid="([^"]+)"', page.read_text())}


def _leads_nowhere(page, link):
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    return not target.exists() or (anchor and anchor not in _anchors(target))


@pytest.mark.parametrize(
    "page",
    sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/[!s]*/*.md")]),
    ids=lambda page: page.name,
)
def test_every_link_of_a_page_leads_to_a_file_and_a_heading_of_it(page):
    text = re.sub(r"`[^`\n]*`", "", _without_programs(page))
    links = [*re.findall(r"\]\(([^)\s]+)", text), *re.findall(r'\b(?:href|src)="([^"]+)"', text)]
    assert [link for link in links if not re.match(r"https?:|mailto:", link) and _leads_nowhere(page, link)] == []


#: what the reader of a page has before each of its programs
_READER_HAS = {
    "concepts.md": dict,
    "onnx.md": lambda: checkpoint("net", data=(2, 3, 224, 224)).save_checkpoint("net", 0) or {},
    "speed.md": lambda: (
        {"mx": mx, "net": _net(), "x": mx.nd.ones((1, 3, 8, 8))} | {"symbol": pictures(), "loader": _loader()}
    ),
}
#: what comes out of the programs, as text or as a file
_COMES_OUT = {
    "concepts.md": "['data', 'fc_weight', 'fc_bias']\n",
    "onnx.md": "'input_tensor_data': [('data', (1, 3, 224, 224))]",
    "speed.md": "Profile Statistics",
}


def _net():
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(4, 3, activation="relu"), mx.gluon.nn.Dense(2))
    net.initialize()
    net(mx.nd.ones((1, 3, 8, 8)))
    net.hybridize()
    return net


def _loader():
    return mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(mx.nd.random.uniform(shape=(8, 3, 8, 8))), batch_size=4)


@pytest.mark.parametrize("page", _READER_HAS)
def test_the_programs_of_a_page_run(page, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if page == "onnx.md":
        pytest.importorskip("onnx", reason="onnx is in the extra of that name")
    scope = {}
    for program in _programs((ROOT / "docs" / page).read_text()):
        scope |= _READER_HAS[page]()
        exec(compile(program, page, "exec"), scope)
    assert _COMES_OUT[page] in capsys.readouterr().out


def test_every_page_with_programs_is_run():
    pages = {path.name for path in (ROOT / "docs").glob("*.md") if _programs(path.read_text())}
    elsewhere = {"migration.md", "distributed.md", "array_api.md", "mxnet2.md"}  # the last in tests/mxnet2
    assert pages == {*_READER_HAS, *elsewhere, "add_an_operator.md"}


def test_the_operator_of_the_guide_passes_the_contract(tmp_path):
    function, rules, onnx_rule, sample, *_ = _programs((ROOT / "docs" / "add_an_operator.md").read_text())
    scope = {}
    try:
        exec(compile(function, "add_an_operator.md", "exec"), scope)
        exec(compile(rules, "add_an_operator.md", "exec"), scope)
        sample = eval(sample, {"OpSample": OpSample, "normal": normal})
        for holds in (contract.test_value, contract.test_gradient, contract.test_graph, contract.test_inference):
            holds.__wrapped__("linear", sample, "float32")
        exec(compile(onnx_rule, "add_an_operator.md", "exec"), scope)
        _check_onnx(sample, str(tmp_path / "dense.onnx"))
    finally:
        del OPS["_contrib_Dense"]


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("count", [1, 3])
def test_the_optimizer_of_the_guide_moves_weights(count, dtype):
    *_, rule, optimizer = _programs((ROOT / "docs" / "add_an_operator.md").read_text())
    try:
        scope = {}
        exec(compile(rule + optimizer, "add_an_operator.md", "exec"), scope)
        lion = mx.optimizer.create("lion", learning_rate=0.1, wd=0.5, multi_precision=True)
        weights = [mx.nd.array([1, -2, 3], dtype=dtype) for _ in range(count)]
        grads = [mx.nd.array([0.5, 0.25, -1], dtype=dtype) for _ in range(count)]
        mx.optimizer.get_updater(lion)(list(range(count)), grads, weights)
        for weight in weights:  # 0.95 * w - 0.1 * sign(g)
            np.testing.assert_allclose(weight.asnumpy(), [0.85, -2.0, 2.95], rtol=1e-3)
    finally:
        for name in ("_contrib_lion_update", "_contrib_mp_lion_update"):
            del OPS[name]
        del mx.optimizer.Optimizer.opt_registry["lion"]


def _check_onnx(sample, path):
    runtime = pytest.importorskip("onnxruntime", reason="it is in the extra onnx")
    data, *params = sample.arrays("float32")
    names = ("data", "weight", "bias")
    net = function_of(mx.sym, sample.op)(*map(mx.sym.var, names), **sample.attrs)
    named = dict(zip(names[1:], map(mx.nd.array, params), strict=True))
    mx.onnx.export_model(net, named, [data.shape], np.float32, path)
    (out,) = runtime.InferenceSession(path).run(None, {"data": data})
    np.testing.assert_allclose(out, sample.expect(data, *params, **sample.attrs), rtol=1e-5)


def _flowcharts():
    for path in sorted((ROOT / "docs").glob("*.md")):
        yield from re.findall(r"```mermaid\n(.*?)```", path.read_text(), re.DOTALL)


@pytest.mark.parametrize("chart", [*_flowcharts()])
def test_a_flowchart_is_drawn_with_the_colours_of_the_page(chart):
    found = diagrams.draw(chart)
    assert re.findall(r'="(black|#\w+|white)"', found) == []
    drawn = " ".join(re.findall(r"<text[^>]*>(.*?)</text>", found))
    assert {*re.findall(r"\w+", " ".join(re.findall(r'"([^"]*)"', chart.replace("<br>", " "))))} <= {
        *re.findall(r"\w+", drawn)
    }


@pytest.mark.parametrize("chart", ["flowchart LR\n  a ==> b", "sequenceDiagram\n  a --> b", "flowchart XY\n  a --> b"])
def test_what_is_not_understood_in_a_flowchart_fails_the_site(chart):
    with pytest.raises(ValueError, match="flowchart"):
        diagrams.draw(chart)
