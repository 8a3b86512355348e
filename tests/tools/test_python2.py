"""What Python 2 read otherwise than Python 3: ``remx doctor --fix`` and ``remx run --compat``."""

from __future__ import annotations

import ast
import json

import pytest
from mxnet.tools import repairs
from mxnet.tools.idioms import modernized
from remx import cli

OLD = "print 1\n"


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("if not d.has_key(k): pass", "if not (k in d): pass"),
        ("import urllib2; urllib2.urlopen(a)", "import urllib.request as urllib2; urllib2.urlopen(a)"),
        ("from urllib2 import urlopen", "from urllib.request import urlopen"),
        ("import urlparse; urlparse.urljoin(a, b)", "import urllib.parse as urlparse; urlparse.urljoin(a, b)"),
        ("import commands; commands.getoutput('ls')", "import subprocess as commands; commands.getoutput('ls')"),
        ("import cookielib, xmlrpclib", "import http.cookiejar as cookielib, xmlrpc.client as xmlrpclib"),
        ("import ConfigParser, StringIO", "import configparser as ConfigParser, io as StringIO"),
        ("import urllib, os; urllib.quote(a)", "import urllib.parse, os; urllib.parse.quote(a)"),
        ("import os\nreduce(f, x)", "import os; from functools import reduce\nreduce(f, x)"),
        ("import os\nreload(os)", "import os; from importlib import reload\nreload(os)"),
        ("file('a')", "open('a')"),
        ("import random\nx = range(9)\nrandom.shuffle(x)", "import random\nx = list(range(9))\nrandom.shuffle(x)"),
        ("self.x = range(9)\nself.x[0] = 1", "self.x = list(range(9))\nself.x[0] = 1"),
        ("x = range(9)\nprint(x[0], len(x))", "x = range(9)\nprint(x[0], len(x))"),
        ("y = range(3) + [1]", "y = list(range(3)) + [1]"),
        ("zip(a, b)[0]", "list(zip(a, b))[0]"),
        ("k = d.keys()\nk.sort()", "k = list(d.keys())\nk.sort()"),
        ("len(filter(f, x))", "len(list(filter(f, x)))"),
        ("import numpy as np; np.array(map(f, x))", "import numpy as np; np.array(list(map(f, x)))"),
        ("for k in d.keys(): pass", "for k in d.keys(): pass"),
        ("import pickle; pickle.load(open(f))", 'import pickle; pickle.load(open(f, "rb"))'),
        ("import pickle; pickle.dump(x, open(f, 'w'))", "import pickle; pickle.dump(x, open(f, 'wb'))"),
        (
            "import pickle\nwith open(f, 'r') as g:\n    pickle.load(g)",
            "import pickle\nwith open(f, 'rb') as g:\n    pickle.load(g)",
        ),
        ("import cPickle; cPickle.load(f)", 'import pickle as cPickle; cPickle.load(f, encoding="latin1")'),
        (OLD + "x[n / 2]", "print(1)\nx[n // 2]"),
        (OLD + "for i in range(n / 2): pass", "print(1)\nfor i in range(n // 2): pass"),
        (OLD + "n = m / b\nfor i in range(n): pass", "print(1)\nn = m // b\nfor i in range(n): pass"),
        (OLD + "n = len(x) / 4", "print(1)\nn = len(x) // 4"),
        (OLD + "n = a / b", "print(1)\nn = a / b"),
        (OLD + "x[int(n / 2.0)]", "print(1)\nx[int(n / 2.0)]"),
        ("n = len(x) / 4", "n = len(x) / 4"),
        ("print f(1,\n    2)  # why", "print(f(1,\n    2))  # why"),
        ("print 'a'\nprint('b', (1, 2), file=f)", "print('a')\nprint('b', (1, 2), file=f)"),
        ("print ('a, file = %s') % b\nprint 1", "print(('a, file = %s') % b)\nprint(1)"),
        ("print ('a') % b\nprint 1", "print(('a') % b)\nprint(1)"),
        ("x = 0755L + 0xFFL + 10L + 0L", "x = 0o755 + 0xFF + 10 + 0"),
        ("raise A, 'b', trace", "raise A('b').with_traceback(trace)"),
        ("x = UR'a'", "x = R'a'"),
        ("lambda (i, (j, k)): i + k", "lambda i_j_k: i_j_k[0] + i_j_k[1][1]"),
        ("def f((a, b), c): return a", "def f(xxx_todo_changeme, c): (a, b) = xxx_todo_changeme; return a"),
        ("x = [i for i in 1, 2]", "x = [i for i in (1, 2)]"),
        ("if a:\n\tprint 1\n        print 2", "if a:\n        print(1)\n        print(2)"),
        ("if a:\n\tprint 1", "if a:\n\tprint(1)"),
        ("x = (\n    `2`,\n)", "x = (\n    repr(2),\n)"),
        ("print 'a', \\\n    b", "print('a', \\\n    b)"),
        ("sort(x, key=lambda (a, b): a)", "sort(x, key=lambda a_b: a_b[0])"),
        ("f(lambda (a, b): (a, b)[0], 1)", "f(lambda a_b: (a_b[0], a_b[1])[0], 1)"),
        (OLD + "random.shuffle(range(len(x) / 4))\nimport random",
         "print(1)\nrandom.shuffle(list(range(len(x) // 4)))\nimport random"),
    ],
)  # fmt: skip
def test_it_is_put_right(text: str, new: str) -> None:
    assert modernized(text, "program.py") == new


def test_an_old_except_that_python_reads_is_put_right(monkeypatch) -> None:
    """Python 3.14 reads ``except E, e`` as a tuple that begins where its first item does."""
    tree = ast.parse("try:\n    pass\nexcept (E, e): pass")
    for handler in ast.walk(tree):
        if isinstance(handler, ast.ExceptHandler):
            handler.type.col_offset = handler.type.elts[0].col_offset
    text = "try:\n    pass\nexcept E, e: pass"
    parse = ast.parse
    monkeypatch.setattr(repairs.ast, "parse", lambda read, *rest: tree if read == text else parse(read, *rest))
    after, (idiom,), fault = repairs.repaired(text, "program.py")
    assert (after, fault) == (text.replace("E, e", "E as e"), None)
    assert (idiom.line, idiom.what) == (3, "except E, e")


@pytest.mark.parametrize(
    ("text", "line"),
    [("print 1\nx = (\n", 2), ("print 1\n\nx = 'a\n", 3), ("x = (1 2)\nprint 1\n", 1),
     ("def f((a, b)):\n    return a\n", 1)],
)  # fmt: skip
def test_what_nothing_reads_is_said_where_it_is(text: str, line: int) -> None:
    after, idioms, fault = repairs.repaired(text, "program.py")
    assert (after, idioms, fault.lineno) == (text, [], line)


def test_divisions_that_may_be_meant_are_named_on_their_lines(tmp_path, capsys) -> None:
    file = tmp_path / "program.py"
    file.write_text("print 1\na = b / c\nd = 1.0 / c\ne /= 2\n")
    cli.main(["doctor", str(file), "--json"])
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert [(item["line"], item["name"]) for item in findings if "/" in item["name"]] == [(2, "/"), (4, "/=")]
