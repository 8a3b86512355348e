"""Workers that die, stop, leave or differ: the others say so, and name them, before the timeout is over."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys

import pytest
from mxnet.kvstore.cluster import Cluster

from tests import warm

from .conftest import HERE

TIMEOUT = 6
KILLED = r"worker 2 \(pid \d+ on .*\) is not heard of any more"
#: scenario, its words, how many workers, timeout, what those that are left say
GONE = {
    "killed in a collective": ("killed", (), 3, TIMEOUT, KILLED),
    "killed after a backward pass": ("killed_after_a_backward_pass", (), 3, TIMEOUT, KILLED),
    "killed with requests under way": ("killed", ("dist_sync", "push and pull"), 3, TIMEOUT, KILLED),
    "killed in dist_async": ("killed", ("dist_async", "push and pull"), 3, TIMEOUT, KILLED),
    "killed in Horovod's average": ("averages_by_horovod", ("killed",), 3, TIMEOUT, f"horovod: {KILLED}"),
    "raises beside Horovod's average": (
        "averages_by_horovod",
        ("raises",),
        3,
        TIMEOUT,
        "horovod: worker 2 ended by ValueError: an error of its own",
    ),
    "ends before Horovod's average": (
        "averages_by_horovod",
        ("ends early",),
        3,
        TIMEOUT,
        "horovod: worker 2 .* has ended its program while others wait",
    ),
    "stopped": ("stopped", (), 3, TIMEOUT, KILLED),
    "raises": ("raises", (), 3, TIMEOUT, "worker 2 ended by ValueError: an error of its own"),
    "ends early": ("ends_early", (), 3, TIMEOUT, "worker 2 .* has ended its program while others wait"),
}
#: scenario, how many workers are started and announced, timeout, what one says at least
DIFFER = {
    "init of one alone": ("one_inits_and_others_end", 2, 2, 4, "worker 1 .* has ended its program while others wait"),
    "late init": ("one_inits_and_others_are_busy", 2, 2, 4, "key w: not made by worker 1"),
    "shapes": ("init_with_different_shapes", 2, 2, 4, r"key w: worker . makes it with shape \(., 2\).*worker ."),
    "calls": ("different_calls", 2, 2, 4, "the workers do different things: worker . .*(sums|waits).*worker ."),
    "optimizers": ("different_optimizers", 2, 2, 4, "worker . sets the optimizer (SGD|Adam) .*worker ."),
    "too many": ("only_creates", 2, 1, 4, "this is worker 1, counted from 0, of 1: too many"),
    "too few": ("only_creates", 1, 3, 2, "worker 1, 2 of 3 did not come within 2 s"),
    "told otherwise": ("told_of_another_number", 2, 2, 3, "another worker was told of"),
    "one number twice": ("two_of_one_number", 2, 2, 3, "two processes are worker 0"),
    "no scheduler any more": ("scheduler_killed", 2, 2, TIMEOUT, "the scheduler, where the workers meet, is gone"),
}


def order(scenario, words=(), started=2, announced=2, timeout=TIMEOUT, **environ):
    return {
        "scenario": scenario,
        "words": words,
        "workers": announced,
        "started": started,
        "environ": {"MXNET_KVSTORE_TIMEOUT": str(timeout), **environ},
        "limit": 5 * TIMEOUT,
    }


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """What came of each run, by its name."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        orders = {
            **{name: order(each[0], each[1], each[2], each[2], each[3]) for name, each in GONE.items()},
            **{name: order(each[0], (), *each[1:4]) for name, each in DIFFER.items()},
            "busy port": {**order("only_creates", (), 1, 1, 2, DMLC_PS_ROOT_PORT=port), "port": port},
            "goes well": order("goes_well", (), 3, 3),
            "a child uses the store": order("forked_child_uses_the_store", (), 2, 2),
        }
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "OMP_NUM_THREADS": "1"}
        words = [*warm.python(), str(HERE / "forking.py"), str(tmp_path_factory.mktemp("runs"))]
        done = subprocess.run(
            words, input=json.dumps(orders), capture_output=True, text=True, env=environ, timeout=100, check=True
        )
    results = json.loads(done.stdout)
    results["busy port"]["port"] = port
    return results


@pytest.mark.parametrize("name", GONE)
def test_a_worker_that_is_gone_is_named_by_all_others(runs, name):
    found, message = runs[name], GONE[name][-1]
    assert (found["scheduler"], found["statuses"][:2]) == (1, [5, 5]), found
    assert found["seconds"] < 2 * TIMEOUT, found
    for output in found["outputs"][:2]:
        assert re.search(message, output), output


@pytest.mark.parametrize("name", DIFFER)
def test_workers_that_differ_say_so(runs, name):
    found = runs[name]
    assert 5 in found["statuses"], found
    assert re.search(DIFFER[name][-1], "".join(found["outputs"])), found


def test_who_is_late_is_not_known_when_the_server_has_gone():
    class Gone:
        def check(self, names):
            raise RuntimeError("Broken pipe")

    cluster = Cluster.__new__(Cluster)
    cluster.num_workers, cluster._store, cluster._pid = 3, Gone(), os.getpid()
    assert cluster._missing() == "some of 3 workers"


def test_a_busy_port(runs):
    found = runs["busy port"]
    assert (found["scheduler"], found["statuses"]) == (1, [5])
    assert f"127.0.0.1:{found['port']}: the scheduler did not answer within 2 s" in found["outputs"][0]


def test_workers_and_scheduler_leave_when_all_are_done(runs):
    found = runs["goes well"]
    assert (found["scheduler"], found["statuses"], found["outputs"]) == (0, [0, 0, 0], ["", "", ""])


def test_a_forked_process_is_refused_the_store_and_the_worker_goes_on(runs):
    found = runs["a child uses the store"]
    assert (found["statuses"], found["outputs"]) == ([0, 0], ["refused 7\n"] * 2), found
