"""What the launcher starts by ssh and mpirun: fakes that write down how they are called, and real ones."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from mxnet.tools import launch

from tests import warm

#: calls the program at hand: with the shell line that ssh is given, or as often as mpirun is told
FAKES = {
    "ssh": 'for line in "$@"; do :; done; HOME=/ exec sh -c "$line"',
    "rsync": "exit 0",
    "mpirun": """count=$2; shift 2
while [ "$1" != env ]; do shift; done
for i in $(seq "$count"); do "$@" || exit; done""",
}
#: what is started: it writes down its arguments, its folder and its environment
PROGRAM = """#!/bin/sh
out=$(mktemp {folder}/$DMLC_ROLE.XXXXXX)
{{ for each in "$@"; do echo "argument=$each"; done; echo "folder=$(pwd)"; env; }} > "$out"
exit ${{STATUS:-0}}
"""


def written(path, text):
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def faked(tmp_path, monkeypatch):
    """``faked(*words)`` launches the program; returns the status, how programs were called, and what was started."""
    (tmp_path / "bin").mkdir()
    for name, body in FAKES.items():
        log = f'for each in {name} "$@"; do printf \'%s\\n\' "$each"; done > $(mktemp {tmp_path}/call.XXXXXX)'
        written(tmp_path / "bin" / name, f"#!/bin/sh\n{log}\n{body}\n")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("MXNET_KVSTORE_TIMEOUT", "2")
    monkeypatch.chdir(tmp_path)
    program = written(tmp_path / "program", PROGRAM.format(folder=tmp_path))

    def run(*words, arguments=("an argument", "$HOME")):
        status = launch.main([*words, program, *arguments])
        calls = sorted(path.read_text().splitlines() for path in tmp_path.glob("call.*"))
        started = {role: sorted(map(_pairs, tmp_path.glob(f"{role}.*")), key=_number) for role in ("worker", "server")}
        return status, calls, started

    return run


def _pairs(path):
    pairs = [line.partition("=")[::2] for line in path.read_text().splitlines()]
    return {**dict(pairs), "arguments": [value for name, value in pairs if name == "argument"]}


def _number(pairs):
    return pairs.get("DMLC_WORKER_ID", "")


def hosts(*lines):
    Path("hosts").write_text("\n".join(lines) + "\n")
    return ["-H", "hosts"]


def test_ssh_starts_processes_on_machines_in_turns(faked):
    words = hosts("127.0.0.1", "# none", "", "me@127.0.0.2:2222  # another", "127.0.0.3 slots=4")
    _, calls, _ = faked("-n", "4", "-s", "1", "--launcher", "ssh", *words)
    options = ["ssh", "-o", "StrictHostKeyChecking=no"]
    machines = [["127.0.0.1"], ["-p", "2222", "me@127.0.0.2"], ["127.0.0.3"], ["127.0.0.1"], ["127.0.0.1"]]
    assert sorted(call[:-1] for call in calls) == sorted([*options, *each] for each in machines)


def test_processes_that_ssh_starts_have_the_arguments_and_the_variables(faked, monkeypatch):
    monkeypatch.setenv("MINE", "it's mine")
    extra = ["--env", "MINE", "--env", "NOT_SET", "--env-worker", "A:b:c", "--env-server", "A:server"]
    status, _, started = faked("-n", "2", "-s", "1", "--launcher", "ssh", *hosts("127.0.0.1"), *extra, "--p3")
    assert status == 0
    assert [len(started[role]) for role in ("worker", "server")] == [2, 1]
    for role, value in (("worker", "b:c"), ("server", "server")):
        for number, each in enumerate(started[role]):
            assert each["arguments"] == ["an argument", "$HOME"]
            assert each["folder"] == os.getcwd()
            assert (each["MINE"], each["A"], each["DMLC_PS_VAN_TYPE"]) == ("it's mine", value, "p3")
            assert (each["DMLC_ROLE"], each["DMLC_NUM_WORKER"], each["DMLC_NUM_SERVER"]) == (role, "2", "1")
            assert each["DMLC_PS_ROOT_URI"] == "127.0.0.1"
            assert int(each["DMLC_PS_ROOT_PORT"]) > 0
            assert each.get("DMLC_WORKER_ID") == (str(number) if role == "worker" else None)
            assert "NOT_SET" not in each


def test_a_single_word_is_a_line_of_a_shell(faked, tmp_path):
    line = f"{tmp_path}/program \"$DMLC_ROLE\" 'two words' && exit 5"
    assert launch.main(["-n", "1", "--launcher", "ssh", *hosts("127.0.0.1"), line]) == 5
    (found,) = tmp_path.glob("worker.*")
    assert _pairs(found)["arguments"] == ["worker", "two words"]


def test_the_folder_is_copied_to_each_machine_once(faked, tmp_path):
    (tmp_path / "there").mkdir()
    words = ["--sync-dst-dir", str(tmp_path / "there"), *hosts("127.0.0.1", "127.0.0.2:2222", "127.0.0.1")]
    _, calls, started = faked("-n", "3", "--launcher", "ssh", *words)
    shell = "ssh -o StrictHostKeyChecking=no"
    copies = [("127.0.0.1", shell), ("127.0.0.2", f"{shell} -p 2222")]
    assert [call for call in calls if call[0] == "rsync"] == sorted(
        ["rsync", "-az", "--delete", "-e", how, "./", f"{host}:{tmp_path / 'there'}"] for host, how in copies
    )
    assert [each["folder"] for each in started["worker"]] == [str(tmp_path / "there")] * 3


def test_mpirun_starts_workers_and_servers(faked, monkeypatch):
    monkeypatch.setenv("MINE", "it's mine")
    extra = ["--env", "MINE", "--env-worker", "A:b c"]
    status, calls, started = faked("-n", "3", "-s", "2", "--launcher", "mpi", *hosts("127.0.0.1 slots=5"), *extra)
    assert status == 0
    assert [call[: call.index("env")] for call in calls] == [
        ["mpirun", "-n", "2", "--hostfile", "hosts"],
        ["mpirun", "-n", "3", "--hostfile", "hosts"],
    ]
    assert [len(started[role]) for role in ("worker", "server")] == [3, 2]
    for role, each in [(role, each) for role, found in started.items() for each in found]:
        assert each["arguments"] == ["an argument", "$HOME"]
        assert (each["DMLC_ROLE"], each["DMLC_NUM_WORKER"], each["MINE"]) == (role, "3", "it's mine")
        assert each.get("A") == ("b c" if role == "worker" else None)
        assert "DMLC_WORKER_ID" not in each  # numbers follow the order of arrival


def test_a_process_that_fails_ends_the_others(faked, tmp_path):
    line = 'if [ "$DMLC_WORKER_ID" = 1 ]; then exit 7; else exec sleep 60; fi'
    started = time.monotonic()
    assert launch.main(["-n", "2", "--launcher", "ssh", *hosts("127.0.0.1"), line]) == 7
    assert time.monotonic() - started < 20


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--launcher", "ssh"], "-H: expected a file of machines"),
        (["--launcher", "ssh", "-H", "nowhere"], "nowhere: No such file or directory"),
        (["--launcher", "ssh", "-H", "/dev/null"], "/dev/null: expected a machine a line, found none"),
    ],
)
def test_machines_that_are_not_given(words, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert launch.main(["-n", "1", *words, "true"]) == 1
    assert message in capsys.readouterr().err


def test_programs_that_are_not_there(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name, launcher in (("ssh", "ssh"), ("mpirun", "mpi")):
        assert launch.main(["-n", "1", "--launcher", launcher, *hosts("127.0.0.1"), "true"]) == 1
        assert f"{name}: No such file or directory" in capsys.readouterr().err


# -- real ones ------------------------------------------------------------------------------------------------

TRAINS = """
import os, sys
import mxnet as mx

store = mx.kv.create("dist_sync")
store.init("w", mx.nd.zeros((3,)))
store.pushpull("w", mx.nd.full((3,), store.rank + 1), out=(out := mx.nd.zeros((3,))))
with open(f"{sys.argv[1]}/{store.rank}.txt", "w") as stream:
    print(store.num_workers, out.asnumpy().tolist(), "SSH_CONNECTION" in os.environ, file=stream)
"""


def trained(launcher, tmp_path, *words):
    program = tmp_path / "trains.py"
    program.write_text(TRAINS)
    (tmp_path / "found").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        patch.setenv("OMP_NUM_THREADS", "1")
        patch.setenv("MXNET_KVSTORE_TIMEOUT", "20")
        names = [
            word for name in ("PYTHONPATH", "OMP_NUM_THREADS", "MXNET_KVSTORE_TIMEOUT") for word in ("--env", name)
        ]
        command = [*warm.python(), str(program), str(tmp_path / "found")]
        status = launch.main(["-n", "2", "--launcher", launcher, *words, *names, *command])
    assert status == 0
    return [(tmp_path / "found" / f"{rank}.txt").read_text().strip() for rank in range(2)]


@pytest.fixture
def sshd(tmp_path, monkeypatch):
    """The port of an ssh server on the loopback address, with keys of its own, and an ``ssh`` that knows them."""
    if (server := shutil.which("sshd", path=f"{os.environ['PATH']}:/usr/sbin")) is None:
        pytest.skip("needs an ssh server: package openssh-server")
    if os.getuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)  # without it the server does not start
    keys = tmp_path / "keys"
    keys.mkdir()
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", keys / name], check=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = {
        "HostKey": keys / "host",
        "AuthorizedKeysFile": keys / "user.pub",
        "StrictModes": "no",
        "PidFile": "none",
    }
    options |= {"ListenAddress": f"127.0.0.1:{port}", "UsePAM": "no", "PermitRootLogin": "yes"}
    (keys / "sshd_config").write_text("".join(f"{name} {value}\n" for name, value in options.items()))
    (tmp_path / "bin").mkdir()
    own = f"-F none -i {keys}/user -o UserKnownHostsFile={keys}/known -o LogLevel=ERROR"
    written(tmp_path / "bin" / "ssh", f'#!/bin/sh\nexec {shlex.quote(shutil.which("ssh"))} {own} "$@"\n')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    process = subprocess.Popen([server, "-D", "-e", "-f", keys / "sshd_config"], stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(10)


def test_workers_on_a_machine_reached_by_ssh(sshd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = trained("ssh", tmp_path, "-s", "1", *hosts(f"127.0.0.1:{sshd}"))
    assert found == ["2 [3.0, 3.0, 3.0] True"] * 2


@pytest.mark.skipif(shutil.which("mpirun") is None, reason="needs mpirun: package openmpi-bin")
def test_workers_that_mpirun_starts(tmp_path, monkeypatch):
    for name in ("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "PRTE_ALLOW_RUN_AS_ROOT"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("OMPI_MCA_rmaps_base_oversubscribe", "1")
    assert trained("mpi", tmp_path) == ["2 [3.0, 3.0, 3.0] False"] * 2


@pytest.mark.parametrize(
    "words",
    [
        ("--cluster", "local", "--num-workers", "2", "--num-servers", "1"),
        ("-n", "2", "-s", "1", "--launcher", "local"),
        ("--cluster=local", "--num-workers=2", "--num-servers=1", "--host-ip", "127.0.0.1"),
    ],
)
def test_the_spellings_of_dmlc_submit_and_of_mxnets_launcher(faked, words):
    _, _, started = faked(*words, "--env", "GREETING=good day")
    assert {role: len(list_of) for role, list_of in started.items()} == {"worker": 2, "server": 1}
    assert all(item["GREETING"] == "good day" for list_of in started.values() for item in list_of)


@pytest.mark.parametrize(
    ("name", "advice"),
    [("sge", "PE_HOSTFILE"), ("yarn", "torchrun"), ("slurm", "srun -n N"), ("kubernetes", "PyTorchJob"), ("pbs", "")],
)
def test_launchers_that_there_are_not_say_what_to_use(name, advice, capsys):
    with pytest.raises(SystemExit) as leaving:
        launch.main(["-n", "2", "--cluster", name, "true"])
    assert leaving.value.code == 2
    said = capsys.readouterr().err
    assert f"expected local, ssh, mpi, got {name!r}" in said
    assert advice in said


def test_a_worker_that_dies_by_a_signal_is_named(capfd):
    program = "import os; os.environ['DMLC_WORKER_ID'] == '1' and os.kill(os.getpid(), 9)"
    assert launch.main(["-n", "2", "--launcher", "local", sys.executable, "-c", program]) == 137
    assert "remx launch: worker 1 ended by signal 9 (SIGKILL)" in capfd.readouterr().err
