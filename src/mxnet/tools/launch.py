"""Start a program in several processes that train together: MXNet's ``tools/launch.py``.

python -m mxnet.tools.launch -n 4 --launcher local python train.py --kv-store dist_sync

The launcher is the scheduler, where the workers meet; each process gets MXNet's variables (``DMLC_ROLE`` and kin).
"""

import argparse
import contextlib
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from remx import keyboard
from remx.commands import parser
from remx.commands.launch import LAUNCHERS

from ..core import environment
from ..core.errors import MXNetError
from ..kvstore import network
from ..kvstore.cluster import server_on, stored, timeout
from ..kvstore.kvstore_server import PERIOD, Waiting
from ..kvstore.launchers import World
from .console import guarded

#: launchers of MXNet and of dmlc-submit that there are not, and what to do instead
_INSTEAD = {
    "sge": "in the script that qsub gets, start `remx launch --launcher ssh -H $PE_HOSTFILE` or mpirun",
    "slurm": "start the program by srun -n N python train.py: workers find each other by Slurm's variables",
    "yarn": "start torchrun in each container, or set DMLC_ROLE, DMLC_NUM_WORKER, DMLC_PS_ROOT_URI, DMLC_PS_ROOT_PORT",
    "mesos": "start torchrun in each task, or set DMLC_ROLE, DMLC_NUM_WORKER, DMLC_PS_ROOT_URI, DMLC_PS_ROOT_PORT",
    "kubernetes": "describe a PyTorchJob or an MPIJob to Kubeflow: workers find each other by their variables",
}
#: a machine that is new is trusted, as MXNet's launcher does
_SSH = ("-o", "StrictHostKeyChecking=no")


@dataclass
class _Job:
    """The command to start, and the started processes."""

    args: argparse.Namespace
    listening: Any
    processes: list[tuple[str, subprocess.Popen[bytes]]] = field(default_factory=list)

    def variables(self, role: str, index: int) -> dict[str, str]:
        """Return the variables of a process."""
        host, port = self.listening.getsockname()[:2]
        pairs = self.args.env_worker if role == "worker" else self.args.env_server
        return {
            "DMLC_ROLE": role,
            "DMLC_NUM_WORKER": str(self.args.num_workers),
            "DMLC_NUM_SERVER": str(self.args.num_servers),
            "DMLC_PS_ROOT_URI": host,
            "DMLC_PS_ROOT_PORT": str(port),
            **({"DMLC_WORKER_ID": str(index)} if role == "worker" else {}),
            **({"DMLC_PS_VAN_TYPE": "p3"} if self.args.p3 else {}),
            **dict(pair.split(":", 1) for pair in pairs),
        }

    def roles(self) -> list[tuple[str, int]]:
        """Return the processes to start, workers first."""
        workers = [("worker", rank) for rank in range(self.args.num_workers)]
        return workers + [("server", index) for index in range(self.args.num_servers)]

    def start(self, name: str, command: Sequence[str] | str, environ: Mapping[str, str]) -> None:
        """Start a process in a group of its own."""
        shell = isinstance(command, str)
        with keyboard.deferred():  # a process that is not in the list would not be ended
            process = subprocess.Popen(command, shell=shell, env={**os.environ, **environ}, start_new_session=True)
            self.processes.append((name, process))

    def stop(self, hard: bool = False) -> None:
        """End what still runs."""
        for _, process in self.processes:
            if process.poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    if sys.platform != "win32":
                        os.killpg(process.pid, signal.SIGKILL if hard else signal.SIGTERM)
                    else:  # where there are no groups, and nothing is softer
                        process.kill()


def _passed(args: argparse.Namespace) -> dict[str, str]:
    """Return the variables that ``--env`` names, with the values given there or those of this process."""
    pairs = (item.partition("=") for item in args.env)
    return {name: value if given else os.environ[name] for name, given, value in pairs if given or name in os.environ}


def _shell_line(command: Sequence[str]) -> str:
    """Return a command for a shell; one that is given as a single word is such a line already."""
    return command[0] if len(command) == 1 else shlex.join(command)


def _start_local(job: _Job) -> None:
    command = job.args.program
    for role, index in job.roles():
        variables = {**_passed(job.args), **job.variables(role, index)}
        job.start(f"{role} {index}", command[0] if len(command) == 1 else command, variables)


def _start_ssh(job: _Job) -> None:
    hosts, args = _hosts(job.args), job.args
    folder = args.sync_dst_dir or os.getcwd()
    passed = _passed(args)
    for host, port in dict.fromkeys(hosts) if args.sync_dst_dir else ():
        shell = shlex.join(["ssh", *_SSH, *port])
        sync = ["rsync", "-az", "--delete", "-e", shell, "./", f"{host}:{folder}"]
        if code := subprocess.run(sync, check=False).returncode:
            raise MXNetError(f"{shlex.join(sync)} ended by exit status {code}")
    for role, index in job.roles():
        host, port = hosts[index % len(hosts)]
        values = {**passed, **job.variables(role, index)}
        exports = " ".join(f"{name}={shlex.quote(value)}" for name, value in values.items())
        line = f"cd {shlex.quote(folder)} && export {exports} && {_shell_line(args.program)}"
        job.start(f"{role} {index} on {host}", ["ssh", *_SSH, *port, host, line], {})


def _start_mpi(job: _Job) -> None:
    args = job.args
    passed = _passed(args)
    for role, count in (("worker", args.num_workers), ("server", args.num_servers)):
        if not count:
            continue
        values = {**passed, **job.variables(role, 0)}
        values.pop("DMLC_WORKER_ID", None)  # workers are numbered in the order of their arrival
        words = ["mpirun", "-n", str(count), *(["--hostfile", args.hostfile] if args.hostfile else [])]
        variables = [f"{name}={value}" for name, value in values.items()]
        program = ["sh", "-c", args.program[0]] if len(args.program) == 1 else list(args.program)
        job.start(f"{role}s", [*words, "env", *variables, *program], {})


def _hosts(args: argparse.Namespace) -> list[tuple[str, tuple[str, ...]]]:
    """Return the machines, each with ssh's words for its port: lines ``host`` or ``host:port``."""
    if not args.hostfile:
        raise MXNetError("-H: expected a file of machines for the ssh launcher")
    lines = [line.split("#")[0].split() for line in Path(args.hostfile).read_text(encoding="utf-8").splitlines()]
    hosts = [words[0] for words in lines if words]
    if not hosts:
        raise MXNetError(f"{args.hostfile}: expected a machine a line, found none")
    return [_with_port(host) for host in hosts]


def _with_port(text: str) -> tuple[str, tuple[str, ...]]:
    host, _, port = text.partition(":")
    return (host, ("-p", port)) if port.isdecimal() else (text, ())


_START = {"local": _start_local, "ssh": _start_ssh, "mpi": _start_mpi}


def _own_address(args: argparse.Namespace) -> str:
    """Return the address where the workers meet: the loopback address unless they are on other machines."""
    if args.host_ip:
        return str(args.host_ip)
    if "DMLC_PS_ROOT_URI" in os.environ:
        return os.environ["DMLC_PS_ROOT_URI"]
    if args.launcher == "local" or not args.hostfile:
        return "127.0.0.1"
    return network.own_address(_hosts(args)[0][0].rpartition("@")[2], 22)


def _cause(code: int) -> str:
    if code >= 0:
        return f"exit status {code}"
    try:
        return f"signal {-code} ({signal.Signals(-code).name})"
    except ValueError:
        return f"signal {-code}"


def _follow(job: _Job, waiting: Waiting) -> int:
    """Wait for the processes; return the first exit status but 0. When one fails, the others get a signal and end."""
    status, deadline = 0, float("inf")
    going = True
    while going:
        time.sleep(PERIOD / 2)
        going = any(process.poll() is None for _, process in job.processes)
        for name, process in job.processes:
            code = process.poll()
            if code and not status:
                status, deadline = code, time.monotonic() + timeout()
                what = f"{name} ended by {_cause(code)}"
                print(f"remx launch: {what}; the others are told to end", file=sys.stderr, flush=True)
                waiting.fail(what)
        if time.monotonic() > deadline:
            job.stop(hard=time.monotonic() > deadline + 10)
    return 128 - status if status < 0 else status


def launch(args: argparse.Namespace) -> int:
    """Start the command's processes, and return the exit status at their end."""
    port = environment.integer("DMLC_PS_ROOT_PORT", 0)
    address = _own_address(args)
    try:
        listening = network.listen(address, port)
    except OSError as error:
        raise MXNetError(f"{address}:{port}: cannot listen there ({error.strerror or error})") from error
    job = _Job(args, listening)
    host, port, *_ = listening.getsockname()
    world = World("remx launch", args.num_workers, host, port, role="scheduler", keeper="the scheduler")
    before = signal.getsignal(signal.SIGTERM)
    try:
        with contextlib.suppress(ValueError):  # only the main thread may
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        _START[args.launcher](job)
        server = server_on(listening.dup())
        return _follow(job, Waiting(stored(world, server), args.num_workers))
    finally:
        job.stop(hard=True)
        listening.close()
        with contextlib.suppress(ValueError):
            signal.signal(signal.SIGTERM, before)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    command = parser("launch")
    args = command.parse_args(argv)
    if args.num_workers < 1 or args.num_servers < 0:
        command.error("-n: expected at least 1 worker, and -s no negative number")
    if args.launcher not in LAUNCHERS:
        advice = f"; {_INSTEAD[args.launcher]}" if args.launcher in _INSTEAD else ""
        command.error(f"--launcher: expected {', '.join(LAUNCHERS)}, got {args.launcher!r}{advice}")
    return guarded(command.prog, lambda: launch(args))


if __name__ == "__main__":
    sys.exit(main())
