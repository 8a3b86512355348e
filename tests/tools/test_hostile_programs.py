"""``remx doctor`` on files that were made, or happen, to break it: one message for each, and the others are read."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time

import pytest
from mxnet.tools import doctor, repairs
from mxnet.tools.doctor import Text, patch
from mxnet.tools.idioms import edited, modernized
from mxnet.tools.repairs import Edit
from remx import cli

OLD = b"print 'old'\n"


def checked(capsys, folder, *words):
    """Return the findings by the file's name."""
    cli.main(["doctor", str(folder), *words, "--json"])
    findings = {}
    for each in json.loads(capsys.readouterr().out)["findings"]:
        findings.setdefault(os.path.basename(each["file"]), []).append(each)
    return findings


HOSTILE = {
    "minus.py": (b"x = " + b"-" * 100_000 + b"1\n", "nested too deeply"),
    "brackets.py": (b"(" * 100_000, "too many nested parentheses"),
    "calls.py": (b"f(" * 90 + b")" * 90 + b"\n", None),
    "comparisons.py": (b"x = " + b"not " * 50_000 + b"1\n", "nested too deeply"),
    "no_encoding.py": (b"# coding: nothing\nx = 1\n", "unknown encoding"),
    "no_text.py": (b"# coding: hex\n7831\n", "not a text encoding"),
    "rot.py": (b"# coding: rot13\nk = 1\n", "not a text encoding"),
    "undefined.py": (b"# coding: undefined\nk = 1\n", "cannot be read"),
    "puny.py": (b"# coding: punycode\n" + b"a" * 500_000, "not for programs|invalid or missing encoding"),
    "nul.py": (b"x = 1\0\n", "null bytes"),
    "bytes.py": (b"x = '\xff'\n", "cannot be read"),
    "large.py": (b"#" * 5_000_001, "more than 5000000 bytes"),
    "number.py": (b"x = " + b"9" * 5000 + b"\n", "cannot be read|no Python"),
    "requirements.txt": (b"numpy==" + b"9" * 5000 + b"\n" + b"python_requires='<" * 50_000, None),
    "format.py": (b"'%" + b"0" * 200_000 + b"' % (x.asnumpy(),)\n", None),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_an_odd_file_is_one_finding_and_the_others_are_read(tmp_path, capsys, name):
    content, message = HOSTILE[name]
    (tmp_path / name).write_bytes(content)
    (tmp_path / "old.py").write_bytes(OLD)
    begin = time.process_time()
    findings = checked(capsys, tmp_path)
    assert time.process_time() - begin < 20
    assert [each["name"] for each in findings["old.py"]] == ["print statement"]
    if message is not None:
        (only,) = findings[name]
        assert re.search(message, only["advice"]), only


@pytest.mark.parametrize(
    "text",
    [
        "import mxnet as mx\nx = " + "1 + " * 900 + "mx.nd.nothing\n",
        "import mxnet as mx\nif a == 0:\n    pass\n"
        + "".join(f"elif a == {i}:\n    mx.nd.zeros\n" for i in range(900))
        + "else:\n    mx.nd.nothing\n",
        "import mxnet as mx\nx = mx" + ".nd(1)" * 200 + "\nmx.nd.nothing\n",
    ],
    ids=["sum", "elif", "chain"],
)
def test_deep_programs_are_looked_through(tmp_path, capsys, text):
    (tmp_path / "deep.py").write_text(text)
    assert [each["name"] for each in checked(capsys, tmp_path)["deep.py"]] == ["mxnet.nd.nothing"]


def test_a_long_sum_does_not_stop_the_run(tmp_path, capsys):
    (tmp_path / "sum.py").write_text("x = " + "1 + " * 50_000 + "1\n")
    (tmp_path / "old.py").write_bytes(OLD)
    assert "old.py" in checked(capsys, tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        'print "a", %d',
        "    print x; print %d, ",
        "if x: print %d",
        "else: print 0777",
        "raise ValueError, 'a%d'",
        "print `x`, 10L, %d <> 2",
        "except E, e%d: print e",
    ],
)
def test_many_old_lines_take_time_in_proportion(monkeypatch, line):
    """They are repaired in one go: the program is parsed a few times, not once for each line."""
    parsed = []
    parse = repairs.ast.parse
    monkeypatch.setattr(repairs.ast, "parse", lambda text, *rest: parsed.append(len(text)) or parse(text, *rest))
    head = {"else": "if 1:\n  pass\n", "except": "try:\n  pass\n"}.get(line.split()[0].rstrip(":"), "")
    head = "if 1:\n" if line.startswith(" ") else head
    body = "".join(head + line.replace("%d", str(i)) + "\n" for i in range(1, 1500))
    _, idioms, fault = repairs.repaired(body, "a.py")
    assert fault is None
    assert len(idioms) >= 1499
    assert sum(parsed) < 20 * len(body)


def test_lines_in_texts_and_brackets_are_not_repaired():
    text = 'x = """\nprint a\n"""\ny = \'\'\'\nexec b\n\'\'\'\nz = [\n"print c",\n]\n# print d\nprint "e"\nw = \\\n1\n'
    assert modernized(text, "a.py") == text.replace('print "e"', 'print("e")')


@pytest.mark.parametrize(
    "line", ["print;" * 5000, "print '" * 5000, "`" * 9999, "0" * 50_000, "a<>" * 5000, "u'" * 5000]
)
def test_a_long_line_that_cannot_be_read_is_no_work(line):
    begin = time.process_time()
    repairs.repaired("\n".join([line, line[:500]] * 20), "a.py")
    assert time.process_time() - begin < 20


def test_edits_within_an_edit_are_left_out():
    edits = [Edit(1, 6, 12, "range"), Edit(1, 0, 15, "print(xrange(3))"), Edit(1, 17, 18, "b")]
    assert edited("print xrange(3); a # a", edits) == "print(xrange(3)); b # a"


def test_many_edits_in_one_line_take_time_in_proportion(capsys, tmp_path):
    (tmp_path / "wide.py").write_text("x = [" + "xrange(3), " * 20_000 + "]\n")
    begin = time.process_time()
    checked(capsys, tmp_path, "--fix", str(tmp_path / "fixes.patch"))
    assert time.process_time() - begin < 30
    assert b"+x = [range(3), " in (tmp_path / "fixes.patch").read_bytes()


# -- patches -----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not shutil.which("patch"), reason="needs the program patch")
@pytest.mark.parametrize(
    "content",
    [
        b"import cPickle\n" + b"x = 1\n" * 20 + b"print 'a'\n" * 3 + b"y = 2\n" * 9 + b"print 'b'",
        b"print 'a'",
        b"print 'a'\n",
        b"print 'a'\r\nx = 1\r\nprint 'b'\r\n",
        b"print 'a'\r\nprint 'b'",
        b"# coding: latin-1\nprint '\xe9'\n# \xe4\n",
        b"\xef\xbb\xbfprint 'a'\n",
        b"x = 1\x0c\n\x0cprint 'a'\n# \xe2\x80\xa8 \x1c\n",
        b"# --- a\n# +++ b\nprint 'a'\n# @@ -1 +1 @@\n",
    ],
)
def test_a_patch_makes_what_was_meant(tmp_path, capsys, monkeypatch, content):
    (tmp_path / "a b.py").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    cli.main(["doctor", "a b.py", "--fix", "fixes.patch"])
    done = subprocess.run(["patch", "-p0", "--binary", "-i", "fixes.patch"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    source = doctor.read(tmp_path / "a b.py")
    assert repairs.repaired(source.text, "a")[1] == []
    after = (tmp_path / "a b.py").read_bytes()
    assert after == content.replace(b"import cPickle", b"import pickle as cPickle").replace(
        b"print 'a'", b"print('a')"
    ).replace(b"print 'b'", b"print('b')").replace(b"print '\xe9'", b"print('\xe9')")


@pytest.mark.parametrize(
    "name",
    ["a\n--- ..", "a\n+++ .bashrc\n@@ -0,0 +1,1 @@\n+evil\n", "a\tb", 'a"b', "a\\b", "a\rb", "\x1b[31m", "\udcff"],
)
def test_a_name_cannot_steer_a_patch(tmp_path, capsys, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    os.makedirs(f"root/{name}")
    (tmp_path / "root" / name / "x.py").write_bytes(OLD)
    (tmp_path / "root" / "y.py").write_bytes(OLD)
    findings = checked(capsys, "root", "--fix", "fixes.patch")
    header = b"--- root/y.py\n+++ root/y.py\n@@ -1,1 +1,1 @@\n"
    assert (tmp_path / "fixes.patch").read_bytes() == header + b"-print 'old'\n+print('old')\n"
    assert any("no patch can have" in each["advice"] for each in findings["x.py"])
    cli.main(["doctor", "root"])
    said = capsys.readouterr().out
    assert said.replace("\n", "").isprintable()


def test_a_file_of_mixed_line_ends_is_left_out(tmp_path, capsys):
    (tmp_path / "mixed.py").write_bytes(b"print 'a'\nprint 'b'\r\n")
    findings = checked(capsys, tmp_path, "--fix", str(tmp_path / "fixes.patch"))
    assert (tmp_path / "fixes.patch").read_bytes() == b""
    assert any("end in several ways" in each["advice"] for each in findings["mixed.py"])


def test_a_patch_shows_what_is_near_once():
    before = [str(i) for i in range(30)]
    after = [*before[:4], "four", *before[5:10], "ten", *before[11:25], "25", "end", *before[27:]]
    hunks = patch("a", Text("\n".join(before), "utf-8", "\n"), "\n".join(after)).decode()
    assert [line for line in hunks.splitlines() if line.startswith("@@")] == ["@@ -2,13 +2,13 @@", "@@ -24,7 +24,7 @@"]
    assert patch("a", Text("same", "utf-8", "\n"), "same") == b""


def test_what_python_says_of_a_program_is_not_printed(tmp_path, capfd):
    (tmp_path / "a.py").write_text("x = '\\d'\nif x is 1: pass\n")
    cli.main(["doctor", str(tmp_path)])
    assert "Warning" not in capfd.readouterr().err
