"""The books run: chapters are made of Markdown and notebooks, run with stand-ins, and judged."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from mxnet.tools.notebooks import cells_of

from scripts.books import standins
from scripts.books.__main__ import Outcome, Setting, _chapter, _kept, _order, _path, _results, run_reference, run_remx
from scripts.books.chapters import Book, books, chapters_of, notebook_of, take_out
from scripts.books.cuts import is_never_cut, shortened
from scripts.books.page import (
    APART,
    CHANCE,
    COMPUTING,
    CUT,
    DATA,
    FAILS,
    NEAR,
    OWN,
    PACKAGE,
    RUNS,
    compared,
    page,
    progress,
    verdict,
)

MARKDOWN = """
# A chapter
```{.python .input}
%load_ext d2lbook.tab
tab.interact_select(['mxnet', 'pytorch'])
```
```{.python .input}
%%tab mxnet
import mxnet as mx
```
```{.python .input}
%%tab pytorch
import torch
```
```{.python .input}
%%tab all
if tab.selected('mxnet'):
    print(mx.nd.ones(2).sum().asscalar())
```
```bash
ls
```
"""
OTHER = "```{.python .input}\ntab.interact_select(['pytorch'])\n```\n```{.python .input}\n#@tab all\nimport d2l\n```\n"
WAITING = """```{.python .input}
#@tab mxnet
import mxnet, os, time
open(f"begun-{os.getpid()}", "w").close()
time.sleep(300)
```
"""
BOOK = Book("own", "A book of our own", "own", ["HEAD"], ["chapter_*/*.md"], "d2l")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkouts" / "own"
    (folder / "chapter_one").mkdir(parents=True)
    (folder / "chapter_one" / "a.md").write_text(MARKDOWN)
    (folder / "chapter_one" / "other.md").write_text(OTHER)
    (folder / "chapter_one" / "text.md").write_text("no program")
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for call in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "a"]):
        subprocess.run([*git, *call], check=True, timeout=60)
    return folder.parent


@pytest.fixture
def taken(checkout: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "taken"
    folder.mkdir()
    assert take_out(BOOK, checkout, folder)
    return folder


def test_cells_of_markdown_for_mxnet(taken: Path) -> None:
    chapters = dict(chapters_of(BOOK, taken))
    assert list(chapters) == ["chapter_one/a.md"]
    cells = [cell.text for cell in cells_of(chapters["chapter_one/a.md"])]
    assert cells[-2:] == ["import mxnet as mx", "if tab.selected('mxnet'):\n    print(mx.nd.ones(2).sum().asscalar())"]
    assert not any("torch" in cell for cell in cells[2:])


def test_a_checkout_that_is_not_there(tmp_path: Path) -> None:
    assert not take_out(BOOK, tmp_path, tmp_path)


@pytest.fixture
def setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setting:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path("src").absolute()), os.environ.get("PYTHONPATH", "")]))
    (tmp_path / "work").mkdir()
    return Setting(tmp_path / "work", tmp_path, 300, 2, sys.executable, False)


def test_a_chapter_runs(taken: Path, setting: Setting) -> None:
    ((chapter, notebook),) = chapters_of(BOOK, taken)
    outcome = run_remx(BOOK, taken, chapter, notebook, setting)
    assert outcome.status == 0, outcome.output
    assert outcome.output.splitlines()[-1] == "2.0"


def test_a_chapter_reads_data_of_a_home_of_its_own(taken: Path, setting: Setting) -> None:
    cells = [
        "import inspect, os, mxnet as mx",
        "print(*(os.path.expanduser(inspect.signature(function).parameters['root'].default) for function in"
        " (mx.gluon.data.vision.MNIST, mx.gluon.contrib.data.text.WikiText2, mx.gluon.model_zoo.vision.alexnet)))",
        "print(os.environ['HOME'])",
    ]
    outcome = run_remx(BOOK, taken, "a.md", notebook_of(cells), setting)
    *folders, home = outcome.output.split()[-4:]
    assert [str(Path(folder).relative_to(home)) for folder in folders] == [
        "datasets/mnist",
        "datasets/wikitext-2",
        "models",
    ]


def test_a_chapter_starts_processes_as_a_program_does(taken: Path, setting: Setting) -> None:
    outcome = run_remx(
        BOOK,
        taken,
        "a.md",
        notebook_of(["import multiprocessing", "print(multiprocessing.get_start_method())"]),
        setting,
    )
    assert outcome.output.splitlines()[-1] == multiprocessing.get_all_start_methods()[0]


def test_a_chapter_that_is_stopped_says_where(taken: Path, setting: Setting) -> None:
    cells = ["print('begun', flush=True)", "while True:\n    pass"]
    outcome = run_remx(BOOK, taken, "a.md", notebook_of(cells), replace(setting, seconds=3))
    assert (outcome.status, outcome.seconds) == (None, 3)
    assert verdict(outcome, None, notebook_of(cells)) == (COMPUTING, "cell 2 of 2")


def test_a_chapter_fails_with_its_error(taken: Path, setting: Setting) -> None:
    outcome = run_remx(BOOK, taken, "a.md", notebook_of(["1 / 0"]), setting)
    assert outcome.status == 1
    assert verdict(outcome, None, "") == (FAILS, "cell 1: ZeroDivisionError: division by zero")


def test_chapters_run_where_there_are_no_forks(taken: Path, setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.books.__main__._PROCESSES", multiprocessing.get_context("spawn"))
    outcome = run_remx(BOOK, taken, "a.md", notebook_of(["print('run')"]), setting)
    assert (outcome.status, outcome.output.splitlines()[-1]) == (0, "run")


def test_ctrl_c_ends_all_and_leaves_no_result(tmp_path: Path) -> None:
    """A terminal sends SIGINT to the program and the processes of its group: one line says so, and nothing runs on."""
    book, work = books()[0], tmp_path / "work"
    folder = work / "books" / book.name / "chapter_own"
    folder.mkdir(parents=True)
    for name in "abc":
        (folder / f"{name}.md").write_text(WAITING)
    (folder.parent / standins.LISTING).write_text("")
    (tmp_path / "program.py").write_text(
        "import signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # the background of a shell ignores it\n"
        "from scripts.books.__main__ import main\n"
        "if __name__ == '__main__':\n"
        "    sys.exit(main())\n"
    )
    words = [sys.executable, "program.py", "checkouts", "--only", "own", "--work", "work", "--out", "page.md"]
    path = os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])
    process = subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env=os.environ | {"PYTHONPATH": path},
    )  # fmt: skip
    try:
        while process.poll() is None and len([*folder.glob("begun-*")]) < 2:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=100)  # which waits for all that have its pipes
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    lines = [line for line in err.splitlines() if line and "there is no checkout" not in line]
    assert (process.returncode, lines) == (130, ["books: stopped; the same command goes on"])
    assert not [*work.glob("results/**/*.json"), *tmp_path.glob("page.md*")]
    begun = [int(path.name.partition("-")[2]) for path in folder.glob("begun-*")]
    assert len(begun) == 2
    assert not [pid for pid in begun if Path(f"/proc/{pid}").exists()]


def test_a_chapter_runs_as_under_the_reference(taken: Path, setting: Setting) -> None:
    cells = [
        "import mxnet",
        "1 + mxnet.context.num_gpus(), mxnet.npx.num_gpus()",
        "mxnet.nd.ones(2, ctx=mxnet.gpu(1)).context",
        "print('mx' in globals(), __name__)",
    ]
    outcome = run_reference(taken, "a.md", notebook_of(cells), setting)
    assert (outcome.status, outcome.output.splitlines()) == (0, ["(3, 2)", "cpu(1)", "False __main__"])


IGNORED = "Exception ignored in: <f>\nTraceback (most recent call last):\n  File 'a'\n    x\nValueError: y"


def failure(error: str, cell: int = 3) -> Outcome:
    return Outcome(1, f'Traceback:\n  File "a.ipynb, cell {cell}", line 1, in <module>\n{error}\n', 1.0)


@pytest.mark.parametrize(
    ("ours", "theirs", "kind"),
    [
        (Outcome(0, "", 1.0), None, RUNS),
        (Outcome(0, "", 1.0, ["epochs 9: 2"]), None, CUT),
        (Outcome(None, "", 1.0), None, COMPUTING),
        (failure("NameError: x"), failure("NameError: x"), OWN),
        (failure("NameError: x"), failure("NameError: x", 4), FAILS),
        (failure("NameError: x"), failure("TypeError: x"), FAILS),
        (failure("mxnet.core.errors.MXNetShapeError: x"), failure("ValueError: x"), OWN),
        (failure("NameError: x"), failure(f"NameError: x\n{IGNORED}"), OWN),
        (failure("mxnet.core.errors.MXNetError: x"), failure("mxnet.base.MXNetError: x"), OWN),
        (failure("NameError: x"), Outcome(0, "", 1.0), FAILS),
        (failure("NameError: x"), Outcome(-6, "double free or corruption", 1.0), OWN),
        (failure("ModuleNotFoundError: No module named 'a.b'"), failure("ModuleNotFoundError: a"), PACKAGE),
        (failure("stand-in: none for http://x/a.zip \nOSError: x"), None, DATA),
        (Outcome(None, "stand-in: none for http://x/a.zip \n", 1.0), None, DATA),
    ],
)
def test_verdicts(ours: Outcome, theirs: Outcome | None, kind: str) -> None:
    assert verdict(ours, theirs, notebook_of(["1"]))[0] == kind


def test_an_own_error_says_that_of_the_reference() -> None:
    first = "mxnet.base.MXNetError: Traceback (most recent call last):"
    theirs = failure(f'{first}\n  File "../src/a.cc", line 2\nCheck failed: a: cannot open b')
    assert verdict(failure("mxnet.core.errors.MXNetError: no b"), theirs, notebook_of(["1"])) == (
        OWN,
        "cell 3: mxnet.core.errors.MXNetError: no b; 1.9.1: mxnet.base.MXNetError: Check failed: a: cannot open b",
    )


def test_a_failure_of_another_class_says_that_of_the_reference() -> None:
    said = verdict(failure("NameError: x"), failure("TypeError: y"), notebook_of(["1"]))[1]
    assert said == "cell 3: NameError: x; 1.9.1: TypeError: y"


@pytest.mark.parametrize(
    ("ours", "theirs", "seeds", "near"),
    [
        ("loss: 0.50", "loss 0.55", [], NEAR),
        ("accuracy: 0.9", "accuracy: 0.2", [], APART),
        ("accuracy: 0.9", "accuracy: 0.2", [[0.3], [0.4]], APART),
        ("accuracy: 0.9", "accuracy: 0.2", [[0.3], [0.6]], CHANCE),
        ("accuracy: 0.9", "accuracy: 0.2", [[0.6, 1.0], []], APART),
        ("loss 1", "nothing", [], None),
    ],
)
def test_losses_are_compared(ours: str, theirs: str, seeds: list[list[float]], near: str | None) -> None:
    assert compared(Outcome(0, ours, 1.0), Outcome(0, theirs, 1.0, seeds=seeds)) == near


def test_losses_that_are_apart_are_compared_with_those_of_other_seeds(
    setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scripts.books.__main__.run_remx", lambda *args: Outcome(0, "loss 9.0", 1.0))
    monkeypatch.setattr(
        "scripts.books.__main__.run_reference", lambda *args: Outcome(0, f"loss {2 + sum(args[4:])}", 1.0)
    )
    _chapter((BOOK, "a.md", setting.work, "{}"), setting, printed=True)
    theirs = _results((BOOK, "a.md", setting.work, ""), setting)[1]
    assert theirs is not None
    assert (theirs.output, theirs.seeds) == ("loss 2", [[3.0], [4.0]])


def test_how_far_a_chapter_came() -> None:
    output = 'epoch 3, loss 0.5\nan epoch\nTimeout (0:01:00)!\n  File "a.ipynb, cell 2", line 7 in <module>\n'
    assert progress(output, notebook_of(["1", "2", "3"])) == "cell 2 of 3; last printed: epoch 3, loss 0.5"
    assert progress("", notebook_of(["1"])) == ""


def test_the_page_counts_and_names_what_does_not_run() -> None:
    rows = [
        (BOOK, "a.md", notebook_of(["1"]), Outcome(0, "", 1.0), None),
        (BOOK, "b.md", notebook_of(["1"]), failure("NameError: x"), None),
    ]
    text = page(rows, [BOOK], {"own": 3}, "Of a loaded machine.")
    assert "\nOf a loaded machine.\n\n| book |" in text
    assert "| A book of our own | 3 | 2 | 1 | 0 | 0 | 0 | 0 | 0 | 1 | 50 % |" in text
    assert "| `b.md` | fails | cell 3: NameError: x |" in text
    assert "Losses" not in text


def test_a_higher_limit_or_other_cuts_try_again_what_was_computing(setting: Setting, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(asdict(Outcome(None, "", 40.2))))
    assert _kept(path, replace(setting, seconds=40), []) == Outcome(None, "", 40.2)
    assert _kept(path, replace(setting, seconds=60), []) is None
    assert _kept(path, replace(setting, seconds=40), ["epochs: 9 → 2"]) is None


def test_what_never_had_a_short_run_comes_first(setting: Setting) -> None:
    short = replace(setting, short=True)
    for run, chapter, seconds in ((setting, "a.md", 9.0), (setting, "b.md", 2.0), (short, "b.md", 2.0)):
        path = _path(run, BOOK, "remx", chapter)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(Outcome(None, "", seconds))))
    assert sorted(["b.md", "a.md"], key=lambda name: _order((BOOK, name, setting.work, ""), short)) == ["a.md", "b.md"]


CUTS = [
    ("num_epochs = 10", "num_epochs = 2"),
    ("lr, (num_epochs, é), k = 0.5, (10, 'é'), 9", "lr, (num_epochs, é), k = 0.5, (2, 'é'), 9"),
    ("num_epochs = 1", "num_epochs = 1"),
    ("epoch = 9", "epoch = 9"),
    ("for epoch in range(9): pass", "for epoch in range(2): pass"),
    ("for epoch in range(1, 9): pass", "for epoch in range(1, 3): pass"),
    ("for epoch in range(first, 9): pass", "for epoch in range(first, 9): pass"),
    ("for i in range(9): pass", "for i in range(9): pass"),
    ("print((epoch + 1) % 10, i % 10)", "print((epoch + 1) % 1, i % 10)"),
    ("fit(max_epochs=30, pred_period=50)", "fit(max_epochs=2, pred_period=1)"),
    ("config = {'epochs': 30}", "config = {'epochs': 2}"),
    ("def train(x, epochs=9, *, lr_period=7): pass", "def train(x, epochs=2, *, lr_period=1): pass"),
    ("def train(x, epochs): pass\ntrain(8, 9)", "def train(x, epochs): pass\ntrain(8, 2)"),
    ("class A:\n    def __init__(self, epochs): pass\nA(9)", "class A:\n    def __init__(self, epochs): pass\nA(2)"),
    ("d2l.fit(8, 9)", "d2l.fit(8, 2)"),
    ("%time x\nepochs = 9", "%time x\nepochs = 2"),
    ("epochs = 9; print('%d'\n    % (epochs))", "epochs = 2; print('%d'\n    % (epochs))"),
    ("print epochs; epochs = 9", "print epochs; epochs = 9"),
]


@pytest.mark.parametrize(("cell", "expected"), CUTS)
def test_cells_are_cut(cell: str, expected: str) -> None:
    notebook, said = shortened(notebook_of([cell]), "a.md", ["def fit(x, num_epochs): pass"])
    assert ["".join(item["source"]) for item in json.loads(notebook)["cells"]] == [expected]
    assert bool(said) == (cell != expected)


def test_what_was_cut_is_said() -> None:
    assert shortened(notebook_of(["epochs = 9\nrun(pred_period=50)"]), "a.md")[1] == [
        "epochs: 9 → 2",
        "pred_period: 50 → 1",
    ]


def test_texts_of_single_chapters_are_cut() -> None:
    notebook, said = shortened(notebook_of(["x = ones((4000, 4000))"]), "a/auto-parallelism.md")
    assert "ones((400, 400))" in notebook
    assert said == ["(4000, 4000) → (400, 400)"]


def test_chapters_that_assert_what_they_learn_are_not_cut() -> None:
    assert is_never_cut("chapter_multilayer-perceptrons/mlp-scratch.md")
    assert not is_never_cut("chapter_deep-learning-basics/mlp-scratch.md")


def test_a_short_run_stands_for_one_that_does_not_end(setting: Setting) -> None:
    item = (BOOK, "a.md", setting.work, "")
    full, short = Outcome(None, "", 40.0), Outcome(0, "", 1.0, ["epochs: 9 → 2"])
    for run, outcome in ((setting, full), (replace(setting, short=True), short)):
        path = _path(run, BOOK, "remx", "a.md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(outcome)))
    assert _results(item, setting) == (short, None)
    _path(setting, BOOK, "remx", "a.md").write_text(json.dumps(asdict(Outcome(0, "", 90.0))))
    assert _results(item, setting) == (Outcome(0, "", 90.0), None)


def test_the_page_compares_losses() -> None:
    rows = [(BOOK, "a.md", notebook_of(["1"]), Outcome(0, "loss 0.5", 1.0), Outcome(0, "loss 0.55", 1.0))]
    assert "| A book of our own | `a.md` | 0.5 | 0.55 | yes |" in page(rows, [BOOK], {"own": 1})


@pytest.mark.parametrize(
    "url",
    [
        "https://x.org/train-images-idx3-ubyte.gz", "https://x.org/t10k-labels-idx1-ubyte", "https://x.org/fra-eng.zip",
        "https://x.org/cifar-10-binary.tar.gz", "https://x.org/glove.6B.50d.zip", "https://x.org/a/dog.jpg",
        "https://x.org/wikitext-2-v1.zip", "https://x.org/synset.txt", "https://x.org/flowers/102/102flowers.tgz",
        "https://x.org/VQA-notebook/val_img.npz", "https://x.org/VQA-notebook/atoi.json", "https://x.org/monthly.csv",
        "https://x.org/image_net_labels.json?raw=true", "https://x.org/opset_3/a.tar.gz",
        "https://x.org/reviews_A_5.json.gz", "https://x.org/pix2pix/datasets/facades.tar.gz",
    ],
)  # fmt: skip
def test_stand_ins(url: str) -> None:
    assert standins.content_for(url, None)


def test_chapters_that_assert_what_they_learn_have_more_to_learn_of(setting: Setting) -> None:
    cells = [
        "import gzip, urllib.request",
        "data = urllib.request.urlopen('https://x.org/train-labels-idx1-ubyte.gz').read()",
        "print(int.from_bytes(gzip.decompress(data)[4:8], 'big'))",
    ]
    sizes = []
    for chapter in ("a-perceptrons/mlp-scratch.md", "a-perceptrons/mlp.md"):
        (setting.work / chapter).parent.mkdir(exist_ok=True)
        outcome = run_remx(BOOK, setting.work, chapter, notebook_of(cells), setting)
        assert outcome.status == 0, outcome.output
        sizes.append(int(outcome.output.split()[-1]))
    assert sizes == [2560, 256]


def test_a_file_of_a_checkout_stands_in(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "novel.txt").write_text("text")
    (tmp_path / "book" / "downloaded.bin").write_text("text")
    (tmp_path / "book" / standins.LISTING).write_text("novel.txt\nother.txt")
    assert standins.content_for("https://x.org/novel.txt", tmp_path) == b"text"
    assert standins.content_for("https://x.org/downloaded.bin", tmp_path) is None


def test_helpers_of_another_book_stand_in_for_none(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "utils.py").write_text("text")
    (tmp_path / "book" / standins.LISTING).write_text("utils.py")
    assert b"def plot_predictions" in (standins.content_for("https://x.org/onnx/utils.py?raw=true", tmp_path) or b"")


def test_the_table_of_books_is_read() -> None:
    assert len({book.name for book in books()}) == len(books()) == 7
    assert {book.cells for book in books()} <= {"d2l", "markdown", "notebook"}
